// The operations of `session`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  SessionAppendAnswer,
  SessionAppendArguments,
  SessionAppendLean,
  SessionAtAnswer,
  SessionAtArguments,
  SessionBlockAnswer,
  SessionBlockArguments,
  SessionDataAnswer,
  SessionDataArguments,
  SessionDeleteAnswer,
  SessionDeleteArguments,
  SessionDiffAnswer,
  SessionDiffArguments,
  SessionDiscardAnswer,
  SessionDiscardArguments,
  SessionFoldedAnswer,
  SessionFoldedArguments,
  SessionForkAnswer,
  SessionForkArguments,
  SessionGetAnswer,
  SessionGetArguments,
  SessionHistoryAnswer,
  SessionHistoryArguments,
  SessionImportAnswer,
  SessionImportArguments,
  SessionKeepAnswer,
  SessionKeepArguments,
  SessionListAnswer,
  SessionListArguments,
  SessionMergeAnswer,
  SessionMergeArguments,
  SessionPromoteAnswer,
  SessionPromoteArguments,
  SessionPutAnswer,
  SessionPutArguments,
  SessionRecoverAnswer,
  SessionRecoverArguments,
  SessionRestoreAnswer,
  SessionRestoreArguments,
  SessionShareAnswer,
  SessionShareArguments,
  SessionSpawnAnswer,
  SessionSpawnArguments,
  SessionSummarizeAnswer,
  SessionSummarizeArguments,
} from "../types.js";

