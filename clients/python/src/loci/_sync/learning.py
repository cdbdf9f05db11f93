"""The operations of `learning`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Learning(Group):
    """The operations of `learning`."""

    def dismiss(
        self,
        *,
        learning: types.LearningRef,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.LearningDismissAnswer:
        """Says that a learning is not worth keeping. `learning_reopen` takes that back.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: The learning.
            reason: Why.
            workflow: The workflow; may be left out when `learning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.LearningDismissAnswer = self._caller.call(
            "learning_dismiss",
            {
                "learning": learning,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def edit(
        self,
        *,
        learning: types.LearningRef,
        core: str | None | Omit = OMIT,
        importance: float | None | Omit = OMIT,
        text: str | None | Omit = OMIT,
        topics: Sequence[str] | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.LearningEditAnswer:
        """Words a learning otherwise than suggested, or suggests another core for it. What is left out stays as it
        was.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: The learning.
            core: The core to keep it in.
            importance: How much it matters, 0 to 1.
            text: What to remember.
            topics: What it is about.
            workflow: The workflow; may be left out when `learning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.LearningEditAnswer = self._caller.call(
            "learning_edit",
            {
                "learning": learning,
                "core": core,
                "importance": importance,
                "text": text,
                "topics": topics,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def get(
        self,
        *,
        learning: types.LearningRef,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.LearningGetAnswer:
        """One learning of a workflow, with all of its text and what it rests on.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            learning: The learning.
            workflow: The workflow; may be left out when `learning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.LearningGetAnswer = self._caller.call(
            "learning_get",
            {
                "learning": learning,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        status: types.LearningStatus | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.LearningListAnswer:
        """What workflows have taught, the newest first: decisions with their reasons, insights, failures, what came
        up again and again, each with what would be remembered and what became of it. Of one workflow, all that
        there is so far; without one, of all workflows that have ended, and what made itself known in those that go
        on. A page may have fewer than asked for.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.workflow`, `items.kind`,
        `items.status`, `items.title`, `items.core`, `items.memory`, `counts`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            limit: How many, 1 to 200; 50 unless given.
            status: Only those of which this became; all unless given.
            workflow: Only of this workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.LearningListAnswer = self._caller.call(
            "learning_list",
            {
                "cursor": cursor,
                "limit": limit,
                "status": status,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def promote(
        self,
        *,
        learning: types.LearningRef,
        core: str | None | Omit = OMIT,
        importance: float | None | Omit = OMIT,
        text: str | None | Omit = OMIT,
        topics: Sequence[str] | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.LearningPromoteAnswer:
        """Keeps a learning in a core of long-term memory, with where it is from. It is done once: what the core says
        already, word for word or nearly, is not written again, and the answer names the memory that says it.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: The learning.
            core: The core to keep it in; the suggested one unless given. It must be there, or be the suggested one.
            importance: How much it matters, 0 to 1; as suggested unless given.
            text: What to remember; as suggested unless given.
            topics: What it is about; as suggested unless given.
            workflow: The workflow; may be left out when `learning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.LearningPromoteAnswer = self._caller.call(
            "learning_promote",
            {
                "learning": learning,
                "core": core,
                "importance": importance,
                "text": text,
                "topics": topics,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def reopen(
        self,
        *,
        learning: types.LearningRef,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.LearningReopenAnswer:
        """Takes back what was decided about a learning: one that was dismissed can be promoted again, and the memory
        that a promotion wrote is forgotten. A memory that had said it before stays.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: The learning.
            reason: Why.
            workflow: The workflow; may be left out when `learning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.LearningReopenAnswer = self._caller.call(
            "learning_reopen",
            {
                "learning": learning,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
