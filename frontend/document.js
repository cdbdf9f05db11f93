// @ts-check
// The document: morphs it into a page that the server rendered. What the reader does is kept: focus, selection, scroll
// position, edited fields, open details and menus.
import { Idiomorph } from "./vendor/idiomorph.js";

/** Fields that the reader edited since they were rendered, sent or reset. */
const edited = new WeakSet();
/** `<details>` that the reader opened or closed. */
const toggled = new WeakSet();

/** @type {((old: Element, next: Element) => boolean)[]} */
const guards = [];

/**
 * Adds a function that says if a refresh may change an element now.
 * @param {(old: Element, next: Element) => boolean} mayChange
 */
export function guard(mayChange) {
  guards.push(mayChange);
}

/** Returns true if the page is read-only history. */
export const isPast = () => document.querySelector("main[data-past]") !== null;

/** @returns {{ epoch: number, position: number, now: string }} time and log position at which the page was rendered */
export function moment() {
  const meta = document.querySelector("meta[name=loci-moment]");
  try {
    return { epoch: 0, position: 0, now: "", ...JSON.parse(meta?.getAttribute("content") ?? "{}") };
  } catch {
    return { epoch: 0, position: 0, now: "" };
  }
}

/** @param {Element} field */
export const isEdited = (field) => edited.has(field);

/**
 * Forgets that fields of a form were edited.
 * @param {HTMLFormElement} form
 */
export function settle(form) {
  for (const field of form.elements) edited.delete(field);
}

/** @param {Document} page */
function adoptHead(page) {
  document.title = page.title;
  const meta = document.querySelector("meta[name=loci-moment]");
  const next = page.querySelector("meta[name=loci-moment]");
  if (meta && next) meta.setAttribute("content", next.getAttribute("content") ?? "");
  const theme = page.documentElement.getAttribute("data-theme");
  if (theme) document.documentElement.setAttribute("data-theme", theme);
  else document.documentElement.removeAttribute("data-theme");
}

/** @param {Document} page */
export function replaceBody(page) {
  adoptHead(page);
  document.body.replaceChildren(...page.body.childNodes);
  changed();
}

/**
 * Morphs the document into a page.
 * @param {Document} page
 * @param {"refresh" | "navigation"} why
 */
export function morph(page, why) {
  adoptHead(page);
  /** @type {{ select: HTMLSelectElement, value: string }[]} */
  const chosen = [];
  removeOthers(page);
  // A form that is morphed has its new hidden fields before its other fields are reached.
  const subjects = editedSubjects();
  Idiomorph.morph(document.body, page.body, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: {
      beforeNodeMorphed: (old, next) => {
        if (!(old instanceof Element)) return true;
        // The browser compares faster than a script walks.
        if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return false;
        if (edited.has(old)) {
          const { form } = /** @type {HTMLInputElement} */ (next);
          const subject = subjects.get(old);
          if (subject !== undefined && form && subject !== subjectOf(form)) edited.delete(old);
          else if (old instanceof HTMLSelectElement) chosen.push({ select: old, value: old.value });
          else return false;
        }
        return why === "navigation" || guards.every((mayChange) => mayChange(old, /** @type {Element} */ (next)));
      },
      beforeNodeRemoved: (old) => !(old instanceof Element) || !old.hasAttribute("data-keep"),
      beforeAttributeUpdated: (name, element) => {
        if (name === "open") return element.nodeName === "DETAILS" ? !toggled.has(element) && why === "navigation" : why === "navigation";
        // A heading that a script made focusable keeps the focus.
        if (name === "tabindex") return element !== document.activeElement;
        if (name === "selected" || name === "checked" || name === "value") {
          const field = element.nodeName === "OPTION" ? element.closest("select") : element;
          return !(field && edited.has(field));
        }
        return true;
      },
    },
  });
  // What was chosen stays, also among other choices.
  for (const { select, value } of chosen) {
    if ([...select.options].some((option) => option.value === value)) select.value = value;
  }
  changed();
}

/**
 * Removes the elements with `data-whole` that the page does not have in the same version. Nothing of them stays for what
 * takes their place: no text, no choice and no open menu.
 * @param {Document} page
 */
function removeOthers(page) {
  for (const old of document.querySelectorAll("[data-whole]")) {
    const next = page.getElementById(old.id);
    if (next?.getAttribute("data-version") !== old.getAttribute("data-version")) old.remove();
  }
}

function changed() {
  document.dispatchEvent(new CustomEvent("loci:changed"));
}

/**
 * Returns the id of a form. A field that is named `id` hides the property.
 * @param {HTMLFormElement} form
 */
export const idOf = (form) => form.getAttribute("id") ?? "";

/**
 * Returns what a form is about: its id and its hidden fields, without those that change while it is open.
 * @param {HTMLFormElement} form
 */
export function subjectOf(form) {
  const hidden = /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll("input[type=hidden]:not([name=csrf], [name=if_version], [name=redirect], [data-base])")
  );
  return [idOf(form), ...[...hidden].map((field) => `${field.name}=${field.value}`)].join(" ");
}

/** Returns the subject of the form of each edited field. */
function editedSubjects() {
  const subjects = new Map();
  for (const form of document.forms) {
    if (form.getAttribute("method") === "get") continue;
    for (const field of form.elements) {
      if (edited.has(field)) subjects.set(field, subjectOf(form));
    }
  }
  return subjects;
}

/** @param {Event} event */
function noteEdit(event) {
  // Events of password managers and of other extensions count, too: they are not trusted.
  if (event.target instanceof Element) edited.add(event.target);
}

/**
 * Marks a field as edited, as if the reader had typed.
 * @param {Element} field
 */
export function markEdited(field) {
  edited.add(field);
}

/** Installs the listeners. */
export function start() {
  document.addEventListener("input", noteEdit, true);
  document.addEventListener("reset", (event) => {
    if (event.target instanceof HTMLFormElement) settle(event.target);
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target instanceof HTMLDetailsElement) toggled.add(event.target);
    },
    true,
  );
}
