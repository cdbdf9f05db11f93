"""The operations of `summary`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Summary(Group):
    """The operations of `summary`."""

    def partition_list(
        self,
        *,
        view: str,
        group: Mapping[str, str] | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryPartitionListAnswer:
        """Lists the partitions of a summary view that have been written.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            view: The view.
            group: Only groups with these values. A field that the view does not group by fits no group.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryPartitionListAnswer = self._caller.call(
            "summary_partition_list",
            {
                "view": view,
                "group": group,
                "fields": fields,
            },
        )
        return _answer

    def run_get(
        self,
        *,
        run: str,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryRunGetAnswer:
        """Says how far a run of a summary view is. The last 50 runs of a view are remembered.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            run: The run's id, as `summary_view_run` gave it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryRunGetAnswer = self._caller.call(
            "summary_run_get",
            {
                "run": run,
                "fields": fields,
            },
        )
        return _answer

    def view_create(
        self,
        *,
        definition: types.Definition,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewCreateAnswer:
        """Makes a summary view: the long-term memories that its maker may read, grouped by some of their fields, with
        one summary for each group. Its partitions are written when `summary_view_run` asks for them, and every
        hour when it is `continuous`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            definition: What it is of.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewCreateAnswer = self._caller.call(
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

    def view_delete(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewDeleteAnswer:
        """Deletes a summary view with its partitions: it is gone at once, a person can bring it back for as many days
        as the settings say, and it is then erased.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            view: The view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewDeleteAnswer = self._caller.call(
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

    def view_get(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryViewGetAnswer:
        """Gives a summary view: what it groups, and whose memories.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            view: The view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryViewGetAnswer = self._caller.call(
            "summary_view_get",
            {
                "view": view,
                "fields": fields,
            },
        )
        return _answer

    def view_list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        deleted: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SummaryViewListAnswer:
        """Lists the summary views that the caller may read, most recently changed first.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the page before.
            deleted: Instead those that were deleted and can still be brought back; only people see them.
            limit: How many, 1 to 200; 50 when not given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SummaryViewListAnswer = self._caller.call(
            "summary_view_list",
            {
                "cursor": cursor,
                "deleted": deleted,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    def view_restore(
        self,
        *,
        view: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewRestoreAnswer:
        """Brings a deleted summary view back with its partitions, as long as it is not erased.

        For: member, owner.

        Args:
            view: The view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewRestoreAnswer = self._caller.call(
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

    def view_run(
        self,
        *,
        view: str,
        force: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SummaryViewRunAnswer:
        """Asks for all partitions of a summary view. Loci writes them in the background; `summary_run_get` says how
        far it is. While a run waits, asking again gives that one.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            view: The view.
            force: Whether partitions are written also when their memories are the same as last time.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SummaryViewRunAnswer = self._caller.call(
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
