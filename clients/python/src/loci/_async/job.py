"""The operations of `job`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncJob(AsyncGroup):
    """The operations of `job`."""

    async def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        kind: types.JobKind | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        state: types.JobState | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.JobListAnswer:
        """Lists started background jobs that are not done: running ones, those that are retried later and why, and
        those that were given up or stopped. Includes only streams that the caller may read; most recently changed
        first.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            kind: Only jobs of this kind.
            limit: Page size, 1 to 200. Default: 50.
            state: Only jobs in this state.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.JobListAnswer = await self._caller.call(
            "job_list",
            {
                "cursor": cursor,
                "kind": kind,
                "limit": limit,
                "state": state,
                "fields": fields,
            },
        )
        return _answer

    async def run(
        self,
        *,
        kind: types.JobKind,
        stream: types.StreamId,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.JobRunAnswer:
        """Runs a job now that waits for a retry, was given up or was stopped, and resets its attempts.

        For: member, owner.

        Args:
            kind: Kind of the job.
            stream: Stream that the job works on, as in `job_list`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.JobRunAnswer = await self._caller.call(
            "job_run",
            {
                "kind": kind,
                "stream": stream,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def stop(
        self,
        *,
        kind: types.JobKind,
        stream: types.StreamId,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.JobStopAnswer:
        """Stops a job: it is not retried until a person runs it. The result of a running worker is rejected.

        For: member, owner.

        Args:
            kind: Kind of the job.
            stream: Stream that the job works on, as in `job_list`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.JobStopAnswer = await self._caller.call(
            "job_stop",
            {
                "kind": kind,
                "stream": stream,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
