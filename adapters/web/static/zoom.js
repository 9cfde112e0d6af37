// A picture can be zoomed and dragged; a double click fits it again. What is small is never shown smaller than it can be
// read: then the picture scrolls.

const SMALLEST = 0.76; // pixels a point: the smallest type has twelve points, and is shown with nine pixels at least
const LARGEST = 1.7; // beyond that, a small picture only fills the page
const STEP = 1.25;
const DEEPEST = 8;
let drag = null; // { svg, x, y, box, moved }

/** Give the pictures in there the sizes that keep their words legible. */
export function fitted(root) {
  for (const svg of root.querySelectorAll(".canvas svg")) {
    const { width } = svg.viewBox.baseVal;
    if (!width) continue;
    svg.style.setProperty("min-width", `${Math.round(width * SMALLEST)}px`);
    svg.style.setProperty("max-width", `${Math.round(width * LARGEST)}px`);
  }
  requestAnimationFrame(everyEdge); // what is fitted is not in the page yet
}

function everyEdge() {
  for (const canvas of document.querySelectorAll(".turn .canvas")) {
    if (!canvas.dataset.begun && canvas.clientWidth) begin(canvas);
    edges(canvas);
  }
}

/** Where a picture is wider than its frame, begin at what the newest answer names. */
function begin(canvas) {
  canvas.dataset.begun = "true";
  const boxes = [...canvas.querySelectorAll(".entity.fresh")].map((node) => node.getBoundingClientRect());
  if (!boxes.length || canvas.scrollWidth <= canvas.clientWidth) return;
  const frame = canvas.getBoundingClientRect();
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const spare = Math.max(frame.width - (right - left), 0) / 2; // what is too wide for the frame begins with its left
  canvas.scrollLeft += left - frame.left - Math.max(spare, 12);
}

/** Tell by classes that a picture is wider than its frame, and that more of it lies behind the right edge. */
function edges(canvas) {
  const beyond = canvas.scrollWidth - canvas.clientWidth;
  canvas.classList.toggle("wide", beyond > 1);
  canvas.classList.toggle("more", beyond - canvas.scrollLeft > 4);
}

function whole(svg) {
  if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox");
  return svg.dataset.whole.split(/[\s,]+/).map(Number);
}

function shown(svg) {
  return svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
}

function look(svg, x, y, width, height) {
  const [left, top, most, tall] = whole(svg);
  const at = (value, low, room) => Math.min(Math.max(value, low), low + Math.max(room, 0));
  const box = [at(x, left, most - width), at(y, top, tall - height), width, height];
  svg.setAttribute("viewBox", box.map((n) => n.toFixed(2)).join(" "));
  svg.classList.toggle("zoomed", width < most - 0.01);
}

function zoom(svg, factor, at = null) {
  const [, , most, tall] = whole(svg);
  const [x, y, width, height] = shown(svg);
  const wide = Math.min(most, Math.max(width / factor, most / DEEPEST));
  const high = (wide / most) * tall;
  const frame = svg.getBoundingClientRect();
  const [across, down] = at ? [(at.clientX - frame.left) / frame.width, (at.clientY - frame.top) / frame.height] : [0.5, 0.5];
  look(svg, x + (width - wide) * across, y + (height - high) * down, wide, high);
}

function fit(svg) {
  look(svg, ...whole(svg));
}

function pictured(target) {
  return target.closest?.(".canvas")?.querySelector("svg") || null;
}

function pressed(event) {
  const svg = event.button === 0 ? pictured(event.target) : null;
  if (svg?.classList.contains("zoomed")) drag = { svg, x: event.clientX, y: event.clientY, box: shown(svg), moved: false };
}

function moved(event) {
  if (!drag) return;
  const frame = drag.svg.getBoundingClientRect();
  const [x, y, width, height] = drag.box;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.moved ||= Math.hypot(dx, dy) > 4;
  if (drag.moved) look(drag.svg, x - (dx / frame.width) * width, y - (dy / frame.height) * height, width, height);
}

function dropped() {
  const was = drag;
  drag = null;
  if (was?.moved) addEventListener("click", (e) => e.stopPropagation(), { capture: true, once: true }); // no click on a node
}

function wheeled(event) {
  const svg = pictured(event.target);
  if (!svg || !(event.ctrlKey || svg.closest("dialog"))) return;
  event.preventDefault();
  zoom(svg, event.deltaY < 0 ? STEP : 1 / STEP, event);
}

function buttons(event) {
  const button = event.target.closest?.("[data-zoom]");
  const svg = button?.closest(".picture, dialog").querySelector(".canvas svg");
  if (!svg) return;
  if (button.dataset.zoom === "fit") fit(svg);
  else zoom(svg, button.dataset.zoom === "in" ? STEP : 1 / STEP);
}

/** Listen to what zooms and moves pictures anywhere in the page. */
export function watchZoom() {
  document.addEventListener("pointerdown", pressed);
  document.addEventListener("pointermove", moved);
  document.addEventListener("pointerup", dropped);
  document.addEventListener("pointercancel", dropped);
  document.addEventListener("wheel", wheeled, { passive: false });
  document.addEventListener("click", buttons);
  document.addEventListener("scroll", (e) => e.target.classList?.contains("canvas") && edges(e.target), { capture: true, passive: true });
  addEventListener("resize", everyEdge);
  document.addEventListener("dblclick", (event) => {
    const svg = pictured(event.target);
    if (svg) fit(svg);
  });
}
