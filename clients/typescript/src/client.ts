// The client: a server, and who calls it.
import { body } from "./body.js";
import { ConnectionFailedError, LociError, UnexpectedAnswerError, errorOf, parsed } from "./errors.js";
import { Place, Reader, SILENCE, type Event, type Feed } from "./feed.js";
import type { Caller, Manner } from "./group.js";
import { Operations } from "./operations/index.js";
import { Watch, checked, onAbort, passes, pause, rest, sleep } from "./patience.js";
import type { Fetch } from "./platform.js";

/** Where a server listens unless it is told otherwise. */
const DEFAULT_URL = "http://127.0.0.1:7077";

/** Where calls go, and how patient they are. */
export interface Options {
  /** The server's address; `LOCI_URL` of the environment unless given, else `http://127.0.0.1:7077`. */
  url?: string | { readonly href: string } | undefined;
  /** The agent's token; `LOCI_TOKEN` of the environment unless given. */
  token?: string | undefined;
  /**
   * The milliseconds an answer may take, on top of those that a call may wait; 30,000 unless given. With `Infinity` the
   * client sets no limit.
   */
  timeout?: number | undefined;
  /**
   * How many times a call is tried again; 7 unless given, which takes about 15 seconds in all when nobody answers, so
   * that a call outlasts a restart of the server.
   */
  retries?: number | undefined;
  /** What to use for `fetch`. */
  fetch?: Fetch | undefined;
}

/** How a client is set up. */
interface Settings {
  url: string;
  headers: Record<string, string>;
  timeout: number;
  retries: number;
  fetch: Fetch;
}

/**
 * A server, and who calls it: `await loci.task.claim({ workflow })` does the operation `task_claim`.
 *
 * Calls that find no server, are broken off, or are told to come later are tried again. A call has one idempotency key
 * for all its tries, so a write is done once and what was told is told again.
 */
export class Loci extends Operations {
  readonly #settings: Settings;

  constructor(options: Options = {}) {
    const settings = settled(options);
    super(caller(settings));
    this.#settings = settings;
  }

  /** Does an operation by its name; what the methods of the nouns do. */
  call<Answer = unknown>(operation: string, given: object = {}, manner: Manner = {}): Promise<Answer> {
    return this.caller.call(operation, given, manner);
  }

  /**
   * What happens, as it happens. A feed that breaks off goes on after its last event; it ends with its signal or when
   * its loop is left, and fails when it was opened ten times in a row for nothing.
   */
  events<Summary extends boolean = false>(feed: Feed<Summary> = {}): AsyncGenerator<Event<Summary>, void, undefined> {
    const end = new AbortController();
    const events = follow(this.#settings, feed, end);
    // A generator that waits for an event would hear only after it that it is left.
    const leave = events.return.bind(events);
    events.return = (value) => {
      end.abort();
      return leave(value);
    };
    events.throw = async (error) => {
      await events.return();
      throw error;
    };
    return events;
  }
}

/** The events of a feed, over all the connections that it needs. */
async function* follow<Summary extends boolean>(
  settings: Settings,
  feed: Feed<Summary>,
  end: AbortController,
): AsyncGenerator<Event<Summary>, void, undefined> {
  const { signal } = end;
  const place = new Place(feed);
  const forget = onAbort(feed.signal, () => end.abort());
  try {
    while (!signal.aborted) {
      let failure: LociError = new ConnectionFailedError(`${settings.url} ends the feed again and again`);
      try {
        yield* connection(settings, place, signal);
      } catch (error) {
        if (signal.aborted) return;
        failure = failed(settings, error);
        if (!passes(failure)) throw failure;
      }
      if (signal.aborted) return;
      if (!place.again()) throw failure;
      await sleep(rest(failure, place.failures), signal).catch(() => undefined);
    }
  } finally {
    forget();
  }
}

/** The events of one connection of a feed. */
async function* connection<Summary extends boolean>(
  { url, headers, timeout, fetch }: Settings,
  place: Place<Summary>,
  outer: AbortSignal,
): AsyncGenerator<Event<Summary>, void, undefined> {
  const address = `${url}/api/events${place.query && `?${place.query}`}`;
  const watch = new Watch(outer);
  const { signal } = watch;
  const open = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const request = { headers: { ...headers, ...place.headers() }, signal, redirect: "manual", cache: "no-store" } as const;
    const response = await fetch(address, request);
    if (response.status !== 200) throw errorOf(response.status, await response.text(), response.headers);
    if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
      throw new UnexpectedAnswerError(`${address} is not a feed of Loci`, response.status);
    }
    const stream = response.body.getReader();
    onAbort(signal, () => void stream.cancel().catch(() => undefined));
    return stream;
  };
  try {
    const stream = await watch.within(timeout, open());
    const reader = new Reader();
    const decoder = new TextDecoder();
    while (true) {
      const { done, value } = await watch.within(SILENCE, stream.read());
      if (done) return;
      for (const fields of reader.read(decoder.decode(value, { stream: true }))) {
        const event = place.take(fields);
        if (signal.aborted) return;
        if (event) yield event;
      }
    }
  } finally {
    watch.done();
  }
}

