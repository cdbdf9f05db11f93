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
        """Returns one prompt made of every memory that applies to an agent now: its mind and notes, the session's
        summary, scratchpads, entities and newest messages, the workflow's goal, the task with decisions,
        discoveries, results and artifacts, long-term memories for a query, and nudges; within a token budget.
        Rarely changing blocks come first, and equal states give equal bytes, so that a provider's prompt cache
        keeps its prefix.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent. Default: the calling agent; for people, the holder of the task, or the only agent of the
                session.
            budget: Maximum tokens of the prompt: 500 to 1,000,000. Default: 12,000, or half of the model's window if
                that is less, but at least 500.
            format: Format: `text`, `messages` for a chat model, or `blocks` with the source of each item. Default:
                `text`.
            guidance: Include the block `guidance`, which explains how to use the others. Default: true; in an MCP
                session, true only for the first response.
            model: The model that reads the prompt. Its context window limits the mind's share, and the budget if none
                is given.
            namespace: Namespace of the session; without a session, the only namespace whose memories are used.
            query: Query for long-term memory.
            session: Session id, or its whole key as returned in responses.
            since: The `etag` of an earlier response. If nothing has changed since, the response says so and omits the
                prompt.
            task: The task. Default: the one that the agent holds in the workflow.
            user_id: User of the session; without a session, the user whose memories are used in addition to shared
                ones.
            window: Context window in tokens, instead of the model's.
            workflow: Id of the workflow; optional if `task` names it.
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
