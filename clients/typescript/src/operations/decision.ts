// The operations of `decision`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  DecisionApproveAnswer,
  DecisionApproveArguments,
  DecisionRecordAnswer,
  DecisionRecordArguments,
  DecisionRejectAnswer,
  DecisionRejectArguments,
  DecisionSupersedeAnswer,
  DecisionSupersedeArguments,
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
  approve(given: DecisionApproveArguments, options: CallOptions = {}): Promise<DecisionApproveAnswer> {
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
  record(given: DecisionRecordArguments, options: CallOptions = {}): Promise<DecisionRecordAnswer> {
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
  reject(given: DecisionRejectArguments, options: CallOptions = {}): Promise<DecisionRejectAnswer> {
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
  supersede(given: DecisionSupersedeArguments, options: CallOptions = {}): Promise<DecisionSupersedeAnswer> {
    return this.caller.call("decision_supersede", given, options);
  }
}
