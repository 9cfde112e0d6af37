// The list of threads at the side: finding one, and naming, sharing and deleting the one that is open.

import { command } from "./acting.js";
import { closePanel, showOwn } from "./panel.js";
import { complain, fetched, thread } from "./post.js";

const side = document.querySelector(".sidebar");
const list = side.querySelector(".list");
const find = side.querySelector("#find-thread");
const said = document.getElementById("said");
let listing = false;

async function fetchList() {
  const response = await fetch(`/threads?current=${thread}`).catch(() => null);
  if (!response?.ok) return false;
  list.innerHTML = await response.text();
  dates();
  filter();
  return true;
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
  find.closest("p").hidden = !list.querySelector("li");
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
  find.addEventListener("input", filter);
  side.addEventListener("click", (event) => {
    const button = event.target.closest("[data-thread-way]");
    if (!button) return;
    if (button.dataset.threadWay === "rename") rename(button);
    else if (button.dataset.threadWay === "share") share(button);
    else command("forget", "", button);
  });
}
