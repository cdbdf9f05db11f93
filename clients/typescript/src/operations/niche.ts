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
   * Reports an agent's figures where it trades; the next dream puts them into The Niche. Omitted figures keep their
   * last value. Do not report work in workflows: Loci counts it.
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
