// When to try again, and for how long to wait. Knows no operation.
import { ProblemError, UnexpectedAnswerError, type LociError } from "./errors.js";

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

/** Whether what failed so may go well another time. */
export function passes(error: LociError): boolean {
  if (error instanceof ProblemError) return AGAIN.has(error.status) || error.reason === "contended";
  return !(error instanceof UnexpectedAnswerError) || AGAIN.has(error.status);
}

/** The seconds that whoever answered so asks to wait for. */
function asked(error: LociError): number {
  if (!(error instanceof ProblemError || error instanceof UnexpectedAnswerError)) return 0;
  const { retryAfter } = error;
  return typeof retryAfter === "number" && retryAfter > 0 ? retryAfter : 0;
}

/** The milliseconds after which to do a call again that failed so; nothing when not at all. */
export function pause(error: LociError, attempt: number): number | undefined {
  const seconds = asked(error);
  return passes(error) && seconds <= LONGEST ? Math.max(seconds * 1000, backoff(attempt)) : undefined;
}

/** The milliseconds after which to open a feed again, which is in no hurry. */
export function rest(error: LociError, attempt: number): number {
  return Math.max(Math.min(asked(error), LONGEST) * 1000, backoff(attempt));
}

/** Those who wait for a signal, and who tells them. */
interface Waiting {
  tell: () => void;
  ends: Set<() => void>;
}

/** Who waits for which signal. It has one listener for all of them, since Node takes more than ten for a mistake. */
const WAITING = new WeakMap<AbortSignal, Waiting>();

/** Does something when a signal comes, or now if it has come already; what it returns takes that back. */
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

/** Waits, unless the signal comes first. */
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

/** A signal that comes when another one does, or when something took too long. */
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
   * What comes of a promise, unless the signal comes first or so many milliseconds pass: not every request and not every
   * body that is read ends with its signal. Only so long does a timer count.
   */
  within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    const { signal } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let forget = (): void => undefined;
    return new Promise<T>((resolve, reject) => {
      promise.then(resolve, reject);
      // Nobody waits for longer than a timer counts, which is 24 days.
      if (milliseconds <= TIMER) {
        timer = setTimeout(() => this.#controller.abort(new Error("no answer in time")), milliseconds);
      }
      forget = onAbort(signal, () => reject(signal.reason as Error));
    }).finally(() => {
      clearTimeout(timer);
      forget();
    });
  }

  /** Watches no longer, and ends what still goes on. */
  done(): void {
    this.#forget();
    this.#controller.abort();
  }
}
