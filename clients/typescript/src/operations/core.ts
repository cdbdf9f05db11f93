// The operations of `core`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  CoreCreateAnswer,
  CoreCreateArguments,
  CoreEditAnswer,
  CoreEditArguments,
  CoreListAnswer,
  CoreListArguments,
} from "../types.js";

/** The operations of `core`. */
export class Core extends Group {
  /**
   * Creates a core: a collection of long-term memories. The core of a namespace is created by its first memory.
   *
   * For: orchestrator, librarian, member, owner.
   */
  create<const Asked extends Fields = Whole>(
    given: CoreCreateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<CoreCreateAnswer, Asked, "core">> {
    return this.caller.call("core_create", given, options);
  }

  /**
   * Changes the settings of a core: readers, writers, approval, quarantine, and readers of promoted memories. Omitted
   * fields stay as they are; null resets a field. Memories written before are not affected.
   *
   * For: orchestrator, member, owner.
   */
  edit<const Asked extends Fields = Whole>(
    given: CoreEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<CoreEditAnswer, Asked, "core">> {
    return this.caller.call("core_edit", given, options);
  }

  /**
   * Lists the cores. Excludes cores that hold the messages of a session.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: CoreListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<CoreListAnswer, Asked, "items">> {
    return this.caller.call("core_list", given, options);
  }
}
