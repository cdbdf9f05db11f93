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
   * Reports what I used since my last report: tokens and cost, for a task or the workflow, and how full my context
   * window is. A person reports what was used besides.
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
