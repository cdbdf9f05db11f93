// @ts-check
// The connection to the live feed, one for all tabs of a browser: a browser opens at most six connections to a server
// without HTTP/2, and each tab needs one for its pages. It runs in a shared worker, or in the page where browsers have
// none. Without imports, because a worker's script has no access to others.

/** First and longest pause before the connection is opened again, in milliseconds. */
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/**
 * Message of a tab: whether it wants the feed, after which cursor, and whether to try again at once.
 * @typedef {{ base: string, wants: boolean, cursor: string }} Wish
 */
/**
 * Message to a tab: the new status of the connection with its cursor, a fact, or the need to load the page again.
 * @typedef {{ status: string, cursor: string } | { stream: string, position: number } | { reset: true }} News
 */

/** Tabs that want the feed. @type {Set<MessagePort>} */
const tabs = new Set();
/** @type {EventSource | null} */
let source = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waits;
let base = "";
let cursor = "";
let status = "";
let retry = FIRST_RETRY;

/** @param {News} news */
function send(news) {
  for (const tab of tabs) tab.postMessage(news);
}

/** @param {string} to */
function setStatus(to) {
  status = to;
  send({ status, cursor });
}

function close() {
  clearTimeout(waits);
  source?.close();
  source = null;
}

function connect() {
  close();
  const opened = new EventSource(`${base}/api/events?after=${cursor}`);
  source = opened;
  opened.addEventListener("open", () => {
    retry = FIRST_RETRY;
    setStatus("on");
  });
  opened.addEventListener("message", (message) => {
    cursor = message.lastEventId || cursor;
    const { stream, position } = JSON.parse(message.data);
    send({ stream, position });
  });
  opened.addEventListener("cursor", (message) => {
    cursor = message.lastEventId || cursor;
  });
  opened.addEventListener("lagged", (message) => {
    cursor = message.lastEventId || cursor;
    setStatus("catching-up");
    connect();
  });
  // A backup was restored: what pages show may be wrong.
  opened.addEventListener("reset", () => {
    close();
    send({ reset: true });
    tabs.clear();
  });
  opened.addEventListener("error", () => {
    close();
    void askWhy();
  });
}

/** Finds out why the connection failed, because browsers give no reason. */
async function askWhy() {
  try {
    const response = await fetch(`${base}/api/settings_get`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    if (response.status === 401) {
      setStatus("signed-out");
      return;
    }
    setStatus(response.ok ? "catching-up" : "lost");
  } catch {
    setStatus("lost");
  }
  if (tabs.size === 0 || source) return;
  clearTimeout(waits);
  waits = setTimeout(connect, retry);
  retry = Math.min(retry * 2, LAST_RETRY);
}

/**
 * Answers the messages of a tab.
 * @param {MessagePort} tab
 */
export function serve(tab) {
  tab.onmessage = (message) => {
    const wish = /** @type {Wish} */ (message.data);
    if (!wish.wants) {
      tabs.delete(tab);
      if (tabs.size === 0) close();
      return;
    }
    tabs.add(tab);
    if (source?.readyState === EventSource.OPEN) {
      tab.postMessage({ status, cursor });
      return;
    }
    if (source) return;
    base = wish.base;
    cursor = wish.cursor;
    retry = FIRST_RETRY;
    connect();
  };
}

// In a shared worker, each tab that starts it connects with a port.
if ("onconnect" in self) {
  self.addEventListener("connect", (event) => serve(/** @type {MessageEvent} */ (event).ports[0]));
}
