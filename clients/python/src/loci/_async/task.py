"""The operations of `task`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncTask(AsyncGroup):
    """The operations of `task`."""

    async def accept_failed(
        self,
        *,
        task: str,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskAcceptFailedAnswer:
        """Accepts that a task failed: it asks for nobody any more, and the workflow can be completed with failures.
        What needs its success stays cut off.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: member, owner.

        Args:
            task: The task.
            reason: Why.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAcceptFailedAnswer = await self._caller.call(
            "task_accept_failed",
            {
                "task": task,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def add(
        self,
        *,
        workflow: types.Id,
        acceptance: Sequence[str] | Omit = OMIT,
        branch: str | None | Omit = OMIT,
        capabilities: Sequence[str] | Omit = OMIT,
        cooldown_seconds: int | Omit = OMIT,
        decisions: Sequence[types.NewDecision] | Omit = OMIT,
        depends_on: Sequence[types.NewNeed] | Omit = OMIT,
        description: str | Omit = OMIT,
        estimate_minutes: int | None | Omit = OMIT,
        group: str | None | Omit = OMIT,
        join: types.Join | Omit = OMIT,
        key: str | None | Omit = OMIT,
        links: Sequence[types.Link] | Omit = OMIT,
        needs_review: bool | Omit = OMIT,
        paths: Sequence[str] | Omit = OMIT,
        priority: int | None | Omit = OMIT,
        retries: int | None | Omit = OMIT,
        tasks: Sequence[types.NewTask] | Omit = OMIT,
        title: str | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskAddAnswer:
        """Adds a task to a workflow, or with `tasks` several: all or none. In `tasks` they may name each other by
        `key`.

        Unless `fields` asks for more (`*`: all), the answer has: `ids`, `decisions`, `warnings`.

        For: orchestrator, worker, member, owner.

        Args:
            workflow: The workflow.
            acceptance: What must hold for it to be done, point by point.
            branch: The branch the work is on.
            capabilities: What a worker must be able to do.
            cooldown_seconds: How long it rests after a failure, in seconds.
            decisions: Decisions that are still to be made: the edges of `tasks` may name them by `key`.
            depends_on: What it needs: names of tasks (or keys of this call), or `{"task": …, "when": …}`.
            description: What is to be done, in full.
            estimate_minutes: How long it should take, in minutes.
            group: The group ("room") it belongs to.
            join: How it joins its needs: all (default), any, or `none_failed`.
            key: A word (not `T1`) by which tasks of the same call may refer to it.
            links: Where more can be found.
            needs_review: Whether it must be reviewed before it counts as done.
            paths: Paths it will change; overlaps with live tasks are flagged, not refused.
            priority: 0 (most urgent) to 4; 2 unless given.
            retries: How many times it may fail and be tried again (0 to 100); the workflow's policy unless given.
            tasks: Several tasks.
            title: What is to be done, in a line of at most 300 characters.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAddAnswer = await self._caller.call(
            "task_add",
            {
                "workflow": workflow,
                "acceptance": acceptance,
                "branch": branch,
                "capabilities": capabilities,
                "cooldown_seconds": cooldown_seconds,
                "decisions": decisions,
                "depends_on": depends_on,
                "description": description,
                "estimate_minutes": estimate_minutes,
                "group": group,
                "join": join,
                "key": key,
                "links": links,
                "needs_review": needs_review,
                "paths": paths,
                "priority": priority,
                "retries": retries,
                "tasks": tasks,
                "title": title,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def assign(
        self,
        *,
        task: str,
        agent: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskAssignAnswer:
        """Keeps a task for one agent, or without `agent` opens it to all again. A task that failed is put back for
        them. Of a task that was handed in it is the review that is kept: for a reviewer, who alone of the agents
        may give it then. A worker, an orchestrator or a reviewer can take a task that is kept for it; it is told
        with its next call. When it could claim the task and has not for as long as a lease lasts, whoever leads
        and people are warned.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            agent: The agent, who must be registered, not paused, and have a token that has not ended; nobody opens
                the task to all.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAssignAnswer = await self._caller.call(
            "task_assign",
            {
                "task": task,
                "agent": agent,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def cancel(
        self,
        *,
        task: str,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskCancelAnswer:
        """Calls a task off. What needs its success is cut off until it is put back or skipped.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Why.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskCancelAnswer = await self._caller.call(
            "task_cancel",
            {
                "task": task,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def claim(
        self,
        *,
        budget: int | None | Omit = OMIT,
        capabilities: Sequence[str] | Omit = OMIT,
        format: types.Format | Omit = OMIT,
        lease_seconds: int | None | Omit = OMIT,
        resume: bool | Omit = OMIT,
        task: str | None | Omit = OMIT,
        wait: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskClaimAnswer:
        """Takes a task: the one named, or the best ready one for my capabilities. Gives the lease whose id must come
        with every later call about the task, and what the worker needs to know. With `wait` it waits until there
        is one; without one it is refused (`nothing_ready`) with when to come again. A reviewer takes only tasks
        that are kept for it.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.title`, `lease.id`,
        `lease.until`, `context`, `warnings`.

        For: orchestrator, worker, reviewer.

        Args:
            budget: The most tokens that the context may have: 500 to 1,000,000. Default: 5,000; `task_context` reads
                more of it.
            capabilities: What I can do: only tasks that ask for no more are given.
            format: The context as one `text`, or as `blocks` that say where each item is from; text unless given.
            lease_seconds: How long the lease lasts unless renewed, in seconds (15 to 86,400); the workflow's policy
                unless given.
            resume: Take a task that I hold already, after a crash: the old process is shut out.
            task: The task; the best ready one unless given.
            wait: How many seconds to wait for a task when there is none (0 to 60); 0 unless given.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskClaimAnswer = await self._caller.call(
            "task_claim",
            {
                "budget": budget,
                "capabilities": capabilities,
                "format": format,
                "lease_seconds": lease_seconds,
                "resume": resume,
                "task": task,
                "wait": wait,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
            waits=wait,
        )
        return _answer

    async def complete(
        self,
        *,
        summary: str,
        task: str,
        artifacts: Sequence[types.NewArtifact] | Omit = OMIT,
        force: bool | Omit = OMIT,
        lease: str | None | Omit = OMIT,
        next_steps: Sequence[str] | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskCompleteAnswer:
        """Hands the work in. A task that needs a review waits for it, any other is completed, and what waited for it
        can start.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            summary: What was done.
            task: The task.
            artifacts: What was made, recorded with it.
            force: For people alone: complete it although what it needs is not done. It says so from then on.
            lease: The id of my lease; people need none.
            next_steps: What should follow.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskCompleteAnswer = await self._caller.call(
            "task_complete",
            {
                "summary": summary,
                "task": task,
                "artifacts": artifacts,
                "force": force,
                "lease": lease,
                "next_steps": next_steps,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def context(
        self,
        *,
        task: str,
        budget: int | None | Omit = OMIT,
        format: types.Format | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskContextAnswer:
        """Everything that applies to a task, for a worker's prompt: goal, constraints, the task with what went
        before, decisions, discoveries, results, artifacts, entries of the workflow's memory cores and messages,
        within a budget of tokens.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            budget: The most tokens it may have: 500 to 1,000,000; 12,000 unless given.
            format: As one `text`, or as `blocks` that say where each item is from; text unless given.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskContextAnswer = await self._caller.call(
            "task_context",
            {
                "task": task,
                "budget": budget,
                "format": format,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    async def edit(
        self,
        *,
        task: str,
        acceptance: Sequence[str] | None | Omit = OMIT,
        branch: str | None | Omit = OMIT,
        capabilities: Sequence[str] | None | Omit = OMIT,
        cooldown_seconds: int | None | Omit = OMIT,
        depends_on: Sequence[types.NewNeed] | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        estimate_minutes: int | None | Omit = OMIT,
        group: str | None | Omit = OMIT,
        join: types.Join | None | Omit = OMIT,
        links: Sequence[types.Link] | None | Omit = OMIT,
        needs_review: bool | None | Omit = OMIT,
        paths: Sequence[str] | None | Omit = OMIT,
        priority: int | None | Omit = OMIT,
        retries: int | None | Omit = OMIT,
        title: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskEditAnswer:
        """Changes what a task is: what is left out stays as it is.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            acceptance: What must hold for it to be done, point by point; replaces all points.
            branch: The branch the work is on; empty for none.
            capabilities: What a worker must be able to do.
            cooldown_seconds: How long it rests after a failure, in seconds.
            depends_on: What it needs: names of tasks, or `{"task": …, "when": …}`; replaces all its edges.
            description: What is to be done, in full.
            estimate_minutes: How long it should take, in minutes.
            group: The group ("room") it belongs to; empty takes it out of its group.
            join: How it joins its needs: all, any, or `none_failed`.
            links: Where more can be found; replaces all links.
            needs_review: Whether it must be reviewed before it counts as done.
            paths: Paths it will change; overlaps with live tasks are flagged, not refused.
            priority: 0 (most urgent) to 4.
            retries: How many times it may fail and be tried again (0 to 100).
            title: What is to be done, in a line of at most 300 characters.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskEditAnswer = await self._caller.call(
            "task_edit",
            {
                "task": task,
                "acceptance": acceptance,
                "branch": branch,
                "capabilities": capabilities,
                "cooldown_seconds": cooldown_seconds,
                "depends_on": depends_on,
                "description": description,
                "estimate_minutes": estimate_minutes,
                "group": group,
                "join": join,
                "links": links,
                "needs_review": needs_review,
                "paths": paths,
                "priority": priority,
                "retries": retries,
                "title": title,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def explain(
        self,
        *,
        task: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskExplainAnswer:
        """Says why a task is not ready: what it waits for, on which tasks that rests in the end, and what finishing
        it would free.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskExplainAnswer = await self._caller.call(
            "task_explain",
            {
                "task": task,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    async def fail(
        self,
        *,
        error: str,
        task: str,
        lease: str | None | Omit = OMIT,
        retryable: bool | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskFailAnswer:
        """Says that an attempt failed. The task rests for its cooldown and can then be tried again; after its last
        try, or when trying again makes no sense, it has failed and asks for a person.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            error: What went wrong.
            task: The task.
            lease: The id of my lease; people need none.
            retryable: Whether trying again makes sense; yes unless given.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskFailAnswer = await self._caller.call(
            "task_fail",
            {
                "error": error,
                "task": task,
                "lease": lease,
                "retryable": retryable,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def get(
        self,
        *,
        task: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskGetAnswer:
        """A task in full, with what it waits for.

        Unless `fields` asks for more (`*`: all), the answer has: `ready`, `waits_for.text`, `unblocks`, `task.id`,
        `task.title`, `task.description`, `task.acceptance`, `task.status`, `task.blocked_reason`,
        `task.assigned_to`, `task.depends_on`, `task.paths`, `task.needs_review`, `task.review_status`,
        `task.result.summary`, `task.lease.until`, `task.lease.parked_at`, `task.waits_for`,
        `task.waits_for_approval`, `task.changed`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskGetAnswer = await self._caller.call(
            "task_get",
            {
                "task": task,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    async def heartbeat(
        self,
        *,
        lease: str,
        task: str,
        lease_seconds: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskHeartbeatAnswer:
        """Says that the holder of a task is still at work, and renews its lease. Other calls that carry the lease do
        the same.

        Unless `fields` asks for more (`*`: all), the answer has: `lease.id`, `lease.until`, `lease.parked_at`.

        For: orchestrator, worker, reviewer.

        Args:
            lease: The id of my lease.
            task: The task.
            lease_seconds: How long the lease shall last from now on, in seconds (15 to 86,400), for this one renewal.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskHeartbeatAnswer = await self._caller.call(
            "task_heartbeat",
            {
                "lease": lease,
                "task": task,
                "lease_seconds": lease_seconds,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def link(
        self,
        *,
        from_: str,
        to: str,
        when: types.NewWhen | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskLinkAnswer:
        """Lets the task `to` wait for the task `from`. An edge that is there already gets the new condition; one that
        would close a cycle is refused with the cycle's path.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            from_: The task before.
            to: The task that waits.
            when: What is needed of the task before; success unless given.
            workflow: The workflow; may be left out when `to` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskLinkAnswer = await self._caller.call(
            "task_link",
            {
                "from": from_,
                "to": to,
                "when": when,
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
        workflow: types.Id,
        agent: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        group: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        status: types.TaskStatus | None | Omit = OMIT,
        text: str | None | Omit = OMIT,
        view: types.Shelf | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskListAnswer:
        """The tasks of a workflow in the order in which they were added; each says what it waits for.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.status`,
        `items.blocked_reason`, `items.assigned_to`, `items.lease.parked_at`, `items.ready`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            agent: Only those that this agent works on, shall, or last did.
            cursor: The `next_cursor` of the page before.
            group: Only those of this group; empty for those of none.
            limit: How many to give (1 to 200); 50 unless given.
            status: Only those with this status; `blocked` includes those that a failure cut off.
            text: Only those with this text in their title or description, whatever its case.
            view: Only those that are ready, blocked, in progress, in need of a person, or of a review.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskListAnswer = await self._caller.call(
            "task_list",
            {
                "workflow": workflow,
                "agent": agent,
                "cursor": cursor,
                "group": group,
                "limit": limit,
                "status": status,
                "text": text,
                "view": view,
                "fields": fields,
            },
        )
        return _answer

    async def ready(
        self,
        *,
        workflow: types.Id,
        capabilities: Sequence[str] | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        explain: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskReadyAnswer:
        """The tasks that can be claimed now: most urgent first, then those with the longest chain of work behind
        them, then the oldest.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.priority`,
        `items.capabilities`, `items.unblocks`, `waiting.id`, `waiting.waits_for.text`, `waiting.more`,
        `waiting_total`, `stopped`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            capabilities: What I can do: only tasks that ask for no more. Left out, all are given.
            cursor: The `next_cursor` of the page before.
            explain: Also say of tasks that are not ready what they wait for.
            limit: How many to give (1 to 200); 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskReadyAnswer = await self._caller.call(
            "task_ready",
            {
                "workflow": workflow,
                "capabilities": capabilities,
                "cursor": cursor,
                "explain": explain,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    async def release(
        self,
        *,
        task: str,
        handoff_note: str | None | Omit = OMIT,
        lease: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskReleaseAnswer:
        """Gives a held task back, with what the next one should know. Its holder may, and for a holder who is lost a
        person or an orchestrator.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            task: The task.
            handoff_note: What the next one should know.
            lease: The id of my lease, when I hold the task; people and orchestrators need none for tasks of others.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskReleaseAnswer = await self._caller.call(
            "task_release",
            {
                "task": task,
                "handoff_note": handoff_note,
                "lease": lease,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def retry(
        self,
        *,
        task: str,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskRetryAnswer:
        """Puts a task back that failed, was cancelled or was skipped, or ends its rest after a failure: it can be
        claimed again, with all its tries before it. Tasks that were skipped because of it are put back too.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Why.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskRetryAnswer = await self._caller.call(
            "task_retry",
            {
                "task": task,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def review(
        self,
        *,
        status: types.ReviewStatus,
        task: str,
        comments: types.Remarks | None | Omit = OMIT,
        force: bool | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskReviewAnswer:
        """Judges work that was handed in: approved completes the task, `needs_rework` puts it back with the comments,
        `rejected` fails it. Nobody reviews work of their own. Send the task's `changed` as `if_version` to judge
        no other work than what you saw.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: reviewer, member, owner.

        Args:
            status: The verdict.
            task: The task.
            comments: The remarks: one text, or a list in which each may point at lines of an artifact's version.
                `needs_rework` and `rejected` need at least one.
            force: For people alone: approve it although what it needs is not done. It says so from then on.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskReviewAnswer = await self._caller.call(
            "task_review",
            {
                "status": status,
                "task": task,
                "comments": comments,
                "force": force,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def skip(
        self,
        *,
        task: str,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskSkipAnswer:
        """Skips a task: it will not be done, and what needs its success lies on a branch not taken. What needs only
        its end goes on.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Why.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskSkipAnswer = await self._caller.call(
            "task_skip",
            {
                "task": task,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def unlink(
        self,
        *,
        from_: str,
        to: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskUnlinkAnswer:
        """Lets the task `to` no longer wait for the task `from`.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            from_: The task before.
            to: The task that waits.
            workflow: The workflow; may be left out when `to` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskUnlinkAnswer = await self._caller.call(
            "task_unlink",
            {
                "from": from_,
                "to": to,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    async def update(
        self,
        *,
        status: types.Progress,
        task: str,
        lease: str | None | Omit = OMIT,
        note: str | None | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.TaskUpdateAnswer:
        """Reports how a held task goes: it goes on, it cannot go on (say why), or it is given back. A note is kept
        for whoever takes the task next. `in_progress` on a task that is assigned to the caller claims it, and the
        response has its lease.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.lease.id`, `task.lease.until`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            status: How it goes.
            task: The task.
            lease: The id of my lease, when I hold the task; people and orchestrators need none for tasks of others.
            note: What was done so far.
            reason: Why it is blocked or put back.
            workflow: The workflow; may be left out when `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskUpdateAnswer = await self._caller.call(
            "task_update",
            {
                "status": status,
                "task": task,
                "lease": lease,
                "note": note,
                "reason": reason,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
