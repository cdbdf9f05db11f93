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
        """Adds messages to a session; it begins when there is none. It costs the same in a long conversation as in a
        short one. A message whose id is there replaces that one. A message without an id is the same as another
        when role, content, tool calls and `created_at` are the same. What is there or folded already is passed
        over, so a call can be sent again; only messages with neither `id` nor `created_at` would be added once
        more.

        Unless `fields` asks for more (`*`: all), the answer has: `session`, `written`, `messages`, `promoted`,
        `promoted_to`, `scratchpads`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            messages: The messages; they are kept in the order of their times, and those of one time in the order in
                which they came.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """A session as it was at one of its versions, with the messages that were folded later.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            version: The version, from that with which the session began to the current one.
            media: Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A
                placeholder such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Pins or drops a block in the contexts of a session. A pinned one gets what it asks for, up to its maximum
        and half of the budget, before others get more than their minimum; a dropped one is left out, and contexts
        say so. Nudges and answers cannot be dropped.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            block: The block.
            session: The session's id, or its whole key as answers give it.
            shown: How it is to stand.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Merges into a session's own data (RFC 7396): objects merge field by field, null takes a field away,
        anything else replaces. The session begins when there is none.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            patch: The patch: an object.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Deletes a session: it is gone at once, a person can bring it back for as many days as the workspace's
        settings say, and it is then erased. Memories of it that became long-term memories stay; its indexed
        messages and its thread's scratchpads go with it. Its id can be used again at once. Of a session whose time
        ran out, which would be made again from its indexed messages, these are forgotten.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            reason: Why.
            user_id: The user whose session it is.
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
        """What is different between two versions of a session.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            from_: One version.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            to: The other; the current one unless given.
            user_id: The user whose session it is.
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
        """Takes memories out of a session that are not to be kept beyond it. What is a long-term memory already stays
        one: that is forgotten with `memory_forget`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            memories: The ids of the memories.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """The messages that a summary folded, word for word: nothing is lost by summarising.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            media: Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A
                placeholder such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
            namespace: The namespace it belongs to.
            summary: The version of the session that the summary made, as `summaries` has it; the newest unless given.
            user_id: The user whose session it is.
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
        """Begins another session with what this one holds, or held at one of its versions. From there on they have
        nothing to do with each other.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            new_id: The id of the new session, in the same namespace and of the same user; a whole key names others.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            version: Which of its versions; the current one unless given.
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
        """A session: its messages, its summary, its memories, data and entities, and how full it is.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            context_window: Measure against a window of so many tokens.
            media: Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A
                placeholder such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
            model: Measure against the window of this model instead of the session's own.
            namespace: The namespace it belongs to.
            recent: Only so many messages, the newest; all unless given.
            user_id: The user whose session it is.
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
        """What happened in a session, newest first: every message that was said, also the folded ones, and everything
        else. The `version` of each is one that `session_at` shows and `session_restore` returns to.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            cursor: Where the last page ended.
            limit: How many, 1 to 200; 50 unless given.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Takes conversations from elsewhere into sessions: transcripts of chat APIs, of data exports and of coding
        agents. The same text again changes nothing, and one that has gone on since brings what is new; ids, times,
        calls of tools and what else its source keeps stay with the messages. Calls in it have no effect here. What
        cannot be taken in is kept whole as quarantined memories that only readers of the session see. Look with
        `dry_run` first.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            content: The text, at most 32 MiB: JSON, or JSON lines. `loci import` sends longer ones in parts.
            dry_run: Only say what would become of it.
            format: The format of the text; known by its beginning unless given.
            namespace: The namespace the sessions belong to.
            session: The session it goes to; as the text calls it unless given. A text with several conversations
                names them itself.
            user_id: The user whose sessions they are.
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
        """Says how long a session lasts after its last write, and leaves all else in it as it is. The time begins
        anew with this call.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            ttl_seconds: How long the session lasts after its last write, in seconds; for ever unless given.
            user_id: The user whose session it is.
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
        query: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SessionListAnswer:
        """Sessions, most recently changed first; never one whose time ran out.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            deleted: Instead those that were deleted and can still be brought back; only people see them.
            expiring_within: Only those that end within so many seconds unless they are written to.
            limit: How many, 1 to 200; 50 unless given.
            namespace: Only those of this namespace.
            query: Only those whose id, namespace, user, summary or beginning has these words.
            user_id: Only those of this user.
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
        """Brings what a child session changed in its copies of its parent's scratchpads back into them, as an
        ordinary update of each. What was brought back does not come back again.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            child: The child: its id, or its whole key as answers give it.
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
        """Makes memories of a session long-term memories now: those that wait because long-term memory was off when
        they were written, or because a person is to decide. One that says what a long-term memory says already
        becomes no second one.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            memories: The ids of the memories.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Writes a session as a whole: what it had before and is not in the call is taken away, only the tracked
        entities stay. Only the difference is stored; every version can be looked at and returned to. The session
        begins when there is none.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            context: A summary of what was said before them.
            context_window: The model's context window in tokens, where its name does not tell.
            data: Data of the caller's own: never searched, never kept beyond the session.
            memories: Memories to be kept beyond the session: each becomes a long-term memory once.
            messages: The messages; they are kept in the order of their times, and those of one time in the order
                given here.
            model: The model that the conversation is with; its context window is known from its name.
            namespace: The namespace it belongs to.
            strategy: How memories are taken from the messages.
            ttl_seconds: How long the session lasts after its last write, in seconds; for ever unless given.
            user_id: The user whose session it is.
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
        """Brings a deleted session back, as long as it is not erased. When its id was used again since, it comes back
        under another one: give `new_id`. What of it cannot be brought back otherwise is in the refusal.

        For: member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            new_id: The id under which it comes back, in the same namespace and of the same user unless it is a whole
                key. Its agents may read it there; its scratchpads stay with the old id.
            user_id: The user whose session it is.
            version: With `new_id`, which of the sessions of that id: its last version, or one before. The last one
                that was deleted unless given.
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
        """Makes a session hold what it held at one of its versions. It is a new version: nothing of what happened in
        between is cut off.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            version: The version to return to.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Lets agents read a session and write in it. Agents that wrote in it, orchestrators and people may do so
        without.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            agents: The names of the agents.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
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
        """Begins a session as the child of another one. It has none of the parent's messages. A child of another user
        gets copies of the scratchpads that the parent's user shares among sessions; one of the same user shares
        them. `session_merge` brings back what the child changes in its copies.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            child: The id of the child, in the same namespace and of the same user unless they are given; a whole key
                names others too.
            parent: The parent: its id, or its whole key as answers give it.
            namespace: The child's namespace.
            user_id: The user whose session the child is.
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
        """Asks that the oldest messages of a session be folded into its summary now, whether or not it is full; Loci
        does it within seconds, out of the way of this call. At least the newest turn stays, from the last message
        of a user on (in a full session as much of it as fits), and a tool's result stays with its call. Or hands
        in a summary of one's own for the oldest messages: with `summary`, `folded` and `read_version`. A summary
        that Loci writes has at most 15 % of the window and 20,000 tokens; in small windows a quarter, up to 500
        tokens.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            session: The session's id, or its whole key as answers give it.
            folded: The ids of the messages that are in it: the oldest ones, in their order.
            namespace: The namespace it belongs to.
            note: What went wrong: before the summary, when another writer should have written it; without a summary,
                why there is none, which only Loci itself says.
            read_version: The session's version when they were read.
            summary: The summary of the one so far and of the folded messages; it takes the place of both.
            user_id: The user whose session it is.
            writer: Who wrote it, where that is not the caller, such as a model's name.
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
