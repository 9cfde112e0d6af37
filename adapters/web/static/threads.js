// The list of threads at the side.

import { thread } from "./post.js";

let listing = false;

/** Fetch the list again where this thread does not stand in it yet. */
export async function refreshThreads() {
  const list = document.querySelector(".sidebar .list");
  if (listing || list.querySelector("[aria-current]")) return;
  listing = true;
  const response = await fetch(`/threads?current=${thread}`).catch(() => null);
  if (response?.ok) list.innerHTML = await response.text();
  listing = false;
  dates();
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
