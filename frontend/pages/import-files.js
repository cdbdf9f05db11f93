// @ts-check
// Files of the import page: holds them, and asks the server for their kinds.
import { upload } from "./import-upload.js";

/** Maximum number of files. */
const MAX_FILES = 200;
const MIB = 1024 * 1024;

/** @typedef {"detecting" | "waiting" | "sending" | "previewed" | "imported" | "stopped" | "failed"} State */
/**
 * @typedef {{ id: number, blob: Blob, name: string, size: number, importer: string, fingerprint: string, state: State,
 *   report: import("./import-upload.js").Report | null, place: string | null, problem: string }} ImportFile
 */

/** All files, in the order in which they were added. @type {ImportFile[]} */
export const files = [];
let nextId = 0;
/** Number of additions whose files are still being detected. */
let detecting = 0;

/** Returns true while the kinds of files are being detected. */
export const isDetecting = () => detecting > 0;

/** @param {string} importer */
export const filesOf = (importer) => files.filter((file) => file.importer === importer);

/** @param {ImportFile} file */
export function removeFile(file) {
  const at = files.indexOf(file);
  if (at >= 0) files.splice(at, 1);
}

/**
 * @param {ImportFile} file
 * @param {string} importer
 */
export function chooseImporter(file, importer) {
  file.importer = importer;
  file.state = "waiting";
}

/**
 * Adds files, and detects their importers. The list changes once, after all of them are detected.
 * @param {File[]} list
 * @param {{ shown: string, csrf: string, url: string, maxMib: number, onChange: () => void }} page
 * @returns {{ message: string, detected: Promise<string[]> }} the importers that were detected
 */
export function addFiles(list, page) {
  const taken = list.slice(0, MAX_FILES - files.length);
  const added = taken.map((file) => create(file, page.shown));
  files.push(...added);
  const message = taken.length < list.length ? `At most ${MAX_FILES} files can be added. The others were left out.` : "";
  return { message, detected: detectAll(added, page) };
}

/**
 * @param {File} file
 * @param {string} importer
 * @returns {ImportFile}
 */
function create(file, importer) {
  const id = nextId++;
  const name = file.webkitRelativePath || file.name;
  return { id, blob: file, name, size: file.size, importer, fingerprint: "", state: "detecting", report: null, place: null, problem: "" };
}

/**
 * @param {ImportFile[]} added
 * @param {{ shown: string, csrf: string, url: string, maxMib: number, onChange: () => void }} page
 */
async function detectAll(added, page) {
  detecting += 1;
  /** @type {Map<ImportFile, string>} */
  const found = new Map();
  for (const file of added) {
    const importer = await detect(file, page);
    if (importer) found.set(file, importer);
    page.onChange();
  }
  detecting -= 1;
  for (const [file, importer] of found) {
    // An importer that the reader chose meanwhile stays.
    if (file.importer === page.shown) file.importer = importer;
  }
  return [...new Set(found.values())];
}

/**
 * Detects the importer of a file; `null` if that is uncertain or the file cannot be read.
 * @param {ImportFile} file
 * @param {{ shown: string, csrf: string, url: string, maxMib: number }} page
 */
async function detect(file, { shown, csrf, url, maxMib }) {
  const found = { importer: /** @type {string | null} */ (null), problem: "" };
  if (file.size > maxMib * MIB) {
    found.problem = `The file is larger than ${maxMib} MiB. Use \`loci import\` for larger files.`;
  } else {
    const body = new FormData();
    body.append("csrf", csrf);
    body.append("file_name", file.name);
    body.append("file", file.blob, "file");
    await upload(`${url}?importer=${shown}&step=detect`, body, new AbortController().signal, (line) => {
      found.importer = line.importer ?? found.importer;
      file.fingerprint = line.fingerprint ?? file.fingerprint;
      found.problem = line.problem?.detail ?? found.problem;
    });
  }
  // A reader who chose an importer meanwhile has reset the state.
  if (file.state === "detecting") {
    file.state = found.problem ? "failed" : "waiting";
    file.problem = found.problem;
  }
  return found.importer;
}
