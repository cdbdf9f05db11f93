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
   * Approves a memory that waits for a person (`memory_waiting`): searches find it, and its author is notified.
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
   * Merges memories of a user in a namespace that say the same, word for word, also from different sessions; with
   * `near` also nearly word for word. Keeps the pinned one, else the one with the longest lifetime, the most recalls,
   * the earliest creation. The others are archived with a link to it (`memory_unmerge` restores one), except those
   * that last longer or are about another event. Skips messages and memories that the caller may not change. A call
   * archives at most 500 memories and reports if there are more.
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
   * Stores long-term memories: one in `memory`, or several in `memories`, all or none. They can be found at once. A
   * memory with the same text, namespace, user and session as a known one is not written again; another content under
   * a known id replaces that memory.
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
   * Changes a long-term memory. Omitted fields stay as they are; null clears a field. A new namespace moves the
   * memory to that namespace's core. If people approve what agents write, an agent's change waits for approval.
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
   * Forgets long-term memories: those with `ids`, those that match `filters`, or of these the ones that `policy`
   * selects. Searches no longer find them; a person can restore them for some days (`memory_restore`), then they are
   * erased. Use `dry_run` first.
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
   * Lists the forgotten memories that `memory_restore` can still restore, latest erasure first: of one core, or of
   * the 200 cores written last.
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
   * Returns one long-term memory. Does not count as a recall.
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
   * Imports memories from other systems: an export of mem0, a Letta agent file, or Markdown such as MEMORY.md,
   * CLAUDE.md and AGENTS.md, in which each paragraph and list item becomes a memory under its headings. Keeps
   * creation times, topics and the source's ids, so importing the same text again changes nothing; the memories are
   * marked as imported. Parts that cannot be read are kept whole as quarantined memories. Memories of an earlier
   * import that the source deleted are forgotten. Use `dry_run` first. To begin a mind with a text, use `mind_seed`
   * instead.
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
   * Merges memories of a core that say the same: `keep` stays as it is, the others are archived with a link to it.
   * `memory_unmerge` restores one.
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
   * Erases a long-term memory permanently, including forgotten ones and those that wait for approval: every version
   * of it, in the log and in the search index. Its source, such as a session, keeps the content: purge that too.
   * Derived data, such as a partition of a summary view, is listed, and erased too with `cascade`. This cannot be
   * undone: preview with `dry_run` first.
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
   * Rejects a memory that waits for a person (`memory_waiting`): searches never find it, its author gets the reason,
   * and it is erased after the days in which forgotten memories can be restored. Until then it can still be approved.
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
   * Restores a forgotten memory that is not erased yet.
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
   * Searches long-term memory: returns the best memories for a question in any words, or the newest ones that match
   * the filters. Hits of an agent count as recalls.
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
   * Answers a question about the order of events, about a period, or about a whole conversation: "which came first, A
   * or B", "what happened in March", "summarise our talk about X". Returns the content of memory in chronological
   * order, each entry with its date and source: long-term memories by the time of the event, sessions with their
   * stored summaries, and decisions, discoveries, artifacts and completed tasks of workflows. The text has at most
   * `budget` tokens, however much there is. Memories shown to an agent count as recalled.
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
   * Restores a memory that was merged into another one.
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
   * Lists the memories that wait for a person's approval, longest waiting first, each with its changes: of one core,
   * or of up to 200 cores. Agents see only their own, including those that a person rejected.
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
