// The live feed out of the text of a response, however it is cut. Reads no network.
import { UnexpectedAnswerError, parsed } from "./errors.js";
import type { Signal } from "./platform.js";
import type { Fact, Happening } from "./types.js";

/** The most characters of an event: a fact is far smaller. */
export const MOST = 64 * 1024 * 1024;
/** The milliseconds of silence after which a feed is opened again: a server says every 15 seconds that it is there. */
export const SILENCE = 60_000;
/** How many times in a row a feed is opened again for nothing. */
export const TRIES = 10;

/** What the feed says; each fact in words, too, where it was asked for its `Summary`. */
export type Event<Summary extends boolean = boolean> =
  | {
      kind: "fact";
      /** Where the feed goes on after it: what `after` takes. */
      cursor: string;
      /** What happened. */
      fact: Summary extends true ? Happening : Fact & { summary?: string | undefined };
    }
  /** A backup was restored, and everything has to be read anew. */
  | { kind: "reset"; cursor: string };

/** What the feed is asked for. */
export interface Feed<Summary extends boolean = boolean> {
  /** Only what happens in these streams, such as `workflow:01J…`. */
  stream?: string | string[] | undefined;
  /** Go on after this cursor. */
  after?: string | undefined;
  /** Say each fact in words, too, as its `summary`. */
  summary?: Summary | undefined;
  /** Ends the feed. */
  signal?: Signal | undefined;
}

/** The fields of an event as they came. */
export interface Fields {
  id?: string;
  event?: string;
  data?: string;
}

/** Reads the events of one response. */
export class Reader {
  #line = "";
  #fields: Fields = {};
  #length = 0;
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** The events that end in this text. */
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

/** Where a feed is, over all the connections that it needs. */
export class Place<Summary extends boolean = boolean> {
  readonly query: string;
  /** Where the feed is by its own events, which counts more than where it was to begin. */
  cursor: string | undefined;
  failures = 0;

  constructor(feed: Feed<Summary>) {
    const query = new URLSearchParams();
    for (const stream of [feed.stream ?? []].flat()) query.append("stream", stream);
    if (feed.summary) query.append("summary", "true");
    // In the address there is room for any text, and Loci says what is wrong with it.
    if (feed.after != null) query.append("after", feed.after);
    this.query = query.toString();
  }

  /** The headers of the next connection. */
  headers(): Record<string, string> {
    return { accept: "text/event-stream", ...(this.cursor === undefined ? {} : { "last-event-id": this.cursor }) };
  }

  /** What an event says to who reads the feed; nothing when it only says where the feed is. */
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

  /** Whether to open it once more after it broke off. */
  again(): boolean {
    this.failures += 1;
    return this.failures <= TRIES;
  }
}
