// The operations of `context`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ContextReadAnswer,
  ContextReadArguments,
} from "../types.js";

/** The operations of `context`. */
export class Context extends Group {
  /**
   * Returns one prompt made of every memory that applies to an agent now: its mind and notes, the session's summary,
   * scratchpads, entities and newest messages, the workflow's goal, the task with decisions, discoveries, results and
   * artifacts, long-term memories for a query, and nudges; within a token budget. Rarely changing blocks come first,
   * and equal states give equal bytes, so that a provider's prompt cache keeps its prefix.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  read<const Asked extends Fields = Whole>(
    given: ContextReadArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ContextReadAnswer, Asked>> {
    return this.caller.call("context_read", given, options);
  }
}
