// What stands behind a relation of the picture, or what can be asked about a node, in a small card beside it: pointing or
// the focus shows it, so does a tap on a relation.

import { openNode } from "./nodes.js";
import { openClaim, scopeOf } from "./picture.js";

const SHOWN = ".canvas .relation[data-claims]:not([data-claims='']), .canvas .entity[data-entity]";
const RESTING = 250; // milliseconds until a pointer means it, or has left
const GAP = 14;
const EDGE = 8;

const card = document.createElement("div");
card.className = "glance";
card.setAttribute("role", "group");
card.setAttribute("aria-label", "About this part of the picture");
let timer = 0;
let at = null; // the part of the picture that it is about

function part(element) {
  return element instanceof Element ? element.closest(SHOWN) : null;
}

function show(element, place) {
  clearTimeout(timer);
  const scope = scopeOf(element);
  if (!scope || (at === element && card.isConnected)) return;
  const content = element.matches(".relation") ? evidence(scope, element) : questions(scope, element);
  if (!content.length) return;
  at = element;
  card.replaceChildren(...content);
  element.closest(".picture, dialog").append(card);
  put(place);
}

function hide() {
  clearTimeout(timer);
  at = null;
  card.remove();
}

function later(act) {
  clearTimeout(timer);
  timer = setTimeout(act, RESTING);
}

/** Each claim of the relation: its verdict, its words, its papers, and the way to it. */
function evidence(scope, relation) {
  return relation.dataset.claims.split(" ").flatMap((number) => {
    const claim = scope.querySelector(`.claim[data-claim="${CSS.escape(number)}"]`);
    if (!claim) return [];
    const row = made("div", "about");
    row.append(...copies(claim, "summary .chip, summary .statement, summary .tally, .evidence .papers"));
    row.append(button(`Open claim ${number}`, () => openClaim(scope, number)));
    return [row];
  });
}

/** The node's name, what is suggested to be asked about it, and the way to all of it. */
function questions(scope, node) {
  const row = made("div", "about");
  const name = made("strong", "statement");
  name.textContent = node.getAttribute("aria-label");
  const own = copies(scope, `.choice[data-entity="${CSS.escape(node.dataset.entity)}"]`).slice(0, 2);
  row.append(name, ...own, button("More about it", () => openNode(node)));
  return [row];
}

function copies(root, selector) {
  return [...root.querySelectorAll(selector)].map((e) => e.cloneNode(true));
}

function made(kind, name) {
  const element = document.createElement(kind);
  element.className = name;
  return element;
}

function button(label, act) {
  const element = made("button", "plain");
  Object.assign(element, { type: "button", textContent: label });
  element.addEventListener("click", () => {
    const about = at;
    hide();
    if (about) act();
  });
  return element;
}

/** Below the place where there is room, else above it; never beyond the window. */
function put({ x, top, bottom }) {
  const { width, height } = card.getBoundingClientRect();
  const below = bottom + GAP;
  const y = below + height <= innerHeight - EDGE ? below : Math.max(EDGE, top - GAP - height);
  card.style.setProperty("left", `${Math.max(EDGE, Math.min(x - width / 2, innerWidth - width - EDGE))}px`);
  card.style.setProperty("top", `${y}px`);
}

function pointer(event) {
  return { x: event.clientX, top: event.clientY, bottom: event.clientY };
}

function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, top, bottom };
}

function pointed(event) {
  if (event.pointerType !== "mouse") return;
  if (card.contains(event.target)) return clearTimeout(timer);
  const element = part(event.target);
  if (element) later(() => show(element, pointer(event)));
  else if (card.isConnected) later(hide);
  else clearTimeout(timer);
}

function focused(event) {
  const element = part(event.target);
  if (element?.matches(":focus-visible")) show(element, middle(element));
  else if (!card.contains(event.target)) hide();
}

/** A finger cannot point: its tap on a relation shows the card, which leads to the claim. */
function tapped(event) {
  const element = part(event.target);
  if (event.pointerType !== "touch" || !element?.matches(".relation")) return;
  event.preventDefault();
  event.stopPropagation();
  show(element, pointer(event));
}

/** Listen to what shows and hides the card. */
export function watchCard() {
  document.addEventListener("pointerover", pointed);
  document.addEventListener("focusin", focused);
  document.addEventListener("click", tapped, { capture: true });
  document.addEventListener("pointerdown", (e) => card.contains(e.target) || hide());
  document.addEventListener("scroll", (e) => card.contains(e.target) || hide(), { capture: true, passive: true });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || !card.isConnected) return;
    e.preventDefault(); // a dialog stays open
    hide();
  });
}
