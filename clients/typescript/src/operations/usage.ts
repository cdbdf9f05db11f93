// The operations of `usage`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  UsageReportAnswer,
  UsageReportArguments,
} from "../types.js";

/** The operations of `usage`. */
export class Usage extends Group {
  /**
   * Reports my token usage and cost since my last report, for a task or the workflow, and the use of my context
   * window. A person reports usage that no agent has reported.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  report<const Asked extends Fields = Whole>(
    given: UsageReportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<UsageReportAnswer, Asked>> {
    return this.caller.call("usage_report", given, options);
  }
}
