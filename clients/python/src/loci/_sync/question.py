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
        """Answers an agent's question. The first answer counts; a task that waited for it goes on.

        Unless `fields` asks for more (`*`: all), the answer has: `question.id`.

        For: member, owner.

        Args:
            answer: The answer: one of the options, or other words.
            question: The question.
            workflow: The workflow; may be left out when `question` names it.
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
        """Asks a person. When the one who asks holds the task, its lease stands still until the answer comes; the
        answer arrives like a nudge.

        Unless `fields` asks for more (`*`: all), the answer has: `question.id`, `parked`.

        For: orchestrator, worker, reviewer.

        Args:
            question: The question.
            workflow: The workflow.
            deadline: Until when an answer is awaited: then the default, which must be given, is the answer.
            deadline_seconds: The same, in seconds from now.
            default: The answer when the deadline passes.
            lease: The id of my lease, when I hold the task.
            options: Answers to choose from, at most 20; others may be given too.
            task: The task that waits for the answer.
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
