"""All operations.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group
from .activity import Activity
from .agent import Agent
from .approval import Approval
from .artifact import Artifact
from .audit import Audit
from .changes import Changes
from .context import Context
from .core import Core
from .decision import Decision
from .discovery import Discovery
from .dream import Dream
from .entity import Entity
from .inbox import Inbox
from .item import Item
from .job import Job
from .learning import Learning
from .memory import Memory
from .mind import Mind
from .mood import Mood
from .niche import Niche
from .note import Note
from .nudge import Nudge
from .question import Question
from .scratchpad import Scratchpad
from .session import Session
from .settings import Settings
from .summary import Summary
from .task import Task
from .token import Token
from .usage import Usage
from .warning import Warning
from .webhook import Webhook
from .workflow import Workflow


class Operations(Group):
    """All operations, by noun."""

    @property
    def activity(self) -> Activity:
        """The operations of `activity`."""
        return Activity(self._caller)

    @property
    def agent(self) -> Agent:
        """The operations of `agent`."""
        return Agent(self._caller)

    @property
    def approval(self) -> Approval:
        """The operations of `approval`."""
        return Approval(self._caller)

    @property
    def artifact(self) -> Artifact:
        """The operations of `artifact`."""
        return Artifact(self._caller)

    @property
    def audit(self) -> Audit:
        """The operations of `audit`."""
        return Audit(self._caller)

    @property
    def changes(self) -> Changes:
        """The operations of `changes`."""
        return Changes(self._caller)

    @property
    def context(self) -> Context:
        """The operations of `context`."""
        return Context(self._caller)

    @property
    def core(self) -> Core:
        """The operations of `core`."""
        return Core(self._caller)

    @property
    def decision(self) -> Decision:
        """The operations of `decision`."""
        return Decision(self._caller)

    @property
    def discovery(self) -> Discovery:
        """The operations of `discovery`."""
        return Discovery(self._caller)

    @property
    def dream(self) -> Dream:
        """The operations of `dream`."""
        return Dream(self._caller)

    @property
    def entity(self) -> Entity:
        """The operations of `entity`."""
        return Entity(self._caller)

    @property
    def inbox(self) -> Inbox:
        """The operations of `inbox`."""
        return Inbox(self._caller)

    @property
    def item(self) -> Item:
        """The operations of `item`."""
        return Item(self._caller)

    @property
    def job(self) -> Job:
        """The operations of `job`."""
        return Job(self._caller)

    @property
    def learning(self) -> Learning:
        """The operations of `learning`."""
        return Learning(self._caller)

    @property
    def memory(self) -> Memory:
        """The operations of `memory`."""
        return Memory(self._caller)

    @property
    def mind(self) -> Mind:
        """The operations of `mind`."""
        return Mind(self._caller)

    @property
    def mood(self) -> Mood:
        """The operations of `mood`."""
        return Mood(self._caller)

    @property
    def niche(self) -> Niche:
        """The operations of `niche`."""
        return Niche(self._caller)

    @property
    def note(self) -> Note:
        """The operations of `note`."""
        return Note(self._caller)

    @property
    def nudge(self) -> Nudge:
        """The operations of `nudge`."""
        return Nudge(self._caller)

    @property
    def question(self) -> Question:
        """The operations of `question`."""
        return Question(self._caller)

    @property
    def scratchpad(self) -> Scratchpad:
        """The operations of `scratchpad`."""
        return Scratchpad(self._caller)

    @property
    def session(self) -> Session:
        """The operations of `session`."""
        return Session(self._caller)

    @property
    def settings(self) -> Settings:
        """The operations of `settings`."""
        return Settings(self._caller)

    @property
    def summary(self) -> Summary:
        """The operations of `summary`."""
        return Summary(self._caller)

    @property
    def task(self) -> Task:
        """The operations of `task`."""
        return Task(self._caller)

    @property
    def token(self) -> Token:
        """The operations of `token`."""
        return Token(self._caller)

    @property
    def usage(self) -> Usage:
        """The operations of `usage`."""
        return Usage(self._caller)

    @property
    def warning(self) -> Warning:
        """The operations of `warning`."""
        return Warning(self._caller)

    @property
    def webhook(self) -> Webhook:
        """The operations of `webhook`."""
        return Webhook(self._caller)

    @property
    def workflow(self) -> Workflow:
        """The operations of `workflow`."""
        return Workflow(self._caller)

    def purge(
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
        _answer: types.PurgeAnswer = self._caller.call(
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

    def redact(
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
        _answer: types.RedactAnswer = self._caller.call(
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

    def restore(
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
        _answer: types.RestoreAnswer = self._caller.call(
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
