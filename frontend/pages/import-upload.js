// @ts-check
// Uploads a file of the import page, and reads the lines of the response as they arrive.

/** Maximum number of attempts while the server rejects requests because there are too many. */
const MAX_ATTEMPTS = 8;
/** Longest pause between two attempts, in seconds. */
const MAX_PAUSE_SECONDS = 60;

/** @typedef {{ key: string, id: string, title: string, change: string, href?: string }} Item */
/** @typedef {{ at: string, why: string, text: string }} Odd */
/**
 * @typedef {{ dry_run: boolean, created: number, changed: number, unchanged: number, quarantined: number,
 *   set_aside: number, items?: Item[], odd?: Odd[], notes?: string[] }} Report
 */
/** @typedef {{ code?: string, detail: string, fields?: { pointer: string, detail: string }[] }} Problem */
/**
 * @typedef {{ importer?: string | null, fingerprint?: string, done?: number, parts?: number, report?: Report,
 *   place?: string | null, problem?: Problem }} Line
 */

/** The problem if no complete response arrives. @type {Problem} */
const UNREACHABLE = { code: "unavailable", detail: "Loci cannot be reached. Try again." };

/** The connection failed. */
class Unreachable extends Error {}

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
const reach = (work) =>
  work.catch(() => {
    throw new Unreachable();
  });

/**
 * Uploads a form with a file. Calls `onLine` for each line of the response; a failed request is a line with a problem.
 * Throws an `AbortError` if `signal` is aborted.
 * @param {string} url
 * @param {FormData} body
 * @param {AbortSignal} signal
 * @param {(line: Line) => void} onLine
 */
export async function upload(url, body, signal, onLine) {
  try {
    const response = await send(url, body, signal);
    if (!response.ok || !response.body) {
      onLine({ problem: await problemOf(response) });
      return;
    }
    await readLines(response.body, onLine);
  } catch (error) {
    if (signal.aborted) throw new DOMException("", "AbortError");
    if (!(error instanceof Unreachable)) throw error;
    onLine({ problem: UNREACHABLE });
  }
}

/**
 * @param {string} url
 * @param {FormData} body
 * @param {AbortSignal} signal
 */
async function send(url, body, signal) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await reach(fetch(url, { method: "POST", body, signal }));
    if (response.status !== 429 || attempt === MAX_ATTEMPTS) return response;
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await pause(Math.min(seconds, MAX_PAUSE_SECONDS), signal);
  }
}

/**
 * @param {number} seconds
 * @param {AbortSignal} signal
 */
function pause(seconds, signal) {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, seconds * 1_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      failed(signal.reason);
    });
  });
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
async function problemOf(response) {
  const problem = await response.json().catch(() => null);
  return problem?.detail ? problem : UNREACHABLE;
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {(line: Line) => void} onLine
 */
async function readLines(body, onLine) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reach(reader.read());
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line));
    if (done) return;
  }
}
