// @ts-check
// The import page: adds files that are dropped or chosen, and previews or imports them.
import { visit } from "../page.js";
import { addFiles, chooseImporter, files, filesOf, removeFile } from "./import-files.js";
import { holdRow, setRowsListener } from "./import-rows.js";
import { run } from "./import-run.js";
import { fieldsOf, forget, getForm, results, root, shownImporter, state } from "./import-state.js";
import { isSetUp, moveFocus, render } from "./import-view.js";

/** @param {FileList | null | undefined} list */
async function add(list) {
  if (!list?.length || state.running) return;
  const form = getForm();
  const shown = shownImporter();
  forget(shown);
  state.status = "";
  const csrf = String((form && new FormData(form).get("csrf")) ?? "");
  const url = root()?.dataset.upload ?? "";
  const maxMib = Number(document.querySelector(".drop")?.getAttribute("data-max-file-mib"));
  const added = addFiles([...list], { shown, csrf, url, maxMib, onChange: render });
  state.status = added.message;
  render();
  const importers = await added.detected;
  importers.forEach(forget);
  render();
  const [first] = importers;
  if (first && !importers.includes(shown) && shown === shownImporter()) {
    const tab = document.querySelector(`[data-files-of=${first}]`)?.closest("a");
    if (tab) void visit(tab.href);
  }
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = getForm();
  if (!form || event.target !== form) return;
  event.preventDefault();
  void run(event.submitter?.id === "import-run" ? "import" : "preview");
}

/** @param {Event} event */
function changed(event) {
  const target = event.target;
  const form = getForm();
  if (!(target instanceof Element) || !form?.contains(target)) return;
  if (target.id === "import-file") {
    const input = /** @type {HTMLInputElement} */ (target);
    if (event.type === "change") {
      void add(input.files);
      // The list holds the files from here on, and the same file can be chosen again.
      input.value = "";
    }
    return;
  }
  // A form that is not set up yet gets the fields of its preview or draft.
  if (target.closest("#import-files") || state.running || !isSetUp(form)) return;
  if (state.textProblem) {
    state.textProblem = "";
    render();
  }
  const result = results.get(shownImporter());
  const isText = target instanceof HTMLTextAreaElement;
  if (!result || (!isText && JSON.stringify(result.fields) === JSON.stringify(fieldsOf(form)))) return;
  forget(shownImporter());
  render();
}

/** @param {DragEvent} event */
function drag(event) {
  const area = event.target instanceof Element ? event.target.closest(".drop") : null;
  if (!area || !root()?.contains(area)) return;
  area.classList.toggle("drop--over", event.type === "dragover");
  if (event.type === "dragleave") return;
  event.preventDefault();
  if (event.type === "drop") void add(event.dataTransfer?.files);
}

/** @param {MouseEvent} event */
function click(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("#import-stop") && state.running) {
    state.running.stop.abort();
    render();
  }
  // Another tab of the page: the running import stops.
  if (target?.closest(".tabs a") && state.running) state.running.stop.abort();
}

/** Stops and forgets everything: the reader left the page. */
function leave() {
  state.running?.stop.abort();
  state.status = "";
  files.length = 0;
  results.clear();
}

setRowsListener({
  choose(file, importer) {
    if (file.importer === importer) return;
    forget(file.importer);
    forget(importer);
    chooseImporter(file, importer);
    render();
  },
  remove(file) {
    const its = filesOf(file.importer);
    const place = its.indexOf(file);
    const next = its[place + 1] ?? its[place - 1];
    forget(file.importer);
    removeFile(file);
    render();
    moveFocus(next ? `remove-${next.id}` : "import-file");
  },
  release: render,
});

// Before other listeners: the page sends its form itself.
document.addEventListener("submit", submit, true);
document.addEventListener("change", changed);
document.addEventListener("input", changed);
document.addEventListener("reset", (event) => {
  if (event.target !== getForm()) return;
  forget(shownImporter());
  state.textProblem = "";
  render();
  moveFocus("import-preview");
});
for (const type of /** @type {const} */ (["dragover", "dragleave", "drop"])) document.addEventListener(type, drag);
document.addEventListener("click", click);
document.addEventListener("focusout", holdRow);
document.addEventListener("loci:changed", () => (root() ? render() : leave()));
render();
