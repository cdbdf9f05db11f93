// The operations of `mind`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  MindContextAnswer,
  MindContextArguments,
  MindDeleteAnswer,
  MindDeleteArguments,
  MindDiffAnswer,
  MindDiffArguments,
  MindDreamAnswer,
  MindDreamArguments,
  MindEditAnswer,
  MindEditArguments,
  MindGetAnswer,
  MindGetArguments,
  MindListAnswer,
  MindListArguments,
  MindLockAnswer,
  MindLockArguments,
  MindRestoreAnswer,
  MindRestoreArguments,
  MindSeedAnswer,
  MindSeedArguments,
  MindSeedLean,
  MindUnlockAnswer,
  MindUnlockArguments,
  MindVersionGetAnswer,
  MindVersionGetArguments,
  MindVersionRestoreAnswer,
  MindVersionRestoreArguments,
} from "../types.js";

/** The operations of `mind`. */
export class Mind extends Group {
  /**
   * Returns the text that an agent reads of its mind at the start of a session: the document, and below it the notes
   * that no dream has processed yet. The document and the notes each have the budget of the model. The least weighted
   * sections and the oldest, least important notes are cut first; `memory_search` finds them.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  context<const Asked extends Fields = Whole>(
    given: MindContextArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindContextAnswer, Asked>> {
    return this.caller.call("mind_context", given, options);
  }

  /**
   * Deletes an agent's mind: its document with all versions, waiting notes, and mood. A person can restore it with
   * `mind_restore` for the number of days in the settings; then it is erased. The agent's memories stay: delete them
   * with `memory_forget`.
   *
   * For: member, owner.
   */
  delete<const Asked extends Fields = Whole>(
    given: MindDeleteArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindDeleteAnswer, Asked>> {
    return this.caller.call("mind_delete", given, options);
  }

  /**
   * Compares two versions of a mind's document, line by line.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  diff<const Asked extends Fields = Whole>(
    given: MindDiffArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindDiffAnswer, Asked>> {
    return this.caller.call("mind_diff", given, options);
  }

  /**
   * Starts a dream now: the mind's notes and its agent's recent work go into its document. Runs in the background;
   * `dream_list` shows progress and result. Returns the pending dream if there is one. Runs even if nothing is new,
   * and says so. If a person stopped the dreams, only a person can start them again.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  dream<const Asked extends Fields = Whole>(
    given: MindDreamArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindDreamAnswer, Asked>> {
    return this.caller.call("mind_dream", given, options);
  }

  /**
   * Edits a mind's document: all of it, or one section. Creates a new version. Dreams keep lines that people wrote
   * and leave out lines that people struck out; a dream that began before the edit does not undo it.
   *
   * For: member, owner.
   */
  edit<const Asked extends Fields = Whole>(
    given: MindEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindEditAnswer, Asked>> {
    return this.caller.call("mind_edit", given, options);
  }

  /**
   * Returns a mind: document, waiting notes, mood now and over the last day, last dreams, versions. The Bond is only
   * for the agent itself and people: orchestrators get other agents' minds without it, here and in all reads of
   * minds.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: MindGetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindGetAnswer, Asked>> {
    return this.caller.call("mind_get", given, options);
  }

  /**
   * Lists the minds that the caller may read: agents their own, orchestrators and people all.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: MindListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindListAnswer, Asked, "items">> {
    return this.caller.call("mind_list", given, options);
  }

  /**
   * Locks a section of a mind's document: dreams do not change any character of it. People can still edit it.
   *
   * For: member, owner.
   */
  lock<const Asked extends Fields = Whole>(
    given: MindLockArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindLockAnswer, Asked>> {
    return this.caller.call("mind_lock", given, options);
  }

  /**
   * Restores a deleted mind, until it is erased.
   *
   * For: member, owner.
   */
  restore<const Asked extends Fields = Whole>(
    given: MindRestoreArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MindRestoreAnswer, Asked>> {
    return this.caller.call("mind_restore", given, options);
  }

  /**
   * Seeds a mind with an existing text, such as a MEMORY.md. The text becomes version 1 of the document, unchanged,
   * and each part of it a long-term memory. The first dream writes below it; later ones take it over gradually. A
   * mind is seeded once, before it has a document; preview with `dry_run`. If an agent seeded it, such as by
   * mirroring a MEMORY.md, a person can seed it again, and that text comes first.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `agent`, `number`, `crystals`.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  seed<const Asked extends Fields = MindSeedLean>(
    given: MindSeedArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindSeedAnswer, Asked>> {
    return this.caller.call("mind_seed", given, options);
  }

  /**
   * Unlocks a section of a mind's document: dreams may change it again.
   *
   * For: member, owner.
   */
  unlock<const Asked extends Fields = Whole>(
    given: MindUnlockArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindUnlockAnswer, Asked>> {
    return this.caller.call("mind_unlock", given, options);
  }

  /**
   * Returns one version of a mind's document.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  version_get<const Asked extends Fields = Whole>(
    given: MindVersionGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindVersionGetAnswer, Asked>> {
    return this.caller.call("mind_version_get", given, options);
  }

  /**
   * Restores an earlier version of a mind's document as a new version. Later versions stay in the history, and a
   * dream that began before does not undo it.
   *
   * For: member, owner.
   */
  version_restore<const Asked extends Fields = Whole>(
    given: MindVersionRestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MindVersionRestoreAnswer, Asked>> {
    return this.caller.call("mind_version_restore", given, options);
  }
}
