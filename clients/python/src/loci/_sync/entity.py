"""The operations of `entity`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Entity(Group):
    """The operations of `entity`."""

    def add(
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
        """Adds an entity at the front of a session's list. An existing entity moves there and takes the new name.
        Creates the session if it does not exist.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            id: Id in its own system, such as `page-123`.
            session: Session id, or its whole key as returned in responses.
            type: Entity type, such as `page`.
            name: Display name. Default: `id`.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityAddAnswer = self._caller.call(
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

    def export(
        self,
        *,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.EntityExportAnswer:
        """Exports a checkpoint of a session's entities, to be stored elsewhere and restored with `entity_restore`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityExportAnswer = self._caller.call(
            "entity_export",
            {
                "session": session,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
            },
        )
        return _answer

    def forget(
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
        """Removes an entity from a session's list. An unknown entity is ignored.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            id: Id of the entity.
            session: Session id, or its whole key as returned in responses.
            type: Entity type, such as `page`.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityForgetAnswer = self._caller.call(
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

    def list(
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
        """Lists the entities of a session, most recent first, with the block that shows them in a prompt.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            session: Session id, or its whole key as returned in responses.
            cursor: The `next_cursor` of the previous page.
            limit: Page size, 1 to 200.
            namespace: Namespace of the session.
            type: Only entities of this type, such as `page`.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityListAnswer = self._caller.call(
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

    def observe(
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
        """Tracks the entities in a tool's result, so that "it" and "that page" can be resolved. The type is derived
        from the tool's name by the workspace's rules; of a list the first three are tracked. Entities that the
        tool deleted are forgotten. Creates the session if it does not exist.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            result: Result of the tool as JSON.
            session: Session id, or its whole key as returned in responses.
            tool: Name of the tool, such as `cms_createPage`.
            arguments: Arguments of the tool call. They identify deleted or changed entities if the result does not.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.EntityObserveAnswer = self._caller.call(
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

    def resolve(
        self,
        *,
        phrase: str,
        session: str,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.EntityResolveAnswer:
        """Resolves a phrase to an entity: "this page" is the newest page, "it" the newest entity of any type, "the
        second image" counts from the newest, "the images" are all. If several fit, the newest is returned with
        `ambiguous` and the choices to ask about.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            phrase: The phrase, or a sentence that contains it; its first reference counts.
            session: Session id, or its whole key as returned in responses.
            namespace: Namespace of the session.
            user_id: User of the session.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.EntityResolveAnswer = self._caller.call(
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

    def restore(
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
        """Replaces a session's entities by those of a checkpoint from `entity_export`. Creates the session if it does
        not exist.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            saved: The checkpoint.
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
        _answer: types.EntityRestoreAnswer = self._caller.call(
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
