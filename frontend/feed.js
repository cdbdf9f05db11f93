// @ts-check
// Freshness: one connection to the live feed, open while the tab is visible. A fact that concerns the page is followed by
// one refresh: at once, and then at most four a second.
import { moment } from "./document.js";
import { Lost, refresh } from "./page.js";

/** Minimum time between two refreshes, in milliseconds. */
const PAUSE = 250;
/** Minimum time between two refreshes for facts of other subjects, which only change the head of the page. */
const PAUSE_FOR_OTHERS = 2_000;
/** First and longest pause before the connection is opened again, in milliseconds. */
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

/** @type {EventSource | null} */
let source = null;
let cursor = "";
let retry = FIRST_RETRY;
let status = "";
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
    if (status === "catching-up" || (status === "lost" && source?.readyState === EventSource.OPEN)) setStatus("on");
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    setStatus("lost");
    plan(retryRefresh);
    retryRefresh = Math.min(retryRefresh * 2, LAST_RETRY);
  }
}

/** @param {MessageEvent} message */
function hear(message) {
  cursor = message.lastEventId || cursor;
  const { stream, position } = JSON.parse(message.data);
  if (position <= moment().position) return;
  plan(isFollowed(stream) ? PAUSE : PAUSE_FOR_OTHERS);
}

function close() {
  source?.close();
  source = null;
}

function connect() {
  close();
  if (document.visibilityState === "hidden") return;
  const base = document.documentElement.dataset.base ?? "";
  source = new EventSource(`${base}/api/events?after=${cursor}`);
  source.addEventListener("open", () => {
    retry = FIRST_RETRY;
    const wasLost = status !== "";
    waits = undefined;
    setStatus("on");
    if (wasLost) plan(0);
  });
  source.addEventListener("message", hear);
  source.addEventListener("cursor", (message) => {
    cursor = message.lastEventId || cursor;
  });
  source.addEventListener("lagged", (message) => {
    cursor = message.lastEventId || cursor;
    setStatus("catching-up");
    connect();
    plan(0);
  });
  // A backup was restored: what this page shows may be wrong.
  source.addEventListener("reset", () => location.reload());
  source.addEventListener("error", () => {
    close();
    void askWhy();
  });
}

/** Finds out why the connection failed, because browsers give no reason. */
async function askWhy() {
  const base = document.documentElement.dataset.base ?? "";
  try {
    const response = await fetch(`${base}/api/settings_get`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    if (response.status === 401) {
      setStatus("signed-out");
      return;
    }
    setStatus(response.ok ? "catching-up" : "lost");
  } catch {
    setStatus("lost");
  }
  setTimeout(connect, retry);
  retry = Math.min(retry * 2, LAST_RETRY);
}

/** Installs the listeners, and opens the connection if somebody is signed in. */
export function start() {
  if (!document.querySelector(".live[data-keep]")) return;
  const { epoch, position } = moment();
  cursor = `${epoch}:${position}`;
  connect();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      close();
      setStatus("paused");
    } else {
      setStatus("catching-up");
      connect();
      plan(0);
    }
  });
  document.addEventListener("loci:changed", show);
  document.addEventListener("loci:elsewhere", () => {
    close();
    setStatus("signed-out");
  });
  document.addEventListener("loci:server", (event) => {
    const { isThere, waits: to } = /** @type {CustomEvent} */ (event).detail;
    waits = to;
    if (!isThere) setStatus("lost");
    else if (status === "lost") connect();
  });
}
