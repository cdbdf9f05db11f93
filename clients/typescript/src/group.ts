// Base of the generated classes.
import type { Signal } from "./platform.js";

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: Signal | undefined;
  /** Timeout of a response in milliseconds, on top of the time that the call may wait; `Infinity` sets no limit. */
  timeout?: number | undefined;
  /** Maximum number of retries of the call. */
  retries?: number | undefined;
}

/** Options that operations add to a call. */
export interface Manner extends CallOptions {
  /** Number of seconds that the server may wait before it responds. */
  waits?: number | null | undefined;
}

/** Sends calls. */
export interface Caller {
  call<Answer>(operation: string, given: object, manner?: Manner): Promise<Answer>;
}

/** A group of operations. */
export class Group {
  protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }
}
