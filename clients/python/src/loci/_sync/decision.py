"""The operations of `decision`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Decision(Group):
    """The operations of `decision`."""

    def approve(
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
        """Approves a decision. Also approves the pending requests for approval of it.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
        `warnings`.

        For: member, owner.

        Args:
            decision: The decision.
            comments: Comments on the approval.
            workflow: Id of the workflow; optional if `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionApproveAnswer = self._caller.call(
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

    def record(
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
        """Records a decision: the choice, the alternatives and the rationale. Name a planned decision with
        `decision`, or ask the same question. Tasks whose edges wait for this choice follow it at once.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            choice: Choice that was made.
            rationale: Rationale.
            workflow: Id of the workflow.
            affects_tasks: Tasks that it affects; empty means all.
            alternatives: Alternatives that were not chosen.
            decision: Planned decision that is made: its name (`D3`) or its key.
            question: Question that was decided; optional with `decision`.
            reversible: True if it can be undone later; default true.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionRecordAnswer = self._caller.call(
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

    def reject(
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
        """Rejects a decision with a reason: it is no longer valid. Also refuses the pending requests for approval of
        it.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.status`, `approvals`,
        `warnings`.

        For: member, owner.

        Args:
            comments: Reason, and what to choose instead.
            decision: The decision.
            workflow: Id of the workflow; optional if `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionRejectAnswer = self._caller.call(
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

    def supersede(
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
        """Replaces an earlier decision, which is kept with a link to the new one. Tasks whose edges wait for the
        choice follow the new one. Only a person may replace a decision that a person made or approved; an agent
        asks for that with `question_ask`.

        Unless `fields` asks for more (`*`: all), the answer has: `decision.id`, `decision.supersedes`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            choice: New choice.
            decision: Earlier decision.
            rationale: Rationale, including the reason for the change.
            affects_tasks: Tasks that it affects; unchanged by default.
            alternatives: Alternatives that were not chosen. Those of the earlier decision are not copied: the new
                choice may be among them.
            question: Question that was decided; unchanged by default.
            reversible: True if it can be undone later; unchanged by default.
            workflow: Id of the workflow; optional if `decision` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DecisionSupersedeAnswer = self._caller.call(
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
