"""The operations of `token`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Token(Group):
    """The operations of `token`."""

    def create(
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
        """Creates a token for a registered agent. An orchestrator may only create worker tokens that expire within a
        day, for a workflow that it leads and for its own agents: those that it registered itself and that have no
        tokens by others.

        For: orchestrator, owner.

        Args:
            agent: Name of the agent.
            expires_seconds: Time to live, in seconds. Default: unlimited.
            namespace: Namespace that calls with this token are bound to in the same way.
            role: Role that the token grants. Default: the agent's default role.
            tools: Tools that MCP offers with this token: `all` that its role may use, or comma-separated names, among
                which `everyday` stands for the everyday tools. Default: `everyday`. The token may call other tools,
                too, and an address with `?tools=` requests others.
            user_id: User that calls with this token are bound to: they reach only that user's sessions, scratchpads
                and memories, read memories without a user, and cannot omit the user or name another one.
            workflow: The only workflow that calls with this token may change. Default: everything that the role may.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TokenCreateAnswer = self._caller.call(
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

    def list(
        self,
        *,
        agent: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TokenListAnswer:
        """Lists all tokens, newest first, without their secrets.

        For: owner.

        Args:
            agent: Only tokens of this agent.
            cursor: Id of the last token on the previous page.
            limit: Page size, 1 to 200. Default: 50.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TokenListAnswer = self._caller.call(
            "token_list",
            {
                "agent": agent,
                "cursor": cursor,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    def revoke(
        self,
        *,
        token: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TokenRevokeAnswer:
        """Revokes a token at once. Calls with it are rejected from then on.

        For: owner.

        Args:
            token: Public id of the token.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TokenRevokeAnswer = self._caller.call(
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
