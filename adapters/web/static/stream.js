// The open connection: snapshots as they come, a word when it is lost, and what was missed when it is back.

import { outdated, showPanel, showWords, stands } from "./panel.js";
import { page } from "./post.js";
import { folded, notice, show, turn, unfinished } from "./turns.js";

const lost = document.querySelector(".lost");
const AGAIN = 2000; // milliseconds until a connection that the browser gave up is tried again
let source = null;
let first = null;
let told = ""; // the last aside that came, as the server numbers them

/** Kept once the connection stands: what is sent before may have its answer lost. */
export const connected = new Promise((resolve) => (first = resolve));
let timer = 0;
const touched = new Map(); // turn → number of snapshots that came over the stream

/** Fetch a turn as it stands, unless the stream brings something newer meanwhile. */
async function fetchTurn(thread, id, changed) {
  const before = touched.get(id);
  const response = await fetch(`/t/${thread}/${id}`, { headers: { Accept: "application/json" } });
  if (!response.ok || touched.get(id) !== before) return;
  const snapshot = await response.json();
  changed(snapshot, show(snapshot));
}

/** `versions`: turn → how it stands; what has changed meanwhile is fetched, finished turns as well. */
function missed(thread, versions, changed) {
  for (const [id, version] of Object.entries(versions)) {
    const known = turn(id);
    if (folded(id) || (known?.dataset.final === "true" && known.dataset.version === version)) continue;
    fetchTurn(thread, id, changed).catch(() => again(thread, changed));
  }
}

/** Bring the answer to a question that stands alone in the page; false where it cannot be had just now. */
export async function unfold(thread, id, changed) {
  const place = folded(id);
  place?.setAttribute("aria-busy", "true");
  await fetchTurn(thread, id, changed).catch(() => null);
  place?.removeAttribute("aria-busy");
  return !folded(id);
}

function again(thread, changed) {
  lost.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => open(thread, changed), AGAIN);
}

/** Follow a thread; `changed(snapshot, ended)` is called after every change. */
export function open(thread, changed) {
  close();
  source = new EventSource(`/events/${thread}?page=${page}&after=${told}`);
  source.addEventListener("turns", (event) => {
    lost.hidden = true;
    told = event.lastEventId;
    first();
    missed(thread, JSON.parse(event.data), changed);
  });
  source.addEventListener("turn", (event) => {
    const snapshot = JSON.parse(event.data);
    touched.set(snapshot.turn, (touched.get(snapshot.turn) || 0) + 1);
    const known = turn(snapshot.turn)?.dataset.final === "true";
    changed(snapshot, show(snapshot), { known });
  });
  for (const [kind, shown] of [["panel", showPanel], ["word", showWords]]) {
    source.addEventListener(kind, (event) => {
      const snapshot = JSON.parse(event.data);
      told = event.lastEventId;
      shown(snapshot);
      changed(snapshot, false);
    });
  }
  source.addEventListener("notice", (event) => {
    const snapshot = JSON.parse(event.data);
    told = event.lastEventId;
    if (outdated()) return;
    stands();
    changed(snapshot, true, { words: notice(snapshot) });
  });
  source.addEventListener("error", () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) again(thread, changed);
  });
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

/** Let go of the connection while nobody looks: browsers allow six to one host, and every open page holds one. */
export function restWhileHidden(thread, changed) {
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open(thread, changed));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && !unfinished().length) close();
    else if (!document.hidden && !source) open(thread, changed);
  });
}
