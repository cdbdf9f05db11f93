// @ts-check
// The page of this tab: fetches addresses of Loci, follows links, and refreshes the page in place.
import { morph, replaceBody } from "./document.js";

/** Header by which the server knows that a script reads the page. */
const SCRIPT = { "x-loci-script": "1" };
/** Screens on which links with `data-noscroll="wide"` scroll to the top, because what they open replaces the list. */
const NARROW = "(max-width: 64rem)";
/** Pauses before a page is requested again while the server cannot be reached, in milliseconds. */
const PAUSES = [250, 500, 1_000, 2_000, 4_000];

/** Address without the result of the last form, which the address bar does not show. */
let shown = location.pathname + location.search;
/** Id of the result of the last form on this page. Refreshes ask for it again, so that it stays. */
let flash = "";
/** Number of the latest navigation or submission; what belongs to an earlier one is dropped. */
let turn = 0;
/** Number of submissions under way. A refresh waits for them. */
let busy = 0;
/** @type {Promise<void> | null} */
let refreshing = null;
let again = false;

/** @type {((page: Document, why: "refresh" | "navigation") => void)[]} */
const completions = [];

/**
 * Adds a function that completes a newer version of the page with what the reader still needs of the old one, before it
 * is shown.
 * @param {(page: Document, why: "refresh" | "navigation") => void} complete
 */
export function beforeUpdate(complete) {
  completions.push(complete);
}

/** The page was fetched, but not from the server of Loci: the connection failed. */
export class Lost extends Error {}

/** Returns the path and query of the page. */
export const address = () => shown;

/**
 * Requests an address. Throws `Lost` if no response arrives.
 * @param {string} url
 * @param {RequestInit} [init]
 */
export async function request(url, init = {}) {
  const headers = { accept: "text/html", ...SCRIPT, ...init.headers };
  try {
    const response = await fetch(url, { ...init, headers });
    const text = await response.text();
    if (response.status >= 502 && !isHtml(response)) throw new Lost();
    return { response, text };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Lost();
  }
}

/** @param {Response} response */
export const isHtml = (response) => (response.headers.get("content-type") ?? "").startsWith("text/html");

/**
 * Parses a page; `null` if the text is not a page of the dashboard.
 * @param {string} text
 */
export function parse(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("meta[name=loci-moment]") ? page : null;
}

/**
 * Begins a submission. Refreshes wait until it ends, and the page that it leads to replaces what came before.
 * @returns {{ isCurrent: () => boolean, end: () => void }}
 */
export function beginTurn() {
  turn += 1;
  busy += 1;
  const mine = turn;
  return {
    isCurrent: () => mine === turn,
    end: () => {
      busy -= 1;
    },
  };
}

/**
 * Opens an address in this tab.
 * @param {string} url
 * @param {{ replace?: boolean, scroll?: boolean, history?: boolean, at?: number, arrive?: () => void }} [options]
 */
export async function visit(url, options = {}) {
  const to = new URL(url, location.href);
  turn += 1;
  const mine = turn;
  for (let nth = 0; ; nth += 1) {
    try {
      const { response, text } = await request(to.pathname + to.search);
      if (mine !== turn) return;
      const page = isHtml(response) ? parse(text) : null;
      if (!page) {
        location.assign(to.href);
        return;
      }
      const end = new URL(response.url);
      end.hash = to.hash;
      announce(true);
      options.arrive?.();
      show(page, end, options);
      return;
    } catch (error) {
      if (!(error instanceof Lost) || mine !== turn) return;
      announce(false, to);
      await new Promise((done) => setTimeout(done, PAUSES[Math.min(nth, PAUSES.length - 1)]));
      if (mine !== turn) return;
    }
  }
}

/**
 * Says that the server answered, or that it does not and what waits for it.
 * @param {boolean} isThere
 * @param {URL} [waits]
 */
function announce(isThere, waits) {
  document.dispatchEvent(new CustomEvent("loci:server", { detail: { isThere, waits } }));
}

/**
 * Shows a page that was fetched, under its address.
 * @param {Document} page
 * @param {URL} url
 * @param {{ replace?: boolean, scroll?: boolean, history?: boolean, at?: number }} [options]
 */
export function show(page, url, { replace = false, scroll = true, history: recorded = true, at } = {}) {
  flash = url.searchParams.get("flash") ?? "";
  url = withoutFlash(url);
  const isSamePath = url.pathname === new URL(shown, location.href).pathname;
  const isSamePage = isSamePath || isSameKind(page);
  const before = shown;
  shown = url.pathname + url.search;
  if (recorded) {
    history.replaceState({ ...history.state, scroll: scrollY }, "");
    const same = url.href === location.href || shown === before;
    if (replace || same) history.replaceState({ scroll: 0 }, "", url);
    else history.pushState({ scroll: 0 }, "", url);
  }
  if (shown === before) completions.forEach((complete) => complete(page, "navigation"));
  if (isSamePage) morph(page, "navigation");
  else replaceBody(page);
  if (url.hash) document.getElementById(decodeURIComponent(url.hash.slice(1)))?.scrollIntoView();
  else if (at !== undefined) scrollTo(0, at);
  else if (scroll && shown !== before) scrollTo(0, 0);
}

/**
 * Returns true if the page has another address of the page that is shown: both have the same `data-page`.
 * @param {Document} page
 */
function isSameKind(page) {
  const kind = document.querySelector("main")?.dataset.page;
  return kind !== undefined && kind === page.querySelector("main")?.dataset.page;
}

/** @param {URL} url */
function withoutFlash(url) {
  const clean = new URL(url);
  // Other parameters keep their spelling.
  const kept = clean.search.slice(1).split("&").filter((pair) => pair && !pair.startsWith("flash="));
  clean.search = kept.length > 0 ? `?${kept.join("&")}` : "";
  return clean;
}

/** Like `refresh`, for those who cannot do anything about a lost server: the feed says so. */
export function refreshSoon() {
  refresh().catch((error) => {
    if (!(error instanceof Lost)) throw error;
  });
}

/** Fetches the page's own address again, and shows what changed. Throws `Lost` if the server does not answer. */
export function refresh() {
  if (refreshing) {
    again = true;
    return refreshing;
  }
  refreshing = (async () => {
    do {
      again = false;
      await refreshOnce();
    } while (again);
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refreshOnce() {
  if (busy > 0) return;
  const [mine, asked] = [turn, shown];
  const mark = asked.includes("?") ? "&" : "?";
  const { response, text } = await request(flash ? `${asked}${mark}flash=${flash}` : asked);
  // Another page may have been opened that was requested before this one.
  if (mine !== turn || asked !== shown || busy > 0) return;
  // The page that is shown is better than an error in its place. The feed tries again.
  if (response.status === 429 || response.status >= 500) throw new Lost();
  const end = new URL(response.url);
  if (end.pathname !== new URL(asked, location.href).pathname) {
    // The session ended, or the thing moved; a page that is being read does not go away by itself.
    document.dispatchEvent(new CustomEvent("loci:elsewhere", { detail: end }));
    return;
  }
  const page = isHtml(response) ? parse(text) : null;
  if (!page) return;
  completions.forEach((complete) => complete(page, "refresh"));
  morph(page, "refresh");
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href");
  if (!link || href === null || href === undefined || link.hasAttribute("download") || link.hasAttribute("target")) return;
  if (link.getAttribute("rel") === "external") return;
  const to = new URL(href, location.href);
  const base = document.documentElement.dataset.base ?? "";
  if (to.origin !== location.origin || !to.pathname.startsWith(`${base}/`)) return;
  // Below this address only the reference has pages.
  if (to.pathname.startsWith(`${base}/api/`) && !/^\/api\/docs(\/|$)/.test(to.pathname.slice(base.length))) return;
  if (to.pathname + to.search === shown && to.hash) return;
  event.preventDefault();
  const noScroll = link.getAttribute("data-noscroll");
  const scroll = noScroll === null || (noScroll === "wide" && matchMedia(NARROW).matches);
  void visit(to.href, { scroll: link instanceof HTMLAnchorElement && scroll });
}

/** Installs the listeners. */
export function start() {
  history.scrollRestoration = "manual";
  const url = new URL(location.href);
  flash = url.searchParams.get("flash") ?? "";
  if (flash) history.replaceState(history.state, "", withoutFlash(url));
  shown = location.pathname + location.search;
  if (typeof history.state?.scroll === "number") scrollTo(0, history.state.scroll);
  document.addEventListener("click", follow);
  addEventListener("pagehide", () => history.replaceState({ ...history.state, scroll: scrollY }, ""));
  addEventListener("popstate", (event) => {
    if (location.pathname + location.search === shown) return;
    void visit(location.href, { history: false, at: event.state?.scroll ?? 0 });
  });
}
