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
   * Acknowledges a nudge and says if something was changed because of it.
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
   * Sends a message to an agent, to the lead, or to all agents. It is delivered with the response to their next call.
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
