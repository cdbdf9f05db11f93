// The operations of `changes`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ChangesWaitAnswer,
  ChangesWaitArguments,
} from "../types.js";

/** The operations of `changes`. */
export class Changes extends Group {
  /**
   * Waits until something happens, and returns the facts since the cursor. Delivery receipts are not included. Nudges
   * need no waiting: they come with every response. To wait for work, call `task_claim` with `wait`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  wait<const Asked extends Fields = Whole>(
    given: ChangesWaitArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ChangesWaitAnswer, Asked, "items">> {
    return this.caller.call("changes_wait", given, { ...options, waits: given.timeout_seconds });
  }
}
