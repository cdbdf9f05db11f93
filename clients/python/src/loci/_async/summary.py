"""The operations of `summary`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncSummary(AsyncGroup):
    """The operations of `summary`."""

    async def partition_list(
        self,
        *,
        view: str,
        group: Mapping[str, str] | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryPartitionListAnswer:
        """Lists the written partitions of a summary view.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            view: Id of the view.
            group: Only groups with these values. A field that the view does not group by matches no group.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryPartitionListAnswer = await self._caller.call(
            "summary_partition_list",
            {
                "view": view,
                "group": group,
                "fields": fields,
            },
        )
        return _answer

    async def run_get(
        self,
        *,
        run: str,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryRunGetAnswer:
        """Returns the status of a run of a summary view. The last 50 runs of a view are stored.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            run: Id of the run, as returned by `summary_view_run`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryRunGetAnswer = await self._caller.call(
            "summary_run_get",
            {
                "run": run,
                "fields": fields,
            },
        )
        return _answer

    async def view_create(
        self,
        *,
        definition: types.Definition,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewCreateAnswer:
        """Creates a summary view: the long-term memories that its creator may read, grouped by some of their fields,
        with one summary per group. Partitions are written on request (`summary_view_run`), and every hour if the
        view is `continuous`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            definition: Definition of its groups and memories.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewCreateAnswer = await self._caller.call(
            "summary_view_create",
            {
                "definition": definition,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def view_delete(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewDeleteAnswer:
        """Deletes a summary view with its partitions. A person can restore it for the number of days in the settings;
        then it is erased.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            view: Id of the view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewDeleteAnswer = await self._caller.call(
            "summary_view_delete",
            {
                "view": view,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def view_get(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryViewGetAnswer:
        """Returns a summary view with the definition of its groups and memories.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            view: Id of the view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryViewGetAnswer = await self._caller.call(
            "summary_view_get",
            {
                "view": view,
                "fields": fields,
            },
        )
        return _answer

    async def view_list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        deleted: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        order: types.ListOrder | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryViewListAnswer:
        """Lists the summary views that the caller may read.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            deleted: List deleted views that can still be restored instead; only for people.
            limit: Page size, 1 to 200; 50 by default.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryViewListAnswer = await self._caller.call(
            "summary_view_list",
            {
                "cursor": cursor,
                "deleted": deleted,
                "limit": limit,
                "order": order,
                "fields": fields,
            },
        )
        return _answer

    async def view_restore(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewRestoreAnswer:
        """Restores a deleted summary view with its partitions, unless it is erased already.

        For: member, owner.

        Args:
            view: Id of the view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewRestoreAnswer = await self._caller.call(
            "summary_view_restore",
            {
                "view": view,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def view_run(
        self,
        *,
        view: str,
        force: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewRunAnswer:
        """Requests all partitions of a summary view. Loci writes them in the background; `summary_run_get` returns
        the status. While a run with the same `force` waits, returns that run.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            view: Id of the view.
            force: Also write partitions whose memories have not changed.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewRunAnswer = await self._caller.call(
            "summary_view_run",
            {
                "view": view,
                "force": force,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
