// What is for this person alone: a panel beside the thread that replaces the one before, and short words.

import { colour, wire } from "./marks.js";
import { morph, parsed } from "./morph.js";
import { forget, unfinished } from "./turns.js";

const panel = document.querySelector("dialog.panel");
const title = document.getElementById("panel-title");
const inside = panel.querySelector(".panel-blocks");
const words = document.querySelector(".words");
const narrow = matchMedia("(max-width: 70rem)"); // as in explore.css
// Panels that only look: asking for them again changes nothing, so they can be brought up to date.
const renewed = document.body.dataset.renewed.split(" ").flatMap((name) => [name, `/${name}`]);
const LOOKING = new Set(["node", "picture", ...renewed]);

let last = null; // what was sent last from this page
let opener = null; // what brought the panel that is shown
let back = null; // what had the focus before it
let acted = false; // something was done in the panel, and its answer has not come
let going = false; // somebody goes to a step: its answer stands in the page, so no panel needs to repeat it
let renewing = false; // the panel that comes brings the one that is shown up to date

/** Remember what was just sent, as its answer may be a panel. */
export function asked(sending) {
  last = sending;
  hush();
  going = sending.verb === "step";
  if (going && panel.matches(":modal")) closePanel();
  if (sending.from && panel.contains(sending.from)) acted = !going;
  else if (sending.from) back = sending.from;
}

/** Take the placeholder of what was typed away, where its answer is no turn: "Go back", or words alone. */
function noTurn() {
  if (["", "ask"].includes(last?.verb)) forget(unfinished().find((a) => !a.dataset.turn));
}

/** Show a panel in place of the one before. */
export function showPanel(snapshot) {
  noTurn();
  if (going) return showWords({ ...snapshot, order: snapshot.order.filter((key) => key.startsWith("notice")).slice(0, 1) });
  const same = renewing;
  [renewing, acted] = [false, false];
  if (!same) opener = LOOKING.has(last?.verb) ? last : null;
  if (!same) remember(opener?.verb || "");
  if (!same) title.textContent = named(snapshot);
  fill(inside, snapshot, same);
  panel.dataset.of = turnOf(inside);
  if (!same) inside.scrollTop = panel.scrollTop = 0;
  unfold();
  if (!same) reach();
  if (!same) title.focus({ preventScroll: true });
  hush();
  return title.textContent;
}

/** Bring a cell that was looked for into its table's view where it stands beside it. */
function reach() {
  const cell = inside.querySelector(".table mark");
  const box = cell?.closest(".table");
  if (box) box.scrollLeft += Math.max(0, cell.getBoundingClientRect().right + 16 - box.getBoundingClientRect().right);
}

// A panel that a command opens stands in the address, so that it is there again when the page is loaded anew.
function remember(verb) {
  const name = renewed.includes(verb) ? `#${verb.replace("/", "")}` : "";
  if (location.hash !== name) history.replaceState(null, "", location.pathname + name);
}

/** What came stands in the thread, not in the panel: what brought it is remembered all the same. */
export function stands() {
  if (last?.verb === "share") closePanel(); // what was shared stands in the thread: nothing lies over it
  if (!panel.open) remember(last?.verb || "");
}

/** The command whose panel stood there when the page was left; "" for none. */
export function left() {
  const name = location.hash.slice(1);
  return name && renewed.includes(name) ? name : "";
}

/** Show a form of the page's own in the panel. */
export function showOwn(heading, element, of, from) {
  [opener, back, acted, renewing] = [null, from, false, false];
  hush();
  title.textContent = heading;
  inside.replaceChildren(element);
  panel.dataset.of = of;
  unfold();
  inside.querySelector("textarea, input:not([type=hidden])")?.focus();
}

function unfold() {
  if (panel.open) return;
  if (narrow.matches) panel.showModal();
  else panel.show();
  document.body.classList.add("panel-shown");
}

/** Put the panel away and give the focus back. */
export function closePanel() {
  if (panel.open) panel.close();
}

function closed() {
  document.body.classList.remove("panel-shown");
  remember("");
  document.body.append(words);
  [opener, acted, renewing] = [null, false, false];
  if (back?.isConnected) back.focus({ preventScroll: true });
  back = null;
}

function fill(element, snapshot, keep) {
  const html = snapshot.order.map((key) => `<div class="block" data-key="${key}">${snapshot.blocks[key]}</div>`).join("");
  if (keep) morph(element, parsed(element, html));
  else element.innerHTML = html;
  colour(element);
  wire(element);
}

/** A panel's name: its own; or, where that is only the question that it belongs to, what was pressed. */
function named(snapshot) {
  const { question } = snapshot;
  const questions = [...document.querySelectorAll(".turn .question")].map((q) => q.textContent);
  const from = last?.from?.matches("button:not(.send, .second), .entity") ? last.from : null;
  const pressed = from?.getAttribute("aria-label") || from?.querySelector(".label")?.textContent || from?.textContent.trim();
  const own = question && !questions.includes(question) ? question : "";
  return own || pressed || question || heading(snapshot) || "More about this answer";
}

function heading(snapshot) {
  return parsed(inside, Object.values(snapshot.blocks).join("")).querySelector("h3, caption")?.textContent.trim();
}

function turnOf(element) {
  const action = element.querySelector('[value^="kg1:"]')?.value || "";
  return action.split(":")[2] || document.querySelector(".thread > .turn:last-of-type")?.dataset.turn || "";
}

/** Show a sentence, perhaps with a button, until something else happens. */
export function showWords(snapshot) {
  if (outdated()) return;
  acted = false;
  noTurn();
  (panel.matches(":modal") ? panel : document.body).append(words);
  fill(words.querySelector(".words-blocks"), snapshot, false);
  words.hidden = false;
}

/** Whether this was the answer to bringing the panel up to date: what it was about is gone, and so is the panel. */
export function outdated() {
  const was = renewing;
  if (was) closePanel();
  return was;
}

function hush() {
  words.hidden = true;
}

/** A turn has changed: what was done in the panel has come about, so the panel is brought up to date or put away. */
export function turnChanged(isNew) {
  if (!panel.open || !acted) return;
  acted = false;
  if (isNew || panel.matches(":modal")) return closePanel();
  if (!opener) return;
  renewing = true;
  opener.again();
}

/** Listen to what closes panels and words. */
export function watchPanels() {
  panel.addEventListener("close", closed);
  panel.querySelector(".close-panel").addEventListener("click", closePanel);
  panel.addEventListener("click", (event) => event.target === panel && panel.matches(":modal") && closePanel());
  words.querySelector(".close-words").addEventListener("click", hush);
  document.addEventListener("keydown", escaped);
}

function escaped(event) {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  const menu = event.target.closest?.("details.few[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  } else if (document.querySelector("dialog.large[open]")) return; // it closes itself
  else if (panel.open) closePanel();
  else hush();
}
