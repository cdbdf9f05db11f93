// The client of a server.
import { body } from "./body.js";
import { ConnectionFailedError, LociError, UnexpectedAnswerError, errorOf, parsed } from "./errors.js";
import { Place, Reader, SILENCE, type Event, type Feed } from "./feed.js";
import type { Caller, Manner } from "./group.js";
import { Operations } from "./operations/index.js";
import { Watch, checked, onAbort, passes, pause, rest, sleep } from "./patience.js";
import type { Fetch } from "./platform.js";

/** Default address of a server. */
const DEFAULT_URL = "http://127.0.0.1:7077";

/** Options of a client. */
export interface Options {
  /** Address of the server. Default: `LOCI_URL` of the environment, else `http://127.0.0.1:7077`. */
  url?: string | { readonly href: string } | undefined;
  /** Token of the agent. Default: `LOCI_TOKEN` of the environment. */
  token?: string | undefined;
  /**
   * Timeout of a response in milliseconds, on top of the time that a call may wait. Default 30,000; `Infinity` sets no
   * limit.
   */
  timeout?: number | undefined;
  /**
   * Maximum number of retries of a call. Default 7: about 15 seconds in all if no server answers, so that a call
   * outlasts a restart of the server.
   */
  retries?: number | undefined;
  /** The `fetch` function to use. Default: the global one. */
  fetch?: Fetch | undefined;
}

/** Validated options of a client. */
interface Settings {
  url: string;
  headers: Record<string, string>;
  timeout: number;
  retries: number;
  fetch: Fetch;
}

/**
 * A client of a server: `await loci.task.claim({ workflow })` calls the operation `task_claim`.
 *
 * Retries calls if no server answers, the connection breaks, or the server asks to retry later. All attempts of a call
 * have one idempotency key, so a write is done once and its response is repeated.
 */
export class Loci extends Operations {
  readonly #settings: Settings;

  constructor(options: Options = {}) {
    const settings = settled(options);
    super(caller(settings));
    this.#settings = settings;
  }

  /** Calls an operation by its name, as the methods of the groups do. */
  call<Answer = unknown>(operation: string, given: object = {}, manner: Manner = {}): Promise<Answer> {
    return this.caller.call(operation, given, manner);
  }

  /**
   * Yields events as they happen. A feed that breaks continues after its last event. It ends with its signal or when
   * its loop is left, and throws after ten reconnects in a row without an event.
   */
  events<Summary extends boolean = false>(feed: Feed<Summary> = {}): AsyncGenerator<Event<Summary>, void, undefined> {
    const end = new AbortController();
    const events = follow(this.#settings, feed, end);
    // A generator that waits for an event would notice only afterwards that its loop was left.
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

/** Yields the events of a feed across all its connections. */
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

/** Yields the events of one connection of a feed. */
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

/** Returns the caller that sends the requests of a client. */
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
      // The time that the server may wait is added to the timeout.
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

/** Returns the content of a response, or throws its error. */
function answer(url: string, response: Response, text: string): unknown {
  if (response.ok) {
    const found = parsed(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found;
    throw new UnexpectedAnswerError(`${url} does not answer as Loci does`, response.status);
  }
  // The caller that sent the ETag already has the content.
  if (response.status === 304) {
    return { unchanged: true, etag: response.headers.get("etag")?.replace(/^(?:W\/)?"(.*)"$/, "$1") };
  }
  throw errorOf(response.status, text, response.headers);
}

/** Returns the settings from the options and the environment. */
function settled(options: Options): Settings {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const url = addressOf(options.url || process?.env?.LOCI_URL || DEFAULT_URL);
  const token = options.token || process?.env?.LOCI_TOKEN;
  // The message does not contain the token.
  if (token && !/^[!-~]+$/.test(token)) throw new TypeError("The token has characters that no token has");
  const { timeout = 30_000, retries = 7 } = options;
  checked({ timeout, retries });
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return { url, headers, timeout, retries, fetch: options.fetch ?? globalThis.fetch.bind(globalThis) };
}

/** Returns the address of a server without a trailing slash. */
function addressOf(given: string | { readonly href: string }): string {
  const text = String(typeof given === "object" ? given.href : given);
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(`${text} is no address; one is like ${DEFAULT_URL}`);
  }
  const url = new URL(text);
  // `fetch` rejects addresses with credentials, and they must not appear in messages.
  if (url.username || url.password) throw new TypeError("The address has a name or a password in it: give a `token`");
  if (/[?#]/.test(url.href)) throw new TypeError(`${text} has a query or a fragment, which no address of a server has`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Returns a new idempotency key. */
function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the error itself if it is ours, otherwise wraps an error of `fetch`. */
function failed({ url }: Settings, error: unknown): LociError {
  return error instanceof LociError ? error : new ConnectionFailedError(`${url}: ${said(error)}`, { cause: error });
}

/** Returns the message of an error. `fetch` puts the details in its cause. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
