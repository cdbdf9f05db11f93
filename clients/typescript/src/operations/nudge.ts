// The operations of `nudge`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  NudgeAcknowledgeAnswer,
  NudgeAcknowledgeArguments,
  NudgeSendAnswer,
  NudgeSendArguments,
} from "../types.js";

/** The operations of `nudge`. */
export class Nudge extends Group {
  /**
   * Says that a nudge was read, and whether something was changed because of it.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `nudge.id`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer.
   */
  acknowledge(given: NudgeAcknowledgeArguments, options: CallOptions = {}): Promise<NudgeAcknowledgeAnswer> {
    return this.caller.call("nudge_acknowledge", given, options);
  }

  /**
   * Says something to an agent, to whoever leads, or to all. It arrives with the answer to whatever they call next.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `nudge.id`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  send(given: NudgeSendArguments, options: CallOptions = {}): Promise<NudgeSendAnswer> {
    return this.caller.call("nudge_send", given, options);
  }
}
