// @ts-check
// Lists that pause while somebody reads them: rows that come or go wait until the pointer or the focus has left, so that
// nothing moves under it. `data-hold` names the reasons: `focus` besides the pointer, `scroll` if the page or the list is
// scrolled down. With `still`, the rows do not change either. Lists with the same `data-hold-group` wait together.
import { guard } from "./document.js";
import { refreshSoon } from "./page.js";

/** Distance from the top, in pixels, from which a page counts as scrolled down. */
const SCROLLED = 40;

/** Lists whose rows wait. @type {Set<Element>} */
const waiting = new Set();
/** Lists that show everything at the next refresh, because the reader asked for it. @type {WeakSet<Element>} */
const released = new WeakSet();
/** Ids of the lists that the reader paused. @type {Set<string>} */
const paused = new Set();

/**
 * Returns true if the element may change now. A list that is being read counts what waits for it instead.
 * @param {Element} old
 * @param {Element} next
 */
function canChange(old, next) {
  if (!old.hasAttribute("data-hold")) return true;
  if (!isRead(old) || released.has(old)) {
    if (waiting.delete(old)) markSeen(old, next);
    released.delete(old);
    queueMicrotask(() => tell(old, 0));
    return true;
  }
  const count = countNew(old, next);
  if (count === 0 && sameRows(old, next) && !reasonsOf(old).includes("still")) {
    if (waiting.delete(old)) queueMicrotask(() => tell(old, 0));
    return true;
  }
  waiting.add(old);
  queueMicrotask(() => tell(old, count));
  return false;
}

/**
 * Returns true if the pointer is over the list, or over another one of its group: they move each other.
 * @param {Element} list
 */
function isPointedAt(list) {
  const group = list.getAttribute("data-hold-group");
  if (!group) return list.matches(":hover");
  return document.querySelector(`[data-hold-group="${CSS.escape(group)}"]:hover`) !== null;
}

/** @param {Element} list */
const reasonsOf = (list) => (list.getAttribute("data-hold") ?? "").split(" ");

/** @param {Element} list */
function isRead(list) {
  const why = reasonsOf(list);
  if (isPointedAt(list) || paused.has(list.id)) return true;
  if (why.includes("focus") && list.contains(document.activeElement)) return true;
  if (!why.includes("scroll")) return false;
  const box = list.closest("[data-scrolls]");
  return scrollY > SCROLLED || (box !== null && box.scrollTop > SCROLLED);
}

/**
 * Returns the keys of a list's rows; a list that shows only some of its rows names all of them in `data-all`.
 * @param {Element} list
 */
const rowsOf = (list) => list.getAttribute("data-all")?.split(" ") ?? [...list.querySelectorAll("[data-row]")].map((row) => row.getAttribute("data-row") ?? "");

/**
 * @param {Element} old
 * @param {Element} next
 */
function sameRows(old, next) {
  const [before, after] = [rowsOf(old), rowsOf(next)];
  return before.length === after.length && before.every((row, nth) => row === after[nth]);
}

/**
 * Returns the number of rows that are not shown yet. Where rows are numbered without gaps, those beyond the page count too.
 * @param {Element} old
 * @param {Element} next
 */
function countNew(old, next) {
  const [before, after] = [rowsOf(old), rowsOf(next)];
  if (old.getAttribute("data-rows") === "numbered") return Math.max(0, Number(after[0] ?? 0) - Number(before[0] ?? 0));
  const known = new Set(before);
  return after.filter((row) => !known.has(row)).length;
}

/**
 * Shows or hides what says that rows wait.
 * @param {Element} list
 * @param {number} count
 */
function tell(list, count) {
  for (const notice of document.querySelectorAll(`[data-wait-for="${CSS.escape(list.id)}"]`)) {
    const isWaiting = waiting.has(list) && (count > 0 || !notice.hasAttribute("data-one"));
    notice.toggleAttribute("hidden", !isWaiting);
    const text = count === 1 ? notice.getAttribute("data-one") : notice.getAttribute("data-many");
    if (isWaiting && text) notice.textContent = text.replace("#", String(count));
  }
}

/**
 * Marks the newest row that was shown before those that waited.
 * @param {Element} old
 * @param {Element} next
 */
function markSeen(old, next) {
  const seen = rowsOf(old)[0];
  if (!old.hasAttribute("data-mark-new") || !seen) return;
  const row = next.querySelector(`[data-row="${CSS.escape(seen)}"]`);
  const at = row?.querySelector("time")?.getAttribute("datetime");
  if (!row || !at || row === next.querySelector("[data-row]")) return;
  old.querySelector("[data-seen]")?.remove();
  queueMicrotask(() => {
    const shown = old.querySelector(`[data-row="${CSS.escape(seen)}"]`);
    if (!shown) return;
    const line = document.createElement("li");
    line.setAttribute("data-keep", "");
    line.setAttribute("data-seen", "");
    const text = document.createElement("span");
    text.className = "feed-new";
    text.append("new since ");
    const time = document.createElement("time");
    time.setAttribute("datetime", at);
    time.setAttribute("data-ago", "sentence");
    text.append(time);
    line.append(text);
    shown.before(line);
    document.dispatchEvent(new CustomEvent("loci:times"));
  });
}

/** Shows the rows of the lists that are no longer being read. */
function look() {
  for (const list of waiting) {
    if (!list.isConnected) waiting.delete(list);
    else if (!isRead(list)) {
      refreshSoon();
      return;
    }
  }
}

/** Installs the listeners. */
export function start() {
  guard(canChange);
  document.addEventListener("pointerover", look);
  document.addEventListener("pointerleave", look);
  document.addEventListener("focusout", () => setTimeout(look));
  addEventListener("scroll", look, { passive: true, capture: true });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("button[data-wait-for]");
    if (button) {
      const list = document.getElementById(button.getAttribute("data-wait-for") ?? "");
      if (list) {
        released.add(list);
        setPaused(list.id, false);
      }
      refreshSoon();
    }
    const pause = target?.closest("button[data-pauses]");
    if (pause) {
      const id = pause.getAttribute("data-pauses") ?? "";
      const list = document.getElementById(id);
      setPaused(id, !paused.has(id));
      if (list && !paused.has(id)) {
        released.add(list);
        refreshSoon();
      }
    }
  });
  document.addEventListener("loci:changed", () => paused.forEach((id) => setPaused(id, true)));
  // What a form does in a list is shown at once.
  document.addEventListener("submit", (event) => {
    const list = event.target instanceof Element ? event.target.closest("[data-hold]") : null;
    if (list) released.add(list);
  });
}

/**
 * @param {string} id
 * @param {boolean} isPaused
 */
function setPaused(id, isPaused) {
  if (isPaused) paused.add(id);
  else paused.delete(id);
  for (const button of document.querySelectorAll(`button[data-pauses="${CSS.escape(id)}"]`)) {
    const label = button.getAttribute(isPaused ? "data-label-on" : "data-label-off") ?? "";
    button.setAttribute("aria-label", label);
    button.setAttribute("title", label);
    button.setAttribute("aria-pressed", String(isPaused));
    button.querySelector("use")?.setAttribute("href", isPaused ? "#i-play" : "#i-pause");
  }
}
