"""The operations of `core`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncCore(AsyncGroup):
    """The operations of `core`."""

    async def create(
        self,
        *,
        name: str,
        approval: types.MemoryApproval | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        promoted_readers: types.PromotedReaders | None | Omit = OMIT,
        quarantine: Sequence[types.Trust] | Omit = OMIT,
        readers: Sequence[str] | None | Omit = OMIT,
        writers: Sequence[str] | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.CoreCreateAnswer:
        """Creates a core: a collection of long-term memories. The core of a namespace is created by its first memory.

        For: orchestrator, librarian, member, owner.

        Args:
            name: Name, 1 to 256 bytes, without `/`.
            approval: Memories of agents that need a person's approval: none (`off`, the default), those of an agent
                or a session of which the core has no memory yet (`new_sources`), or `all`.
            description: Description of its purpose.
            promoted_readers: Readers of memories that sessions promote into it: `core` (everyone who may read the
                core) or `session` (only those who may read the session). Defaults to the workspace's setting.
            quarantine: Memories that searches leave out unless requested, until a person has reviewed them: those
                written by agents (`agent`), those imported by Loci (`imported`). None by default.
            readers: Agents that may read it, in addition to orchestrators and people; everyone by default.
            writers: Agents that may write to it, in addition to librarians, orchestrators and people; everyone who
                may read it by default.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.CoreCreateAnswer = await self._caller.call(
            "core_create",
            {
                "name": name,
                "approval": approval,
                "description": description,
                "promoted_readers": promoted_readers,
                "quarantine": quarantine,
                "readers": readers,
                "writers": writers,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def edit(
        self,
        *,
        name: str,
        approval: types.MemoryApproval | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        promoted_readers: types.PromotedReaders | None | Omit = OMIT,
        quarantine: Sequence[types.Trust] | None | Omit = OMIT,
        readers: Sequence[str] | None | Omit = OMIT,
        writers: Sequence[str] | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.CoreEditAnswer:
        """Changes the settings of a core: readers, writers, approval, quarantine, and readers of promoted memories.
        Omitted fields stay as they are; null resets a field. Memories written before are not affected.

        For: orchestrator, member, owner.

        Args:
            name: Name of the core.
            approval: Memories of agents that need a person's approval: `off`, `new_sources` or `all`. Only people can
                set this.
            description: Description of its purpose.
            promoted_readers: Readers of memories that sessions promote into it: `core` (everyone who may read the
                core) or `session` (only those who may read the session); null for the workspace's setting.
            quarantine: Memories that searches leave out unless requested, until a person has reviewed them: `agent`,
                `imported`. Only people can set this.
            readers: Agents that may read it, in addition to orchestrators and people; null for everyone.
            writers: Agents that may write to it, in addition to librarians, orchestrators and people; null for
                everyone who may read it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.CoreEditAnswer = await self._caller.call(
            "core_edit",
            {
                "name": name,
                "approval": approval,
                "description": description,
                "promoted_readers": promoted_readers,
                "quarantine": quarantine,
                "readers": readers,
                "writers": writers,
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
        cursor: str | None | Omit = OMIT,
        lifecycles: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        order: types.ListOrder | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.CoreListAnswer:
        """Lists the cores. Excludes cores that hold the messages of a session.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Cursor of the next page.
            lifecycles: Also count the memories at each stage of life.
            limit: Page size, 1 to 200; 50 by default.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.CoreListAnswer = await self._caller.call(
            "core_list",
            {
                "cursor": cursor,
                "lifecycles": lifecycles,
                "limit": limit,
                "order": order,
                "fields": fields,
            },
        )
        return _answer
