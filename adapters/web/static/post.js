// What is sent to Evigraph: questions, clicks, forms and commands; and what is told when that does not work.

export const thread = document.body.dataset.thread;
const problem = document.getElementById("error");

/** A name that nobody else has, so that what is sent twice counts once. */
export function newEvent() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export const page = newEvent(); // this open page: panels come back to it alone

/** Say what went wrong, beside the question box; "" takes it away. */
export function complain(words) {
  problem.textContent = words;
  problem.hidden = !words;
}

/** Send (name, value) pairs and return what comes back; throws an Error with words for the person. */
export async function fetched(address, pairs) {
  const response = await post(address, pairs);
  return response.json();
}

/** Send (name, value) pairs; throws an Error with words for the person. */
export async function post(address, pairs) {
  const body = new URLSearchParams([["thread", thread], ["page", page], ...pairs]);
  let response;
  try {
    response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    throw new Error("Evigraph cannot be reached just now. What you wrote is still there.");
  }
  if (response.ok) return response;
  const words = await response.json().catch(() => ({}));
  throw new Error(words.error || `That did not work (${response.status}).`);
}
