"""The operations of `note`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncNote(AsyncGroup):
    """The operations of `note`."""

    async def write(
        self,
        *,
        note: str,
        agent: str | None | Omit = OMIT,
        importance: float | None | Omit = OMIT,
        kind: types.NoteKind | None | Omit = OMIT,
        session: str | None | Omit = OMIT,
        task: types.TaskNo | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.NoteWriteAnswer:
        """Saves a note in an agent's mind: a preference, a decision, a deadline, a friction to avoid. It is also a
        long-term memory, so `memory_search` finds it at once, and it is shown at the start of every session until
        a dream puts it into the document. Agents write in their own mind; orchestrators and people can write in
        any.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            note: Text of the note, a sentence or a few.
            agent: Name of the agent. Default: yourself.
            importance: Importance, 0 to 1. Default: 0.7.
            kind: Kind of the note: `fact`, `preference`, `decision`, `friction`, `breakthrough`, `question`, `task`,
                `relationship`, `skill` or `identity`. Determines its section of the document.
            session: Session that it is from: its id, or its full key as in responses.
            task: Task of that workflow, such as `T12`.
            workflow: Workflow that it is from.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.NoteWriteAnswer = await self._caller.call(
            "note_write",
            {
                "note": note,
                "agent": agent,
                "importance": importance,
                "kind": kind,
                "session": session,
                "task": task,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
