// The page: asking, clicking, stopping, and what the keyboard does.

import { click, command } from "./acting.js";
import { watchCard } from "./card.js";
import { watchForms } from "./fields.js";
import { colour, wire } from "./marks.js";
import { watchNodes } from "./nodes.js";
import { asked, left, turnChanged, watchPanels } from "./panel.js";
import { watchPictures } from "./picture.js";
import { complain, newEvent, post, thread } from "./post.js";
import { watchCopies } from "./copy.js";
import { watchQuotes } from "./quote.js";
import { watchReview } from "./reviewing.js";
import { steps } from "./steps.js";
import { connected, open, restWhileHidden, unfold } from "./stream.js";
import { dates, refreshThreads, threadChanged, watchThreads } from "./threads.js";
import { watchWays } from "./ways.js";
import { watchZoom } from "./zoom.js";
import { folded, forget, placeholder, reveal, summary, turn, unfinished } from "./turns.js";

const ask = document.getElementById("ask");
const box = document.getElementById("question");
const stop = document.querySelector(".stop");
const said = document.getElementById("said");
const menu = document.querySelector(".menu");
const pressed = new Set();
let expecting = false; // something that may begin a turn was sent from this page

async function sendQuestion(text, event) {
  complain("");
  const command = text.trim().startsWith("/");
  const article = text.trim() && !command ? placeholder(text.trim()) : null;
  if (article) reveal(article);
  expecting = true;
  asked({ verb: command ? text.trim().split(/\s/)[0] : "", from: box, again: () => sendQuestion(text, newEvent()) });
  try {
    await post("/ask", [["text", text], ["event", event]]); // prettier-ignore
    history.replaceState(null, "", `/t/${thread}`);
    said.textContent = command ? "Sent." : "Question sent.";
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

watchWays(); // before the box's own keys: an open palette takes Enter
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  ask.requestSubmit();
});

document.getElementById("click").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button.getAttribute("aria-busy")) return;
  const [, verb, id] = button.value.split(":");
  button.setAttribute("aria-busy", "true"); // not disabled: the focus stays
  const article = verb === "ask" ? placeholder(button.dataset.question) : null;
  if (article) {
    article.querySelector(".question").focus({ preventScroll: true });
    reveal(article);
  }
  expecting = true;
  closeMenus();
  const done = await click(button.value, { from: button });
  if (!done) forget(article);
  else if (verb === "step") goToTurn(id);
  button.removeAttribute("aria-busy");
  refresh();
});

document.getElementById("command").addEventListener("submit", (event) => {
  event.preventDefault();
  command(event.submitter.value, "", event.submitter);
});

document.addEventListener("submit", () => (expecting = true), true);

function goTo(article) {
  if (!article) return;
  reveal(article);
  article.querySelector(".question").focus({ preventScroll: true });
}

/** Go to a turn, whose answer is brought where only its question stands in the page. */
async function goToTurn(id) {
  if (!folded(id)) return goTo(turn(id));
  seen.add(id); // it is none that has just come
  if (!(await unfold(thread, id, changed))) return complain("That answer could not be loaded. Please try again.");
  const around = turn(id).closest("details");
  if (around) around.open = true;
  goTo(turn(id));
}

document.querySelector(".thread").addEventListener("click", (event) => {
  const link = event.target.closest("[data-folded] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goToTurn(link.closest("[data-folded]").dataset.folded);
});

stop.addEventListener("click", async () => {
  const known = unfinished().filter((a) => a.dataset.turn);
  stop.disabled = true;
  box.focus();
  try {
    for (const article of known) {
      await post("/click", [["action", `kg1:stop:${article.dataset.turn}:0`], ["event", newEvent()]]); // prettier-ignore
    }
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
    event.preventDefault();
    menu.click();
    menu.focus();
  }
});

function closeMenus(but = null) {
  for (const open of document.querySelectorAll("details.few[open]")) if (open !== but) open.open = false;
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details.few")));

function refresh() {
  const busy = unfinished();
  stop.hidden = !busy.length;
  stop.disabled = !busy.some((a) => a.dataset.turn);
}

const seen = new Set([...document.querySelectorAll(".turn")].map((a) => a.dataset.turn));

function changed(snapshot, ended, { known = true, words = "" } = {}) {
  refresh();
  refreshThreads();
  if (ended) said.textContent = words || summary(snapshot.turn);
  if (!snapshot.turn) {
    threadChanged();
    return;
  }
  const isNew = !seen.has(snapshot.turn);
  seen.add(snapshot.turn);
  if (seen.size === 1 && snapshot.question) document.title = `${snapshot.question.slice(0, 60)} · Evigraph`;
  if (isNew && expecting) {
    expecting = false;
    if (!document.activeElement || document.activeElement === document.body) goTo(turn(snapshot.turn));
    else reveal(turn(snapshot.turn));
  }
  if (isNew || (known && snapshot.final)) turnChanged(isNew);
}

colour(document);
wire(document);
dates();
refresh();
steps(null);
watchForms();
watchPanels();
watchReview();
watchNodes();
watchPictures();
watchQuotes();
watchCopies();
watchCard();
watchZoom();
watchThreads();
open(thread, changed);
connected.then(() => left() && command(left()));
restWhileHidden(thread, changed);
if ("first" in box.dataset) box.focus({ preventScroll: true }); // "autofocus" would scroll to it
document.querySelector(".thread > .turn:last-child .question")?.scrollIntoView({ block: "start" });
