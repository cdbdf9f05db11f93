// The operations of `scratchpad`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ScratchpadAtAnswer,
  ScratchpadAtArguments,
  ScratchpadClearAnswer,
  ScratchpadClearArguments,
  ScratchpadDefineAnswer,
  ScratchpadDefineArguments,
  ScratchpadDeleteAnswer,
  ScratchpadDeleteArguments,
  ScratchpadHistoryAnswer,
  ScratchpadHistoryArguments,
  ScratchpadListAnswer,
  ScratchpadListArguments,
  ScratchpadPutAnswer,
  ScratchpadPutArguments,
  ScratchpadReadAnswer,
  ScratchpadReadArguments,
  ScratchpadRestoreAnswer,
  ScratchpadRestoreArguments,
  ScratchpadUpdateAnswer,
  ScratchpadUpdateArguments,
} from "../types.js";

/** The operations of `scratchpad`. */
export class Scratchpad extends Group {
  /**
   * A scratchpad as it was at one of its versions.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  at<const Asked extends Fields = Whole>(
    given: ScratchpadAtArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadAtAnswer, Asked>> {
    return this.caller.call("scratchpad_at", given, options);
  }

  /**
   * Empties a scratchpad; its definition stays, and the history keeps what was in it.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  clear<const Asked extends Fields = Whole>(
    given: ScratchpadClearArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadClearAnswer, Asked>> {
    return this.caller.call("scratchpad_clear", given, options);
  }

  /**
   * Makes a scratchpad, or changes what it may hold: what is left out is as in a new one, not as it was. A state that
   * a changed schema does not fit is set aside: the scratchpad becomes `{}`, the answer says so, and the history
   * keeps it. Nobody needs to define a scratchpad before writing it.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  define<const Asked extends Fields = Whole>(
    given: ScratchpadDefineArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadDefineAnswer, Asked>> {
    return this.caller.call("scratchpad_define", given, options);
  }

  /**
   * Deletes a scratchpad: it is gone at once, people can restore it for as many days as the workspace's settings say,
   * and it is then erased.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  delete<const Asked extends Fields = Whole>(
    given: ScratchpadDeleteArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadDeleteAnswer, Asked>> {
    return this.caller.call("scratchpad_delete", given, options);
  }

  /**
   * What happened to a scratchpad, newest first. Each version can be seen with `scratchpad_at` and brought back with
   * `scratchpad_restore`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  history<const Asked extends Fields = Whole>(
    given: ScratchpadHistoryArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadHistoryAnswer, Asked, "items">> {
    return this.caller.call("scratchpad_history", given, options);
  }

  /**
   * Scratchpads by owner, most recently changed first: all that the caller may read, those of a scope, or those of
   * one owner.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: ScratchpadListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadListAnswer, Asked, "items">> {
    return this.caller.call("scratchpad_list", given, options);
  }

  /**
   * Replaces the whole state of a scratchpad, and makes it when there is none: what an editor does. The same rules
   * hold as for `scratchpad_update`. Give `if_version`, so that nobody's change is lost.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  put<const Asked extends Fields = Whole>(
    given: ScratchpadPutArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadPutAnswer, Asked>> {
    return this.caller.call("scratchpad_put", given, options);
  }

  /**
   * A scratchpad: its state, its definition, and the block to put into a prompt. One that nobody has written yet is
   * empty; one that was deleted is not found.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  read<const Asked extends Fields = Whole>(
    given: ScratchpadReadArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadReadAnswer, Asked>> {
    return this.caller.call("scratchpad_read", given, options);
  }

  /**
   * Gives a scratchpad the state back that it had at a version; the history goes on, nothing is cut off. Without a
   * version, a person brings a deleted scratchpad back.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  restore<const Asked extends Fields = Whole>(
    given: ScratchpadRestoreArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadRestoreAnswer, Asked>> {
    return this.caller.call("scratchpad_restore", given, options);
  }

  /**
   * Merges a patch into a scratchpad, and makes it when there is none. Objects merge at every depth; lists and
   * everything else replace. A text that receives an object is kept under `_previous`. The keys `__proto__`,
   * `constructor` and `prototype` are left out at every depth. Under a schema the merged state has to fit, so a patch
   * may be partial; one that would not fit is refused with a pointer for each place, and nothing is changed.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  update<const Asked extends Fields = Whole>(
    given: ScratchpadUpdateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ScratchpadUpdateAnswer, Asked>> {
    return this.caller.call("scratchpad_update", given, options);
  }
}
