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
   * Adds messages to a session, and creates it if it does not exist. The cost does not depend on the length of the
   * conversation. A message with an existing id replaces that message. Messages without an id are the same if role,
   * content, tool calls and `created_at` are the same. Existing and already folded messages are skipped, so calls can
   * be retried; only messages with neither `id` nor `created_at` would be added again.
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
   * Returns a session as it was at one of its versions, with the messages that were folded later.
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
   * Pins or drops a block in the contexts of a session. A pinned block gets what it asks for, up to its maximum and
   * half of the budget, before others get more than their minimum. A dropped block is left out, and contexts say so.
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
   * Merges a patch into a session's own data (RFC 7396): objects merge field by field, null removes a field, anything
   * else replaces. Creates the session if it does not exist.
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
   * Deletes a session. It disappears at once; people can recover it for the number of days set in the workspace, then
   * it is erased. Its long-term memories stay; its indexed messages and its thread's scratchpads go with it. Its id
   * can be reused at once. For an expired session, which would be rebuilt from its indexed messages, these are
   * forgotten.
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
   * Compares two versions of a session.
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
   * Removes memories from a session so that they are not kept beyond it. Existing long-term memories stay: forget
   * them with `memory_forget`.
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
   * Returns the messages that a summary folded, verbatim: summarising loses nothing.
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
   * Creates a new session with the content of this one, or of one of its versions. Later changes of either do not
   * affect the other.
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
   * Returns a session: its messages, summary, memories, data and entities, and its fill level.
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
   * Lists the facts of a session, newest first: every message, including the folded ones, and all other changes. View
   * a `version` with `session_at`, restore it with `session_restore`.
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
   * Imports conversations into sessions: transcripts of chat APIs, data exports and coding agents. Importing a text
   * again changes nothing; a longer version of it adds the new messages. Ids, times, tool calls and other source data
   * stay with the messages. Tool calls in it have no effect here. Content that cannot be imported is kept whole as
   * quarantined memories that only readers of the session see. Preview with `dry_run` first.
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
   * Sets the time to live of a session, and leaves everything else unchanged. The time starts with this call.
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
   * Lists sessions without expired ones.
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
   * Merges the changes of a child session to its copies of its parent's scratchpads into the originals, as an
   * ordinary update of each. Changes are merged only once.
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
   * Promotes memories of a session to long-term memories now: those that wait because long-term memory was off when
   * they were written, or because a person is to decide. A memory with the content of an existing long-term memory is
   * not duplicated.
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
   * Replaces the whole content of a session: everything missing from the call is removed, except tracked entities.
   * Only the difference is stored; every version can be viewed and restored. Creates the session if it does not
   * exist.
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
   * Recovers a deleted session that is not erased yet. If its id is in use again, recover it under another one with
   * `new_id`; the error lists the sessions that can be recovered only that way.
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
   * Restores the content of a session at one of its versions. This adds a new version: the history in between is
   * kept.
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
   * Grants agents read and write access to a session. Agents that wrote in it, orchestrators and people have it
   * already.
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
   * Creates a session as the child of another one. It has none of the parent's messages. A child of another user gets
   * copies of the scratchpads that the parent's user shares among sessions; a child of the same user shares them.
   * `session_merge` merges the changes to the copies back.
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
   * Requests that the oldest messages of a session are folded into its summary now, full or not; Loci does it
   * asynchronously within seconds. At least the newest turn stays, from the last message of a user on (in a full
   * session as much of it as fits), and a tool's result stays with its call. Alternatively submits the caller's own
   * summary of the oldest messages: with `summary`, `folded` and `read_version`. A summary by Loci has at most 15 %
   * of the window and 20,000 tokens (in small windows a quarter, up to 500 tokens), twice as many if a language model
   * writes it.
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
