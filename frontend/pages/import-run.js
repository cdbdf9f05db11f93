// @ts-check
// Runs a step of the import page: sends files, or a pasted text, to the server one after the other. An import uses the
// fields of its preview. Stopping takes effect after the part that the server is importing.
import { files, filesOf, isDetecting } from "./import-files.js";
import { importName } from "./import-names.js";
import { addReport, emptyReport } from "./import-report.js";
import { fieldsOf, getForm, pastedText, results, root, shownImporter, snapshot, state } from "./import-state.js";
import { upload } from "./import-upload.js";
import { moveFocus, render, showProgress } from "./import-view.js";

/** @typedef {import("./import-files.js").ImportFile} ImportFile */
/** @typedef {import("./import-state.js").Step} Step */
/** @typedef {{ report: Report, fileNotes: import("./import-report.js").FileNote[], place: string | null, hasReport: boolean }} Sum */
/** @typedef {import("./import-upload.js").Report} Report */

const CHANGED = "The form changed during the preview. Preview it again.";
/** Problems that would occur with every other file too. */
const LASTING = ["unavailable", "unauthenticated", "rate_limited"];

/** Idempotency keys of imports whose response did not arrive. @type {Map<string, string>} */
const unanswered = new Map();

/**
 * Runs a step for the files of the importer that is shown, or for the pasted text.
 * @param {Step} step
 */
export async function run(step) {
  const [form, page] = [getForm(), root()];
  if (state.running || !form || !page || isDetecting()) return;
  const importer = shownImporter();
  const result = results.get(importer);
  const fields = step === "import" ? result?.fields : fieldsOf(form);
  if (!fields) return;
  const csrf = String(new FormData(form).get("csrf") ?? "");
  const before = snapshot();
  const listed = filesOf(importer);
  const work = listed.length > 0 ? listed : [pasted(importer, pastedText())];
  /** @type {Sum} */
  const sum = { report: emptyReport(step === "preview"), fileNotes: [], place: null, hasReport: false };
  const bytes = work.reduce((total, file) => total + weightOf(file), 0);
  const url = `${page.dataset.upload}?importer=${importer}&step=${step}`;
  const stop = new AbortController();
  state.running = { importer, stop, percent: 0 };
  [state.status, state.textProblem] = ["", ""];
  render();
  moveFocus("import-stop");
  let sent = 0;
  for (const file of work) {
    if (stop.signal.aborted) break;
    // Continuing skips files that are imported already.
    if (step === "preview" || file.state !== "imported") {
      const onProgress = (/** @type {number} */ share) => showProgress((sent + share * weightOf(file)) / bytes);
      const continues = await send(file, step, url, bodyOf(file, step, fields, csrf), onProgress);
      addResult(sum, step, file, work.length === 1);
      if (!continues) break;
    }
    sent += weightOf(file);
  }
  const isChanged = importer === shownImporter() && snapshot() !== before;
  finish(step, { importer, fields, work, sum, isStopped: stop.signal.aborted, isChanged });
}

/**
 * Returns the share of a file in the progress. Empty files count, too.
 * @param {ImportFile} file
 */
const weightOf = (file) => Math.max(file.size, 1);

/**
 * Adds the result of a file. If there are several files, each note names its file.
 * @param {Sum} sum
 * @param {Step} step
 * @param {ImportFile} file
 * @param {boolean} isSingle
 */
function addResult(sum, step, { name, report, place, state: reached }, isSingle) {
  if (!report || (step === "preview" && reached !== "previewed")) return;
  sum.hasReport = true;
  if (isSingle) {
    addReport(sum.report, report);
    sum.place = place;
    return;
  }
  addReport(sum.report, { ...report, notes: [] });
  sum.fileNotes.push(...(report.notes ?? []).map((note) => ({ file: name, note })));
}

/**
 * Returns the pasted text as a file without a name.
 * @param {string} importer
 * @param {string} text
 * @returns {ImportFile}
 */
function pasted(importer, text) {
  const blob = new Blob([text]);
  return { id: -1, blob, name: "", size: blob.size, importer, fingerprint: text, state: "waiting", report: null, place: null, problem: "" };
}

/**
 * @param {ImportFile} file
 * @param {Step} step
 * @param {[string, string][]} fields
 * @param {string} csrf
 */
function bodyOf(file, step, fields, csrf) {
  const body = new FormData();
  body.append("csrf", csrf);
  for (const [name, value] of fields) body.append(name, value);
  if (file.name) body.append("file_name", importName(files, file));
  if (step === "import") body.append("idempotency_key", keyOf(file, fields));
  body.append("file", file.blob, "file");
  return body;
}

/**
 * Returns the key of an import: the same one until it is answered.
 * @param {ImportFile} file
 * @param {[string, string][]} fields
 */
function keyOf(file, fields) {
  const write = JSON.stringify([file.id, file.size, file.fingerprint, file.importer, fields]);
  const key = unanswered.get(write) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  unanswered.set(write, key);
  return key;
}

/**
 * Forgets the key of an import that was answered.
 * @param {string} answered
 */
function forgetKey(answered) {
  for (const [write, key] of unanswered) if (key === answered) unanswered.delete(write);
}

/**
 * Sends a file, and sets its state. Returns false if the remaining files are not sent.
 * @param {ImportFile} file
 * @param {Step} step
 * @param {string} url
 * @param {FormData} body
 * @param {(share: number) => void} onProgress
 */
async function send(file, step, url, body, onProgress) {
  const maxMib = Number(document.querySelector(".drop")?.getAttribute("data-max-mib"));
  Object.assign(file, { state: "sending", report: null, place: null, problem: "" });
  render();
  /** @type {import("./import-upload.js").Problem | undefined} */
  let problem;
  let isComplete = false;
  try {
    if (file.size > maxMib * 1024 * 1024) problem = { detail: `The file is larger than ${maxMib} MiB.` };
    else {
      await upload(url, body, /** @type {NonNullable<typeof state.running>} */ (state.running).stop.signal, (line) => {
        if (line.report && (line.done || isWritten(line.report))) file.report = line.report;
        if (line.place !== undefined) file.place = line.place;
        if (line.done && line.parts) onProgress(line.done / line.parts);
        if (line.problem) problem = line.problem;
        isComplete = line.place !== undefined && !line.problem;
      });
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    file.state = step === "import" ? "stopped" : "waiting";
    return false;
  }
  if (isComplete || (problem && problem.code !== "unavailable")) forgetKey(String(body.get("idempotency_key")));
  if (isComplete) {
    file.state = step === "import" ? "imported" : "previewed";
    return true;
  }
  const text = sentenceOf(problem ?? { detail: "The response ended early. Try again." });
  file.problem = step === "import" && file.report ? `${text} The parts before are imported.` : text;
  file.state = "failed";
  return !LASTING.includes(problem?.code ?? "unavailable");
}

/** @param {Report} report */
const isWritten = (report) => report.created + report.changed + report.unchanged + report.quarantined > 0;

/**
 * Returns a problem as a sentence, with the field that it is about.
 * @param {import("./import-upload.js").Problem} problem
 */
function sentenceOf({ code, detail, fields }) {
  if (code === "unauthenticated") return "Your session ended. Sign in in another tab, then try again.";
  const [fault] = fields ?? [];
  let text = detail;
  if (fault) {
    const name = fault.pointer.slice(1).replaceAll("_", " ");
    text = ["", "content", "markdown"].includes(name) ? fault.detail : `${name}: ${fault.detail}`;
  }
  text = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/**
 * Shows the result of a step.
 * @param {Step} step
 * @param {{ importer: string, fields: [string, string][], work: ImportFile[], sum: Sum, isStopped: boolean, isChanged: boolean }} done
 */
function finish(step, { importer, fields, work, sum, isStopped, isChanged }) {
  const percent = state.running?.percent ?? 0;
  state.running = null;
  // The reader left the page.
  if (!root()) return;
  const isShown = importer === shownImporter();
  const isOutdated = step === "preview" && !isStopped && isChanged;
  if (isShown && isStopped && step === "import") {
    state.status = `Stopped at ${percent} %. Continue at any time: nothing is imported twice.`;
  }
  if (isOutdated) {
    state.status = CHANGED;
    for (const file of work) file.state = "waiting";
  }
  state.textProblem = work[0]?.id === -1 && work[0].state === "failed" ? work[0].problem : "";
  const isIncomplete = step === "preview" && (isStopped || isOutdated);
  const hasResult = sum.hasReport && !isIncomplete;
  // The preview stays valid if nothing could be imported.
  if (hasResult) {
    const { report, place, fileNotes } = sum;
    results.set(importer, { isPreview: step === "preview", fields, report, place, fileNotes });
  } else if (step === "preview") {
    results.delete(importer);
  }
  render();
  if (isShown) moveFocus(hasResult ? "h-import-report" : "import-preview");
}
