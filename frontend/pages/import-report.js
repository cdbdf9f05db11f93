// @ts-check
// Reports on the import page: adds them up, and fills the template of the server. The texts are the same as in
// `app/src/pages/import/report.rs`.

/** @typedef {import("./import-upload.js").Report} Report */
/** @typedef {{ file: string, note: string }} FileNote */

/** Maximum number of entries that a report lists. */
const MAX_LISTED = 200;

/**
 * Returns a report without entries.
 * @param {boolean} isPreview
 * @returns {Report}
 */
export function emptyReport(isPreview) {
  return { dry_run: isPreview, created: 0, changed: 0, unchanged: 0, quarantined: 0, set_aside: 0, items: [], odd: [], notes: [] };
}

/**
 * Adds the report of another file.
 * @param {Report} total
 * @param {Report} part
 */
export function addReport(total, part) {
  for (const count of /** @type {const} */ (["created", "changed", "unchanged", "quarantined", "set_aside"])) total[count] += part[count];
  const known = new Set(total.items?.map((item) => item.id));
  total.items = [...(total.items ?? []), ...(part.items ?? []).filter((item) => !known.has(item.id))].slice(0, MAX_LISTED);
  total.odd = [...(total.odd ?? []), ...(part.odd ?? [])].slice(0, MAX_LISTED);
  total.notes = [...new Set([...(total.notes ?? []), ...(part.notes ?? [])])].slice(0, MAX_LISTED);
}

/** @param {Report} report */
export function countsText({ created, changed, unchanged }) {
  if (created + changed + unchanged === 0) return "Nothing to import.";
  return `${created} new, ${changed} changed, ${unchanged} unchanged.`;
}

/**
 * @param {Report} report
 * @param {string} place place where entries that cannot be imported are stored
 */
export function quarantinedText({ dry_run: isPreview, quarantined, set_aside: links }, place) {
  const entries = quarantined === 1 ? "1 entry" : `${quarantined} entries`;
  const stored = isPreview ? "would be stored" : "stored";
  const texts = [];
  if (quarantined > 0) texts.push(`${entries} cannot be imported; ${stored} unchanged ${place}.`);
  if (links === 1) texts.push("1 dependency would close a cycle and is left out.");
  if (links > 1) texts.push("Dependencies that would close a cycle are left out.");
  return texts.join(" ");
}

/**
 * Returns an element with text and children. Text is never markup.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Renders a report from the template.
 * @param {HTMLTemplateElement} template
 * @param {Report} report
 * @param {{ place: string | null, fileNotes: FileNote[], quarantine: string, listsWhatItCounts: boolean }} about
 */
export function renderReport(template, report, { place, fileNotes, quarantine, listsWhatItCounts }) {
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const slot = (/** @type {string} */ name) => /** @type {HTMLElement} */ (content.querySelector(`[data-slot=${name}]`));
  const heading = content.querySelector("h2");
  if (heading) heading.textContent = report.dry_run ? "Preview" : "Imported";
  slot("counts").textContent = countsText(report);
  if (place && !report.dry_run) {
    slot("place").hidden = false;
    slot("place").querySelector("a")?.setAttribute("href", place);
  }
  slot("notes").replaceChildren(
    ...(report.notes ?? []).map((note) => element("li", { dir: "auto" }, note)),
    ...fileNotes.map(({ file, note }) => element("li", {}, element("bdi", {}, file), ": ", element("bdi", {}, note))),
  );
  const items = report.items ?? [];
  slot("items").replaceChildren(...items.map(renderItem));
  const odd = report.odd ?? [];
  slot("odd").replaceChildren(...odd.map(renderOdd));
  showMore(slot("more-items"), listsWhatItCounts ? report.created + report.changed - items.length : 0);
  showMore(slot("more-odd"), report.set_aside + report.quarantined - odd.length);
  const text = quarantinedText(report, quarantine);
  slot("quarantine").hidden = text === "";
  slot("quarantined").textContent = text;
  return content;
}

/** @param {import("./import-upload.js").Item} item */
function renderItem({ key, title, change, href }) {
  const name = element("bdi", {}, key);
  return element(
    "tr",
    {},
    element("td", { class: "num" }, href ? element("a", { href }, name) : name),
    element("td", { dir: "auto" }, title),
    element("td", { class: "num" }, change === "created" ? "new" : "changed"),
  );
}

/** @param {import("./import-upload.js").Odd} odd */
function renderOdd({ at, why, text }) {
  return element("li", {}, element("p", {}, element("b", {}, at), `: ${why}`), element("pre", {}, text));
}

/**
 * @param {HTMLElement} line
 * @param {number} count
 */
function showMore(line, count) {
  line.hidden = count <= 0;
  line.textContent = count > 0 ? `And ${count} more.` : "";
}
