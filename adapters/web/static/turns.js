// The turns in the page: placeholders, and snapshots that replace them block by block.

import { colour, wire } from "./marks.js";
import { morph, parsed } from "./morph.js";
import { steps } from "./steps.js";

const list = document.querySelector(".thread");
const template = document.getElementById("turn");
const SAID = 300; // characters of an aside that a screen reader is told; it can read on where it stands
const drawn = new WeakMap(); // block → its HTML as it came: a picture is replaced only where it has changed

/** The turn with that id, if it stands in the page. */
export function turn(id) {
  return list.querySelector(`.turn[data-turn="${CSS.escape(id)}"]`);
}

/** The place of a turn of which only the question stands in the page, if it is one. */
export function folded(id) {
  return list.querySelector(`[data-folded="${CSS.escape(id)}"]`);
}

/** Turns still being written, and those that wait for their first words. */
export function unfinished() {
  return [...list.querySelectorAll('.turn[data-final="false"]')];
}

/** Put a turn into the page that waits for its first words. */
export function placeholder(question) {
  const article = template.content.firstElementChild.cloneNode(true);
  article.querySelector(".question").textContent = question;
  article.querySelector(".blocks").innerHTML =
    '<div class="block" data-key="waiting"><p class="progress doing"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> Sent …</p></div>';
  document.querySelector(".empty")?.remove();
  document.getElementById("question").placeholder = "Ask a follow-up question";
  list.append(article);
  return article;
}

/** Bring a turn that was just asked for into view. */
export function reveal(article) {
  article.scrollIntoView({ block: "start", behavior: "smooth" });
}

/** Take a placeholder away again. */
export function forget(article) {
  if (article && !article.dataset.turn) article.remove();
}

/** Put an empty turn where only its question stands; its answer comes with a snapshot. */
function unfolded(snapshot) {
  const place = folded(snapshot.turn);
  if (!place) return null;
  const article = template.content.firstElementChild.cloneNode(true);
  article.dataset.turn = snapshot.turn;
  place.replaceWith(article);
  return article;
}

function adopted(snapshot) {
  const waiting = unfinished().filter((a) => !a.dataset.turn);
  const same = waiting.find((a) => a.querySelector(".question").textContent === snapshot.question);
  const article = same || waiting[0] || placeholder(snapshot.question);
  article.dataset.turn = snapshot.turn;
  return article;
}

/** Show a snapshot: unchanged blocks are not touched. Returns whether this ended the turn. */
export function show(snapshot) {
  const article = turn(snapshot.turn) || unfolded(snapshot) || adopted(snapshot);
  const ended = snapshot.final && article.dataset.final === "false";
  article.dataset.final = String(snapshot.final);
  article.dataset.version = snapshot.version;
  const question = article.querySelector(".question");
  if (question.textContent !== snapshot.question) question.textContent = snapshot.question;
  arrange(article.querySelector(".blocks"), snapshot);
  steps(article);
  return ended;
}

function arrange(blocks, snapshot) {
  const old = new Map([...blocks.children].map((b) => [b.dataset.key, b]));
  let at = blocks.firstElementChild;
  for (const key of snapshot.order) {
    const block = changed(old.get(key), key, snapshot.blocks[key]);
    if (block !== at) blocks.insertBefore(block, at);
    else at = at.nextElementSibling;
  }
  for (const [key, block] of old) if (!snapshot.order.includes(key)) block.remove();
}

function changed(old, key, html) {
  const block = old || Object.assign(document.createElement("div"), { className: "block arriving" });
  block.dataset.key = key;
  if (html !== undefined) {
    const next = parsed(block, html);
    if (!key.startsWith("figure")) morph(block, next);
    else if (drawn.get(block) !== html) block.replaceChildren(...next.childNodes);
    drawn.set(block, html);
    colour(block);
    wire(block);
  }
  return block;
}

/** A sentence of ours that belongs to no turn; the event that it answers has no turn either. */
export function notice(snapshot) {
  const waiting = unfinished().find((a) => !a.dataset.turn);
  forget(waiting);
  const box = document.createElement("div");
  box.className = "aside";
  box.dataset.of = document.querySelector(".thread > .turn:last-of-type")?.dataset.turn || "";
  box.innerHTML = snapshot.order.map((key) => `<div class="block" data-key="${key}">${snapshot.blocks[key]}</div>`).join("");
  if (snapshot.question) box.prepend(Object.assign(document.createElement("h2"), { className: "heading", textContent: snapshot.question }));
  list.append(box);
  colour(box);
  wire(box);
  box.scrollIntoView({ block: box.offsetHeight > innerHeight / 2 ? "start" : "nearest", behavior: "smooth" });
  return box.textContent.trim().slice(0, SAID);
}

/** What a screen reader is told when an answer is complete. */
export function summary(id) {
  const counts = new Map();
  for (const chip of turn(id)?.querySelectorAll(".claim > summary .chip") || []) {
    const word = chip.textContent.trim().toLowerCase();
    counts.set(word, (counts.get(word) || 0) + 1);
  }
  const said = [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
  return said ? `The answer is complete. Claims: ${said}.` : "The answer is complete.";
}
