"""The operations of `changes`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Changes(Group):
    """The operations of `changes`."""

    def wait(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        timeout_seconds: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ChangesWaitAnswer:
        """Waits until something happens, and gives what happened since the cursor. That something was delivered is
        nothing to wait for, and is left out. Nudges need no waiting: they come with every answer. Who waits for
        work calls `task_claim` with `wait`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last answer ended: its `next_cursor`, or the `position` of any answer. Now unless given.
            limit: How many, 1 to 200; 50 unless given.
            timeout_seconds: How long to wait for something, in seconds (0 to 60); 30 unless given.
            workflow: Only in this workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ChangesWaitAnswer = self._caller.call(
            "changes_wait",
            {
                "cursor": cursor,
                "limit": limit,
                "timeout_seconds": timeout_seconds,
                "workflow": workflow,
                "fields": fields,
            },
            waits=timeout_seconds,
        )
        return _answer
