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
   * Approves a decision. Also approves the pending requests for approval of it.
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
   * Records a decision: the choice, the alternatives and the rationale. Name a planned decision with `decision`, or
   * ask the same question. Tasks whose edges wait for this choice follow it at once.
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
   * Rejects a decision with a reason: it is no longer valid. Also refuses the pending requests for approval of it.
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
   * Replaces an earlier decision, which is kept with a link to the new one. Tasks whose edges wait for the choice
   * follow the new one. Only a person may replace a decision that a person made or approved; an agent asks for that
   * with `question_ask`.
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
