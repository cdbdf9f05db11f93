"""The operations of `context`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Context(Group):
    """The operations of `context`."""

    def read(
        self,
        *,
        agent: str | None | Omit = OMIT,
        budget: int | None | Omit = OMIT,
        format: types.ContextFormat | Omit = OMIT,
        guidance: bool | None | Omit = OMIT,
        model: str | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        session: str | None | Omit = OMIT,
        since: str | None | Omit = OMIT,
        task: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        window: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ContextReadAnswer:
        """One prompt made of every memory that applies to an agent now: its mind and its notes, the session's
        summary, scratchpads, entities and newest messages, the workflow's goal, the task with decisions,
        discoveries, results and artifacts, what long-term memory has for a query, and nudges; within a budget of
        tokens. What changes rarely comes first, and the same state gives the same bytes, so that a provider's
        prompt cache keeps its prefix.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent. Unless given an agent that calls is meant itself, and where a person calls whoever holds
                the task, or the only agent of the session.
            budget: The most tokens it may have: 500 to 1,000,000. Unless given 12,000, or half of the model's window
                where that is less, and 500 at least.
            format: As one `text`, as `messages` for a chat model, or as `blocks` that say where each item is from;
                text unless given.
            guidance: Include the block `guidance`, which explains how to use the others. Default: true; in an MCP
                session, true in the first answer alone.
            model: The model that reads it: its context window bounds the mind's share, and the budget where none is
                given.
            namespace: The session's namespace; without a session, the only namespace whose memories are used.
            query: What to look up in long-term memory.
            session: The session's id, or its whole key as answers give it.
            since: The `etag` of an earlier answer: where nothing has changed since, the answer says so and no more.
            task: The task; the one that the agent holds in the workflow unless given.
            user_id: The session's user; without a session, the user whose memories are used besides shared ones.
            window: The context window in tokens, instead of the model's.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ContextReadAnswer = self._caller.call(
            "context_read",
            {
                "agent": agent,
                "budget": budget,
                "format": format,
                "guidance": guidance,
                "model": model,
                "namespace": namespace,
                "query": query,
                "session": session,
                "since": since,
                "task": task,
                "user_id": user_id,
                "window": window,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer
