"""The operations of `audit`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncAudit(AsyncGroup):
    """The operations of `audit`."""

    async def list(
        self,
        *,
        actor: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        kind: types.AuditKind | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        since: types.Time | None | Omit = OMIT,
        until: types.Time | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.AuditListAnswer:
        """Who signed in and who could not, what became of tokens, people, keys and settings, what was erased: newest
        first. Failed tries of one name at one address are told once and then added up for some minutes.

        For: owner.

        Args:
            actor: Only what the agent or person of this name did, and what is about them.
            cursor: Where the last page ended.
            kind: Only this kind.
            limit: How many, 1 to 200; 50 unless given. A page can have fewer although more follow.
            since: Only from this moment on.
            until: Only before this moment; a date alone includes the day.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.AuditListAnswer = await self._caller.call(
            "audit_list",
            {
                "actor": actor,
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
                "since": since,
                "until": until,
                "fields": fields,
            },
        )
        return _answer