/** The operations of `session`. */
export class Session extends Group {
  /**
   * Adds messages to a session; it begins when there is none. It costs the same in a long conversation as in a short
   * one. A message whose id is there replaces that one. A message without an id is the same as another when role,
   * content, tool calls and `created_at` are the same. What is there or folded already is passed over, so a call can
   * be sent again; only messages with neither `id` nor `created_at` would be added once more.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `session`, `written`, `messages`, `promoted`,
   * `promoted_to`, `scratchpads`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  append<const Asked extends Fields = SessionAppendLean>(
    given: SessionAppendArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionAppendAnswer, Asked, "session">> {
    return this.caller.call("session_append", given, options);
  }

  /**
   * A session as it was at one of its versions, with the messages that were folded later.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  at<const Asked extends Fields = Whole>(
    given: SessionAtArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionAtAnswer, Asked, "session">> {
    return this.caller.call("session_at", given, options);
  }

  /**
   * Pins or drops a block in the contexts of a session. A pinned one gets what it asks for, up to its maximum and
   * half of the budget, before others get more than their minimum; a dropped one is left out, and contexts say so.
   * Nudges and answers cannot be dropped.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  block<const Asked extends Fields = Whole>(
    given: SessionBlockArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionBlockAnswer, Asked, "session">> {
    return this.caller.call("session_block", given, options);
  }

  /**
   * Merges into a session's own data (RFC 7396): objects merge field by field, null takes a field away, anything else
   * replaces. The session begins when there is none.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  data<const Asked extends Fields = Whole>(
    given: SessionDataArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionDataAnswer, Asked, "session">> {
    return this.caller.call("session_data", given, options);
  }

  /**
   * Deletes a session: it is gone at once, a person can bring it back for as many days as the workspace's settings
   * say, and it is then erased. Memories of it that became long-term memories stay; its indexed messages and its
   * thread's scratchpads go with it. Its id can be used again at once. Of a session whose time ran out, which would
   * be made again from its indexed messages, these are forgotten.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  delete<const Asked extends Fields = Whole>(
    given: SessionDeleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionDeleteAnswer, Asked, "session">> {
    return this.caller.call("session_delete", given, options);
  }

  /**
   * What is different between two versions of a session.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  diff<const Asked extends Fields = Whole>(
    given: SessionDiffArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionDiffAnswer, Asked, "session">> {
    return this.caller.call("session_diff", given, options);
  }

  /**
   * Takes memories out of a session that are not to be kept beyond it. What is a long-term memory already stays one:
   * that is forgotten with `memory_forget`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  discard<const Asked extends Fields = Whole>(
    given: SessionDiscardArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionDiscardAnswer, Asked, "session">> {
    return this.caller.call("session_discard", given, options);
  }

  /**
   * The messages that a summary folded, word for word: nothing is lost by summarising.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  folded<const Asked extends Fields = Whole>(
    given: SessionFoldedArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionFoldedAnswer, Asked, "session">> {
    return this.caller.call("session_folded", given, options);
  }

  /**
   * Begins another session with what this one holds, or held at one of its versions. From there on they have nothing
   * to do with each other.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  fork<const Asked extends Fields = Whole>(
    given: SessionForkArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionForkAnswer, Asked, "session">> {
    return this.caller.call("session_fork", given, options);
  }

  /**
   * A session: its messages, its summary, its memories, data and entities, and how full it is.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: SessionGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionGetAnswer, Asked, "session">> {
    return this.caller.call("session_get", given, options);
  }

  /**
   * What happened in a session, newest first: every message that was said, also the folded ones, and everything else.
   * The `version` of each is one that `session_at` shows and `session_restore` returns to.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  history<const Asked extends Fields = Whole>(
    given: SessionHistoryArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionHistoryAnswer, Asked, "items">> {
    return this.caller.call("session_history", given, options);
  }

  /**
   * Takes conversations from elsewhere into sessions: transcripts of chat APIs, of data exports and of coding agents.
   * The same text again changes nothing, and one that has gone on since brings what is new; ids, times, calls of
   * tools and what else its source keeps stay with the messages. Calls in it have no effect here. What cannot be
   * taken in is kept whole as quarantined memories that only readers of the session see. Look with `dry_run` first.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  import<const Asked extends Fields = Whole>(
    given: SessionImportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionImportAnswer, Asked, "items">> {
    return this.caller.call("session_import", given, options);
  }

  /**
   * Says how long a session lasts after its last write, and leaves all else in it as it is. The time begins anew with
   * this call.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  keep<const Asked extends Fields = Whole>(
    given: SessionKeepArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionKeepAnswer, Asked, "session">> {
    return this.caller.call("session_keep", given, options);
  }

  /**
   * Sessions, most recently changed first; never one whose time ran out.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: SessionListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<SessionListAnswer, Asked, "items">> {
    return this.caller.call("session_list", given, options);
  }

  /**
   * Brings what a child session changed in its copies of its parent's scratchpads back into them, as an ordinary
   * update of each. What was brought back does not come back again.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  merge<const Asked extends Fields = Whole>(
    given: SessionMergeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionMergeAnswer, Asked, "session">> {
    return this.caller.call("session_merge", given, options);
  }

  /**
   * Makes memories of a session long-term memories now: those that wait because long-term memory was off when they
   * were written, or because a person is to decide. One that says what a long-term memory says already becomes no
   * second one.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  promote<const Asked extends Fields = Whole>(
    given: SessionPromoteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionPromoteAnswer, Asked, "session">> {
    return this.caller.call("session_promote", given, options);
  }

  /**
   * Writes a session as a whole: what it had before and is not in the call is taken away, only the tracked entities
   * stay. Only the difference is stored; every version can be looked at and returned to. The session begins when
   * there is none.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  put<const Asked extends Fields = Whole>(
    given: SessionPutArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionPutAnswer, Asked, "session">> {
    return this.caller.call("session_put", given, options);
  }

  /**
   * Brings a deleted session back, as long as it is not erased. When its id was used again since, it comes back under
   * another one: give `new_id`. What of it cannot be brought back otherwise is in the refusal.
   *
   * For: member, owner.
   */
  recover<const Asked extends Fields = Whole>(
    given: SessionRecoverArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionRecoverAnswer, Asked, "session">> {
    return this.caller.call("session_recover", given, options);
  }

  /**
   * Makes a session hold what it held at one of its versions. It is a new version: nothing of what happened in
   * between is cut off.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  restore<const Asked extends Fields = Whole>(
    given: SessionRestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionRestoreAnswer, Asked, "session">> {
    return this.caller.call("session_restore", given, options);
  }

  /**
   * Lets agents read a session and write in it. Agents that wrote in it, orchestrators and people may do so without.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  share<const Asked extends Fields = Whole>(
    given: SessionShareArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionShareAnswer, Asked, "session">> {
    return this.caller.call("session_share", given, options);
  }

  /**
   * Begins a session as the child of another one. It has none of the parent's messages. A child of another user gets
   * copies of the scratchpads that the parent's user shares among sessions; one of the same user shares them.
   * `session_merge` brings back what the child changes in its copies.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  spawn<const Asked extends Fields = Whole>(
    given: SessionSpawnArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionSpawnAnswer, Asked, "session">> {
    return this.caller.call("session_spawn", given, options);
  }

  /**
   * Asks that the oldest messages of a session be folded into its summary now, whether or not it is full; Loci does
   * it within seconds, out of the way of this call. At least the newest turn stays, from the last message of a user
   * on (in a full session as much of it as fits), and a tool's result stays with its call. Or hands in a summary of
   * one's own for the oldest messages: with `summary`, `folded` and `read_version`. A summary that Loci writes has at
   * most 15 % of the window and 20,000 tokens; in small windows a quarter, up to 500 tokens.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  summarize<const Asked extends Fields = Whole>(
    given: SessionSummarizeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<SessionSummarizeAnswer, Asked, "session">> {
    return this.caller.call("session_summarize", given, options);
  }
}
