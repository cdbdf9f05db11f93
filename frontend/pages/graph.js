// @ts-check
// The drawing of a workflow: zoom by buttons, by the wheel with Ctrl or ⌘ and by pinching; a mouse may drag the
// background; arrow keys follow the edges. The drawing itself comes from the server.
import { behave } from "../behave.js";

/** Smallest and largest scale. */
const MIN_SCALE = 0.15;
const MAX_SCALE = 3;
/** Largest scale that fitting chooses. */
const MAX_FITTED = 1.15;

/** Scale of each drawing that was zoomed, by its address. @type {Map<string, number>} */
const scales = new Map();

const area = () => /** @type {HTMLElement | null} */ (document.querySelector(".plan-area"));
const sheet = () => /** @type {HTMLElement | null} */ (document.querySelector(".plan-sheet"));
const widthOf = (/** @type {HTMLElement} */ drawing) => Number(drawing.style.getPropertyValue("--w")) || 1;
const heightOf = (/** @type {HTMLElement} */ drawing) => Number(drawing.style.getPropertyValue("--h")) || 1;

/** @param {number} scale */
function setScale(scale) {
  const kept = Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);
  scales.set(location.pathname, kept);
  apply();
}

/** Applies the scale, which the drawing from the server does not have. */
function apply() {
  const drawing = sheet();
  const scale = scales.get(location.pathname);
  if (!drawing || scale === undefined) return;
  drawing.style.setProperty("--zoom", scale.toFixed(3));
  drawing.setAttribute("data-zoomed", "");
}

/** @param {number} factor */
function zoomBy(factor) {
  const drawing = sheet();
  if (!drawing) return;
  const now = scales.get(location.pathname) ?? (drawing.clientWidth > 0 ? drawing.clientWidth / widthOf(drawing) : 1);
  setScale(now * factor);
}

function fit() {
  const [frame, drawing] = [area(), sheet()];
  if (!frame || !drawing) return;
  const scale = Math.min(frame.clientWidth / widthOf(drawing), frame.clientHeight / heightOf(drawing));
  if (scale > 0) setScale(Math.min(scale, MAX_FITTED));
}

/** @typedef {{ id: string, x: number, y: number, element: SVGElement }} Node */

/** @returns {Node[]} */
function nodes() {
  const all = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".plan .node"));
  return [...all].map((element) => {
    const [x, y] = (element.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
    return { id: element.id.slice("node-".length), x: x ?? 0, y: y ?? 0, element };
  });
}

/**
 * Returns the node that a key leads to.
 * @param {Node[]} all
 * @param {Node} here
 * @param {string} key
 */
function step(all, here, key) {
  const lines = [...document.querySelectorAll(".plan [data-from]")].map((line) => ({
    from: line.getAttribute("data-from"),
    to: line.getAttribute("data-to"),
  }));
  const others = all.filter((node) => node.id !== here.id);
  const isLine = (/** @type {string} */ from, /** @type {string} */ to) => lines.some((line) => line.from === from && line.to === to);
  const aside = (/** @type {Node} */ node) => Math.abs(node.x - here.x);
  // Ties go to the horizontally nearest node.
  const nearest = (/** @type {Node[]} */ found, /** @type {(node: Node) => number} */ far) =>
    [...found].sort((one, two) => far(one) + aside(one) / 1_000 - far(two) - aside(two) / 1_000)[0];
  const row = others.filter((node) => Math.abs(node.y - here.y) < 1);
  switch (key) {
    case "ArrowUp":
      return nearest(others.filter((node) => isLine(node.id, here.id)), aside) ?? nearest(others.filter((node) => node.y < here.y), (node) => here.y - node.y);
    case "ArrowDown":
      return nearest(others.filter((node) => isLine(here.id, node.id)), aside) ?? nearest(others.filter((node) => node.y > here.y), (node) => node.y - here.y);
    case "ArrowLeft":
      return nearest(row.filter((node) => node.x < here.x), aside);
    case "ArrowRight":
      return nearest(row.filter((node) => node.x > here.x), aside);
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    default:
      return undefined;
  }
}

/** Node that Tab reaches; the others are reached from it by arrow keys. */
let stop = "";

/** @param {string} id */
function setStop(id) {
  const all = nodes();
  if (!all.some((node) => node.id === id)) return;
  stop = id;
  for (const node of all) node.element.setAttribute("tabindex", node.id === id ? "0" : "-1");
}

/** @param {KeyboardEvent} event */
function press(event) {
  const focused = event.target instanceof Element ? event.target.closest(".plan .node") : null;
  if (!focused || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const all = nodes();
  const here = all.find((node) => node.element === focused);
  const to = here && step(all, here, event.key);
  if (!to) return;
  event.preventDefault();
  setStop(to.id);
  to.element.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-zoom]") : null;
  if (!button) return;
  const by = button.getAttribute("data-zoom");
  if (by === "fit") fit();
  else zoomBy(Number(by));
});
document.addEventListener("keydown", press);
document.addEventListener("focusin", (event) => {
  const node = event.target instanceof Element ? event.target.closest(".plan .node") : null;
  if (node) setStop(node.id.slice("node-".length));
});
document.addEventListener("loci:changed", () => {
  apply();
  if (stop) setStop(stop);
});

behave(".plan-area", (/** @type {HTMLElement} */ frame) => {
  /** @type {{ x: number, y: number } | null} */
  let grabbed = null;
  const drop = () => {
    grabbed = null;
    frame.removeAttribute("data-drag");
  };
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    },
    { passive: false },
  );
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("a")) return;
    grabbed = { x: event.clientX, y: event.clientY };
    frame.setAttribute("data-drag", "");
  });
  frame.addEventListener("pointermove", (event) => {
    if (!grabbed) return;
    if ((event.buttons & 1) === 0) return drop();
    frame.scrollBy(grabbed.x - event.clientX, grabbed.y - event.clientY);
    grabbed = { x: event.clientX, y: event.clientY };
  });
  frame.addEventListener("pointerup", drop);
  frame.addEventListener("pointerleave", drop);
});
