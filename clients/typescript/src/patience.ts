// When to try again, and for how long to wait. Knows no operation.
import { ProblemError, UnexpectedAnswerError } from "./errors.js";

/** The statuses after which a call is tried again: too often, and what servers and proxies say of a moment. */
const AGAIN = new Set([429, 502, 503, 504]);
/** The longest pause in seconds that a server may ask for; a longer one is the caller's to wait. */
const LONGEST = 30;
/** The most milliseconds that a timer counts; one that is to count more ends at once. */
const TIMER = 2 ** 31 - 1;

/** Refuses a patience that is none. */
export function checked(patience: { timeout: unknown; retries: unknown }): void {
  const { timeout, retries } = patience;
  if (typeof timeout !== "number" || !(timeout > 0)) {
    throw new RangeError("`timeout` is a number of milliseconds, more than 0; `Infinity` sets no limit");
  }
  if (typeof retries !== "number" || !(retries >= 0)) throw new RangeError("`retries` is a number, 0 or more");
}

/** The milliseconds before an attempt: twice as many each time, and never the same for two callers. */
export function backoff(attempt: number): number {
  return Math.min(8000, 100 * 2 ** Math.min(attempt, 16)) * (0.5 + Math.random() / 2);
}

/** The milliseconds after which to try again what failed so; nothing when not at all. */
export function pause(error: unknown, attempt: number): number | undefined {
  let asked = 0;
  if (error instanceof ProblemError) {
    if (!AGAIN.has(error.status) && error.reason !== "contended") return undefined;
    asked = error.retryAfter ?? 0;
  } else if (error instanceof UnexpectedAnswerError && !AGAIN.has(error.status)) {
    return undefined;
  }
  return asked > LONGEST ? undefined : Math.max(asked * 1000, backoff(attempt));
}

/** Waits, unless the signal comes first. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** A signal that comes when another one does, or when nothing was heard for so long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #milliseconds: number;
  readonly #end = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#milliseconds = milliseconds;
    if (outer?.aborted) this.#end();
    outer?.addEventListener("abort", this.#end, { once: true });
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins to count anew. */
  heard(milliseconds = this.#milliseconds): void {
    clearTimeout(this.#timer);
    // Nobody waits for longer than a timer counts, which is 24 days.
    if (milliseconds > TIMER) return;
    this.#timer = setTimeout(() => this.#controller.abort(new Error("no answer in time")), milliseconds);
  }

  /** What comes of a promise, unless the signal comes first: not every body that is read ends with its signal. */
  until<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const end = (): void => reject(signal.reason as Error);
      if (signal.aborted) end();
      signal.addEventListener("abort", end, { once: true });
      void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    });
  }

  /** Watches no longer, and ends what still goes on. */
  done(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#end);
    this.#controller.abort();
  }
}
