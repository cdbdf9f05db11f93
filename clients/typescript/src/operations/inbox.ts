// The operations of `inbox`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  InboxGetAnswer,
  InboxGetArguments,
  InboxListAnswer,
  InboxListArguments,
} from "../types.js";

/** The operations of `inbox`. */
export class Inbox extends Group {
  /**
   * Returns an inbox item with everything about it: the task, question, request, decision and files, and the tasks
   * that it unblocks. A settled item has its outcome.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: InboxGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<InboxGetAnswer, Asked, "inbox">> {
    return this.caller.call("inbox_get", given, options);
  }

  /**
   * Lists everything that needs a person, over all workflows: most blocking first, then longest waiting. The first
   * page also has the cores in which memories of agents wait for approval; `memory_waiting` lists these.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: InboxListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<InboxListAnswer, Asked, "items">> {
    return this.caller.call("inbox_list", given, options);
  }
}
