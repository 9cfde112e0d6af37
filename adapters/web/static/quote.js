// A part of the answer that somebody highlights can be asked about.

import { showOwn } from "./panel.js";

const LONGEST = 1500; // characters, as kgcore.presentation.nodes
const LEAST = 3; // characters; less is no part of an answer
const offer = document.querySelector(".quoting");
const template = document.getElementById("quote");
let found = null; // { turn, words, paragraph }

/** The highlighted words of one paragraph, without the numbers and marks that the page has added. */
function highlighted() {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const start = range.startContainer;
  const paragraph = (start.nodeType === Node.ELEMENT_NODE ? start : start.parentElement)?.closest(".turn .text");
  if (!paragraph) return null;
  if (!paragraph.contains(range.endContainer)) range.setEnd(paragraph, paragraph.childNodes.length);
  const part = range.cloneContents();
  part.querySelectorAll(".cite, .mark, .unseen").forEach((e) => e.remove());
  const words = part.textContent.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  if (words.length < LEAST) return null;
  return { turn: paragraph.closest(".turn").dataset.turn, words, paragraph, at: range.getBoundingClientRect() };
}

function changed() {
  if (document.activeElement === offer) return;
  found = highlighted();
  offer.hidden = !found?.turn;
  if (offer.hidden) return;
  const left = Math.min(Math.max(found.at.left, 8), innerWidth - offer.offsetWidth - 8);
  offer.style.setProperty("left", `${left + scrollX}px`);
  offer.style.setProperty("top", `${found.at.bottom + scrollY + 6}px`);
}

function asks() {
  const form = template.content.firstElementChild.cloneNode(true);
  form.dataset.of = found.turn;
  form.querySelector("[name=action]").value = `kg1:quote:${found.turn}:0`;
  form.querySelector("[name=f-quote]").value = found.words;
  form.querySelector("blockquote").textContent = found.words;
  const back = found.paragraph.closest(".turn").querySelector(".question");
  offer.hidden = true;
  getSelection().removeAllRanges();
  showOwn("Ask about this", form, found.turn, back);
}

/** Listen to what is highlighted. */
export function watchQuotes() {
  document.addEventListener("selectionchange", changed);
  offer.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps what is highlighted
  offer.addEventListener("click", asks);
}
