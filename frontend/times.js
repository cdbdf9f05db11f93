// @ts-check
// Relative times: counted on from the time at which the server rendered the page, because the clock of the browser may be
// wrong. The wording is that of `app/src/parts/time.rs`.
import { isPast, moment } from "./document.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time of the server at `since`, a moment of this tab. */
let now = 0;
let since = 0;

/** @param {number} ms */
function length(ms) {
  ms = Math.abs(ms);
  const whole = (/** @type {number} */ unit) => Math.floor(ms / unit);
  if (ms < MINUTE) return `${whole(SECOND)} s`;
  if (ms < HOUR) return `${whole(MINUTE)} min`;
  if (ms < DAY) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return minutes === 0 ? `${whole(HOUR)} h` : `${whole(HOUR)} h ${String(minutes).padStart(2, "0")}`;
  }
  const hours = Math.floor((ms % DAY) / HOUR);
  return whole(DAY) < 7 && hours > 0 ? `${whole(DAY)} d ${hours} h` : `${whole(DAY)} d`;
}

/**
 * @param {number} past
 * @param {string | null} wording
 */
function relative(past, wording) {
  if (wording === "bare") return length(past);
  if (Math.abs(past) < SECOND) return "now";
  return past < 0 ? `in ${length(past)}` : `${length(past)} ago`;
}

function tick() {
  if (isPast() || document.visibilityState === "hidden") return;
  const at = now + performance.now() - since;
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const then = Date.parse(time.getAttribute("datetime") ?? "");
    if (Number.isNaN(then)) continue;
    const text = relative(at - then, time.getAttribute("data-ago"));
    if (time.textContent !== text) time.textContent = text;
  }
}

function adopt() {
  const rendered = Date.parse(moment().now) || 0;
  // Never back: a page that took long to arrive is not from the future.
  const at = now + performance.now() - since;
  if (rendered > at) {
    now = rendered;
    since = performance.now();
  }
  tick();
}

/** Installs the clock. */
export function start() {
  now = Date.parse(moment().now) || 0;
  since = performance.now();
  setInterval(tick, SECOND);
  document.addEventListener("loci:changed", adopt);
  document.addEventListener("loci:times", tick);
}
