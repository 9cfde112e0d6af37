// Text and picture light each other up; the picture opens claims and can be enlarged.

import { chose, openNode } from "./nodes.js";

const POINTED = "[data-entity], [data-claims], [data-claim]";
const dialog = document.querySelector("dialog.large");
let pinned = null;

function numbers(value) {
  return (value || "").split(" ").filter(Boolean);
}

/** What an element stands for: entities and claims, by number. */
function meaning(element) {
  const own = element.closest(POINTED);
  if (!own) return null;
  return {
    entities: numbers(own.dataset.entity),
    claims: [...numbers(own.dataset.claims), ...numbers(own.dataset.claim)],
  };
}

function light(scope, found) {
  unlight();
  const entities = new Set(found.entities);
  for (const number of found.claims) {
    const claim = scope.querySelector(`.claim[data-claim="${number}"]`);
    numbers(claim?.dataset.entities).forEach((n) => entities.add(n));
    mark(scope, `[data-claims~="${number}"], .claim[data-claim="${number}"]`, "lit");
  }
  for (const number of entities) {
    mark(scope, `.entity[data-entity="${number}"], .choice[data-entity="${number}"], .entity[data-members~="${number}"]`, "lit");
  }
  for (const number of found.entities) surroundings(scope, number);
  for (const svg of all(scope, ".canvas svg")) svg.classList.toggle("lighting", Boolean(svg.querySelector(".lit")));
}

/** An entity's relations and their other ends stay legible in the picture while the rest steps back. */
function surroundings(scope, number) {
  for (const edge of all(scope, `.relation[data-source="${number}"], .relation[data-target="${number}"]`)) {
    edge.classList.add("near");
    for (const end of [edge.dataset.source, edge.dataset.target]) mark(scope, `.canvas .entity[data-entity="${end}"]`, "near");
  }
}

function mark(scope, selector, name) {
  all(scope, selector).forEach((e) => e.classList.add(name));
}

function all(scope, selector) {
  return [...scope.querySelectorAll(selector), ...(dialog.open ? dialog.querySelectorAll(selector) : [])];
}

function unlight() {
  document.querySelectorAll(".lit, .near, .lighting").forEach((e) => e.classList.remove("lit", "near", "lighting"));
}

/** The turn that a part of the page, the panel or the enlarged picture belongs to. */
export function scopeOf(element) {
  const turn = element.closest(".turn");
  const of = turn ? "" : element.closest(".aside, dialog")?.dataset.of;
  return turn || (of ? document.querySelector(`.turn[data-turn="${CSS.escape(of)}"]`) : null);
}

function point(target) {
  const scope = target instanceof Element ? scopeOf(target) : null;
  const found = scope && meaning(target);
  if (found) light(scope, found);
  else if (pinned?.isConnected) light(scopeOf(pinned), meaning(pinned));
  else unlight();
}

/** Open the claim with that number, and bring it into view. */
export function openClaim(scope, number) {
  const claim = scope?.querySelector(`.claim[data-claim="${number}"]`);
  if (!claim) return;
  if (dialog.open) dialog.close();
  claim.open = true;
  claim.querySelector("summary").focus({ preventScroll: true });
  claim.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

function enlarge(canvas) {
  const large = dialog.querySelector(".canvas");
  large.replaceChildren(...[...canvas.children].map((c) => c.cloneNode(true)));
  large.setAttribute("role", canvas.getAttribute("role") || "img");
  large.setAttribute("aria-label", canvas.getAttribute("aria-label") || "");
  const scope = canvas.closest(".turn, .aside, dialog");
  dialog.dataset.of = scope.dataset.turn || scope.dataset.of || "";
  large.querySelectorAll("[tabindex]").forEach((e) => e.setAttribute("tabindex", "0"));
  dialog.showModal();
}

function clicked(event) {
  const target = event.target;
  if (target === dialog) return dialog.close(); // the backdrop
  if (target.closest(".enlarge")) return enlarge(target.closest(".picture").querySelector(".canvas"));
  const node = target.closest(".canvas .entity[data-entity], .canvas .entity[data-group]");
  if (node) return opened(node, event);
  const scope = scopeOf(target);
  if (!scope || target.closest("button, a:not(.relation), input, label, select, textarea")) return unpin();
  const claims = target.closest("[data-claims]");
  if (claims) {
    event.preventDefault();
    return openClaim(scope, numbers(claims.dataset.claims)[0]);
  }
  const entity = target.closest(".entity[data-entity]");
  if (entity) return pin(entity);
  if (target.closest(".picture .canvas:not(:has(.zoomed))")) return enlarge(target.closest(".canvas"));
  return unpin();
}

function opened(node, event) {
  if (chose(node, event)) return;
  openNode(node);
  if (dialog.open) dialog.close();
}

function pin(entity) {
  pinned = pinned === entity ? null : entity;
  point(entity);
}

function unpin() {
  pinned = null;
  unlight();
}

/** Listen to pointing, focus and clicks anywhere in the page. */
export function watchPictures() {
  document.addEventListener("pointerover", (e) => point(e.target));
  document.addEventListener("focusin", (e) => point(e.target));
  document.addEventListener("focusout", () => point(null));
  document.addEventListener("click", clicked);
}
