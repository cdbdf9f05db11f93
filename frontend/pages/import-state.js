// @ts-check
// State of the import page: the results by importer, the running step, and the form that is shown.
import { filesOf } from "./import-files.js";

/** @typedef {import("./import-upload.js").Report} Report */
/** @typedef {"preview" | "import"} Step */
/**
 * Result of the last step of an importer. A report that the server rendered has no `report` here.
 * @typedef {{ isPreview: boolean, fields: [string, string][], report?: Report, place?: string | null,
 *   fileNotes?: import("./import-report.js").FileNote[] }} Result
 */

/** Fields that are no arguments. */
const NOT_SENT = ["csrf", "form", "redirect", "dry_run"];

/** Results by importer. @type {Map<string, Result>} */
export const results = new Map();

export const state = {
  /** The running step. @type {{ importer: string, stop: AbortController, percent: number } | null} */
  running: null,
  /** Message below the file input. */
  status: "",
  /** Problem with a pasted text. */
  textProblem: "",
};

/** @returns {HTMLElement | null} the part of the page with the importer that is shown */
export const root = () => document.querySelector("[data-import]");
export const shownImporter = () => root()?.dataset.import ?? "";
/** @param {string} id */
export const byId = (id) => document.getElementById(id);
/** @returns {HTMLFormElement | null} */
export const getForm = () => root()?.querySelector("form") ?? null;

/**
 * Returns the arguments in the form, without a pasted text.
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
export function fieldsOf(form) {
  const skipped = [...NOT_SENT, root()?.dataset.text];
  const fields = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "" && !skipped.includes(name)) fields.push(/** @type {[string, string]} */ ([name, value]));
  }
  return fields;
}

/** @returns {string} the pasted text */
export function pastedText() {
  const field = getForm()?.elements.namedItem(root()?.dataset.text ?? "");
  return field instanceof HTMLTextAreaElement ? field.value : "";
}

/** @returns {string} everything on which a preview depends */
export function snapshot() {
  const form = getForm();
  return form ? JSON.stringify([fieldsOf(form), pastedText()]) : "";
}

/**
 * Discards the result of an importer, because its files or fields changed.
 * @param {string} importer
 */
export function forget(importer) {
  if (!results.delete(importer)) return;
  for (const file of filesOf(importer)) file.state = "waiting";
}
