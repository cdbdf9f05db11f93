// The operations of `inbox`.
// Written by `clients/generate` from the document of the API: change that, not this file.
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
   * decision, the files, and what goes on once it is settled.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get(given: InboxGetArguments, options: CallOptions = {}): Promise<InboxGetAnswer> {
    return this.caller.call("inbox_get", given, options);
  }

  /**
   * What needs a person, over all workflows: most blocking first, then longest waiting. The first page also says in
   * which cores memories of agents wait for approval; `memory_waiting` gives these.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list(given: InboxListArguments = {}, options: CallOptions = {}): Promise<InboxListAnswer> {
    return this.caller.call("inbox_list", given, options);
  }
}
