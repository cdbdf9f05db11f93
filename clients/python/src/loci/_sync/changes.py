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
        """Waits until something happens, and returns the facts since the cursor. Delivery receipts are not included.
        Nudges need no waiting: they come with every response. To wait for work, call `task_claim` with `wait`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous response, or the `position` of any response. Default: now.
            limit: Maximum number of facts, 1 to 200. Default: 50.
            timeout_seconds: Maximum wait in seconds, 0 to 60. Default: 30.
            workflow: Only facts of this workflow.
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
