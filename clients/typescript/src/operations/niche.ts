// The operations of `niche`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  NicheReportAnswer,
  NicheReportArguments,
} from "../types.js";

/** The operations of `niche`. */
export class Niche extends Group {
  /**
   * Reports how an agent does among others, where it trades: the next dream tells it in The Niche. What is left out
   * stays as it was reported before. What it does in workflows Loci knows by itself.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  report<const Asked extends Fields = Whole>(
    given: NicheReportArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<NicheReportAnswer, Asked>> {
    return this.caller.call("niche_report", given, options);
  }
}
