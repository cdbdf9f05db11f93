"""The operations of `question`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Question(Group):
    """The operations of `question`."""

    def answer(
        self,
        *,
        answer: str,
        question: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.QuestionAnswerAnswer:
        """Answers an agent's question. Only the first answer counts; a task that waited for it continues.

        Unless `fields` asks for more (`*`: all), the answer has: `question.id`.

        For: member, owner.

        Args:
            answer: Answer: one of the options, or free text.
            question: The question.
            workflow: Id of the workflow; optional if `question` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.QuestionAnswerAnswer = self._caller.call(
            "question_answer",
            {
                "answer": answer,
                "question": question,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def ask(
        self,
        *,
        question: str,
        workflow: types.Id,
        deadline: types.Time | None | Omit = OMIT,
        deadline_seconds: int | None | Omit = OMIT,
        default: str | None | Omit = OMIT,
        lease: str | None | Omit = OMIT,
        options: Sequence[str] | Omit = OMIT,
        task: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.QuestionAskAnswer:
        """Asks a person a question. If the caller holds the task, its lease is parked until the answer; the answer is
        delivered like a nudge.

        Unless `fields` asks for more (`*`: all), the answer has: `question.id`, `parked`.

        For: orchestrator, worker, reviewer.

        Args:
            question: The question.
            workflow: Id of the workflow.
            deadline: Time, within the next year, at which `default`, which is then required, becomes the answer.
            deadline_seconds: Deadline in seconds from now.
            default: Answer that applies when the deadline passes.
            lease: Id of my lease, if I hold the task.
            options: Answers to choose from, at most 20; other answers are allowed, too.
            task: Task that waits for the answer.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.QuestionAskAnswer = self._caller.call(
            "question_ask",
            {
                "question": question,
                "workflow": workflow,
                "deadline": deadline,
                "deadline_seconds": deadline_seconds,
                "default": default,
                "lease": lease,
                "options": options,
                "task": task,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
