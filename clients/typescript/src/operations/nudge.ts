// The operations of `nudge`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  NudgeAcknowledgeAnswer,
  NudgeAcknowledgeArguments,
  NudgeAcknowledgeLean,
  NudgeSendAnswer,
  NudgeSendArguments,
  NudgeSendLean,
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
  acknowledge<const Asked extends Fields = NudgeAcknowledgeLean>(
    given: NudgeAcknowledgeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<NudgeAcknowledgeAnswer, Asked, "nudge">> {
    return this.caller.call("nudge_acknowledge", given, options);
  }

  /**
   * Says something to an agent, to whoever leads, or to all. It arrives with the answer to whatever they call next.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `nudge.id`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  send<const Asked extends Fields = NudgeSendLean>(
    given: NudgeSendArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<NudgeSendAnswer, Asked, "nudge">> {
    return this.caller.call("nudge_send", given, options);
  }
}
