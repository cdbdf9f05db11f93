// Parses the live feed from chunks of a response's text.
import { UnexpectedAnswerError, parsed } from "./errors.js";
import type { Signal } from "./platform.js";
import type { Fact, Happening } from "./types.js";

/** Maximum number of characters of an event. A fact is far smaller. */
export const MAX_EVENT_BYTES = 64 * 1024 * 1024;
/** Milliseconds without data after which a feed reconnects. A server sends a sign of life every 15 seconds. */
export const SILENCE = 60_000;
/** Maximum number of consecutive reconnects without an event. */
export const TRIES = 10;

/** An event of the feed. Facts have a `summary` if the feed was opened with it. */
export type Event<Summary extends boolean = boolean> =
  | {
      kind: "fact";
      /** Cursor after this event, for `after`. */
      cursor: string;
      /** The fact. */
      fact: Summary extends true ? Happening : Fact & { summary?: string | undefined };
    }
  /** A backup was restored: discard all state and read it again. */
  | { kind: "reset"; cursor: string };

/** Options of a feed. */
export interface Feed<Summary extends boolean = boolean> {
  /** Only events of these streams, such as `workflow:01J…`. */
  stream?: string | string[] | undefined;
  /** Cursor after which to start. */
  after?: string | undefined;
  /** Adds a description in words to each fact, as its `summary`. */
  summary?: Summary | undefined;
  /** Ends the feed. */
  signal?: Signal | undefined;
}

/** Raw fields of an event. */
export interface Fields {
  id?: string;
  event?: string;
  data?: string;
}

/** Parses the events of one response. */
export class Reader {
  #line = "";
  #fields: Fields = {};
  #length = 0;
  readonly #most: number;

  constructor(most = MAX_EVENT_BYTES) {
    this.#most = most;
  }

  /** Yields the events that end in this text. */
  *read(text: string): Generator<Fields> {
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    for (const part of lines) {
      const line = (this.#line + part).replace(/\r$/, "");
      this.#line = "";
      this.#length += line.length;
      if (line !== "") {
        this.#field(line);
        continue;
      }
      const fields = this.#fields;
      this.#fields = {};
      this.#length = 0;
      if (Object.keys(fields).length > 0) yield fields;
    }
    this.#line += rest;
    if (this.#line.length + this.#length > this.#most) {
      throw new UnexpectedAnswerError("The feed sends an event without end", 200);
    }
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#fields.data = this.#fields.data === undefined ? value : `${this.#fields.data}\n${value}`;
    else if (name === "id" || name === "event") this.#fields[name] = value;
  }
}

/** State of a feed across its connections. */
export class Place<Summary extends boolean = boolean> {
  readonly query: string;
  /** Cursor of the last event, which takes precedence over `after`. */
  cursor: string | undefined;
  failures = 0;

  constructor(feed: Feed<Summary>) {
    const query = new URLSearchParams();
    for (const stream of [feed.stream ?? []].flat()) query.append("stream", stream);
    if (feed.summary) query.append("summary", "true");
    // Sent in the address, which can contain any text: Loci reports invalid cursors.
    if (feed.after != null) query.append("after", feed.after);
    this.query = query.toString();
  }

  /** Returns the headers of the next connection. */
  headers(): Record<string, string> {
    return { accept: "text/event-stream", ...(this.cursor === undefined ? {} : { "last-event-id": this.cursor }) };
  }

  /** Returns the event for the reader of the feed, `undefined` if it only updates the cursor. */
  take(fields: Fields): Event<Summary> | undefined {
    this.failures = 0;
    this.cursor = fields.id ?? this.cursor;
    const cursor = this.cursor ?? "";
    if (fields.event === "reset") return { kind: "reset", cursor };
    if (fields.event || fields.data === undefined) return undefined;
    const fact = parsed(fields.data);
    if (fact === undefined) throw new UnexpectedAnswerError("The feed sends an event that is not JSON", 200);
    return { kind: "fact", cursor, fact } as Event<Summary>;
  }

  /** Counts a failure. Returns true if the feed should reconnect. */
  again(): boolean {
    this.failures += 1;
    return this.failures <= TRIES;
  }
}
