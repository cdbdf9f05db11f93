// @ts-check
// Single-key shortcuts: a key presses the element with that `data-key`, `g` and a letter open a page, `j` and `k` step
// through elements with `data-step`, `/` focuses the search. They are off inside fields, and can be turned off.
import { behave } from "./behave.js";

/** Key in local storage of readers who turned the shortcuts off. */
const STORED = "loci-single-keys";
/** Age up to which a key that was pressed before this module ran still counts, in milliseconds. */
const MAX_EARLY = 5_000;
/** Time in which `g` waits for its letter, in milliseconds. */
const PATIENCE = 1_200;

let wanted = true;
let goes = false;

function readWish() {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
function setWanted(isOn) {
  wanted = isOn;
  if (isOn) document.documentElement.removeAttribute("data-keys");
  else document.documentElement.setAttribute("data-keys", "off");
}

/** @param {KeyboardEvent} event */
function hear(event) {
  const withCommand = event.ctrlKey || event.metaKey;
  if (withCommand && event.key === "Enter" && !event.defaultPrevented && sendAround()) {
    event.preventDefault();
    return;
  }
  if (event.key === "Escape" && closeMenu()) {
    event.preventDefault();
    return;
  }
  if (!wanted || withCommand || event.altKey || event.defaultPrevented || isTyping(event)) return;
  if (!/^([a-zA-Z0-9]+|\?|\/)$/.test(event.key)) return;
  const name = goes ? `g ${event.key}` : event.key;
  goes = false;
  if (name === "g") {
    goes = true;
    setTimeout(() => (goes = false), PATIENCE);
    return;
  }
  // A focused link or button handles Enter itself.
  if (event.key === "Enter" && document.activeElement?.matches("a, button, summary, input")) return;
  const pressed = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
  if (pressed instanceof HTMLElement) {
    event.preventDefault();
    // A held key counts as one press.
    if (event.repeat) return;
    pressed.focus();
    pressed.click();
    return;
  }
  const next = step(name);
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

/**
 * Returns the element to focus for a key: the next or previous row of a list, or the search.
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function step(key) {
  const all = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll(key === "/" ? "main input[type=search]" : "main [data-step]"),
  ]);
  const at = all.findIndex((element) => element === document.activeElement);
  if (key === "/") return all[0];
  if (key === "j") return all[at + 1];
  if (key === "k") return at > 0 ? all[at - 1] : undefined;
  return undefined;
}

/** Closes the open menu and focuses its button; returns true if there was one. A dialog above it is closed first. */
function closeMenu() {
  if (document.querySelector("dialog:popover-open")) return false;
  const menu = document.querySelector("details.manage[open]");
  if (!menu) return false;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
  return true;
}

function sendAround() {
  const form = document.activeElement?.closest("form[method=post]");
  if (!(form instanceof HTMLFormElement)) return false;
  form.requestSubmit();
  return true;
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const target = event.target;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox"].includes(target.type);
  return target instanceof Element && target.closest("textarea, select, dialog") !== null;
}

/** Installs the listeners. */
export function start() {
  setWanted(readWish());
  document.addEventListener("keydown", hear);
  const early = /** @type {{ earlyKeys?: KeyboardEvent[] | null }} */ (globalThis);
  const recent = early.earlyKeys?.filter((event) => performance.now() - event.timeStamp < MAX_EARLY);
  early.earlyKeys = null;
  recent?.forEach(hear);
  behave("input[data-single-keys]", (box) => {
    box.checked = wanted;
  });
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.hasAttribute("data-single-keys")) return;
    setWanted(box.checked);
    try {
      localStorage.setItem(STORED, box.checked ? "on" : "off");
    } catch {
      // The wish holds for this tab.
    }
  });
}
