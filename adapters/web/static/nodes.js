// Nodes of a picture: one is opened with a click or Enter, several can be selected and asked about. Arrow keys go on to the
// next one, and to the relations, of which Enter opens the claim.

import { click } from "./acting.js";
import { stops } from "./marks.js";

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The turn whose nodes these are. */
function turnOf(element) {
  const scope = element.closest(".turn, .aside, dialog");
  return scope?.dataset.turn || scope?.dataset.of || "";
}

/** Open a node's panel, or unfold a group. */
export function openNode(node) {
  const turn = turnOf(node);
  const group = node.dataset.group;
  const [verb, number] = group === undefined ? ["node", node.dataset.entity] : ["open", Number.parseInt(group, 10)];
  if (turn && /^\d+$/.test(number)) click(`kg1:${verb}:${turn}:${number}`, { from: node });
}

/** What a click on a node means: true where it was for selecting. */
export function chose(node, event) {
  const picture = node.closest(".picture");
  const selecting = picture?.querySelector(".select")?.getAttribute("aria-pressed") === "true";
  if (!picture || !node.dataset.entity || !(selecting || event.shiftKey)) return false;
  toggle(picture, node);
  return true;
}

function toggle(picture, node) {
  const on = !node.classList.contains("chosen");
  node.classList.toggle("chosen", on);
  node.setAttribute("aria-pressed", String(on));
  node.dataset.order = on ? String(Date.now()) : "";
  offer(picture);
}

function chosen(picture) {
  const nodes = [...picture.querySelectorAll(".entity.chosen")];
  return nodes.sort((a, b) => Number(a.dataset.order) - Number(b.dataset.order));
}

/** Say what is selected, and what can be asked about it. */
function offer(picture) {
  const bar = picture.querySelector(".selected");
  const nodes = chosen(picture);
  const selecting = picture.querySelector(".select").getAttribute("aria-pressed") === "true";
  bar.hidden = !nodes.length && !selecting;
  bar.replaceChildren(telling(nodes));
  if (nodes.length > 1) bar.append(button("How are they connected?", () => connect(picture)));
  if (nodes.length === 2) {
    const same = button("They mean the same", () => merge(picture));
    same.title = `Takes “${nameOf(nodes[1])}” for “${nameOf(nodes[0])}” in the whole thread`;
    bar.append(same);
  }
  if (nodes.length) bar.append(button("Clear", () => clear(picture), "plain"));
}

function telling(nodes) {
  const words = document.createElement("span");
  words.className = "telling";
  words.textContent = nodes.length ? nodes.map(nameOf).join(", ") : "Choose two or more nodes of the picture.";
  return words;
}

function nameOf(node) {
  const scope = node.closest(".turn");
  const inText = scope?.querySelector(`.text .entity[data-entity="${node.dataset.entity}"] .name`);
  return inText?.textContent || (node.getAttribute("aria-label") || "").split(/[,:(]/)[0].trim();
}

function button(label, act, look = "second") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: look, textContent: label });
  made.addEventListener("click", act);
  return made;
}

async function connect(picture) {
  const fields = chosen(picture).map((n) => ["nodes", n.dataset.entity]);
  if (await click(`kg1:connect:${turnOf(picture)}:0`, { fields, from: picture.querySelector(".select") })) clear(picture);
}

async function merge(picture) {
  const [kept, gone] = chosen(picture).map((n) => n.dataset.entity);
  const fields = [["kept", kept], ["gone", gone]]; // prettier-ignore
  const done = await click(`kg1:merge:${turnOf(picture)}:0`, { fields, from: picture.querySelector(".select") });
  if (done) clear(picture);
}

function clear(picture) {
  for (const node of chosen(picture)) {
    node.classList.remove("chosen");
    node.removeAttribute("aria-pressed");
  }
  const select = picture.querySelector(".select");
  select.setAttribute("aria-pressed", "false");
  offer(picture);
  select.focus({ preventScroll: true });
}

function selects(event) {
  const select = event.target.closest?.(".select");
  if (!select) return;
  const on = select.getAttribute("aria-pressed") !== "true";
  select.setAttribute("aria-pressed", String(on));
  offer(select.closest(".picture"));
}

function pressed(event) {
  const node = event.target.closest?.(".canvas [tabindex]");
  if (!node) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (node.matches(".relation")) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (!chose(node, event)) openNode(node);
  } else if (event.key in ARROWS) {
    event.preventDefault();
    const all = stops(node.closest(".canvas"));
    const next = all.at((all.indexOf(node) + ARROWS[event.key]) % all.length);
    node.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}

/** Listen to keys on nodes, and to the switch that selects. */
export function watchNodes() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", selects);
}
