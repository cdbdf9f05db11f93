// The operations of `note`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  NoteWriteAnswer,
  NoteWriteArguments,
} from "../types.js";

/** The operations of `note`. */
export class Note extends Group {
  /**
   * Keeps a note in an agent's mind: what somebody prefers, a decision, a deadline, a friction to avoid. It is a
   * long-term memory at once, so `memory_search` finds it before the next dream takes it into the document, and it is
   * shown at the start of every session until then. An agent writes in its own mind; orchestrators and people may
   * write in another's.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  write<const Asked extends Fields = Whole>(
    given: NoteWriteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<NoteWriteAnswer, Asked, "note">> {
    return this.caller.call("note_write", given, options);
  }
}
