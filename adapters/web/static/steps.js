// The row of steps: it is the thread's, so the newest one replaces those of other answers.

const list = document.querySelector(".thread");
const box = document.getElementById("question");

/** Take over the steps of the turn that came last. */
export function steps(article) {
  const newest = article?.querySelector(".steps");
  if (newest) {
    for (const other of document.querySelectorAll(".thread .steps, .panel .steps")) if (other !== newest) other.innerHTML = newest.innerHTML;
  }
  const row = newest || [...list.querySelectorAll(".steps")].at(-1);
  if (row) tell(row);
}

function tell(row) {
  let here = 0;
  const all = [...row.querySelectorAll(".step")];
  all.forEach((step, n) => {
    const turn = list.querySelector(`.turn[data-turn="${CSS.escape(step.dataset.turn)}"]`);
    turn?.classList.toggle("later", step.classList.contains("later"));
    if (step.classList.contains("here")) here = n + 1;
  });
  const earlier = here && here < all.length;
  box.placeholder = earlier ? `Ask a question that goes on from step ${here}` : "Ask a follow-up question";
  for (const each of list.querySelectorAll(".steps ol")) {
    const dot = each.querySelector(".here");
    if (dot) each.scrollLeft = dot.offsetLeft - each.offsetLeft - (each.clientWidth - dot.offsetWidth) / 2;
  }
}
