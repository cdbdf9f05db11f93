// The operations of `approval`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  ApprovalGiveAnswer,
  ApprovalGiveArguments,
  ApprovalRequestAnswer,
  ApprovalRequestArguments,
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
  give(given: ApprovalGiveArguments, options: CallOptions = {}): Promise<ApprovalGiveAnswer> {
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
  request(given: ApprovalRequestArguments, options: CallOptions = {}): Promise<ApprovalRequestAnswer> {
    return this.caller.call("approval_request", given, options);
  }
}
