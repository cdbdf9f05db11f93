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
   * Waits until something happens, and gives what happened since the cursor. That something was delivered is nothing
   * to wait for, and is left out. Nudges need no waiting: they come with every answer. Who waits for work calls
   * `task_claim` with `wait`.
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
