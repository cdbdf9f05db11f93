"""The operations of `inbox`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Inbox(Group):
    """The operations of `inbox`."""

    def get(
        self,
        *,
        item: str,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.InboxGetAnswer:
        """Returns an inbox item with everything about it: the task, question, request, decision and files, and the
        tasks that it unblocks. A settled item has its outcome.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            item: The item, such as `review:T7`.
            workflow: Id of the workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.InboxGetAnswer = self._caller.call(
            "inbox_get",
            {
                "item": item,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        include_snoozed: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.InboxListAnswer:
        """Lists everything that needs a person, over all workflows: most blocking first, then longest waiting. The
        first page also has the cores in which memories of agents wait for approval; `memory_waiting` lists these.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: `next_cursor` of the previous page.
            include_snoozed: Also lists snoozed items.
            limit: Page size, 1 to 200; default 50.
            workflow: Only items of this workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.InboxListAnswer = self._caller.call(
            "inbox_list",
            {
                "cursor": cursor,
                "include_snoozed": include_snoozed,
                "limit": limit,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer
