// @ts-check
// Forms: sent without leaving the page. The server answers as it answers browsers without scripts, with the page that
// follows; a refused form comes back with what was typed. A write that got no response keeps its idempotency key, so that
// sending it again does not repeat it.
import { idOf, settle } from "./document.js";
import { Lost, beginTurn, isHtml, parse, refreshSoon, request, show, visit } from "./page.js";
import { forget } from "./drafts.js";
import { focusNext, neighbours } from "./focus.js";

/** Time in which a second submission of the same fields counts as a double click, in milliseconds. */
const DOUBLE = 1_000;
/** Maximum number of writes without response that are remembered. */
const MAX_UNANSWERED = 64;
/** Field that changes while a form is open, without any input. */
const FOLLOWS = "if_version";

const UNREACHABLE = "Loci cannot be reached. What you wrote is still here; try again in a moment.";

/** Idempotency keys of writes that got no response. @type {Map<string, string>} */
const unanswered = new Map();
/** Forms under way. @type {WeakSet<HTMLFormElement>} */
const going = new WeakSet();
/** Fields that were sent last, and when. @type {WeakMap<HTMLFormElement, { write: string, at: number }>} */
const last = new WeakMap();

/** @param {SubmitEvent} event */
function submit(event) {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute("rel") === "external") return;
  const submitter = event.submitter instanceof HTMLElement ? event.submitter : null;
  const action = new URL(form.getAttribute("action") ?? "", location.href);
  // A field may be called like a property of its form, and hides it.
  const method = form.getAttribute("method")?.toLowerCase();
  if (method === "get") {
    event.preventDefault();
    seek(form, submitter);
  } else if (method === "post" && isOperation(action)) {
    event.preventDefault();
    void send(form, action, submitter);
  }
}

/** @param {URL} action */
function isOperation(action) {
  const base = document.documentElement.dataset.base ?? "";
  return action.origin === location.origin && action.pathname.startsWith(`${base}/api/`);
}

/**
 * Opens the result of a search. Its address contains the fields that are filled in.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 */
export function seek(form, submitter = null) {
  const query = queryOf(form, submitter);
  const to = new URL(form.getAttribute("action") ?? "", location.href);
  to.search = query;
  const replace = form.hasAttribute("data-replace");
  // The fields follow the address again, unless somebody edited them meanwhile.
  const arrive = () => {
    if (queryOf(form, submitter) === query) settle(form);
  };
  void visit(to.href, { replace, scroll: !replace, arrive });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function queryOf(form, submitter) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string" && value !== "") query.append(name, value);
  }
  return String(query);
}

/** @param {FormData} data */
function textOf(data) {
  const fields = [...data].filter(([name]) => name !== FOLLOWS && name !== "csrf");
  return fields.map(([name, value]) => `${name}=${value instanceof File ? `${value.name} ${value.size}` : value}`).join("&");
}

/** @param {string} write */
function keyOf(write) {
  const key = unanswered.get(write) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  unanswered.delete(write);
  unanswered.set(write, key);
  for (const oldest of [...unanswered.keys()].slice(0, -MAX_UNANSWERED)) unanswered.delete(oldest);
  return key;
}

/**
 * @param {HTMLFormElement} form
 * @param {URL} action
 * @param {HTMLElement | null} submitter
 */
async function send(form, action, submitter) {
  const data = new FormData(form, submitter);
  const write = `${action.pathname} ${textOf(data)}`;
  const before = last.get(form);
  if (going.has(form) || (before && before.write === write && performance.now() - before.at < DOUBLE)) return;
  going.add(form);
  form.setAttribute("aria-busy", "true");
  tell(form, "");
  const around = form.dataset.after === "go" ? neighbours(form) : null;
  const key = keyOf(write);
  const submission = beginTurn();
  const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
  try {
    const { response, text } = await request(action.href, {
      method: "POST",
      body: isMultipart ? data : new URLSearchParams(/** @type {any} */ (data)),
      headers: { "idempotency-key": key },
    });
    const page = isHtml(response) ? parse(text) : null;
    if (response.status < 500) unanswered.delete(write);
    if (!page) {
      if (isHtml(response)) location.assign(response.url);
      else tell(form, problemOf(text, response.status));
      return;
    }
    const answered = page.getElementById(idOf(form));
    const isRefused = answered?.hasAttribute("data-refused") ?? false;
    if (!isRefused) {
      last.set(form, { write, at: performance.now() });
      forget(form);
      closeAround(form);
    }
    // What was typed after the form was sent is not part of it.
    const isTyping = !isRefused && form.isConnected && textOf(new FormData(form, submitter)) !== textOf(data);
    if ((form.dataset.after !== "keep" && !isTyping) || isRefused) settle(form);
    if (form.dataset.after !== "keep" && !isTyping && !isRefused) form.reset();
    if (!submission.isCurrent()) return;
    if (!isRefused) document.dispatchEvent(new CustomEvent("loci:sent", { detail: form }));
    show(page, new URL(response.url), { scroll: false });
    if (isRefused) document.getElementById(idOf(form))?.querySelector("[aria-invalid=true]")?.scrollIntoView({ block: "nearest" });
    else if (around) focusNext(around);
    else if (form.dataset.focus) document.getElementById(form.dataset.focus)?.focus();
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    tell(form, UNREACHABLE);
  } finally {
    submission.end();
    going.delete(form);
    form.removeAttribute("aria-busy");
    refreshSoon();
  }
}

/**
 * Returns what a response that is not a page says.
 * @param {string} text
 * @param {number} status
 */
function problemOf(text, status) {
  try {
    const { detail, title } = JSON.parse(text);
    return detail ?? title ?? UNREACHABLE;
  } catch {
    if (status === 413) return "This is more than the server takes at once.";
    if (status === 429) return "Too often. Wait a moment and try again.";
    return UNREACHABLE;
  }
}

/**
 * Shows why a form was not sent, below its fields.
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function tell(form, text) {
  form.querySelector(":scope > [data-unsent]")?.remove();
  if (!text) return;
  const box = document.createElement("div");
  box.className = "fault";
  box.setAttribute("role", "alert");
  box.setAttribute("data-keep", "");
  box.setAttribute("data-unsent", "");
  const line = document.createElement("p");
  line.textContent = text;
  box.append(line);
  form.append(box);
}

/**
 * Closes the dialog around a form and the menu around that dialog, or the `<details>` that a form closes itself.
 * @param {HTMLFormElement} form
 */
function closeAround(form) {
  const dialog = form.closest("dialog[popover]");
  if (dialog instanceof HTMLElement) {
    if (dialog.matches(":popover-open")) dialog.hidePopover();
    dialog.removeAttribute("open");
  }
  form.closest(form.dataset.after === "close" ? "details" : "details.manage")?.removeAttribute("open");
}

/** Installs the listeners. */
export function start() {
  document.addEventListener("submit", submit);
  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    if (form) last.delete(form);
  });
  // A double click on what disappears with its row would press the next row.
  document.addEventListener(
    "click",
    (event) => {
      const inside = event.target instanceof Element ? event.target.closest("form[data-after=go]") : null;
      if (inside && event.detail > 1) event.preventDefault();
    },
    true,
  );
  // A choice that sends its form.
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field instanceof HTMLSelectElement && field.hasAttribute("data-sends")) field.form?.requestSubmit();
  });
}