/** Does the calls of a client. */
function caller(settings: Settings): Caller {
  return {
    async call<Answer>(operation: string, given: object, manner: Manner = {}): Promise<Answer> {
      if (manner.signal?.aborted) throw manner.signal.reason;
      const { timeout = settings.timeout, retries = settings.retries } = manner;
      checked({ timeout, retries });
      const headers = { ...settings.headers, accept: "application/json", "content-type": "application/json" };
      if ((given as { idempotency_key?: unknown }).idempotency_key == null) {
        Object.assign(headers, { "idempotency-key": key() });
      }
      const request = { method: "POST", headers, body: body(given), redirect: "manual" } as const;
      // A server that may wait is given that time on top.
      const waits = manner.waits ?? (operation === "changes_wait" ? 30 : 0);
      const patience = timeout + Math.max(0, Number(waits) || 0) * 1000;
      const url = `${settings.url}/api/${operation}`;
      for (let attempt = 1; ; attempt += 1) {
        const watch = new Watch(manner.signal);
        const { signal } = watch;
        let failure: LociError;
        try {
          const ask = async (): Promise<unknown> => {
            const response = await settings.fetch(url, { ...request, signal });
            return answer(url, response, await response.text());
          };
          return (await watch.within(patience, ask())) as Answer;
        } catch (error) {
          if (manner.signal?.aborted) throw manner.signal.reason;
          failure = failed(settings, error);
        } finally {
          watch.done();
        }
        const wait = attempt > retries ? undefined : pause(failure, attempt);
        if (wait === undefined) throw failure;
        await sleep(wait, manner.signal);
      }
    },
  };
}

/** What a whole answer says. */
function answer(url: string, response: Response, text: string): unknown {
  if (response.ok) {
    const found = parsed(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found;
    throw new UnexpectedAnswerError(`${url} does not answer as Loci does`, response.status);
  }
  // Whoever named the tag of what there is has the answer already.
  if (response.status === 304) {
    return { unchanged: true, etag: response.headers.get("etag")?.replace(/^(?:W\/)?"(.*)"$/, "$1") };
  }
  throw errorOf(response.status, text, response.headers);
}

/** The settings that the options and the environment say. */
function settled(options: Options): Settings {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const url = addressOf(options.url || process?.env?.LOCI_URL || DEFAULT_URL);
  const token = options.token || process?.env?.LOCI_TOKEN;
  // The token itself is not told.
  if (token && !/^[!-~]+$/.test(token)) throw new TypeError("The token has characters that no token has");
  const { timeout = 30_000, retries = 7 } = options;
  checked({ timeout, retries });
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return { url, headers, timeout, retries, fetch: options.fetch ?? globalThis.fetch.bind(globalThis) };
}

/** The address of a server, without a slash at its end. */
function addressOf(given: string | { readonly href: string }): string {
  const text = String(typeof given === "object" ? given.href : given);
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(`${text} is no address; one is like ${DEFAULT_URL}`);
  }
  const url = new URL(text);
  // `fetch` takes none with them, and they are not for others to read.
  if (url.username || url.password) throw new TypeError("The address has a name or a password in it: give a `token`");
  if (/[?#]/.test(url.href)) throw new TypeError(`${text} has a query or a fragment, which no address of a server has`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** A new idempotency key. */
function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The failure that an error is: one of ours, or one of `fetch`. */
function failed({ url }: Settings, error: unknown): LociError {
  return error instanceof LociError ? error : new ConnectionFailedError(`${url}: ${said(error)}`, { cause: error });
}

/** What an error of `fetch` says, which hides the particulars in its cause. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
