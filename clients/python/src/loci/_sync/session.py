"""The operations of `session`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Session(Group):
    """The operations of `session`."""

    def append(
        self,
        *,
        messages: Sequence[types.NewMessage],
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionAppendAnswer:
        """Adds messages to a session, and creates it if it does not exist. The cost does not depend on the length of
        the conversation. A message with an existing id replaces that message. Messages without an id are the same
        if role, content, tool calls and `created_at` are the same. Existing and already folded messages are
        skipped, so calls can be retried; only messages with neither `id` nor `created_at` would be added again.

        Unless `fields` asks for more (`*`: all), the answer has: `session`, `written`, `messages`, `promoted`,
        `promoted_to`, `scratchpads`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            messages: The messages. They are ordered by time, then by arrival.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionAppendAnswer = self._caller.call(
            "session_append",
            {
                "messages": messages,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def at(
        self,
        *,
        session: str,
        version: int,
        media: bool | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionAtAnswer:
        """Returns a session as it was at one of its versions, with the messages that were folded later.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            version: The version, between the first one of the session and the current one.
            media: Include images and files as they were sent. Default: true; otherwise placeholders such as `[image,
                image/png, 45 KB]` replace their data.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionAtAnswer = self._caller.call(
            "session_at",
            {
                "session": session,
                "version": version,
                "media": media,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def block(
        self,
        *,
        block: types.ContextBlockName,
        session: str,
        shown: types.ContextBlockShown,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionBlockAnswer:
        """Pins or drops a block in the contexts of a session. A pinned block gets what it asks for, up to its maximum
        and half of the budget, before others get more than their minimum. A dropped block is left out, and
        contexts say so. Nudges and answers cannot be dropped.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            block: Name of the block.
            session: Session id, or its whole key as returned in responses.
            shown: New display mode.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionBlockAnswer = self._caller.call(
            "session_block",
            {
                "block": block,
                "session": session,
                "shown": shown,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def data(
        self,
        *,
        patch: Mapping[str, Any],
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionDataAnswer:
        """Merges a patch into a session's own data (RFC 7396): objects merge field by field, null removes a field,
        anything else replaces. Creates the session if it does not exist.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            patch: The patch, an object.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionDataAnswer = self._caller.call(
            "session_data",
            {
                "patch": patch,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def delete(
        self,
        *,
        session: str,
        namespace: str | None | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionDeleteAnswer:
        """Deletes a session. It disappears at once; people can recover it for the number of days set in the
        workspace, then it is erased. Its long-term memories stay; its indexed messages and its thread's
        scratchpads go with it. Its id can be reused at once. For an expired session, which would be rebuilt from
        its indexed messages, these are forgotten.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            reason: Reason for the deletion.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionDeleteAnswer = self._caller.call(
            "session_delete",
            {
                "session": session,
                "namespace": namespace,
                "reason": reason,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def diff(
        self,
        *,
        from_: int,
        session: str,
        namespace: str | None | Omit = OMIT,
        to: int | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionDiffAnswer:
        """Compares two versions of a session.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            from_: First version.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            to: Second version. Default: the current one.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionDiffAnswer = self._caller.call(
            "session_diff",
            {
                "from": from_,
                "session": session,
                "namespace": namespace,
                "to": to,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def discard(
        self,
        *,
        memories: Sequence[str],
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionDiscardAnswer:
        """Removes memories from a session so that they are not kept beyond it. Existing long-term memories stay:
        forget them with `memory_forget`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            memories: Ids of the memories.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionDiscardAnswer = self._caller.call(
            "session_discard",
            {
                "memories": memories,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def folded(
        self,
        *,
        session: str,
        media: bool | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        summary: int | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionFoldedAnswer:
        """Returns the messages that a summary folded, verbatim: summarising loses nothing.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            media: Include images and files as they were sent. Default: true; otherwise placeholders such as `[image,
                image/png, 45 KB]` replace their data.
            namespace: Namespace of the session.
            summary: Version of the session that the summary made, as in `summaries`. Default: the newest.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionFoldedAnswer = self._caller.call(
            "session_folded",
            {
                "session": session,
                "media": media,
                "namespace": namespace,
                "summary": summary,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def fork(
        self,
        *,
        new_id: str,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        version: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionForkAnswer:
        """Creates a new session with the content of this one, or of one of its versions. Later changes of either do
        not affect the other.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            new_id: Id of the new session, in the same namespace and for the same user; a whole key names others.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            version: Version to copy. Default: the current one.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionForkAnswer = self._caller.call(
            "session_fork",
            {
                "new_id": new_id,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "version": version,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def get(
        self,
        *,
        session: str,
        context_window: int | None | Omit = OMIT,
        media: bool | None | Omit = OMIT,
        model: str | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        recent: int | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionGetAnswer:
        """Returns a session: its messages, summary, memories, data and entities, and its fill level.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            context_window: Measure against a context window of this many tokens.
            media: Include images and files as they were sent. Default: true; otherwise placeholders such as `[image,
                image/png, 45 KB]` replace their data.
            model: Measure against the context window of this model instead of the session's own.
            namespace: Namespace of the session.
            recent: Return only this many of the newest messages. Default: all.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionGetAnswer = self._caller.call(
            "session_get",
            {
                "session": session,
                "context_window": context_window,
                "media": media,
                "model": model,
                "namespace": namespace,
                "recent": recent,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def history(
        self,
        *,
        session: str,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionHistoryAnswer:
        """Lists the facts of a session, newest first: every message, including the folded ones, and all other
        changes. View a `version` with `session_at`, restore it with `session_restore`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            cursor: The `next_cursor` of the previous page.
            limit: Page size, 1 to 200. Default: 50.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionHistoryAnswer = self._caller.call(
            "session_history",
            {
                "session": session,
                "cursor": cursor,
                "limit": limit,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def import_(
        self,
        *,
        content: str,
        dry_run: bool | Omit = OMIT,
        format: types.TranscriptFormat | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        session: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionImportAnswer:
        """Imports conversations into sessions: transcripts of chat APIs, data exports and coding agents. Importing a
        text again changes nothing; a longer version of it adds the new messages. Ids, times, tool calls and other
        source data stay with the messages. Tool calls in it have no effect here. Content that cannot be imported
        is kept whole as quarantined memories that only readers of the session see. Preview with `dry_run` first.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            content: The text, at most 32 MiB: JSON, or JSON lines. `loci import` sends longer ones in parts.
            dry_run: Only report the result, without importing. Default: false.
            format: Format of the text. Default: detected from its beginning.
            namespace: Namespace of the sessions.
            session: Target session. Default: the one that the text names. A text with several conversations names
                them itself.
            user_id: User of the sessions.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionImportAnswer = self._caller.call(
            "session_import",
            {
                "content": content,
                "dry_run": dry_run,
                "format": format,
                "namespace": namespace,
                "session": session,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def keep(
        self,
        *,
        session: str,
        namespace: str | None | Omit = OMIT,
        ttl_seconds: int | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionKeepAnswer:
        """Sets the time to live of a session, and leaves everything else unchanged. The time starts with this call.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            ttl_seconds: Time to live after the last write, in seconds. Default: unlimited.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionKeepAnswer = self._caller.call(
            "session_keep",
            {
                "session": session,
                "namespace": namespace,
                "ttl_seconds": ttl_seconds,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        deleted: bool | Omit = OMIT,
        expiring_within: int | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        order: types.ListOrder | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionListAnswer:
        """Lists sessions without expired ones.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            deleted: List deleted sessions that can still be recovered instead; only for people. Default: false.
            expiring_within: Only sessions that expire within this many seconds unless written to.
            limit: Page size, 1 to 200. Default: 50.
            namespace: Only sessions of this namespace.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            query: Only sessions whose id, namespace, user, summary or beginning has these words.
            user_id: Only sessions of this user.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SessionListAnswer = self._caller.call(
            "session_list",
            {
                "cursor": cursor,
                "deleted": deleted,
                "expiring_within": expiring_within,
                "limit": limit,
                "namespace": namespace,
                "order": order,
                "query": query,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def merge(
        self,
        *,
        child: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionMergeAnswer:
        """Merges the changes of a child session to its copies of its parent's scratchpads into the originals, as an
        ordinary update of each. Changes are merged only once.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            child: The child: its id, or its whole key as returned in responses.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionMergeAnswer = self._caller.call(
            "session_merge",
            {
                "child": child,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def promote(
        self,
        *,
        memories: Sequence[str],
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionPromoteAnswer:
        """Promotes memories of a session to long-term memories now: those that wait because long-term memory was off
        when they were written, or because a person is to decide. A memory with the content of an existing long-
        term memory is not duplicated.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            memories: Ids of the memories.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionPromoteAnswer = self._caller.call(
            "session_promote",
            {
                "memories": memories,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def put(
        self,
        *,
        session: str,
        context: str | None | Omit = OMIT,
        context_window: int | None | Omit = OMIT,
        data: Mapping[str, Any] | Omit = OMIT,
        memories: Sequence[types.MemoryRecord] | Omit = OMIT,
        messages: Sequence[types.NewMessage] | Omit = OMIT,
        model: str | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        strategy: types.Strategy | None | Omit = OMIT,
        ttl_seconds: int | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionPutAnswer:
        """Replaces the whole content of a session: everything missing from the call is removed, except tracked
        entities. Only the difference is stored; every version can be viewed and restored. Creates the session if
        it does not exist.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            context: Summary of earlier messages.
            context_window: The model's context window in tokens, if its name is unknown.
            data: The caller's own data; never searched, never kept beyond the session.
            memories: Memories to keep beyond the session; each becomes a long-term memory once.
            messages: The messages. They are ordered by time, then as given here.
            model: The model of the conversation; its context window is derived from its name.
            namespace: Namespace of the session.
            strategy: Strategy for extracting memories from the messages.
            ttl_seconds: Time to live after the last write, in seconds. Default: unlimited.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionPutAnswer = self._caller.call(
            "session_put",
            {
                "session": session,
                "context": context,
                "context_window": context_window,
                "data": data,
                "memories": memories,
                "messages": messages,
                "model": model,
                "namespace": namespace,
                "strategy": strategy,
                "ttl_seconds": ttl_seconds,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def recover(
        self,
        *,
        session: str,
        namespace: str | None | Omit = OMIT,
        new_id: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        version: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionRecoverAnswer:
        """Recovers a deleted session that is not erased yet. If its id is in use again, recover it under another one
        with `new_id`; the error lists the sessions that can be recovered only that way.

        For: member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            new_id: New id, in the same namespace and for the same user unless it is a whole key. The session's agents
                may read it there; its scratchpads stay with the old id.
            user_id: User of the session.
            version: With `new_id`: a version of the session to recover, its last one or an earlier one. Default: the
                session deleted last.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionRecoverAnswer = self._caller.call(
            "session_recover",
            {
                "session": session,
                "namespace": namespace,
                "new_id": new_id,
                "user_id": user_id,
                "version": version,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def restore(
        self,
        *,
        session: str,
        version: int,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionRestoreAnswer:
        """Restores the content of a session at one of its versions. This adds a new version: the history in between
        is kept.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            version: The version to restore.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionRestoreAnswer = self._caller.call(
            "session_restore",
            {
                "session": session,
                "version": version,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def share(
        self,
        *,
        agents: Sequence[str],
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionShareAnswer:
        """Grants agents read and write access to a session. Agents that wrote in it, orchestrators and people have it
        already.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            agents: Names of the agents.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionShareAnswer = self._caller.call(
            "session_share",
            {
                "agents": agents,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def spawn(
        self,
        *,
        child: str,
        parent: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionSpawnAnswer:
        """Creates a session as the child of another one. It has none of the parent's messages. A child of another
        user gets copies of the scratchpads that the parent's user shares among sessions; a child of the same user
        shares them. `session_merge` merges the changes to the copies back.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            child: Id of the child, in the same namespace and for the same user unless they are given; a whole key
                names others too.
            parent: The parent: its id, or its whole key as returned in responses.
            namespace: Namespace of the child.
            user_id: User of the child.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionSpawnAnswer = self._caller.call(
            "session_spawn",
            {
                "child": child,
                "parent": parent,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def summarize(
        self,
        *,
        session: str,
        folded: Sequence[str] | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        note: str | None | Omit = OMIT,
        read_version: int | None | Omit = OMIT,
        summary: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        writer: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SessionSummarizeAnswer:
        """Requests that the oldest messages of a session are folded into its summary now, full or not; Loci does it
        asynchronously within seconds. At least the newest turn stays, from the last message of a user on (in a
        full session as much of it as fits), and a tool's result stays with its call. Alternatively submits the
        caller's own summary of the oldest messages: with `summary`, `folded` and `read_version`. A summary by Loci
        has at most 15 % of the window and 20,000 tokens (in small windows a quarter, up to 500 tokens), twice as
        many if a language model writes it.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: Session id, or its whole key as returned in responses.
            folded: Ids of the folded messages: the oldest ones, in order.
            namespace: Namespace of the session.
            note: Error: with a summary, that of the preferred writer; without one, the reason why there is none
                (internal only).
            read_version: Version of the session at which they were read.
            summary: Summary of the current summary and the folded messages; it replaces both.
            user_id: User of the session.
            writer: Writer of the summary, such as a model's name. Default: the caller.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SessionSummarizeAnswer = self._caller.call(
            "session_summarize",
            {
                "session": session,
                "folded": folded,
                "namespace": namespace,
                "note": note,
                "read_version": read_version,
                "summary": summary,
                "user_id": user_id,
                "writer": writer,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
