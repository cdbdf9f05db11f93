"""The operations of `settings`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Settings(Group):
    """The operations of `settings`."""

    def get(
        self,
        *,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.SettingsGetAnswer:
        """Returns the workspace's settings in force, each with its origin.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.SettingsGetAnswer = self._caller.call(
            "settings_get",
            {
                "fields": fields,
            },
        )
        return _answer

    def set(
        self,
        *,
        reset: Sequence[str] | Omit = OMIT,
        settings: types.Overrides | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.SettingsSetAnswer:
        """Changes settings of the workspace. Absent settings stay as they are.

        For: owner.

        Args:
            reset: Names of settings to reset to the server's configuration.
            settings: The new values.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.SettingsSetAnswer = self._caller.call(
            "settings_set",
            {
                "reset": reset,
                "settings": settings,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
