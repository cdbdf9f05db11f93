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
   * Saves a note in an agent's mind: a preference, a decision, a deadline, a friction to avoid. It is also a long-
   * term memory, so `memory_search` finds it at once, and it is shown at the start of every session until a dream
   * puts it into the document. Agents write in their own mind; orchestrators and people can write in any.
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
