// The operations of `activity`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ActivityListAnswer,
  ActivityListArguments,
} from "../types.js";

/** The operations of `activity`. */
export class Activity extends Group {
  /**
   * Lists facts, newest first: of the whole workspace, of one workflow or stream, or by one agent.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: ActivityListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ActivityListAnswer, Asked, "items">> {
    return this.caller.call("activity_list", given, options);
  }
}
