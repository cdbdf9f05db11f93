"""The operations of `activity`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Activity(Group):
    """The operations of `activity`."""

    def list(
        self,
        *,
        after: int | None | Omit = OMIT,
        agent: str | None | Omit = OMIT,
        before: int | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        stream: types.StreamId | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ActivityListAnswer:
        """Lists facts, newest first: of the whole workspace, of one workflow or stream, or by one agent.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            after: Only facts after this position of the log.
            agent: Only facts by the agent with this name.
            before: Only facts before this position of the log.
            cursor: The `next_cursor` of the previous page; same meaning as `before`.
            limit: Page size, 1 to 200. Default: 50. Pages for agents also end after about 32 KB.
            stream: Only facts of this stream, such as `workflow:01J…`.
            workflow: Only facts of this workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ActivityListAnswer = self._caller.call(
            "activity_list",
            {
                "after": after,
                "agent": agent,
                "before": before,
                "cursor": cursor,
                "limit": limit,
                "stream": stream,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer
