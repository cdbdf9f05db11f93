// The operations of `mood`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  MoodSignalAnswer,
  MoodSignalArguments,
} from "../types.js";

/** The operations of `mood`. */
export class Mood extends Group {
  /**
   * Raises a mind's mood, such as after praise, success, trouble or an urgent request. The effect fades within hours.
   * Task outcomes, approvals by people and urgent nudges do this automatically.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  signal<const Asked extends Fields = Whole>(
    given: MoodSignalArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MoodSignalAnswer, Asked, "mood">> {
    return this.caller.call("mood_signal", given, options);
  }
}
