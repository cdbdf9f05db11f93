// @ts-check
// Rows of the files on the import page, made from a template of the server.
import { files } from "./import-files.js";
import { importName, splitName } from "./import-names.js";
import { countsText, quarantinedText } from "./import-report.js";

/** @typedef {import("./import-files.js").ImportFile} ImportFile */

/** Rows by file. @type {Map<ImportFile, HTMLElement>} */
const rows = new Map();
/** File whose importer the reader is choosing: its row stays until the focus has left it. @type {ImportFile | null} */
let held = null;

/** @type {{ choose(file: ImportFile, importer: string): void, remove(file: ImportFile): void, release(): void }} */
let listener = { choose() {}, remove() {}, release() {} };

/** @param {typeof listener} to */
export function setRowsListener(to) {
  listener = to;
}

/**
 * Releases the row that is held once the focus has left it.
 * @param {FocusEvent} event
 */
export function holdRow(event) {
  const row = held && rows.get(held);
  const to = event.relatedTarget;
  if (!row || !(event.target instanceof Node) || !row.contains(event.target)) return;
  if (to instanceof Node && row.contains(to)) return;
  held = null;
  listener.release();
}

/**
 * Shows the rows of an importer. Rows that stay are not moved.
 * @param {string} importer
 * @param {string} quarantine place where entries that cannot be imported are stored
 * @param {boolean} isRunning
 */
export function renderRows(importer, quarantine, isRunning) {
  const list = document.getElementById("import-files");
  if (!list) return;
  for (const file of rows.keys()) if (!files.includes(file)) rows.delete(file);
  const shown = files.filter((file) => file.importer === importer || file === held);
  const wanted = shown.map((file) => {
    const row = rows.get(file) ?? createRow(file);
    rows.set(file, row);
    updateRow(row, file, quarantine, isRunning);
    return row;
  });
  for (const row of [...list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (row))) row.remove();
  let at = list.firstElementChild;
  for (const row of wanted) {
    if (row === at) at = at.nextElementSibling;
    else list.insertBefore(row, at);
  }
  list.hidden = wanted.length === 0;
}

/** @param {ImportFile} file */
function createRow(file) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("import-row"));
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  slot(row, "name").textContent = file.name;
  slot(row, "size").textContent = sizeText(file.size);
  const select = selectOf(row);
  select.id = `type-${file.id}`;
  select.setAttribute("aria-label", `Type of ${file.name}`);
  select.addEventListener("change", () => {
    if (document.activeElement === select) held = file;
    listener.choose(file, select.value);
  });
  const remove = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
  remove.id = `remove-${file.id}`;
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => listener.remove(file));
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {ImportFile} file
 * @param {string} quarantine
 * @param {boolean} isRunning
 */
function updateRow(row, file, quarantine, isRunning) {
  const select = selectOf(row);
  if (select.value !== file.importer) select.value = file.importer;
  select.disabled = isRunning;
  /** @type {HTMLButtonElement} */ (row.querySelector("button")).disabled = isRunning;
  const status = slot(row, "status");
  const text = statusText(file, quarantine);
  status.hidden = text === "";
  status.className = file.state === "failed" ? "field-error" : "given-said";
  const [line, link] = [status.querySelector("span"), status.querySelector("a")];
  if (line && line.textContent !== text) line.textContent = text;
  const place = file.state === "imported" || file.state === "stopped" ? file.place : null;
  link?.toggleAttribute("hidden", !place);
  if (place) link?.setAttribute("href", place);
  const name = newName(file);
  slot(row, "renamed").hidden = name === null;
  const bdi = slot(row, "renamed").querySelector("bdi");
  if (bdi) bdi.textContent = name;
}

/**
 * @param {HTMLElement} row
 * @param {string} name
 */
const slot = (row, name) => /** @type {HTMLElement} */ (row.querySelector(`[data-slot=${name}]`));

/** @param {HTMLElement} row */
const selectOf = (row) => /** @type {HTMLSelectElement} */ (row.querySelector("select"));

/** @param {number} bytes */
function sizeText(bytes) {
  const kib = bytes / 1024;
  if (kib >= 1024) return `${(kib / 1024).toFixed(1)} MiB`;
  return kib >= 1 ? `${kib.toFixed(0)} KiB` : `${bytes} bytes`;
}

/**
 * @param {ImportFile} file
 * @param {string} quarantine
 */
function statusText(file, quarantine) {
  const { state, report } = file;
  const counts = report ? `${countsText(report)} ${quarantinedText(report, quarantine)}`.trim() : "";
  switch (state) {
    case "detecting":
      return "Reading …";
    case "sending":
      return "Sending …";
    case "previewed":
      return counts;
    case "imported":
      return `Imported: ${counts}`;
    case "stopped":
      return report ? `Stopped. Imported so far: ${counts}` : "Stopped.";
    case "failed":
      return file.problem;
    default:
      return "";
  }
}

/**
 * Returns the name of the file's conversation if it differs from the file's own name.
 * @param {ImportFile} file
 */
function newName(file) {
  if (file.importer !== "sessions") return null;
  const [stem] = splitName(importName(files, file));
  return stem === splitName(file.name)[0] ? null : stem;
}
