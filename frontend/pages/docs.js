// @ts-check
// The API reference: calls operations from the page, and leads addresses of the time when it was one page to where their
// operation is described now.
import { behave } from "../behave.js";
import { visit } from "../page.js";

/** Token that was typed on a page of the reference. It is kept while the tab shows these pages. */
let token = "";

behave("#docs-token", (field) => {
  field.value = token;
  field.addEventListener("input", () => (token = field.value.trim()));
});

behave("form[data-call]", (form) => {
  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void send(form);
  });
});

/** @param {HTMLFormElement} form */
async function send(form) {
  const button = form.querySelector("button");
  const response = form.querySelector("[role=status]");
  const body = form.querySelector("textarea")?.value ?? "";
  if (!button || !response) return;
  button.disabled = true;
  response.textContent = await call(form.dataset.call ?? "", body);
  button.disabled = false;
}

/**
 * Calls an operation, with the token or as the person who is signed in. Returns the status and the response as text.
 * @param {string} path
 * @param {string} body
 */
async function call(path, body) {
  /** @type {Record<string, string>} */
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    const response = await fetch(path, { method: "POST", headers, body, credentials: token ? "omit" : "same-origin" });
    return `${response.status} ${response.statusText}\n${pretty(await response.text())}`;
  } catch {
    return "Loci does not answer.";
  }
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function leadOn() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name || document.getElementById(name)) return;
  const start = document.querySelector("main[data-operations]");
  const noun = name.split("_")[0] ?? "";
  const link = start?.querySelector(`a[data-noun="${CSS.escape(noun)}"]`);
  if (link instanceof HTMLAnchorElement) void visit(`${link.href}#${name}`, { replace: true });
}

behave("main[data-operations]", leadOn);
addEventListener("hashchange", leadOn);
