// Forms of answers and panels: sent without leaving the page, checked in plain words, names completed while typing.

import { click, command } from "./acting.js";
import { thread } from "./post.js";

const PAUSE = 120; // milliseconds without a key until names are asked for
const waiting = new WeakMap();

function complaint(set) {
  const boxes = [...set.querySelectorAll("input[type=checkbox]")];
  const count = boxes.filter((b) => b.checked).length;
  const [least, most] = [Number(set.dataset.least), Number(set.dataset.most)];
  let words = "";
  if (count < least) words = least === 1 ? "Please choose at least one." : `Please choose at least ${least}.`;
  else if (count > most) words = most === 1 ? "Please choose only one." : `Please choose at most ${most}.`;
  boxes[0]?.setCustomValidity(words);
  return words;
}

async function sent(event) {
  const form = event.target.closest("form.form, form.way-form");
  if (!form) return;
  event.preventDefault();
  const wrong = [...form.querySelectorAll("fieldset[data-least]")].find(complaint);
  if (wrong) return wrong.querySelector("input").reportValidity();
  const button = event.submitter || form.querySelector("button");
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const data = new FormData(form);
  const done = data.has("name")
    ? await command(data.get("name"), data.get("text"), button)
    : await click(data.get("action"), { fields: own(data), from: button });
  if (done && form.matches(".way-form")) form.reset();
  button.removeAttribute("aria-busy");
}

function own(data) {
  return [...data].filter(([name]) => name.startsWith("f-")).map(([name, value]) => [name.slice(2), value]);
}

function typed(event) {
  const field = event.target;
  const set = field.closest?.("fieldset[data-least]");
  if (set) set.querySelector("input")?.setCustomValidity("");
  if (!field.matches?.("input[data-names]")) return;
  clearTimeout(waiting.get(field));
  waiting.set(field, setTimeout(() => complete(field), PAUSE));
}

async function complete(field) {
  const typed = field.value.trim();
  if (!typed || !field.list) return;
  const response = await fetch(`/t/${thread}/names?q=${encodeURIComponent(typed)}`).catch(() => null);
  if (!response?.ok || field.value.trim() !== typed) return;
  const names = await response.json();
  field.list.replaceChildren(...names.map(({ name, type }) => Object.assign(new Option(type, name), { label: type })));
}

/** Listen to forms anywhere in the page. */
export function watchForms() {
  document.addEventListener("submit", sent);
  document.addEventListener("input", typed);
}
