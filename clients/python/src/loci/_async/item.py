"""The operations of `item`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncItem(AsyncGroup):
    """The operations of `item`."""

    async def snooze(
        self,
        *,
        item: str,
        workflow: types.Id,
        seconds: int | None | Omit = OMIT,
        until: types.Time | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ItemSnoozeAnswer:
        """Snoozes an inbox item until the given time.

        For: member, owner.

        Args:
            item: The item, such as `review:T7`.
            workflow: Id of the workflow.
            seconds: Duration in seconds from now; 0 ends the snooze.
            until: End of the snooze, within the next 90 days; give either `until` or `seconds`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ItemSnoozeAnswer = await self._caller.call(
            "item_snooze",
            {
                "item": item,
                "workflow": workflow,
                "seconds": seconds,
                "until": until,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
