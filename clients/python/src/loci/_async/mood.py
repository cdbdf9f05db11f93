"""The operations of `mood`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncMood(AsyncGroup):
    """The operations of `mood`."""

    async def signal(
        self,
        *,
        signal: types.Signal,
        agent: str | None | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        strength: float | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MoodSignalAnswer:
        """Raises a mind's mood, such as after praise, success, trouble or an urgent request. The effect fades within
        hours. Task outcomes, approvals by people and urgent nudges do this automatically.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            signal: Signal: `reward`, `error`, `social`, `achievement` or `urgency`.
            agent: Name of the agent. Default: yourself.
            reason: Reason in a few words. The note about a spike quotes it.
            strength: Strength, 0 to 1. Default: 1.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MoodSignalAnswer = await self._caller.call(
            "mood_signal",
            {
                "signal": signal,
                "agent": agent,
                "reason": reason,
                "strength": strength,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
