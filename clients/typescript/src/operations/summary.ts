// The operations of `summary`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  SummaryPartitionListAnswer,
  SummaryPartitionListArguments,
  SummaryRunGetAnswer,
  SummaryRunGetArguments,
  SummaryViewCreateAnswer,
  SummaryViewCreateArguments,
  SummaryViewDeleteAnswer,
  SummaryViewDeleteArguments,
  SummaryViewGetAnswer,
  SummaryViewGetArguments,
  SummaryViewListAnswer,
  SummaryViewListArguments,
  SummaryViewRestoreAnswer,
  SummaryViewRestoreArguments,
  SummaryViewRunAnswer,
  SummaryViewRunArguments,
} from "../types.js";

/** The operations of `summary`. */
export class Summary extends Group {
  /**
   * Lists the written partitions of a summary view.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  partition_list<const Asked extends Fields = Whole>(
    given: SummaryPartitionListArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryPartitionListAnswer, Asked, "items">> {
    return this.caller.call("summary_partition_list", given, options);
  }

  /**
   * Returns the status of a run of a summary view. The last 50 runs of a view are stored.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  run_get<const Asked extends Fields = Whole>(
    given: SummaryRunGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryRunGetAnswer, Asked>> {
    return this.caller.call("summary_run_get", given, options);
  }

  /**
   * Creates a summary view: the long-term memories that its creator may read, grouped by some of their fields, with
   * one summary per group. Partitions are written on request (`summary_view_run`), and every hour if the view is
   * `continuous`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  view_create<const Asked extends Fields = Whole>(
    given: SummaryViewCreateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewCreateAnswer, Asked>> {
    return this.caller.call("summary_view_create", given, options);
  }

  /**
   * Deletes a summary view with its partitions. A person can restore it for the number of days in the settings; then
   * it is erased.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  view_delete<const Asked extends Fields = Whole>(
    given: SummaryViewDeleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewDeleteAnswer, Asked>> {
    return this.caller.call("summary_view_delete", given, options);
  }

  /**
   * Returns a summary view with the definition of its groups and memories.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  view_get<const Asked extends Fields = Whole>(
    given: SummaryViewGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewGetAnswer, Asked>> {
    return this.caller.call("summary_view_get", given, options);
  }

  /**
   * Lists the summary views that the caller may read.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  view_list<const Asked extends Fields = Whole>(
    given: SummaryViewListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewListAnswer, Asked, "items">> {
    return this.caller.call("summary_view_list", given, options);
  }

  /**
   * Restores a deleted summary view with its partitions, unless it is erased already.
   *
   * For: member, owner.
   */
  view_restore<const Asked extends Fields = Whole>(
    given: SummaryViewRestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewRestoreAnswer, Asked>> {
    return this.caller.call("summary_view_restore", given, options);
  }

  /**
   * Requests all partitions of a summary view. Loci writes them in the background; `summary_run_get` returns the
   * status. While a run with the same `force` waits, returns that run.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  view_run<const Asked extends Fields = Whole>(
    given: SummaryViewRunArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SummaryViewRunAnswer, Asked>> {
    return this.caller.call("summary_view_run", given, options);
  }
}
