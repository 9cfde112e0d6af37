// The row of steps: it is the thread's, so the newest one replaces those of other answers.

const list = document.querySelector(".thread");
const box = document.getElementById("question");

/** Take over the steps of the turn that came last. */
export function steps(article) {
  const newest = article?.querySelector(".steps");
  if (newest) {
    const part = "folded" in newest.dataset; // a panel that has all of them keeps its own
    for (const other of document.querySelectorAll(part ? ".thread .steps" : ".thread .steps, .panel .steps")) {
      if (other === newest || (part && article.closest(".folded"))) continue;
      other.innerHTML = newest.innerHTML;
      if (part) other.dataset.folded = newest.dataset.folded;
    }
  }
  const row = newest || [...list.querySelectorAll(".steps")].at(-1);
  if (row) tell(row);
}

function tell(row) {
  let here = 0;
  const all = [...row.querySelectorAll(".step[data-turn]")];
  const number = (step) => Number(step?.querySelector(".dot").textContent || 0);
  all.forEach((step) => {
    const turn = list.querySelector(`.turn[data-turn="${CSS.escape(step.dataset.turn)}"]`);
    turn?.classList.toggle("later", step.classList.contains("later"));
    if (step.classList.contains("here")) here = number(step);
  });
  const earlier = here && here < number(all.at(-1));
  box.placeholder = earlier ? `Ask a question that goes on from step ${here}` : "Ask a follow-up question";
  for (const each of list.querySelectorAll(".steps ol")) {
    const dot = each.querySelector(".here");
    if (dot) each.scrollLeft = dot.offsetLeft - (each.clientWidth - dot.offsetWidth) / 2; // it is the row's offsetParent
  }
}
