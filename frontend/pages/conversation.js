// @ts-check
// A conversation while it is read: the server renders its newest messages, and those that it no longer renders stay where
// they are until the reader lets them go: folded ones always, others unless the page is scrolled to its end.
import { beforeUpdate, refresh } from "../page.js";

/** Maximum number of messages on the page. */
const MAX_ROWS = 400;
/** Maximum number of folded messages that stay. */
const MAX_FOLDED = 200;
/** Distance from the end of the page, in pixels, up to which the reader follows the conversation. */
const NEAR_END = 200;

/** True until the next refresh if the reader asked for the conversation as it is. */
let isReleased = false;

/** @param {Element | null} list */
const rowsOf = (list) => /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll(":scope > [data-number]") ?? [])]);

/** @param {HTMLElement} row */
const numberOf = (row) => Number(row.dataset.number);

/** @param {HTMLElement} row */
function dayOf(row) {
  const before = row.previousElementSibling;
  return before?.matches(".script-day") ? before : null;
}

const isAtEnd = () => scrollY + innerHeight + NEAR_END >= document.documentElement.scrollHeight;

/** @param {Document} page */
function complete(page) {
  const [old, next] = [document.getElementById("talk"), page.getElementById("talk")];
  const wasReleased = isReleased;
  isReleased = false;
  if (!old || !next || wasReleased) return;
  const folded = Number(next.dataset.folded);
  // A session that was replaced or restored has other messages.
  if (folded < Number(old.dataset.folded)) return;
  const isNewest = next.hasAttribute("data-newest");
  const [shown, rendered] = [rowsOf(old), rowsOf(next)];
  const known = new Set(rendered.map((row) => row.id));
  const first = rendered[0] ? numberOf(rendered[0]) : folded + 1;
  const gone = shown.filter((row) => numberOf(row) < first && !known.has(row.id));
  const left = gone.filter((row) => numberOf(row) <= folded).slice(-MAX_FOLDED);
  const earlier = isNewest ? gone.filter((row) => numberOf(row) > folded) : [];
  /** @type {HTMLElement[]} */
  let kept = [];
  /** @type {HTMLElement[]} */
  let dropped = [];
  if (earlier.length > 0) {
    const wasBehind = document.getElementById("talk-later")?.hidden === false;
    const end = shown.at(-1);
    const isGap = !end || numberOf(end) < first - 1;
    const isFull = earlier.length + rendered.length > MAX_ROWS;
    if (wasBehind || !isAtEnd()) {
      kept = earlier;
      dropped = isGap ? rendered : rendered.slice(Math.max(0, MAX_ROWS - earlier.length));
    } else if (!isGap && !isFull) kept = earlier;
  }
  const total = numberOf(rendered.at(-1) ?? shown.at(-1) ?? next) || 0;
  insert(next, [...left, ...kept], rendered[0] ?? null);
  for (const row of dropped) {
    dayOf(row)?.remove();
    row.remove();
  }
  announce(page, "talk-left", left.length);
  if (!isNewest) return;
  const all = rowsOf(next).filter((row) => numberOf(row) > folded);
  if (all[0]) announce(page, "talk-earlier", numberOf(all[0]) - folded - 1);
  announce(page, "talk-later", dropped.length > 0 ? total - numberOf(all.at(-1) ?? next) : 0);
}

/**
 * Puts copies of rows before the rows that the server rendered, with the dates above them.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 * @param {HTMLElement | null} before
 */
function insert(list, rows, before) {
  if (rows.length === 0) return;
  const place = (before && dayOf(before)) ?? before ?? list.ownerDocument.getElementById("talk-later");
  let last = "";
  for (const row of rows) {
    const day = dayOf(row);
    if (day) {
      last = day.textContent ?? "";
      place?.before(list.ownerDocument.importNode(day, true));
    }
    place?.before(list.ownerDocument.importNode(row, true));
  }
  const repeated = before && dayOf(before);
  if (repeated && repeated.textContent === last) repeated.remove();
}

/**
 * Says how many messages are not shown, or were folded.
 * @param {Document} page
 * @param {string} id
 * @param {number} count
 */
function announce(page, id, count) {
  const line = page.getElementById(id);
  const text = line?.querySelector("[data-many]");
  if (!line || !text) return;
  line.toggleAttribute("hidden", count <= 0);
  const words = count === 1 ? text.getAttribute("data-one") : text.getAttribute("data-many");
  text.textContent = (words ?? "").replace("#", count.toLocaleString("en"));
}

beforeUpdate(complete);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-lets-go]") : null;
  if (!button) return;
  isReleased = true;
  const isLater = button.closest("#talk-later") !== null;
  const show = () => {
    if (isLater) rowsOf(document.getElementById("talk")).at(-1)?.scrollIntoView({ block: "nearest" });
  };
  // A lost server is said by the feed.
  refresh().then(show, () => {});
});
