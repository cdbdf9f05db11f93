// @ts-check
// Versions that edits are based on: while a form is edited, its hidden field with `data-base` keeps its value, so that the
// server says what others changed meanwhile. `data-overtaken` in the form is shown as soon as they do.
import { guard, isEdited } from "./document.js";

/**
 * Returns false for the base of an edited form.
 * @param {Element} old
 * @param {Element} next
 */
function canFollow(old, next) {
  if (!(old instanceof HTMLInputElement) || !old.hasAttribute("data-base")) return true;
  const form = old.form;
  if (!form || old.value === next.getAttribute("value") || ![...form.elements].some(isEdited)) return true;
  // The notice arrives hidden with each refresh.
  queueMicrotask(() => form.querySelector("[data-overtaken]")?.removeAttribute("hidden"));
  return false;
}

/** Installs the guard. */
export function start() {
  guard(canFollow);
}
