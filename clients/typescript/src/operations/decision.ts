// The operations of `decision`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  DecisionApproveAnswer,
  DecisionApproveArguments,
  DecisionApproveLean,
  DecisionRecordAnswer,
  DecisionRecordArguments,
  DecisionRecordLean,
  DecisionRejectAnswer,
  DecisionRejectArguments,
  DecisionRejectLean,
  DecisionSupersedeAnswer,
  DecisionSupersedeArguments,
  DecisionSupersedeLean,
} from "../types.js";

/** The operations of `decision`. */
export class Decision extends Group {
  /**
   * Approves a decision. Requests for approval of it are answered with it.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
   * `warnings`.
   *
   * For: member, owner.
   */
  approve<const Asked extends Fields = DecisionApproveLean>(
    given: DecisionApproveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<DecisionApproveAnswer, Asked, "decision">> {
    return this.caller.call("decision_approve", given, options);
  }

  /**
   * Records a decision: what was chosen, what was not, and why. One that was planned is named with `decision`, or by
   * asking the same question. Tasks whose edges wait for this choice follow it at once.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  record<const Asked extends Fields = DecisionRecordLean>(
    given: DecisionRecordArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<DecisionRecordAnswer, Asked, "decision">> {
    return this.caller.call("decision_record", given, options);
  }

  /**
   * Rejects a decision: it does not hold any more, and says why. Requests for approval of it are refused with it.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
   * `warnings`.
   *
   * For: member, owner.
   */
  reject<const Asked extends Fields = DecisionRejectLean>(
    given: DecisionRejectArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<DecisionRejectAnswer, Asked, "decision">> {
    return this.caller.call("decision_reject", given, options);
  }

  /**
   * Puts a new decision in the place of an earlier one, which is kept with a link to it. Tasks whose edges wait for
   * the choice follow the new one. What a person decided or approved only a person puts another in the place of: an
   * agent asks for that with `question_ask`.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.supersedes`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  supersede<const Asked extends Fields = DecisionSupersedeLean>(
    given: DecisionSupersedeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<DecisionSupersedeAnswer, Asked, "decision">> {
    return this.caller.call("decision_supersede", given, options);
  }
}
