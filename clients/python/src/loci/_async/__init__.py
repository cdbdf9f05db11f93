"""All operations.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup
from .activity import AsyncActivity
from .agent import AsyncAgent
from .approval import AsyncApproval
from .artifact import AsyncArtifact
from .audit import AsyncAudit
from .changes import AsyncChanges
from .context import AsyncContext
from .core import AsyncCore
from .decision import AsyncDecision
from .discovery import AsyncDiscovery
from .dream import AsyncDream
from .entity import AsyncEntity
from .inbox import AsyncInbox
from .item import AsyncItem
from .job import AsyncJob
from .learning import AsyncLearning
from .memory import AsyncMemory
from .mind import AsyncMind
from .mood import AsyncMood
from .niche import AsyncNiche
from .note import AsyncNote
from .nudge import AsyncNudge
from .question import AsyncQuestion
from .scratchpad import AsyncScratchpad
from .session import AsyncSession
from .settings import AsyncSettings
from .summary import AsyncSummary
from .task import AsyncTask
from .token import AsyncToken
from .usage import AsyncUsage
from .warning import AsyncWarning
from .webhook import AsyncWebhook
from .workflow import AsyncWorkflow


class AsyncOperations(AsyncGroup):
    """All operations, by noun."""

    @property
    def activity(self) -> AsyncActivity:
        """The operations of `activity`."""
        return AsyncActivity(self._caller)

    @property
    def agent(self) -> AsyncAgent:
        """The operations of `agent`."""
        return AsyncAgent(self._caller)

    @property
    def approval(self) -> AsyncApproval:
        """The operations of `approval`."""
        return AsyncApproval(self._caller)

    @property
    def artifact(self) -> AsyncArtifact:
        """The operations of `artifact`."""
        return AsyncArtifact(self._caller)

    @property
    def audit(self) -> AsyncAudit:
        """The operations of `audit`."""
        return AsyncAudit(self._caller)

    @property
    def changes(self) -> AsyncChanges:
        """The operations of `changes`."""
        return AsyncChanges(self._caller)

    @property
    def context(self) -> AsyncContext:
        """The operations of `context`."""
        return AsyncContext(self._caller)

    @property
    def core(self) -> AsyncCore:
        """The operations of `core`."""
        return AsyncCore(self._caller)

    @property
    def decision(self) -> AsyncDecision:
        """The operations of `decision`."""
        return AsyncDecision(self._caller)

    @property
    def discovery(self) -> AsyncDiscovery:
        """The operations of `discovery`."""
        return AsyncDiscovery(self._caller)

    @property
    def dream(self) -> AsyncDream:
        """The operations of `dream`."""
        return AsyncDream(self._caller)

    @property
    def entity(self) -> AsyncEntity:
        """The operations of `entity`."""
        return AsyncEntity(self._caller)

    @property
    def inbox(self) -> AsyncInbox:
        """The operations of `inbox`."""
        return AsyncInbox(self._caller)

    @property
    def item(self) -> AsyncItem:
        """The operations of `item`."""
        return AsyncItem(self._caller)

    @property
    def job(self) -> AsyncJob:
        """The operations of `job`."""
        return AsyncJob(self._caller)

    @property
    def learning(self) -> AsyncLearning:
        """The operations of `learning`."""
        return AsyncLearning(self._caller)

    @property
    def memory(self) -> AsyncMemory:
        """The operations of `memory`."""
        return AsyncMemory(self._caller)

    @property
    def mind(self) -> AsyncMind:
        """The operations of `mind`."""
        return AsyncMind(self._caller)

    @property
    def mood(self) -> AsyncMood:
        """The operations of `mood`."""
        return AsyncMood(self._caller)

    @property
    def niche(self) -> AsyncNiche:
        """The operations of `niche`."""
        return AsyncNiche(self._caller)

    @property
    def note(self) -> AsyncNote:
        """The operations of `note`."""
        return AsyncNote(self._caller)

    @property
    def nudge(self) -> AsyncNudge:
        """The operations of `nudge`."""
        return AsyncNudge(self._caller)

    @property
    def question(self) -> AsyncQuestion:
        """The operations of `question`."""
        return AsyncQuestion(self._caller)

    @property
    def scratchpad(self) -> AsyncScratchpad:
        """The operations of `scratchpad`."""
        return AsyncScratchpad(self._caller)

    @property
    def session(self) -> AsyncSession:
        """The operations of `session`."""
        return AsyncSession(self._caller)

    @property
    def settings(self) -> AsyncSettings:
        """The operations of `settings`."""
        return AsyncSettings(self._caller)

    @property
    def summary(self) -> AsyncSummary:
        """The operations of `summary`."""
        return AsyncSummary(self._caller)

    @property
    def task(self) -> AsyncTask:
        """The operations of `task`."""
        return AsyncTask(self._caller)

    @property
    def token(self) -> AsyncToken:
        """The operations of `token`."""
        return AsyncToken(self._caller)

    @property
    def usage(self) -> AsyncUsage:
        """The operations of `usage`."""
        return AsyncUsage(self._caller)

    @property
    def warning(self) -> AsyncWarning:
        """The operations of `warning`."""
        return AsyncWarning(self._caller)

    @property
    def webhook(self) -> AsyncWebhook:
        """The operations of `webhook`."""
        return AsyncWebhook(self._caller)

    @property
    def workflow(self) -> AsyncWorkflow:
        """The operations of `workflow`."""
        return AsyncWorkflow(self._caller)

    async def purge(
        self,
        *,
        stream: types.StreamId,
        cascade: bool | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.PurgeAnswer:
        """Erases a stream (a workflow, a session, a scratchpad …) permanently: its facts, snapshots, index rows,
        stored responses and the blobs that nothing else refers to. A session's indexed messages and its thread's
        scratchpads are included. Other derived data, such as long-term memories and forks, is listed, and erased
        too with `cascade`. A tombstone with the author and the time remains, and the stream's name cannot be used
        again: no session with that id, mind of that agent or core of that name can begin. To keep the name, erase
        the content instead: `memory_purge`, `redact`. This cannot be undone: preview with `dry_run` first.

        For: member, owner.

        Args:
            stream: The stream, such as `workflow:01J…`.
            cascade: Also erase derived data. Default: false.
            dry_run: Only report, without erasing. Default: false.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.PurgeAnswer = await self._caller.call(
            "purge",
            {
                "stream": stream,
                "cascade": cascade,
                "dry_run": dry_run,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def redact(
        self,
        *,
        fact: int,
        stream: types.StreamId,
        cascade: bool | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.RedactAnswer:
        """Erases the body of a fact; the fact stays with its time and author. State is rebuilt without it: redacting
        a `task_added` removes the task. Other derived data, such as the summary of a message, is listed, and
        erased too with `cascade`. Preview with `dry_run` first.

        For: member, owner.

        Args:
            fact: Version of the fact in the stream.
            stream: The stream, such as `workflow:01J…`.
            cascade: Also erase derived data. Default: false.
            dry_run: Only report, without erasing. Default: false.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.RedactAnswer = await self._caller.call(
            "redact",
            {
                "fact": fact,
                "stream": stream,
                "cascade": cascade,
                "dry_run": dry_run,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def restore(
        self,
        *,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.RestoreAnswer:
        """Restores a deleted workflow that is not erased yet. If its policy deletes it automatically, it is pinned.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: member, owner.

        Args:
            workflow: Id of the workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.RestoreAnswer = await self._caller.call(
            "restore",
            {
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
