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
   * Makes a core: a collection of long-term memories. A namespace's core need not be made: its first memory makes it.
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
   * Says how a core is kept from now on: who reads and writes it, what waits there for people, and who reads what
   * sessions promote into it. What is not named stays as it is, and null takes away what it may be without. What was
   * written before stays where it is.
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
   * The cores, the one written last first. Those that hold the messages of a session are not among them.
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
