"""The operations of `entity`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncEntity(AsyncGroup):
    """The operations of `entity`."""

    async def add(
        self,
        *,
        id: str,
        session: str,
        type: str,
        name: str | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.EntityAddAnswer:
        """Puts an entity at the front of a session's list; one that is there already moves there and takes the new
        name. The session begins when there is none.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            id: Its id where it lives, such as `page-123`.
            session: The session's id, or its whole key as answers give it.
            type: What it is, such as `page`.
            name: What people call it; its id unless given.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityAddAnswer = await self._caller.call(
            "entity_add",
            {
                "id": id,
                "session": session,
                "type": type,
                "name": name,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def export(
        self,
        *,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.EntityExportAnswer:
        """A checkpoint of a session's entities, to be kept outside and given back with `entity_restore`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityExportAnswer = await self._caller.call(
            "entity_export",
            {
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    async def forget(
        self,
        *,
        id: str,
        session: str,
        type: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.EntityForgetAnswer:
        """Takes an entity out of a session's list. One that is not there is passed over.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            id: Its id.
            session: The session's id, or its whole key as answers give it.
            type: What it is, such as `page`.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityForgetAnswer = await self._caller.call(
            "entity_forget",
            {
                "id": id,
                "session": session,
                "type": type,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def list(
        self,
        *,
        session: str,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        type: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.EntityListAnswer:
        """The entities of a session, most recent first, and the block that shows them in a prompt.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: The session's id, or its whole key as answers give it.
            cursor: The `next_cursor` of the page before.
            limit: At most so many (1 to 200).
            namespace: The namespace it belongs to.
            type: Only those of this type, such as `page`.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityListAnswer = await self._caller.call(
            "entity_list",
            {
                "session": session,
                "cursor": cursor,
                "limit": limit,
                "namespace": namespace,
                "type": type,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    async def observe(
        self,
        *,
        result: Any,
        session: str,
        tool: str,
        arguments: Any | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.EntityObserveAnswer:
        """Takes the entities that a tool's answer shows into a session's list, so that "it" and "that page" mean
        something. The type is told by the tool's name, by the workspace's rules; of a list the first three are
        taken. What the tool deleted is forgotten. The session begins when there is none.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            result: What it answered, as JSON.
            session: The session's id, or its whole key as answers give it.
            tool: The tool's name, such as `cms_createPage`.
            arguments: What it was called with. It names what was deleted or changed where the answer does not.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityObserveAnswer = await self._caller.call(
            "entity_observe",
            {
                "result": result,
                "session": session,
                "tool": tool,
                "arguments": arguments,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def resolve(
        self,
        *,
        phrase: str,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.EntityResolveAnswer:
        """Says what a phrase refers to: "this page" is the newest page, "it" the newest entity of any type, "the
        second image" counts from the newest, "the images" are all. When several fit, the newest is given with
        `ambiguous` and the choices to ask about.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            phrase: The phrase, or the sentence it is in: its first reference counts.
            session: The session's id, or its whole key as answers give it.
            namespace: The namespace it belongs to.
            user_id: The user whose session it is.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityResolveAnswer = await self._caller.call(
            "entity_resolve",
            {
                "phrase": phrase,
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    async def restore(
        self,
        *,
        saved: types.Saved,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.EntityRestoreAnswer:
        """Replaces a session's entities by those of a checkpoint that `entity_export` gave. The session begins when
        there is none.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            saved: The checkpoint.
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
        _answer: types.EntityRestoreAnswer = await self._caller.call(
            "entity_restore",
            {
                "saved": saved,
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
