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
   * Returns what an agent reads of its mind when a session begins: the document, and below it the notes that no dream
   * has taken in yet. The document and the notes each have the budget of the model. The document loses its least
   * weighted sections first, the notes their oldest and least important first; `memory_search` finds them.
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
   * Deletes an agent's mind: the document with its versions, the notes that wait, the mood. It is gone at once, a
   * person can bring it back for as many days as the settings say, and it is then erased. What the agent remembers
   * stays: `memory_forget` forgets that.
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
   * Has a mind dream now: its notes, and what its agent did since, go into its document. Loci does it in the
   * background; `dream_list` shows how far it is and what came of it. While one waits or is dreamt, asking again
   * gives that one. It is dreamt also when nothing is new, and says so. One that a person stopped is dreamt again
   * when a person asks for it.
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
   * Changes a mind's document by hand: all of it, or one section. It is a version like any other, and dreams keep
   * what people wrote and leave out what they struck out. A dream that began before does not undo it.
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
   * Gives a mind: the document, the notes that wait to go into it, the mood now and its course over the last day, the
   * last dreams, the versions. Orchestrators get others' without The Bond, which is for the agent itself and for
   * people, as with all that reads a mind.
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
   * Lists the minds that the caller may read, most recently changed first: an agent its own, orchestrators and people
   * all.
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
   * Locks a section of a mind's document: dreams leave it as it is, to the letter. People still change it.
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
   * Brings a deleted mind back as it was, as long as it is not erased.
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
   * Begins a mind with what was written before, such as a MEMORY.md: the text is version 1 of the document,
   * unchanged, and each part of it is a long-term memory. The first dream writes below it, and later ones take it
   * over gradually. A mind is seeded once, before it has a document; look with `dry_run` first. What an agent began
   * its mind with, as a mirrored MEMORY.md does, keeps nobody's own from it: a person may seed it once more, and
   * their text stands first.
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
   * Gives one version of a mind's document, as it was written.
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
   * Makes an earlier version of a mind's document its document again, as a new version: the history goes on, and
   * nothing is cut off. A dream that began before does not undo it.
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
