// Marks of entities: those in the text wear the colours of the picture, those in the picture can be reached by keyboard.

import { fitted } from "./zoom.js";

export const NODE = ".entity[data-entity], .entity[data-group]";
const BACKED = ".relation[data-claims]:not([data-claims=''])";

/** What of a picture the arrow keys go through: its nodes, then each relation that has claims, once. */
export function stops(canvas) {
  const relations = new Map();
  for (const part of canvas.querySelectorAll(BACKED)) {
    const { claims, source, target } = part.dataset;
    const key = `${claims}:${source}:${target}`;
    if (!relations.has(key) || part.querySelector("text")) relations.set(key, part);
  }
  return [...canvas.querySelectorAll(NODE), ...relations.values()];
}

/** Give entities in the text the colour that they have in the picture (style attributes are not allowed here). */
export function colour(root) {
  for (const element of root.querySelectorAll("[data-colour]")) {
    element.style.setProperty("--c", element.dataset.colour || "currentColor");
  }
}

/** Make the nodes of every picture in there reachable by keyboard: one stop, arrows go on from it. */
export function wire(root) {
  fitted(root);
  for (const canvas of root.querySelectorAll(".picture .canvas")) {
    const nodes = [...canvas.querySelectorAll(NODE)];
    if (!nodes.length) continue;
    canvas.setAttribute("role", "group");
    stops(canvas).forEach((stop, n) => named(stop, n));
    canvas.querySelectorAll(`:is(${NODE}, ${BACKED}) > title`).forEach((title) => title.remove()); // the card says more
    const select = canvas.closest(".picture").querySelector(".select");
    if (select) select.hidden = nodes.filter((n) => n.dataset.entity).length < 2;
  }
}

function named(node, n) {
  node.setAttribute("tabindex", n ? "-1" : "0");
  node.setAttribute("role", "button");
  const words = node.querySelector("title")?.textContent || node.getAttribute("aria-label") || node.textContent;
  node.setAttribute("aria-label", words.trim().replace(/\s+/g, " "));
}
