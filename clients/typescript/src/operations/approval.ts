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
   * Gives or refuses an approval. When it is about a decision, the decision is approved or rejected with it.
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
   * Asks a person to agree: to a decision, a version of an artifact, a task before its risky step, or a plan in
   * words. When the one who asks holds the task, its lease stands still until a person has decided. Asking again
   * while nobody has answered gives the request that waits.
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
