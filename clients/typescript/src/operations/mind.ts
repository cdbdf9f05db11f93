// The operations of `mind`.
// Written by `clients/generate` from the document of the API: change that, not this file.
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
   * Gives what an agent reads of its mind when a session begins: the document, and below it the notes that no dream
   * has taken in yet, as one text within the budget of a model. What does not fit is left out, from the sections that
   * weigh least first; `memory_search` finds it.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  context(given: MindContextArguments = {}, options: CallOptions = {}): Promise<MindContextAnswer> {
    return this.caller.call("mind_context", given, options);
  }

  /**
   * Deletes an agent's mind: the document with its versions, the notes that wait, the mood. It is gone at once, a
   * person can bring it back for as many days as the settings say, and it is then erased. What the agent remembers
   * stays: `memory_forget` forgets that.
   *
   * For: member, owner.
   */
  delete(given: MindDeleteArguments = {}, options: CallOptions = {}): Promise<MindDeleteAnswer> {
    return this.caller.call("mind_delete", given, options);
  }

  /**
   * Compares two versions of a mind's document, line by line.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  diff(given: MindDiffArguments, options: CallOptions = {}): Promise<MindDiffAnswer> {
    return this.caller.call("mind_diff", given, options);
  }

  /**
   * Has a mind dream now: its notes, and what its agent did since, go into its document. Loci does it in the
   * background; `dream_list` shows how far it is and what came of it. While one waits or is dreamt, asking again
   * gives that one. It is dreamt also when nothing is new, and says so. One that a person stopped is dreamt again
   * when a person asks for it.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  dream(given: MindDreamArguments = {}, options: CallOptions = {}): Promise<MindDreamAnswer> {
    return this.caller.call("mind_dream", given, options);
  }

  /**
   * Changes a mind's document by hand: all of it, or one section. It is a version like any other, and dreams keep
   * what people wrote and leave out what they struck out. A dream that began before does not undo it.
   *
   * For: member, owner.
   */
  edit(given: MindEditArguments, options: CallOptions = {}): Promise<MindEditAnswer> {
    return this.caller.call("mind_edit", given, options);
  }

  /**
   * Gives a mind: the document, the notes that wait to go into it, the mood now and its course over the last day, the
   * last dreams, the versions.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get(given: MindGetArguments = {}, options: CallOptions = {}): Promise<MindGetAnswer> {
    return this.caller.call("mind_get", given, options);
  }

  /**
   * Lists the minds that the caller may read, most recently changed first: an agent its own, orchestrators and people
   * all.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list(given: MindListArguments = {}, options: CallOptions = {}): Promise<MindListAnswer> {
    return this.caller.call("mind_list", given, options);
  }

  /**
   * Locks a section of a mind's document: dreams leave it as it is, to the letter. People still change it.
   *
   * For: member, owner.
   */
  lock(given: MindLockArguments, options: CallOptions = {}): Promise<MindLockAnswer> {
    return this.caller.call("mind_lock", given, options);
  }

  /**
   * Brings a deleted mind back as it was, as long as it is not erased.
   *
   * For: member, owner.
   */
  restore(given: MindRestoreArguments = {}, options: CallOptions = {}): Promise<MindRestoreAnswer> {
    return this.caller.call("mind_restore", given, options);
  }

  /**
   * Begins a mind with what was written before, such as a MEMORY.md: the text is version 1 of the document,
   * unchanged, and each part of it is a long-term memory. The first dream writes below it, and later ones take it
   * over gradually. A mind is seeded once, before it has a document; look with `dry_run` first.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `agent`, `number`, `crystals`.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  seed(given: MindSeedArguments, options: CallOptions = {}): Promise<MindSeedAnswer> {
    return this.caller.call("mind_seed", given, options);
  }

  /**
   * Unlocks a section of a mind's document: dreams may change it again.
   *
   * For: member, owner.
   */
  unlock(given: MindUnlockArguments, options: CallOptions = {}): Promise<MindUnlockAnswer> {
    return this.caller.call("mind_unlock", given, options);
  }

  /**
   * Gives one version of a mind's document, as it was written.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  version_get(given: MindVersionGetArguments, options: CallOptions = {}): Promise<MindVersionGetAnswer> {
    return this.caller.call("mind_version_get", given, options);
  }

  /**
   * Makes an earlier version of a mind's document its document again, as a new version: the history goes on, and
   * nothing is cut off. A dream that began before does not undo it.
   *
   * For: member, owner.
   */
  version_restore(given: MindVersionRestoreArguments, options: CallOptions = {}): Promise<MindVersionRestoreAnswer> {
    return this.caller.call("mind_version_restore", given, options);
  }
}
