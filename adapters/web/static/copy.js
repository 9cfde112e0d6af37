// An answer to take along: as text, as Markdown with its references, or its picture.

const said = document.getElementById("said");

function paragraphs(turn) {
  return [...turn.querySelectorAll(".blocks .text")].map((p) => {
    const copy = p.cloneNode(true);
    copy.querySelectorAll(".unseen, .mark").forEach((e) => e.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  });
}

/** The papers that are cited in an answer, in order, as { mark, words, url }. */
function references(turn) {
  const found = new Map();
  for (const cite of turn.querySelectorAll(".text .cite")) {
    found.set(cite.textContent, { mark: cite.textContent, words: cite.title, url: cite.href || "" });
  }
  return [...found.values()].sort((a, b) => Number(a.mark.slice(1, -1)) - Number(b.mark.slice(1, -1)));
}

function claims(turn) {
  return [...turn.querySelectorAll(".claim")].map((c) => {
    const part = (name) => c.querySelector(`summary ${name}`)?.textContent.replace(/\s+/g, " ").trim() || "";
    return `${part(".chip")}: ${part(".statement")} (${part(".tally").replace("Evidence: ", "")})`;
  });
}

function text(turn) {
  const refs = references(turn).map((r) => `${r.mark} ${r.words}${r.url ? ` ${r.url}` : ""}`);
  return [turn.querySelector(".question").textContent, ...paragraphs(turn), claims(turn).join("\n"), refs.join("\n")]
    .filter(Boolean)
    .join("\n\n");
}

function plain(words) {
  return words.replace(/[\\`*_{}[\]<>|~#]/g, "\\$&");
}

function markdown(turn) {
  const refs = references(turn).map((r) => `${r.mark.slice(1, -1)}. ${plain(r.words)}${r.url ? ` <${r.url}>` : ""}`);
  return [
    `## ${plain(turn.querySelector(".question").textContent)}`,
    ...paragraphs(turn).map(plain),
    claims(turn).map((c) => `- ${plain(c)}`).join("\n"),
    refs.length ? `### References\n\n${refs.join("\n")}` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

async function picture(turn) {
  const link = turn.querySelector(".picture a[download]");
  const png = fetch(link.href).then((response) => response.blob());
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
}

async function copies(event) {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const turn = button.closest(".turn");
  try {
    if (button.dataset.copy === "picture") await picture(turn);
    else await navigator.clipboard.writeText(button.dataset.copy === "text" ? text(turn) : markdown(turn));
    said.textContent = "Copied.";
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1500);
  } catch {
    said.textContent = "The browser did not allow copying.";
  }
}

/** Listen to the buttons that copy an answer. */
export function watchCopies() {
  document.addEventListener("click", copies);
}
