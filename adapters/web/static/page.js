// The page: asking, clicking, stopping, and what the keyboard does.

import { colour, watchPictures } from "./picture.js";
import { open, restWhileHidden } from "./stream.js";
import { forget, placeholder, reveal, summary, unfinished } from "./turns.js";

const thread = document.body.dataset.thread;
const ask = document.getElementById("ask");
const box = document.getElementById("question");
const problem = document.getElementById("error");
const stop = document.querySelector(".stop");
const said = document.getElementById("said");
const menu = document.querySelector(".menu");
const pressed = new Set();

function newEvent() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

function complain(words) {
  problem.textContent = words;
  problem.hidden = !words;
}

async function post(address, fields) {
  const body = new URLSearchParams({ thread, ...fields });
  let response;
  try {
    response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    throw new Error("Evigraph cannot be reached just now. Your question is still in the box.");
  }
  if (response.ok) return;
  const words = await response.json().catch(() => ({}));
  throw new Error(words.error || `That did not work (${response.status}).`);
}

async function sendQuestion(text, event) {
  complain("");
  const article = text.trim() ? placeholder(text.trim()) : null;
  if (article) reveal(article);
  try {
    await post("/ask", { text, event });
    history.replaceState(null, "", `/t/${thread}`);
    said.textContent = "Question sent.";
    return true;
  } catch (error) {
    forget(article);
    complain(error.message);
    return false;
  } finally {
    refresh();
  }
}

ask.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = ask.elements.namedItem("event");
  const [text, id] = [box.value, field.value];
  if (pressed.has(id)) return;
  pressed.add(id);
  box.value = "";
  const sent = await sendQuestion(text, id);
  if (sent) field.value = newEvent();
  else if (!box.value) box.value = text; // under the same id: should it have arrived after all, it counts once
  pressed.delete(id);
});

document.querySelector(".examples")?.addEventListener("submit", (event) => {
  event.preventDefault();
  box.focus({ preventScroll: true });
  sendQuestion(event.submitter.value, newEvent());
});

box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  ask.requestSubmit();
});

document.getElementById("click").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  const asks = button.value.startsWith("kg1:ask:");
  complain("");
  button.disabled = true;
  const article = asks ? placeholder(button.dataset.question) : null;
  if (article) {
    article.querySelector(".question").focus({ preventScroll: true });
    reveal(article);
  }
  try {
    await post("/click", { action: button.value, event: newEvent() });
  } catch (error) {
    forget(article);
    complain(error.message);
  } finally {
    button.disabled = false;
    refresh();
  }
});

stop.addEventListener("click", async () => {
  const known = unfinished().filter((a) => a.dataset.turn);
  stop.disabled = true;
  box.focus();
  try {
    for (const article of known) await post("/click", { action: `kg1:stop:${article.dataset.turn}:0`, event: newEvent() });
    said.textContent = "Stopping.";
  } catch (error) {
    complain(error.message);
    stop.disabled = false;
  }
});

menu.addEventListener("click", () => {
  const shown = document.body.classList.toggle("threads-shown");
  menu.setAttribute("aria-expanded", String(shown));
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("threads-shown")) {
    menu.click();
    menu.focus();
  }
});

function refresh() {
  const busy = unfinished();
  stop.hidden = !busy.length;
  stop.disabled = !busy.some((a) => a.dataset.turn);
  if (document.querySelector(".turn")) box.placeholder = "Ask a follow-up question";
}

let listing = false;

async function refreshThreads() {
  const list = document.querySelector(".sidebar .list");
  if (listing || list.querySelector("[aria-current]")) return;
  listing = true;
  const response = await fetch(`/threads?current=${thread}`).catch(() => null);
  if (response?.ok) list.innerHTML = await response.text();
  listing = false;
  dates();
}

function dates() {
  for (const time of document.querySelectorAll(".sidebar time")) {
    const when = new Date(time.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const today = when.toDateString() === new Date().toDateString();
    time.textContent = today
      ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
      : when.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
  }
}

function changed(snapshot, ended, words) {
  refresh();
  refreshThreads();
  if (ended) said.textContent = words || summary(snapshot.turn);
}

colour(document);
dates();
refresh();
watchPictures();
open(thread, changed);
restWhileHidden(thread, changed);
document.querySelector(".turn:last-child .question")?.scrollIntoView({ block: "start" });
