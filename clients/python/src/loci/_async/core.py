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
        """Makes a core: a collection of long-term memories. A namespace's core need not be made: its first memory
        makes it.

        For: orchestrator, librarian, member, owner.

        Args:
            name: Its name, 1 to 256 bytes, without `/`.
            approval: Which memories of agents wait there until a person approves them: none (`off`), those of an
                agent or a session from which the core holds nothing yet (`new_sources`), or `all`. None unless given.
            description: What it is for.
            promoted_readers: Who reads what sessions promote into it: `core`, whoever may read it, or `session`, only
                whoever may read the session. As the workspace's setting says unless given.
            quarantine: Whose memories no search finds there unless asked to, until a person has looked at them: those
                that agents write (`agent`), those that Loci takes from elsewhere (`imported`). Nobody's unless given.
            readers: The agents that may read it, beside orchestrators and people; everyone unless given.
            writers: The agents that may write in it, beside librarians, orchestrators and people; whoever may read it
                unless given.
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
        """Says how a core is kept from now on: who reads and writes it, what waits there for people, and who reads
        what sessions promote into it. What is not named stays as it is, and null takes away what it may be
        without. What was written before stays where it is.

        For: orchestrator, member, owner.

        Args:
            name: The core's name.
            approval: Which memories of agents wait until a person approves them: `off`, `new_sources` or `all`. For
                people to say.
            description: What it is for.
            promoted_readers: Who reads what sessions promote into it: `core`, whoever may read the core, or
                `session`, only whoever may read the session; null for what the workspace's setting says.
            quarantine: Whose memories no search finds unless asked to, until a person has looked at them: `agent`,
                `imported`. For people to say.
            readers: The agents that may read it, beside orchestrators and people; null for everyone.
            writers: The agents that may write in it, beside librarians, orchestrators and people; null for whoever
                may read it.
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
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.CoreListAnswer:
        """The cores, the one written last first. Those that hold the messages of a session are not among them.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            lifecycles: Count also how many memories are at which stage of their lives.
            limit: How many, 1 to 200; 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.CoreListAnswer = await self._caller.call(
            "core_list",
            {
                "cursor": cursor,
                "lifecycles": lifecycles,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer
