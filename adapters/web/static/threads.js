// The list of threads at the side: finding one, and naming, sharing and deleting the one that is open.

import { command } from "./acting.js";
import { closePanel, showOwn } from "./panel.js";
import { complain, fetched, thread } from "./post.js";

const side = document.querySelector(".sidebar");
const list = side.querySelector(".list");
const find = side.querySelector("#find-thread");
const said = document.getElementById("said");
let listing = false;

let many = false; // more threads than the list shows: the server finds them

async function askList(skip, words) {
  const asked = new URLSearchParams({ current: thread, skip, find: words });
  const response = await fetch(`/threads?${asked}`).catch(() => null);
  return response?.ok ? response.text() : null;
}

async function fetchList(words = "") {
  const text = await askList(0, words);
  if (text === null) return false;
  list.innerHTML = text;
  dates();
  filter();
  return true;
}

/** Put the threads that were used before those in the list behind them. */
async function fetchOlder(button) {
  button.disabled = true;
  const text = await askList(button.dataset.older, many ? find.value.trim() : "");
  button.disabled = false;
  if (text === null) return complain("The older threads could not be fetched. Try again.");
  const made = document.createElement("div");
  made.innerHTML = text;
  const first = made.querySelector("li a");
  list.querySelector("ul").append(...made.querySelectorAll("li"));
  const older = made.querySelector(".older");
  const here = button.closest(".older");
  if (older) here.replaceWith(older);
  else here.remove();
  dates();
  filter();
  first?.focus();
}

let waiting = 0;

/** Show the threads with these words: among those in the list, or among all where the list is not all there are. */
function search() {
  many ||= list.querySelector("[data-older]") !== null;
  if (!many) return filter();
  clearTimeout(waiting);
  waiting = setTimeout(() => fetchList(find.value.trim()), 250);
}

/** Fetch the list again where this thread does not stand in it yet. */
export async function refreshThreads() {
  if (listing || list.querySelector("[aria-current]")) return;
  listing = true;
  await fetchList();
  listing = false;
}

/** After words that may be about the thread itself: its name in the list and in the tab; nothing where it is gone. */
export async function threadChanged() {
  const here = list.querySelector("[aria-current] .title");
  if (!here || !(await fetchList())) return;
  const now = list.querySelector("[aria-current] .title");
  if (now) titled(now.textContent);
  else gone();
}

function titled(name) {
  document.title = `${name.slice(0, 60)} · Evigraph`;
  document.getElementById("thread-name").textContent = name;
}

/** The thread was forgotten: nothing of it stays on the screen. */
function gone() {
  closePanel();
  document.querySelector(".thread").replaceChildren();
  document.title = "Evigraph";
  history.replaceState(null, "", "/");
  document.getElementById("question").placeholder = "Ask a health question";
}

/** Say when threads were used as people here say it. */
export function dates() {
  for (const time of document.querySelectorAll(".sidebar time")) {
    const when = new Date(time.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const today = when.toDateString() === new Date().toDateString();
    time.textContent = today
      ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
      : when.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
  }
}

function filter() {
  const wanted = find.value.trim().toLowerCase();
  let shown = 0;
  for (const line of list.querySelectorAll("li")) {
    line.hidden = !line.querySelector(".title").textContent.toLowerCase().includes(wanted);
    if (!line.hidden) shown += 1;
  }
  find.closest("p").hidden = !many && !list.querySelector("li");
  side.querySelector(".not-found").hidden = !wanted || shown > 0;
}

// --- What the open thread's buttons do.

function form(name) {
  return document.getElementById(name).content.firstElementChild.cloneNode(true);
}

function rename(button) {
  const made = form("rename-thread");
  const input = made.querySelector("input");
  input.value = list.querySelector("[aria-current] .title").textContent.slice(0, input.maxLength);
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (await command("rename", input.value)) closePanel();
  });
  showOwn("Rename this thread", made, "", button);
  input.select();
}

async function share(button) {
  const made = form("share-thread");
  showOwn("Share this thread", made, "", button);
  const [link, make, copy, revoke] = ["input", "[data-share=share]", "[data-share=copy]", "[data-share=revoke]"].map((s) => made.querySelector(s));
  const show = (address) => {
    link.value = address ? new URL(address, location.href).href : "";
    link.closest("p").hidden = copy.hidden = revoke.hidden = !address;
    make.hidden = Boolean(address);
  };
  const ask = async (name) => {
    try {
      show((await fetched("/share", [["name", name]])).link); // prettier-ignore
    } catch (error) {
      complain(error.message);
    }
  };
  made.addEventListener("submit", (event) => event.preventDefault());
  make.addEventListener("click", () => ask("share").then(() => link.select()));
  revoke.addEventListener("click", () => ask("revoke").then(() => (said.textContent = "The link was taken back.")));
  copy.addEventListener("click", async () => {
    link.select();
    await navigator.clipboard.writeText(link.value).catch(() => null);
    said.textContent = "Copied.";
  });
  await ask("look");
}

/** Listen to the box that finds threads, and to the buttons of the open one. */
export function watchThreads() {
  filter();
  find.addEventListener("input", search);
  side.addEventListener("click", (event) => {
    const older = event.target.closest("[data-older]");
    if (older) fetchOlder(older);
    const button = event.target.closest("[data-thread-way]");
    if (!button) return;
    if (button.dataset.threadWay === "rename") rename(button);
    else if (button.dataset.threadWay === "share") share(button);
    else command("forget", "", button);
  });
}
