// Retries, backoff and timeouts.
import { ProblemError, UnexpectedAnswerError, type LociError } from "./errors.js";

/** Statuses that are retried: rate limits, and temporary errors of servers and proxies. */
const AGAIN = new Set([429, 502, 503, 504]);
/** Longest pause, in seconds, that a server may ask for. The call fails if it asks for a longer one. */
const LONGEST = 30;
/** Maximum delay of a timer in milliseconds. A timer with a longer one fires at once. */
const TIMER = 2 ** 31 - 1;

/** Validates `timeout` and `retries`. */
export function checked(patience: { timeout: unknown; retries: unknown }): void {
  const { timeout, retries } = patience;
  if (typeof timeout !== "number" || !(timeout > 0)) {
    throw new RangeError("`timeout` is a number of milliseconds, more than 0; `Infinity` sets no limit");
  }
  if (typeof retries !== "number" || !(retries >= 0)) throw new RangeError("`retries` is a number, 0 or more");
}

/** Returns the milliseconds before an attempt: exponential backoff with jitter. */
export function backoff(attempt: number): number {
  return Math.min(8000, 100 * 2 ** Math.min(attempt, 16)) * (0.5 + Math.random() / 2);
}

/** Returns true if a retry may succeed. */
export function passes(error: LociError): boolean {
  if (error instanceof ProblemError) return AGAIN.has(error.status) || error.reason === "contended";
  return !(error instanceof UnexpectedAnswerError) || AGAIN.has(error.status);
}

/** Returns the seconds that the response asks to wait. */
function asked(error: LociError): number {
  if (!(error instanceof ProblemError || error instanceof UnexpectedAnswerError)) return 0;
  const { retryAfter } = error;
  return typeof retryAfter === "number" && retryAfter > 0 ? retryAfter : 0;
}

/** Returns the milliseconds before the next attempt of a call, `undefined` if it should not be retried. */
export function pause(error: LociError, attempt: number): number | undefined {
  const seconds = asked(error);
  return passes(error) && seconds <= LONGEST ? Math.max(seconds * 1000, backoff(attempt)) : undefined;
}

/** Returns the milliseconds before a feed reconnects. Long pauses are shortened instead of failing. */
export function rest(error: LociError, attempt: number): number {
  return Math.max(Math.min(asked(error), LONGEST) * 1000, backoff(attempt));
}

/** The handlers of a signal and its single listener. */
interface Waiting {
  tell: () => void;
  ends: Set<() => void>;
}

/** Handlers by signal. Each signal gets one listener, because Node warns about more than ten. */
const WAITING = new WeakMap<AbortSignal, Waiting>();

/** Calls `end` when the signal aborts, at once if it already has. Returns a function that removes the handler. */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
  if (signal?.aborted) end();
  if (!signal || signal.aborted) return () => undefined;
  let waiting = WAITING.get(signal);
  if (!waiting) {
    const ends = new Set<() => void>();
    waiting = { ends, tell: () => ends.forEach((each) => each()) };
    WAITING.set(signal, waiting);
    signal.addEventListener("abort", waiting.tell, { once: true });
  }
  const { ends, tell } = waiting;
  const own = (): void => {
    ends.delete(own);
    end();
  };
  ends.add(own);
  return () => {
    if (!ends.delete(own) || ends.size > 0) return;
    signal.removeEventListener("abort", tell);
    WAITING.delete(signal);
  };
}

/** Waits. Rejects if the signal aborts first. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget = (): void => undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(resolve, milliseconds);
    forget = onAbort(signal, () => reject(signal?.reason as Error));
  }).finally(() => {
    clearTimeout(timer);
    forget();
  });
}

/** A signal that aborts with another one or after a timeout. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #forget: () => void;

  constructor(outer?: AbortSignal) {
    this.#forget = onAbort(outer, () => this.#controller.abort(outer?.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Returns the result of a promise, unless the signal aborts or the timeout passes first: not every request or body
   * stops with its signal. The timeout covers only this promise.
   */
  within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    const { signal } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let forget = (): void => undefined;
    return new Promise<T>((resolve, reject) => {
      promise.then(resolve, reject);
      // A timer cannot exceed 24 days; a longer timeout means no limit.
      if (milliseconds <= TIMER) {
        timer = setTimeout(() => this.#controller.abort(new Error("no answer in time")), milliseconds);
      }
      forget = onAbort(signal, () => reject(signal.reason as Error));
    }).finally(() => {
      clearTimeout(timer);
      forget();
    });
  }

  /** Stops watching, and aborts whatever is still running. */
  done(): void {
    this.#forget();
    this.#controller.abort();
  }
}
