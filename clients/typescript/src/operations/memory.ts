// The operations of `memory`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  MemoryApproveAnswer,
  MemoryApproveArguments,
  MemoryCompactAnswer,
  MemoryCompactArguments,
  MemoryCreateAnswer,
  MemoryCreateArguments,
  MemoryEditAnswer,
  MemoryEditArguments,
  MemoryForgetAnswer,
  MemoryForgetArguments,
  MemoryForgottenAnswer,
  MemoryForgottenArguments,
  MemoryGetAnswer,
  MemoryGetArguments,
  MemoryImportAnswer,
  MemoryImportArguments,
  MemoryMergeAnswer,
  MemoryMergeArguments,
  MemoryPurgeAnswer,
  MemoryPurgeArguments,
  MemoryRejectAnswer,
  MemoryRejectArguments,
  MemoryRestoreAnswer,
  MemoryRestoreArguments,
  MemorySearchAnswer,
  MemorySearchArguments,
  MemorySearchLean,
  MemoryTimelineAnswer,
  MemoryTimelineArguments,
  MemoryTimelineLean,
  MemoryUnmergeAnswer,
  MemoryUnmergeArguments,
  MemoryWaitingAnswer,
  MemoryWaitingArguments,
} from "../types.js";

/** The operations of `memory`. */
export class Memory extends Group {
  /**
   * Approves a memory that waits (`memory_waiting`): from now on it is found, and its author hears of it.
   *
   * For: member, owner.
   */
  approve<const Asked extends Fields = Whole>(
    given: MemoryApproveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryApproveAnswer, Asked, "memory">> {
    return this.caller.call("memory_approve", given, options);
  }

  /**
   * Makes one memory of those that say the same, word for word, of the same user in the same namespace, also when
   * they are from different sessions, or with `near` nearly word for word. The pinned one stays, else the one that
   * lasts longest, else the one recalled most often, else the oldest; the others are archived with a link to it
   * (`memory_unmerge` takes one out again), but none that lasts longer or is of another event. Messages are left
   * alone, and so is what the caller may not change. One call archives at most 500 and says when there are more.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  compact<const Asked extends Fields = Whole>(
    given: MemoryCompactArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryCompactAnswer, Asked>> {
    return this.caller.call("memory_compact", given, options);
  }

  /**
   * Remembers something for long: one memory in `memory`, or several in `memories`, all or none. They are found at
   * once. What is known already, word for word, in the same namespace, of the same user and session, is not written
   * again; what says anything else under a known id replaces it.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  create<const Asked extends Fields = Whole>(
    given: MemoryCreateArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryCreateAnswer, Asked>> {
    return this.caller.call("memory_create", given, options);
  }

  /**
   * Changes a long-term memory; what is not named stays as it is, and null takes away what it may be without. Another
   * namespace moves it to that namespace's core. Where people approve what agents write, an agent's change waits for
   * them.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  edit<const Asked extends Fields = Whole>(
    given: MemoryEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryEditAnswer, Asked, "memory">> {
    return this.caller.call("memory_edit", given, options);
  }

  /**
   * Forgets long-term memories: those of `ids`, or those that `filters` ask for, or of these what `policy` takes.
   * They are not found any more at once; a person can bring them back for some days (`memory_restore`), then they are
   * erased. Look with `dry_run` first.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  forget<const Asked extends Fields = Whole>(
    given: MemoryForgetArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryForgetAnswer, Asked, "items">> {
    return this.caller.call("memory_forget", given, options);
  }

  /**
   * The forgotten memories that can still be brought back with `memory_restore`, those that stay longest first: of
   * one core, or of the 200 that were written last.
   *
   * For: member, owner.
   */
  forgotten<const Asked extends Fields = Whole>(
    given: MemoryForgottenArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryForgottenAnswer, Asked, "items">> {
    return this.caller.call("memory_forgotten", given, options);
  }

  /**
   * Looks at one long-term memory. That is no recall: nothing is counted.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: MemoryGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryGetAnswer, Asked, "memory">> {
    return this.caller.call("memory_get", given, options);
  }

  /**
   * Takes over memories that were kept elsewhere: an export of mem0, an agent file of Letta's, or Markdown such as
   * MEMORY.md, CLAUDE.md and AGENTS.md, of which each paragraph and list item is a memory under its headings. They
   * keep when they were made, what they are about and what their source calls them, so that the same text again
   * changes nothing; they are marked as imported. What cannot be taken in is kept whole as quarantined memories. Look
   * with `dry_run` first. A text with which a mind begins goes to `mind_seed` instead.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  import<const Asked extends Fields = Whole>(
    given: MemoryImportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryImportAnswer, Asked, "items">> {
    return this.caller.call("memory_import", given, options);
  }

  /**
   * Makes one of memories of a core that say the same: `keep` stays as it is, the others are archived with a link to
   * it. `memory_unmerge` takes one out again.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  merge<const Asked extends Fields = Whole>(
    given: MemoryMergeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryMergeAnswer, Asked, "memory">> {
    return this.caller.call("memory_merge", given, options);
  }

  /**
   * Erases a long-term memory for good, forgotten or not, also one that waits for a person: every form it ever had,
   * in the log and in the search. What it was taken from, such as a session, keeps it: purge that too. What was made
   * of it, such as a summary view's partition, is listed, and goes too with `cascade`. It cannot be undone: look with
   * `dry_run` first.
   *
   * For: member, owner.
   */
  purge<const Asked extends Fields = Whole>(
    given: MemoryPurgeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryPurgeAnswer, Asked>> {
    return this.caller.call("memory_purge", given, options);
  }

  /**
   * Refuses a memory that waits (`memory_waiting`): it is never found, its author hears why, and it is erased after
   * the days in which a forgotten one can be restored. Until then it can be approved after all.
   *
   * For: member, owner.
   */
  reject<const Asked extends Fields = Whole>(
    given: MemoryRejectArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryRejectAnswer, Asked>> {
    return this.caller.call("memory_reject", given, options);
  }

  /**
   * Brings a forgotten memory back, as long as it is not erased.
   *
   * For: member, owner.
   */
  restore<const Asked extends Fields = Whole>(
    given: MemoryRestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryRestoreAnswer, Asked, "memory">> {
    return this.caller.call("memory_restore", given, options);
  }

  /**
   * Searches long-term memory: the best memories for a question in any words, or the newest of those that the filters
   * ask for. What an agent finds counts as recalled.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.core`, `items.text`,
   * `items.created_at`, `items.event_date`, `items.score`, `read_as`, `next_offset`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  search<const Asked extends Fields = MemorySearchLean>(
    given: MemorySearchArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemorySearchAnswer, Asked, "items">> {
    return this.caller.call("memory_search", given, options);
  }

  /**
   * Answers a question about the order of events, about a time, or about a whole conversation: "which came first, A
   * or B", "what happened in March", "summarise our talk about X". What memory has of it stands in the order of time,
   * each entry with its date and where it is from: long-term memories by when what they tell of happened, sessions
   * with their stored summaries, and what was decided, learned, made and done in workflows. The text has at most
   * `budget` tokens, however much there is. What an agent is told counts as recalled.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `text`, `from`, `to`, `tokens`, `left_out`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  timeline<const Asked extends Fields = MemoryTimelineLean>(
    given: MemoryTimelineArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryTimelineAnswer, Asked>> {
    return this.caller.call("memory_timeline", given, options);
  }

  /**
   * Takes a memory out of the one that took it in: it stands for itself again.
   *
   * For: orchestrator, worker, reviewer, librarian, member, owner.
   */
  unmerge<const Asked extends Fields = Whole>(
    given: MemoryUnmergeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<MemoryUnmergeAnswer, Asked, "memory">> {
    return this.caller.call("memory_unmerge", given, options);
  }

  /**
   * The memories that wait for a person's approval, the one that has waited longest first, each with what it would
   * change: of one core, or of all. Agents see their own alone, also those that a person refused.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  waiting<const Asked extends Fields = Whole>(
    given: MemoryWaitingArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<MemoryWaitingAnswer, Asked, "items">> {
    return this.caller.call("memory_waiting", given, options);
  }
}
