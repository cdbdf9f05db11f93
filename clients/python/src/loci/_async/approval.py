"""The operations of `approval`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncApproval(AsyncGroup):
    """The operations of `approval`."""

    async def give(
        self,
        *,
        approval: str,
        status: types.ApprovalWord,
        comments: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ApprovalGiveAnswer:
        """Approves or refuses a request for approval. If it is about a decision, the decision is approved or rejected
        with it.

        Unless `fields` asks for more (`*`: all), the answer has: `approval.id`, `approval.status`.

        For: member, owner.

        Args:
            approval: The request for approval.
            status: Ruling on the request.
            comments: Comments; required if it is refused.
            workflow: Id of the workflow; optional if `approval` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ApprovalGiveAnswer = await self._caller.call(
            "approval_give",
            {
                "approval": approval,
                "status": status,
                "comments": comments,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def request(
        self,
        *,
        reason: str,
        subject: types.Subject,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ApprovalRequestAnswer:
        """Asks a person for approval of a decision, an artifact version, a task before its risky step, or a plan in
        words. If the caller holds the task, its lease is parked until a person has decided. Repeating the call
        before that returns the pending request.

        Unless `fields` asks for more (`*`: all), the answer has: `approval.id`, `approval.status`.

        For: orchestrator, worker, reviewer.

        Args:
            reason: Reason for the request.
            subject: Subject: `{"decision": "D3"}`, `{"artifact": "A2"}`, `{"task": "T7"}` or `{"plan": "…"}`.
            workflow: Id of the workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ApprovalRequestAnswer = await self._caller.call(
            "approval_request",
            {
                "reason": reason,
                "subject": subject,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
