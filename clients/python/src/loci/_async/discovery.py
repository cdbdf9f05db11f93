"""The operations of `discovery`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncDiscovery(AsyncGroup):
    """The operations of `discovery`."""

    async def record(
        self,
        *,
        content: str,
        type: types.DiscoveryKind,
        workflow: types.Id,
        affects_tasks: Sequence[str] | Omit = OMIT,
        promote_to_core: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.DiscoveryRecordAnswer:
        """Records something learned during the work.

        Unless `fields` asks for more (`*`: all), the answer has: `discovery.id`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            content: Text of the discovery.
            type: Type of the discovery.
            workflow: Id of the workflow.
            affects_tasks: Tasks that it affects; empty means all.
            promote_to_core: Memory core to which it should be promoted; must exist and be writable for you.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.DiscoveryRecordAnswer = await self._caller.call(
            "discovery_record",
            {
                "content": content,
                "type": type,
                "workflow": workflow,
                "affects_tasks": affects_tasks,
                "promote_to_core": promote_to_core,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
