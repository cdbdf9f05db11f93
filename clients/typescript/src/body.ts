// Serializes the arguments of a call as JSON. Rejects values that JSON cannot represent, and names their place.
import { InvalidError } from "./errors.js";
import type { FieldFault } from "./types.js";

/** Maximum number of faults that are reported at once. */
const MAX_FAULTS = 100;
/** A lone surrogate, as remains when a text is cut within a character. */
const HALF = /\p{Surrogate}/u;
/** A lone surrogate as JSON escapes it. Matches nothing else except a text that contains this escape. */
const WRITTEN = /\\ud[89a-f]/;

/** Returns the arguments as JSON. */
export function body(given: object): string {
  const text = JSON.stringify(given, finite);
  if (!WRITTEN.test(text)) return text;
  const fields = halves(JSON.parse(text) as unknown);
  const [first] = fields;
  if (!first) return text;
  const detail = `${first.pointer}: ${first.detail}`;
  throw new InvalidError({ code: "invalid", status: 400, title: "The request is not valid", detail, fields });
}

/** Rejects numbers that JSON does not have, instead of sending `null`. */
function finite(name: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${name}: JSON has no number ${value}`);
  return value;
}

/** Returns the places of lone surrogates. */
function halves(given: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const todo: [pointer: string, value: unknown][] = [["", given]];
  const found = (pointer: string, what: string): void => {
    faults.push({ pointer: whole(pointer), detail: `${what} half of a character, a lone surrogate; send whole ones` });
  };
  while (faults.length < MAX_FAULTS) {
    const next = todo.pop();
    if (!next) break;
    const [pointer, value] = next;
    if (typeof value === "string" && HALF.test(value)) found(pointer, "has");
    if (typeof value !== "object" || value === null) continue;
    const inner: typeof todo = [];
    for (const [name, member] of Object.entries(value)) {
      const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (HALF.test(name) && faults.length < MAX_FAULTS) found(place, "has a name with");
      inner.push([place, member]);
    }
    for (const each of inner.reverse()) todo.push(each);
  }
  return faults;
}

/** Returns the text with a replacement character for each lone surrogate. */
function whole(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
