"""The operations of `warning`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Warning(Group):
    """The operations of `warning`."""

    def settle(
        self,
        *,
        warning: str,
        note: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WarningSettleAnswer:
        """Settles a warning: it leaves the inbox. Changes nothing else; repeating the call has no effect.

        For: member, owner.

        Args:
            warning: The warning.
            note: Note on the warning.
            workflow: Id of the workflow; optional if `warning` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WarningSettleAnswer = self._caller.call(
            "warning_settle",
            {
                "warning": warning,
                "note": note,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
