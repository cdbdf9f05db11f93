"""The operations of `audit`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Audit(Group):
    """The operations of `audit`."""

    def list(
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
        """Lists the audit, newest first: sign-ins and failed ones, changes to tokens, people, keys and settings, and
        erasures. Failed sign-ins of one name at one address are reported once and then summed up for some minutes.

        For: owner.

        Args:
            actor: Only facts by or about the agent or person with this name.
            cursor: The `next_cursor` of the previous page.
            kind: Only facts of this kind.
            limit: Page size, 1 to 200. Default: 50. A page may have fewer items although more follow.
            since: Only facts at this time or later.
            until: Only facts before this time; a date alone includes the day.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.AuditListAnswer = self._caller.call(
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
