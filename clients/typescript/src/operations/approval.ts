// The operations of `approval`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ApprovalGiveAnswer,
  ApprovalGiveArguments,
  ApprovalGiveLean,
  ApprovalRequestAnswer,
  ApprovalRequestArguments,
  ApprovalRequestLean,
} from "../types.js";

/** The operations of `approval`. */
export class Approval extends Group {
  /**
   * Approves or refuses a request for approval. If it is about a decision, the decision is approved or rejected with
   * it.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `approval.id`, `approval.status`.
   *
   * For: member, owner.
   */
  give<const Asked extends Fields = ApprovalGiveLean>(
    given: ApprovalGiveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ApprovalGiveAnswer, Asked, "approval">> {
    return this.caller.call("approval_give", given, options);
  }

  /**
   * Asks a person for approval of a decision, an artifact version, a task before its risky step, or a plan in words.
   * If the caller holds the task, its lease is parked until a person has decided. Repeating the call before that
   * returns the pending request.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `approval.id`, `approval.status`.
   *
   * For: orchestrator, worker, reviewer.
   */
  request<const Asked extends Fields = ApprovalRequestLean>(
    given: ApprovalRequestArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ApprovalRequestAnswer, Asked, "approval">> {
    return this.caller.call("approval_request", given, options);
  }
}
