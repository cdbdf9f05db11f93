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
   * Returns a scratchpad as it was at one of its versions.
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
   * Empties a scratchpad. Its definition stays, and the history keeps the content.
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
   * Creates a scratchpad, or replaces its definition: absent arguments get the defaults of a new one. A state that
   * does not fit a changed schema is set aside: the scratchpad becomes `{}`, the response says so, and the history
   * keeps the state. Scratchpads can be written without being defined first.
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
   * Deletes a scratchpad. It disappears at once; people can restore it for the number of days set in the workspace,
   * then it is erased.
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
   * Lists the changes of a scratchpad, newest first. View a version with `scratchpad_at`, restore it with
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
   * Lists scratchpads by owner: all that the caller may read, those of a scope, or those of one owner.
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
   * Replaces the whole state of a scratchpad, as an editor does, and creates it if it does not exist. The rules of
   * `scratchpad_update` apply. Pass `if_version` to avoid overwriting changes of others.
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
   * Returns a scratchpad: its state, its definition, and its block for a prompt. A scratchpad that was never written
   * is empty; a deleted one is not found.
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
   * Restores the state that a scratchpad had at a version, as a new version; the history is kept. Without a version,
   * a person restores a deleted scratchpad.
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
   * Merges a patch into a scratchpad, and creates it if it does not exist. Objects merge at every depth; lists and
   * everything else replace. A text that receives an object is kept under `_previous`. The keys `__proto__`,
   * `constructor` and `prototype` are dropped at every depth. With a schema, the merged state has to fit, so a patch
   * may be partial; otherwise the patch is rejected with a pointer for each misfit, and nothing changes. Required
   * members at the top may be set one after the other, but not removed.
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
