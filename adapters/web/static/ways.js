// The ways in that are no question: a button of the header opens its form in the panel. A slash in the empty question
// box lists the commands.

import { showOwn } from "./panel.js";

const box = document.getElementById("question");
const list = document.getElementById("palette");

function opens(event) {
  const button = event.target.closest?.("[data-way]");
  if (!button) return;
  event.preventDefault();
  const form = document.getElementById(`way-${button.dataset.way}`).content.firstElementChild.cloneNode(true);
  showOwn(button.textContent.trim(), form, "", button);
}

// --- The palette: a listbox that the question box owns.

function options() {
  return [...list.children].filter((o) => !o.hidden);
}

function typed() {
  const [, words] = /^\/([a-z]*)$/i.exec(box.value) || [];
  for (const option of list.children) option.hidden = words === undefined || !option.dataset.name.startsWith(words.toLowerCase());
  show(options().length > 0);
  choose(options()[0]);
}

function show(on) {
  list.hidden = !on;
  if (!on) box.removeAttribute("aria-activedescendant");
}

function choose(option) {
  for (const other of list.children) other.setAttribute("aria-selected", String(other === option));
  if (!option) return;
  box.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function take(option) {
  const more = option.dataset.more === "true";
  box.value = `/${option.dataset.name}${more ? " " : ""}`;
  show(false);
  box.focus();
  if (!more) box.form.requestSubmit();
}

function pressed(event) {
  if (list.hidden) return;
  const shown = options();
  const at = shown.findIndex((o) => o.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) choose(shown.at((at + step) % shown.length));
  else if (event.key === "Enter" && box.value === `/${shown[at]?.dataset.name}`) {
    show(false); // typed whole: nothing is left to complete, and the bot asks for what is missing
    box.form.requestSubmit();
  } else if (["Enter", "Tab"].includes(event.key) && at >= 0) take(shown[at]);
  else if (event.key === "Escape") show(false);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Listen to the header's ways in and to a slash in the question box. */
export function watchWays() {
  document.addEventListener("click", opens);
  box.addEventListener("input", typed);
  box.addEventListener("keydown", pressed);
  box.addEventListener("blur", () => show(false));
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the focus stays in the box
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
}
