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
   * One thing that needs a person, with everything that is about it: the task, the question, the request, the
   * decision, the files, and what goes on once it is settled. A settled one says its outcome.
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
   * What needs a person, over all workflows: most blocking first, then longest waiting. The first page also says in
   * which cores memories of agents wait for approval; `memory_waiting` gives these.
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
