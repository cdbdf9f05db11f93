// @ts-check
// Freshness: while the tab is visible it follows the live feed. A fact that concerns the page is followed by one refresh:
// at once, and then at most four a second.
import { moment } from "./document.js";
import { Lost, refresh } from "./page.js";
import { serve } from "./stream.js";

/** Minimum time between two refreshes, in milliseconds. */
const PAUSE = 250;
/** Minimum time between two refreshes for facts of other subjects, which only change the head of the page. */
const PAUSE_FOR_OTHERS = 2_000;
/** First and longest pause before a refresh that failed is tried again, in milliseconds. */
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/** Label and icon of each status of the connection. @type {Record<string, [string, string]>} */
const STATUS = {
  on: ["Live", "#st-assigned"],
  "catching-up": ["Catching up", "#st-pending"],
  lost: ["Reconnecting", "#i-warn"],
  paused: ["Paused", "#i-pause"],
  "signed-out": ["Signed out", "#i-warn"],
};

/** Connection to the feed of all tabs. @type {MessagePort | undefined} */
let feed;
let status = "";
/** Last status of the connection to the feed; refreshes that fail change only [`status`]. */
let feedStatus = "";
/** Address that waits for the server. @type {URL | undefined} */
let waits;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let planned;
let plannedAt = Infinity;
/** Time of the last refresh, and how long it took. */
let refreshedAt = -Infinity;
let took = 0;
/** Pause before the next refresh after one that failed. */
let retryRefresh = FIRST_RETRY;

/** @param {string} to */
function setStatus(to) {
  status = to;
  show();
}

/** Shows the status on the page, again after each change of the document. */
function show() {
  const [label, icon] = STATUS[status] ?? [];
  if (!label) return;
  for (const mark of document.querySelectorAll(".live[data-keep]")) {
    if (mark.getAttribute("data-live") === status) continue;
    mark.setAttribute("data-live", status);
    mark.querySelector("use")?.setAttribute("href", icon ?? "");
    const text = mark.querySelector("[data-word]");
    if (text) text.textContent = label;
  }
  for (const way of document.querySelectorAll("a[data-signs-in]")) {
    way.toggleAttribute("hidden", status !== "signed-out");
    const here = encodeURIComponent(location.pathname + location.search);
    way.setAttribute("href", `${document.documentElement.dataset.base ?? ""}/sign-in?next=${here}`);
  }
  const banner = document.getElementById("lost");
  if (!banner) return;
  const isLost = status === "lost";
  const text = !isLost ? "" : waits
    ? "Loci does not answer. The page that you asked for opens as soon as it does."
    : "Loci does not answer. This page may be out of date; it catches up by itself.";
  if (banner.textContent !== text) banner.textContent = text;
  banner.toggleAttribute("hidden", !isLost);
}

/** @param {string} stream */
function isFollowed(stream) {
  const follows = document.querySelector("main")?.dataset.follows;
  return !follows || follows.split(" ").some((one) => stream === one || (one.endsWith(":") && stream.startsWith(one)));
}

/**
 * Plans a refresh.
 * @param {number} pause time that must have passed since the last one
 */
function plan(pause) {
  const at = Math.max(performance.now(), refreshedAt + Math.max(pause, 2 * took));
  if (at >= plannedAt) return;
  clearTimeout(planned);
  plannedAt = at;
  planned = setTimeout(run, at - performance.now());
}

async function run() {
  plannedAt = Infinity;
  if (document.visibilityState === "hidden") return;
  refreshedAt = performance.now();
  try {
    await refresh();
    took = performance.now() - refreshedAt;
    retryRefresh = FIRST_RETRY;
    if (status === "catching-up" || (status === "lost" && feedStatus === "on")) setStatus("on");
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    setStatus("lost");
    plan(retryRefresh);
    retryRefresh = Math.min(retryRefresh * 2, LAST_RETRY);
  }
}

/** @param {MessageEvent} message */
function hear({ data }) {
  if (data.reset) {
    location.reload();
    return;
  }
  if (data.stream !== undefined) {
    if (data.position > moment().position) plan(isFollowed(data.stream) ? PAUSE : PAUSE_FOR_OTHERS);
    return;
  }
  const wasOn = feedStatus === "on";
  feedStatus = data.status;
  if (feedStatus === "on") {
    waits = undefined;
    // Facts between the rendering of the page and this message were not heard.
    const isBehind = Number(data.cursor.split(":")[1] ?? 0) > moment().position;
    if (isBehind || (status !== "" && !wasOn)) plan(0);
  }
  setStatus(feedStatus);
}

/**
 * Says to the connection whether this tab follows the feed.
 * @param {boolean} wants
 */
function follow(wants) {
  const { epoch, position } = moment();
  const base = document.documentElement.dataset.base ?? "";
  feed?.postMessage({ base, wants, cursor: `${epoch}:${position}` });
}

/** Opens the connection in a worker that all tabs share, or in this page if there is none. */
function openFeed() {
  if (typeof SharedWorker === "undefined") {
    openFeedHere();
    return;
  }
  const worker = new SharedWorker(new URL("./stream.js", import.meta.url), { type: "module" });
  worker.addEventListener("error", openFeedHere, { once: true });
  use(worker.port);
}

function openFeedHere() {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  use(port1);
}

/** @param {MessagePort} port */
function use(port) {
  feed = port;
  feed.onmessage = hear;
  follow(document.visibilityState === "visible");
}

/** Installs the listeners, and follows the feed if a person is signed in. */
export function start() {
  if (!document.querySelector(".live[data-keep]")) return;
  openFeed();
  const followIfVisible = () => follow(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", () => {
    followIfVisible();
    if (document.visibilityState === "hidden") {
      feedStatus = "";
      setStatus("paused");
    } else {
      setStatus("catching-up");
      plan(0);
    }
  });
  addEventListener("pagehide", () => follow(false));
  addEventListener("pageshow", (event) => event.persisted && followIfVisible());
  document.addEventListener("loci:changed", show);
  document.addEventListener("loci:elsewhere", () => {
    follow(false);
    setStatus("signed-out");
  });
  document.addEventListener("loci:server", (event) => {
    const { isThere, waits: to } = /** @type {CustomEvent} */ (event).detail;
    waits = to;
    if (!isThere) setStatus("lost");
    else if (status === "lost") followIfVisible();
  });
}
