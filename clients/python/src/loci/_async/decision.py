"""The operations of `decision`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncDecision(AsyncGroup):
    """The operations of `decision`."""

    async def approve(
        self,
        *,
        decision: str,
        comments: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.DecisionApproveAnswer:
        """Approves a decision. Requests for approval of it are answered with it.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
        `warnings`.

        For: member, owner.

        Args:
            decision: The decision.
            comments: What there is to say about it.
            workflow: The workflow; may be left out when `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionApproveAnswer = await self._caller.call(
            "decision_approve",
            {
                "decision": decision,
                "comments": comments,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def record(
        self,
        *,
        choice: str,
        rationale: str,
        workflow: types.Id,
        affects_tasks: Sequence[str] | Omit = OMIT,
        alternatives: Sequence[str] | Omit = OMIT,
        decision: str | None | Omit = OMIT,
        question: str | Omit = OMIT,
        reversible: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.DecisionRecordAnswer:
        """Records a decision: what was chosen, what was not, and why. One that was planned is named with `decision`,
        or by asking the same question. Tasks whose edges wait for this choice follow it at once.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            choice: What was chosen.
            rationale: Why.
            workflow: The workflow.
            affects_tasks: Which tasks it concerns; none means all.
            alternatives: What was not.
            decision: The planned decision that this is: its name (`D3`) or its key.
            question: What was decided; may be left out with `decision`.
            reversible: Whether it can be undone later; it can unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionRecordAnswer = await self._caller.call(
            "decision_record",
            {
                "choice": choice,
                "rationale": rationale,
                "workflow": workflow,
                "affects_tasks": affects_tasks,
                "alternatives": alternatives,
                "decision": decision,
                "question": question,
                "reversible": reversible,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def reject(
        self,
        *,
        comments: str,
        decision: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.DecisionRejectAnswer:
        """Rejects a decision: it does not hold any more, and says why. Requests for approval of it are refused with
        it.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
        `warnings`.

        For: member, owner.

        Args:
            comments: Why, and what would do instead.
            decision: The decision.
            workflow: The workflow; may be left out when `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionRejectAnswer = await self._caller.call(
            "decision_reject",
            {
                "comments": comments,
                "decision": decision,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def supersede(
        self,
        *,
        choice: str,
        decision: str,
        rationale: str,
        affects_tasks: Sequence[str] | None | Omit = OMIT,
        alternatives: Sequence[str] | Omit = OMIT,
        question: str | None | Omit = OMIT,
        reversible: bool | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.DecisionSupersedeAnswer:
        """Puts a new decision in the place of an earlier one, which is kept with a link to it. Tasks whose edges wait
        for the choice follow the new one. What a person decided or approved only a person puts another in the
        place of: an agent asks for that with `question_ask`.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.supersedes`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            choice: What was chosen now.
            decision: The earlier decision.
            rationale: Why, and why not as before.
            affects_tasks: Which tasks it concerns; as before unless given.
            alternatives: What was not. Those of the earlier decision are not taken over: what is chosen now may be
                among them.
            question: What was decided; as before unless given.
            reversible: Whether it can be undone later; as before unless given.
            workflow: The workflow; may be left out when `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionSupersedeAnswer = await self._caller.call(
            "decision_supersede",
            {
                "choice": choice,
                "decision": decision,
                "rationale": rationale,
                "affects_tasks": affects_tasks,
                "alternatives": alternatives,
                "question": question,
                "reversible": reversible,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
