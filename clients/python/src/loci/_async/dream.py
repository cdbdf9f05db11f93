"""The operations of `dream`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncDream(AsyncGroup):
    """The operations of `dream`."""

    async def get(
        self,
        *,
        agent: str | None | Omit = OMIT,
        dream: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.DreamGetAnswer:
        """Gives one dream: the document that it wrote, or the draft that a guard refused, and how it differs from the
        version that it was made of.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent whose mind it is; your own unless given.
            dream: The dream, as `dream_list` names it; the last one unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.DreamGetAnswer = await self._caller.call(
            "dream_get",
            {
                "agent": agent,
                "dream": dream,
                "fields": fields,
            },
        )
        return _answer

    async def list(
        self,
        *,
        agent: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.DreamListAnswer:
        """Lists the last dreams of a mind, the newest first: what each read, did and changed, what the guards
        measured, and why one was refused or failed; and the dream that is wanted or being dreamt.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent whose mind it is; your own unless given.
            limit: How many, 1 to 200; 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.DreamListAnswer = await self._caller.call(
            "dream_list",
            {
                "agent": agent,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer
