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
        """One thing that needs a person, with everything that is about it: the task, the question, the request, the
        decision, the files, and what goes on once it is settled. A settled one says its outcome.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            item: The item, such as `review:T7`.
            workflow: The workflow.
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
        """What needs a person, over all workflows: most blocking first, then longest waiting. The first page also
        says in which cores memories of agents wait for approval; `memory_waiting` gives these.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            include_snoozed: Whether to show also what was put off.
            limit: How many, 1 to 200; 50 unless given.
            workflow: Only in this workflow.
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
