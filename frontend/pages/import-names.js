// @ts-check
// Names under which files are imported. A conversation without a title takes the name of its file, so two files of one
// name with different content need two names.

/** @typedef {{ name: string, importer: string, fingerprint: string }} Named */

/**
 * Splits a file's name, without its folders and control characters, into stem and extension.
 * @param {string} path
 * @returns {[stem: string, extension: string]}
 */
export function splitName(path) {
  const name = (path.split("/").pop() ?? "").replace(/\p{Cc}/gu, "");
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  return [stem.trim() || "file", extension];
}

/**
 * Returns the name under which a file is imported. If an earlier file of the same importer has its name and other
 * content, its folders or else its fingerprint distinguish it.
 * @param {Named[]} files
 * @param {Named} file
 */
export function importName(files, file) {
  const [stem, extension] = splitName(file.name);
  const first = files.find((other) => other.importer === file.importer && splitName(other.name)[0] === stem);
  if (!first || first.fingerprint === file.fingerprint) return `${stem}${extension}`;
  const slash = file.name.lastIndexOf("/");
  if (slash < 0) return `${stem}.${file.fingerprint}${extension}`;
  return `${file.name.slice(0, slash).replaceAll("/", ".")}.${stem}${extension}`;
}
