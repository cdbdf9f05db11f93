// @ts-check
// Drafts: unsent text of forms. A draft comes back when its form is shown again, after navigation or after its row was
// away; the browser asks before it discards one. Drafts stay in the memory of the tab.
import { idOf, markEdited, settle, subjectOf } from "./document.js";
import { address } from "./page.js";

/** Text fields whose content is kept. Passwords are never kept. */
const FIELDS = "textarea[name], input[type=text][name]";

/** @typedef {{ name: string, first: string, text: string }} Written */
/** @type {Map<string, Written[]>} */
const drafts = new Map();

/** @param {HTMLFormElement} form */
function keyOf(form) {
  return `${address().split("?")[0]} ${subjectOf(form)}`;
}

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (form.querySelectorAll(FIELDS));

/**
 * Saves the edited fields of a form.
 * @param {HTMLFormElement} form
 */
function keep(form) {
  const written = [...fieldsOf(form)]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ name: field.name, first: field.defaultValue, text: field.value }));
  if (written.length > 0) drafts.set(keyOf(form), written);
  else drafts.delete(keyOf(form));
}

/**
 * Returns the names of the fields of a form's draft.
 * @param {HTMLFormElement} form
 */
export function draftedNames(form) {
  return (drafts.get(keyOf(form)) ?? []).map(({ name }) => name);
}

/**
 * Discards the draft of a form, after it was sent or cancelled.
 * @param {HTMLFormElement} form
 */
export function forget(form) {
  drafts.delete(keyOf(form));
}

/**
 * Fills in the draft of a form, except fields whose original text has changed since: it never hides what others wrote.
 * @param {HTMLFormElement} form
 */
function bringBack(form) {
  for (const { name, first, text } of drafts.get(keyOf(form)) ?? []) {
    for (const field of fieldsOf(form)) {
      if (field.name !== name || field.value !== first) continue;
      field.value = text;
      markEdited(field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

/** Keys of the forms whose drafts were brought back. @type {WeakMap<Element, string>} */
const restored = new WeakMap();

/** Brings back the drafts of forms that were not shown before, or that are about something else now. */
function bringAllBack() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[method=post][id]"))) {
    const key = keyOf(form);
    if (restored.get(form) === key) continue;
    restored.set(form, key);
    bringBack(form);
  }
}

/** Installs the listeners. */
export function start() {
  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    if (form?.matches("form[method=post][id]")) keep(form);
  });
  document.addEventListener("click", (event) => {
    const cancels = event.target instanceof Element ? event.target.closest("[data-cancel]") : null;
    const form = cancels?.closest("form");
    if (!form) return;
    forget(form);
    settle(form);
  });
  addEventListener("beforeunload", (event) => {
    if (drafts.size > 0) event.preventDefault();
  });
  document.addEventListener("loci:changed", bringAllBack);
  bringAllBack();
}
