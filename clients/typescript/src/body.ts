// The body of a call: its arguments as JSON. What JSON has no way to say is refused here, where it can be named.
import { InvalidError } from "./errors.js";
import type { FieldFault } from "./types.js";

/** The most faults that are told at once. */
const MOST = 100;
/** Half of a character that takes two, as remains when a text is cut between them. */
const HALF = /\p{Surrogate}/u;
/** How JSON writes such a half, and nothing else but this very text. */
const WRITTEN = /\\ud[89a-f]/;

/** The arguments as JSON. */
export function body(given: object): string {
  const text = JSON.stringify(given, finite);
  if (!WRITTEN.test(text)) return text;
  const fields = halves(JSON.parse(text) as unknown);
  const [first] = fields;
  if (!first) return text;
  const detail = `${first.pointer}: ${first.detail}`;
  throw new InvalidError({ code: "invalid", status: 400, title: "The request is not valid", detail, fields });
}

/** Refuses numbers that JSON has not, instead of sending `null`. */
function finite(name: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${name}: JSON has no number ${value}`);
  return value;
}

/** Where there are half characters. */
function halves(given: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const todo: [pointer: string, value: unknown][] = [["", given]];
  const found = (pointer: string, what: string): void => {
    faults.push({ pointer: whole(pointer), detail: `${what} half of a character, a lone surrogate; send whole ones` });
  };
  while (faults.length < MOST) {
    const next = todo.pop();
    if (!next) break;
    const [pointer, value] = next;
    if (typeof value === "string" && HALF.test(value)) found(pointer, "has");
    if (typeof value !== "object" || value === null) continue;
    const inner: typeof todo = [];
    for (const [name, member] of Object.entries(value)) {
      const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (HALF.test(name) && faults.length < MOST) found(place, "has a name with");
      inner.push([place, member]);
    }
    for (const each of inner.reverse()) todo.push(each);
  }
  return faults;
}

/** The text with a sign in place of each half character. */
function whole(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
