"""The operations of `niche`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Niche(Group):
    """The operations of `niche`."""

    def report(
        self,
        *,
        agent: str | None | Omit = OMIT,
        buyers: int | None | Omit = OMIT,
        earnings: float | None | Omit = OMIT,
        listed_skills: int | None | Omit = OMIT,
        spending: float | None | Omit = OMIT,
        top_skills: Sequence[str] | None | Omit = OMIT,
        trend_7d: float | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.NicheReportAnswer:
        """Reports an agent's figures where it trades; the next dream puts them into The Niche. Omitted figures keep
        their last value. Do not report work in workflows: Loci counts it.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            agent: Name of the agent. Default: yourself.
            buyers: Number of different buyers.
            earnings: Total earnings, in the currency that it trades in.
            listed_skills: Number of skills that it offers.
            spending: Total spending.
            top_skills: Skills that earn most, the best first. At most 20.
            trend_7d: Relative change of earnings in the last seven days against the seven before, such as 0.25 for a
                quarter more.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.NicheReportAnswer = self._caller.call(
            "niche_report",
            {
                "agent": agent,
                "buyers": buyers,
                "earnings": earnings,
                "listed_skills": listed_skills,
                "spending": spending,
                "top_skills": top_skills,
                "trend_7d": trend_7d,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
