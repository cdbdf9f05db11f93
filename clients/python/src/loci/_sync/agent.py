"""The operations of `agent`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Agent(Group):
    """The operations of `agent`."""

    def get(
        self,
        *,
        agent: str,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.AgentGetAnswer:
        """Returns an agent with its tasks, the time of its last call, and its contributions to the most recently
        changed workflows.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: Name of the agent.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.AgentGetAnswer = self._caller.call(
            "agent_get",
            {
                "agent": agent,
                "fields": fields,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.AgentListAnswer:
        """Lists the workspace's agents by name, each with its tasks and the time of its last call.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Name of the last agent on the previous page.
            limit: Page size, 1 to 200. Default: 50.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.AgentListAnswer = self._caller.call(
            "agent_list",
            {
                "cursor": cursor,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    def pause(
        self,
        *,
        agent: str,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.AgentPauseAnswer:
        """Stops an agent from claiming tasks. It may finish the tasks that it holds.

        For: orchestrator, member, owner.

        Args:
            agent: Name of the agent.
            reason: Reason for the pause.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.AgentPauseAnswer = self._caller.call(
            "agent_pause",
            {
                "agent": agent,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def register(
        self,
        *,
        name: str,
        role: types.Role,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.AgentRegisterAnswer:
        """Registers an agent, or changes its default role. Create its tokens with `token_create`.

        For: orchestrator, owner.

        Args:
            name: Name of the agent: 1 to 64 letters, digits, `-`, `_` or `.`; no reserved word such as `all` or
                `orchestrator`.
            role: Default role: orchestrator, worker, reviewer, librarian or observer.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.AgentRegisterAnswer = self._caller.call(
            "agent_register",
            {
                "name": name,
                "role": role,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def resume(
        self,
        *,
        agent: str,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.AgentResumeAnswer:
        """Allows a paused agent to claim tasks again.

        For: orchestrator, member, owner.

        Args:
            agent: Name of the agent.
            reason: Reason for the resumption.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.AgentResumeAnswer = self._caller.call(
            "agent_resume",
            {
                "agent": agent,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
