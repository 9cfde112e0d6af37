// Proposals by keyboard: a accept, e edit, r reject, j the next, k the one before.

const panel = document.querySelector("dialog.panel");
const KEYS = { a: "kg1:accept:", e: "kg1:edit:", r: "kg1:reject:", j: ["Not now", "Next"], k: ["Back"] };

/** Listen to the keys, which do something while a proposal is shown and nothing is being written. */
export function watchReview() {
  document.addEventListener("keydown", pressed);
}

function pressed(event) {
  if (event.repeat) return; // a key that is held decides about one proposal, and not about those behind it
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !panel.open) return;
  if (event.target.closest?.("input:not([type=radio]), textarea, select, [contenteditable]")) return;
  const wanted = KEYS[event.key];
  if (!wanted || !panel.querySelector('button[value^="kg1:second:review:"], button[value^="kg1:review:review:"]')) return;
  const target = Array.isArray(wanted)
    ? panel.querySelector(wanted.map(label => `button[data-question="${label}"]`).join())
    : panel.querySelector(`button[value^="${wanted}"], form:has(input[value^="${wanted}"]) button`);
  if (!target) return;
  event.preventDefault();
  target.click();
}
