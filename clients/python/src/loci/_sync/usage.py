"""The operations of `usage`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Usage(Group):
    """The operations of `usage`."""

    def report(
        self,
        *,
        workflow: types.Id,
        blocks: Mapping[str, int] | Omit = OMIT,
        cost: float | None | Omit = OMIT,
        log_ref: str | None | Omit = OMIT,
        task: str | None | Omit = OMIT,
        tokens_in: int | Omit = OMIT,
        tokens_out: int | Omit = OMIT,
        window: int | None | Omit = OMIT,
        window_used: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.UsageReportAnswer:
        """Reports my token usage and cost since my last report, for a task or the workflow, and the use of my context
        window. A person reports usage that no agent has reported.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            workflow: Id of the workflow.
            blocks: Use of the context window: tokens by the block's name.
            cost: Cost since my last report, as a decimal number in the workspace's currency; rounded to a millionth.
            log_ref: My own log of this work: an `http` or `https` address, or an id of 1 to 200 letters, digits, `-`,
                `_`, `.` and `/`. Shown with my contribution from now on.
            task: Task that the usage was for, also one that I do not hold: added to the task and to my last attempt
                at it.
            tokens_in: Input tokens since my last report.
            tokens_out: Output tokens since my last report.
            window: Size of my context window, in tokens.
            window_used: Tokens in use in my context window.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.UsageReportAnswer = self._caller.call(
            "usage_report",
            {
                "workflow": workflow,
                "blocks": blocks,
                "cost": cost,
                "log_ref": log_ref,
                "task": task,
                "tokens_in": tokens_in,
                "tokens_out": tokens_out,
                "window": window,
                "window_used": window_used,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
