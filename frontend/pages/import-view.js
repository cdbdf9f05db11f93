// @ts-check
// Shows the state of the import page. Changes only what differs, because elements may have the focus.
import { filesOf, isDetecting } from "./import-files.js";
import { renderReport } from "./import-report.js";
import { renderRows } from "./import-rows.js";
import { byId, fieldsOf, getForm, results, root, shownImporter, state } from "./import-state.js";

/** @typedef {import("./import-files.js").ImportFile} ImportFile */
/** @typedef {import("./import-state.js").Result} Result */

/** Result that a container shows. @type {WeakMap<Element, Result>} */
const shownResults = new WeakMap();
/** Elements that are set up. @type {WeakSet<Element>} */
const known = new WeakSet();

/**
 * Returns true if a form has got the fields of its earlier preview.
 * @param {HTMLFormElement} form
 */
export const isSetUp = (form) => known.has(form);

/**
 * Focuses an element that appears because the focused one disappeared, unless the reader has moved the focus.
 * @param {string} id
 */
export function moveFocus(id) {
  const active = document.activeElement;
  const isLost = !active || active === document.body || !active.checkVisibility() || active.matches(":disabled");
  const next = byId(id);
  if (!isLost || !next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}

/** @param {number} share */
export function showProgress(share) {
  if (!state.running) return;
  state.running.percent = Math.floor(Math.min(share, 1) * 100);
  renderProgress();
}

function renderProgress() {
  const isHere = state.running !== null;
  const [progress, percent] = [byId("import-progress"), byId("import-percent")];
  if (progress instanceof HTMLProgressElement) {
    progress.hidden = !isHere;
    progress.value = state.running?.percent ?? 0;
  }
  if (percent) {
    percent.hidden = !isHere;
    percent.textContent = `${state.running?.percent ?? 0} %`;
  }
}

/** Shows the state on the page. */
export function render() {
  const page = root();
  const form = getForm();
  if (!page) return;
  for (const tab of document.querySelectorAll("[data-files-of]")) {
    const name = tab.getAttribute("data-files-of") ?? "";
    const count = filesOf(name).length;
    tab.toggleAttribute("hidden", count === 0 || name === shownImporter());
    tab.textContent = `${count}`;
  }
  adopt(page, form);
  renderResult(page);
  if (!form) return;
  const importer = shownImporter();
  const listed = filesOf(importer);
  setUpInput();
  renderRows(importer, page.dataset.quarantine ?? "", state.running !== null);
  byId("import-text")?.toggleAttribute("hidden", listed.length > 0);
  setText("import-status", state.status);
  setText("import-error", state.textProblem);
  byId("import-error")?.toggleAttribute("hidden", state.textProblem === "");
  renderButtons(listed);
  renderProgress();
}

/**
 * Sets up a form that the server rendered: takes over its report, or fills in the fields of an earlier preview.
 * @param {HTMLElement} page
 * @param {HTMLFormElement | null} form
 */
function adopt(page, form) {
  const container = byId("import-report");
  const importer = page.dataset.import ?? "";
  if (container && !known.has(container)) {
    known.add(container);
    if (form && container.firstElementChild && !results.has(importer)) {
      const result = { isPreview: container.hasAttribute("data-preview"), fields: fieldsOf(form) };
      results.set(importer, result);
      shownResults.set(container, result);
    }
  }
  if (!form || known.has(form)) return;
  known.add(form);
  for (const [name, value] of results.get(importer)?.fields ?? []) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}

/** @param {HTMLElement} page */
function renderResult(page) {
  const container = byId("import-report");
  const template = byId("import-report-template");
  const result = results.get(shownImporter());
  if (!container || !(template instanceof HTMLTemplateElement) || shownResults.get(container) === result) return;
  if (!result?.report) {
    container.replaceChildren();
    shownResults.delete(container);
    return;
  }
  const { report, place = null, fileNotes = [] } = result;
  const listsWhatItCounts = page.dataset.listsWhatItCounts !== undefined;
  container.replaceChildren(renderReport(template, report, { place, fileNotes, quarantine: page.dataset.quarantine ?? "", listsWhatItCounts }));
  shownResults.set(container, result);
}

/** Files are uploaded one by one, so the input is no field of the form. */
function setUpInput() {
  const input = byId("import-file");
  if (!(input instanceof HTMLInputElement)) return;
  input.removeAttribute("name");
  input.multiple = true;
  input.required = false;
  input.disabled = state.running !== null;
  const limit = byId("import-limit")?.dataset.uploadLimit;
  if (limit) setText("import-limit", limit);
}

/** @param {ImportFile[]} listed */
function renderButtons(listed) {
  const result = results.get(shownImporter());
  const isRunning = state.running !== null;
  const isLeft = listed.some((file) => ["stopped", "failed", "waiting"].includes(file.state));
  const continues = result !== undefined && !result.isPreview && isLeft;
  const mayImport = !isRunning && (result?.isPreview === true || continues);
  const show = (/** @type {string} */ id, /** @type {boolean} */ isShown) => byId(id)?.toggleAttribute("hidden", !isShown);
  show("import-preview", !isRunning);
  show("import-run", mayImport);
  show("import-cancel", mayImport && listed.length === 0);
  show("import-stop", isRunning);
  byId("import-preview")?.toggleAttribute("disabled", isDetecting());
  byId("import-preview")?.classList.toggle("btn--primary", !mayImport);
  setText("import-run", continues ? "Continue" : "Import");
  const isStopping = state.running?.stop.signal.aborted ?? false;
  byId("import-stop")?.toggleAttribute("disabled", isStopping);
}

/**
 * @param {string} id
 * @param {string} text
 */
function setText(id, text) {
  const element = byId(id);
  if (element && element.textContent !== text) element.textContent = text;
}
