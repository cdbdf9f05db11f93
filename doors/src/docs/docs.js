// What the page can do with a script: find an operation, copy a command, and call an operation from here.
"use strict";

const articles = [...document.querySelectorAll(".docs article")];
const search = document.getElementById("docs-find");
const token = document.getElementById("docs-token");
for (const one of document.querySelectorAll(".docs [hidden]")) one.hidden = false;

/** Shows what has all the words. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const article of articles) {
    const text = `${article.id} ${article.querySelector("p")?.textContent ?? ""}`.toLowerCase();
    article.hidden = !words.every((word) => text.includes(word));
    found += article.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll(".docs section")) {
    section.hidden = !section.querySelector("article:not([hidden])");
  }
  for (const link of document.querySelectorAll(".docs nav a")) {
    link.closest("span").hidden = document.getElementById(link.hash.slice(1))?.hidden ?? false;
  }
  document.getElementById("docs-found").textContent = words.length ? `${found} found` : "";
}

/** Shows all again when what an address names is not shown. */
function reach(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  search.value = "";
  find();
  target.scrollIntoView();
}

/** Copies a command; where the browser does not let pages copy, it is selected. */
async function copy(button) {
  const pre = button.closest("figure").querySelector("pre");
  try {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(pre);
    button.textContent = "Selected";
  }
}

/** Puts a form under an operation, with its example in it. */
function open(button) {
  const form = document.createElement("form");
  const label = document.createElement("label");
  const body = document.createElement("textarea");
  const send = document.createElement("button");
  const answer = document.createElement("pre");
  label.textContent = "Arguments, as JSON";
  body.value = button.dataset.body;
  body.rows = Math.min(body.value.split("\n").length + 1, 16);
  body.spellcheck = false;
  label.append(body);
  send.className = "btn";
  send.textContent = "Send";
  answer.setAttribute("role", "status");
  answer.tabIndex = 0;
  form.append(label, send, answer);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.textContent = await call(button.dataset.path, body.value);
    send.disabled = false;
  });
  button.replaceWith(form);
  body.focus();
}

/** Calls an operation; gives its status and its answer as text. */
async function call(path, body) {
  const headers = { "content-type": "application/json" };
  const by = token.value.trim();
  if (by) headers.authorization = `Bearer ${by}`;
  try {
    const answer = await fetch(path, { method: "POST", headers, body, credentials: by ? "omit" : "same-origin" });
    const text = await answer.text();
    return `${answer.status} ${answer.statusText}\n${pretty(text)}`;
  } catch (error) {
    return `No answer: ${error.message}`;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

search.addEventListener("input", find);
addEventListener("hashchange", () => reach(location.hash));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea")) return;
  event.preventDefault();
  search.focus();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest(".docs a[href^='#']");
  if (link) reach(link.hash);
  const button = event.target.closest("button[data-path], button[data-copy]");
  if (button?.dataset.path) open(button);
  if (!button?.dataset.path && button) copy(button);
});

// A browser may bring back what was searched for; an address says more of what somebody wants.
if (location.hash) search.value = "";
find();
