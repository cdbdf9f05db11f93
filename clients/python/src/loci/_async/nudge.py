"""The operations of `nudge`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncNudge(AsyncGroup):
    """The operations of `nudge`."""

    async def acknowledge(
        self,
        *,
        nudge: str,
        acted: bool | Omit = OMIT,
        note: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.NudgeAcknowledgeAnswer:
        """Acknowledges a nudge and says if something was changed because of it.

        Unless `fields` asks for more (`*`: all), the answer has: `nudge.id`, `warnings`.

        For: orchestrator, worker, reviewer, librarian, observer.

        Args:
            nudge: The nudge.
            acted: True if something was changed because of it.
            note: Change that was made, or the reason why there was none.
            workflow: Id of the workflow; optional if `nudge` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.NudgeAcknowledgeAnswer = await self._caller.call(
            "nudge_acknowledge",
            {
                "nudge": nudge,
                "acted": acted,
                "note": note,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def send(
        self,
        *,
        message: str,
        target: str,
        workflow: types.Id,
        priority: types.Priority | Omit = OMIT,
        task: str | None | Omit = OMIT,
        ttl_seconds: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.NudgeSendAnswer:
        """Sends a message to an agent, to the lead, or to all agents. It is delivered with the response to their next
        call.

        Unless `fields` asks for more (`*`: all), the answer has: `nudge.id`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            message: Text of the message.
            target: Recipient.
            workflow: Id of the workflow.
            priority: Priority; default normal.
            task: Task that it is about; the task's context then includes it.
            ttl_seconds: Time that it waits for delivery, in seconds (1 to 2,592,000); default one day.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.NudgeSendAnswer = await self._caller.call(
            "nudge_send",
            {
                "message": message,
                "target": target,
                "workflow": workflow,
                "priority": priority,
                "task": task,
                "ttl_seconds": ttl_seconds,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
