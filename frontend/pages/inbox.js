// @ts-check
// The inbox: an item that others change or settle while it is open stays as it is until the reader asks; the next item
// ignores input for a moment after a verdict; remarks are shown below their lines.
import { behave } from "../behave.js";
import { draftedNames } from "../drafts.js";
import { guard, markEdited } from "../document.js";
import { beforeUpdate } from "../page.js";

/**
 * Time in which the next item ignores input after a verdict, in milliseconds: longer than the pause within a double click
 * or a double key press, so that none of them settles two items.
 */
const REST = 600;

/** Elements of the open item, which a refresh leaves alone. @type {Set<Element>} */
const held = new Set();
/** What happened to the open item meanwhile. @type {"" | "gone" | "changed"} */
let news = "";
/** Item whose form was sent last, until the page that follows is shown. @type {string | null} */
let sentFrom = null;
let isResting = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let rested;

const openItem = () => /** @type {HTMLElement | null} */ (document.querySelector("main > [data-whole][data-item]"));

/**
 * Leaves the open item as it is, unless the page has the same version of it.
 * @param {Document} page
 */
function hold(page) {
  held.clear();
  news = "";
  const open = openItem();
  const main = page.querySelector("main");
  if (!open || !main || main.dataset.page !== "inbox" || isSameIn(page, open)) return;
  news = newsIn(page, open);
  for (const other of page.querySelectorAll("[data-whole]")) other.remove();
  for (const part of document.querySelectorAll("main > [data-whole]")) {
    held.add(part);
    main.append(page.importNode(part, false));
  }
}

/**
 * @param {Document} page
 * @param {HTMLElement} open
 */
function isSameIn(page, open) {
  const next = page.getElementById(open.id);
  return next !== null && next.dataset.version === open.dataset.version;
}

/**
 * Returns what happened to the open item, according to a page that does not show this version of it.
 * @param {Document} page
 * @param {HTMLElement} open
 */
function newsIn(page, open) {
  if (page.getElementById(open.id)) return "changed";
  // A queue that could not be loaded says nothing.
  if (!page.getElementById("queue-rows")) return "";
  const row = page.querySelector(`[data-row="${CSS.escape(open.dataset.item ?? "")}"]`);
  if (!(row instanceof HTMLElement)) return "gone";
  const isSame = row.dataset.version === undefined || open.dataset.version?.startsWith(`${row.dataset.version}.`);
  return isSame ? "" : "changed";
}

/** Shows the news, and disables what cannot be used now. */
function tell() {
  const open = openItem();
  // What the reader opens is new.
  if (!open || !held.has(open)) news = "";
  const shown = open?.querySelector("[data-shows-news]");
  if (shown && shown.getAttribute("data-shows-news") !== news) shown.remove();
  const template = open?.querySelector(`template[data-news="${news}"]`);
  if (template instanceof HTMLTemplateElement && !open?.querySelector("[data-shows-news]")) {
    const notice = /** @type {Element} */ (document.importNode(template.content, true).firstElementChild);
    notice.setAttribute("data-shows-news", news);
    template.after(notice);
  }
  for (const fieldset of document.querySelectorAll("fieldset[data-rests]")) {
    /** @type {HTMLFieldSetElement} */ (fieldset).disabled = isResting || news === "gone";
  }
}

/** Ignores input if the page shows another thing than the one whose form was sent. */
function rest() {
  const thing = document.querySelector("[data-rests]")?.getAttribute("data-rests");
  const isOther = sentFrom !== null && thing !== null && thing !== undefined && thing !== sentFrom;
  sentFrom = null;
  if (!isOther) return;
  isResting = true;
  clearTimeout(rested);
  rested = setTimeout(() => {
    isResting = false;
    tell();
  }, REST);
}

/** Shows the remarks about the open file below their lines. */
function showRemarks() {
  const file = openItem()?.dataset.file;
  for (const row of document.querySelectorAll("tr[data-draft]")) row.remove();
  for (const remark of document.querySelectorAll(".remark-fields")) {
    const [about, line, text] = ["artifact", "line", "text"].map((name) => valueIn(remark, name));
    if (!line || !text?.trim() || about !== file) continue;
    const rows = [...document.querySelectorAll(".exhibit .diff--code tr:not(.hunk)")];
    const below = rows.find((row) => row.children[1]?.textContent === line);
    below?.after(draftRow(text));
  }
}

/**
 * @param {Element} remark
 * @param {string} name
 */
function valueIn(remark, name) {
  const field = remark.querySelector(`[name$="[${name}]"]`);
  return field && "value" in field ? String(field.value) : "";
}

/**
 * Creates the row of an unsent remark, like those that the server renders.
 * @param {string} text
 */
function draftRow(text) {
  const row = document.createElement("tr");
  row.className = "remark";
  row.setAttribute("data-draft", "");
  const cell = row.insertCell();
  cell.colSpan = 3;
  const [box, who, words] = ["div", "b", "p"].map((name) => document.createElement(name));
  if (!box || !who || !words) return row;
  who.textContent = "You, draft";
  words.textContent = text;
  box.append(who, words);
  cell.append(box);
  return row;
}

/**
 * Adds fields for another remark.
 * @param {HTMLTemplateElement} template
 */
function addRemark(template) {
  const remarks = template.parentElement?.querySelectorAll(":scope > .remark-fields").length ?? 0;
  const fields = /** @type {Element} */ (document.importNode(template.content, true).firstElementChild);
  for (const element of [fields, ...fields.querySelectorAll("[name], [id], [for]")]) {
    for (const name of ["name", "id", "for"]) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replace("NEXT", String(remarks + 1)));
    }
  }
  fields.setAttribute("data-keep", "");
  template.before(fields);
}

guard((old) => !held.has(old));
beforeUpdate((page, why) => {
  if (why === "refresh") hold(page);
});

// Before the drafts of the form come back.
behave("template[data-more]", (/** @type {HTMLTemplateElement} */ template) => {
  const form = template.closest("form");
  const numbers = form ? draftedNames(form).map((name) => Number(/^comments\[(\d+)\]/.exec(name)?.[1] ?? 0)) : [];
  for (let count = 1; count < Math.max(0, ...numbers); count += 1) addRemark(template);
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-adds]") : null;
  const template = button?.parentElement?.querySelector("template[data-more]");
  if (template instanceof HTMLTemplateElement) addRemark(template);
});
document.addEventListener("input", (event) => {
  const remark = event.target instanceof Element ? event.target.closest(".remark-fields") : null;
  if (!remark) return;
  // The file of a remark stays when another file is opened.
  remark.querySelectorAll("[name]").forEach(markEdited);
  showRemarks();
});
document.addEventListener("loci:sent", (event) => {
  const form = /** @type {CustomEvent<HTMLFormElement>} */ (event).detail;
  sentFrom = form.closest("[data-rests]")?.getAttribute("data-rests") ?? null;
});
document.addEventListener("loci:changed", () => {
  rest();
  tell();
  showRemarks();
});
