// What the generated classes stand on: somebody who does their calls.
import type { Signal } from "./platform.js";

/** How a single call is done. */
export interface CallOptions {
  /** Ends the call early. */
  signal?: Signal | undefined;
  /** The milliseconds an answer may take, on top of those that the call may wait; `Infinity` sets no limit. */
  timeout?: number | undefined;
  /** How many times the call is tried again. */
  retries?: number | undefined;
}

/** What the operations say of a call besides. */
export interface Manner extends CallOptions {
  /** How many seconds the server may wait before it answers. */
  waits?: number | null | undefined;
}

/** Does calls. */
export interface Caller {
  call<Answer>(operation: string, given: object, manner?: Manner): Promise<Answer>;
}

/** Operations that belong together. */
export class Group {
  protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }
}
