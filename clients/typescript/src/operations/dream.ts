// The operations of `dream`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  DreamGetAnswer,
  DreamGetArguments,
  DreamListAnswer,
  DreamListArguments,
} from "../types.js";

/** The operations of `dream`. */
export class Dream extends Group {
  /**
   * Returns a dream: the document that it wrote, or the draft that a guard refused, and the difference to the version
   * that it is based on.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: DreamGetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<DreamGetAnswer, Asked, "dream">> {
    return this.caller.call("dream_get", given, options);
  }

  /**
   * Lists the last dreams of a mind, newest first: what each read and changed, the results of the guards, and the
   * reason if it was refused or failed. Also returns the dream that is requested or running.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: DreamListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<DreamListAnswer, Asked, "items">> {
    return this.caller.call("dream_list", given, options);
  }
}
