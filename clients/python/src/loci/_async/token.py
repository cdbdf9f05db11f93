"""The operations of `token`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncToken(AsyncGroup):
    """The operations of `token`."""

    async def create(
        self,
        *,
        agent: str,
        expires_seconds: int | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        role: types.Role | None | Omit = OMIT,
        tools: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TokenCreateAnswer:
        """Makes a token for a registered agent. An orchestrator may make worker tokens that expire within a day, for
        a workflow that it leads, and only for agents of its own: that it registered itself, and for which nobody
        else made a token.

        For: orchestrator, owner.

        Args:
            agent: The agent's name.
            expires_seconds: When it ends by itself, in seconds from now; never unless given.
            namespace: The namespace that they are bound to in the same way.
            role: The role the token gives; the agent's usual one unless given.
            tools: Which tools MCP offers to who brings it: `all` that its role may, or names with commas between
                them, among which `everyday` stands for those of every day; those alone unless given. It may call the
                others, too, and an address with `?tools=` asks for others.
            user_id: The user that calls with this token are bound to: they reach only that user's sessions,
                scratchpads and memories, read memories that belong to no user, and cannot leave the user out or name
                another one.
            workflow: The one workflow that calls with this token may change, and nothing else; everything that the
                role may unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TokenCreateAnswer = await self._caller.call(
            "token_create",
            {
                "agent": agent,
                "expires_seconds": expires_seconds,
                "namespace": namespace,
                "role": role,
                "tools": tools,
                "user_id": user_id,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def list(
        self,
        *,
        agent: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TokenListAnswer:
        """All tokens, newest first, without their secrets.

        For: owner.

        Args:
            agent: Only those of this agent.
            cursor: The id of the token after which to begin.
            limit: How many: 1 to 200; 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TokenListAnswer = await self._caller.call(
            "token_list",
            {
                "agent": agent,
                "cursor": cursor,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    async def revoke(
        self,
        *,
        token: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TokenRevokeAnswer:
        """Ends a token at once. Calls that carry it are refused from then on.

        For: owner.

        Args:
            token: The token's public id.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TokenRevokeAnswer = await self._caller.call(
            "token_revoke",
            {
                "token": token,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
