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
        """Returns a dream: the document that it wrote, or the draft that a guard refused, and the difference to the
        version that it is based on.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: Name of the agent. Default: yourself.
            dream: The dream, as `dream_list` names it. Default: the last one.
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
        """Lists the last dreams of a mind, newest first: what each read and changed, the results of the guards, and
        the reason if it was refused or failed. Also returns the dream that is requested or running.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: Name of the agent. Default: yourself.
            limit: Maximum number of dreams, 1 to 200. Default: 50.
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
