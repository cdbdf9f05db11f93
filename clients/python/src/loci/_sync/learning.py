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
        """Dismisses a learning as not worth keeping. Undo this with `learning_reopen`.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: Name of the learning.
            reason: Reason for the dismissal.
            workflow: Id of the workflow; optional if `learning` names it.
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
        """Edits the suggested wording or core of a learning. Absent arguments leave values unchanged.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: Name of the learning.
            core: The core to keep it in.
            importance: Importance, 0 to 1.
            text: The text to remember.
            topics: Topics of the learning.
            workflow: Id of the workflow; optional if `learning` names it.
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
        """Returns a learning of a workflow with its whole text and its evidence.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            learning: Name of the learning.
            workflow: Id of the workflow; optional if `learning` names it.
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
        """Lists the learnings of workflows, newest first: decisions with their reasons, insights, failures and
        recurring patterns, each with the text to remember and its status. With `workflow`, all that exist so far;
        otherwise those of all ended workflows, and those already noted in active ones. A page may have fewer items
        than requested.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.workflow`, `items.kind`,
        `items.status`, `items.title`, `items.core`, `items.memory`, `counts`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            limit: Page size, 1 to 200. Default: 50.
            status: Only learnings with this status. Default: all.
            workflow: Only learnings of this workflow.
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
        """Promotes a learning to a core of long-term memory, with its provenance. This is done once: if the core has
        the same text, exactly or nearly, no memory is written, and the response names the existing one.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: Name of the learning.
            core: The core to keep it in. Default: the suggested one. It must exist, unless it is the suggested one.
            importance: Importance, 0 to 1. Default: as suggested.
            text: The text to remember. Default: as suggested.
            topics: Topics. Default: as suggested.
            workflow: Id of the workflow; optional if `learning` names it.
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
        """Reopens a learning: a dismissed one can be promoted again, and the memory that a promotion wrote is
        forgotten. A memory that existed before stays.

        Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`,
        `learning.core`, `learning.memory`, `learning.was_known`, `learning.waits`.

        For: librarian, member, owner.

        Args:
            learning: Name of the learning.
            reason: Reason for reopening it.
            workflow: Id of the workflow; optional if `learning` names it.
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
