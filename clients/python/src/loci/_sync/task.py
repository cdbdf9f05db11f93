"""The operations of `task`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Task(Group):
    """The operations of `task`."""

    def accept_failed(
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
        """Accepts the failure of a task: it leaves the inbox, and the workflow can be completed with failures. Tasks
        that need its success stay cut off.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: member, owner.

        Args:
            task: The task.
            reason: Reason.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAcceptFailedAnswer = self._caller.call(
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

    def add(
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
        """Adds one task to a workflow, or several with `tasks`: all or none. Entries of `tasks` may refer to each
        other by `key`.

        Unless `fields` asks for more (`*`: all), the answer has: `ids`, `decisions`, `warnings`.

        For: orchestrator, worker, member, owner.

        Args:
            workflow: Id of the workflow.
            acceptance: Acceptance criteria, one per entry.
            branch: Branch of the work.
            capabilities: Capabilities that a worker needs.
            cooldown_seconds: Cooldown after a failure, in seconds.
            decisions: Decisions that are to be made later: the edges of `tasks` may refer to them by `key`.
            depends_on: Dependencies: names of tasks (or keys of this call), or `{"task": …, "when": …}`.
            description: Full description of the work.
            estimate_minutes: Estimated duration, in minutes.
            group: Group ("room") that it belongs to.
            join: Rule by which it joins its dependencies: `all` (default), `any` or `none_failed`.
            key: Word (not `T1`) by which tasks of the same call may refer to it.
            links: Links to further information.
            needs_review: True if it must be reviewed before it counts as done.
            paths: Paths that it will change; overlaps with unfinished tasks are reported, not rejected.
            priority: Priority from 0 (most urgent) to 4; default 2.
            retries: Maximum number of retries after a failure (0 to 100); default: the workflow's policy.
            tasks: Several tasks.
            title: Title: the work in one line of at most 300 characters.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAddAnswer = self._caller.call(
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

    def assign(
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
        """Assigns a task to one agent, which alone may then claim it; without `agent` opens it to all. A failed task
        becomes claimable again. For a task in review, assigns the review to a reviewer, and no other agent may
        give it. A task can be assigned to a worker, an orchestrator or a reviewer, which is notified with its next
        call. If it could claim the task and does not for the duration of a lease, the lead and people are warned.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            agent: Agent, which must be registered, not paused, and have a valid token or none yet; absent opens the
                task to all.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskAssignAnswer = self._caller.call(
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

    def cancel(
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
        """Cancels a task. Tasks that need its success are cut off until it is retried or skipped.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Reason.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskCancelAnswer = self._caller.call(
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

    def claim(
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
        """Claims a task: the named one, or the best ready one for my capabilities. Returns the lease, whose id must
        be sent with every later call about the task, and the context for the worker. With `wait` it waits for a
        task; if there is none, it fails with `nothing_ready` and the time to retry. A reviewer can claim only
        tasks that are assigned to it.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.title`, `lease.id`,
        `lease.until`, `context`, `warnings`.

        For: orchestrator, worker, reviewer.

        Args:
            budget: Maximum number of tokens of the context, 500 to 1,000,000; default 5,000. `task_context` returns
                more.
            capabilities: My capabilities: only tasks that need no others are returned.
            format: Format of the context: one `text`, or `blocks` with the source of each item; default text.
            lease_seconds: Duration of the lease unless renewed, in seconds (15 to 86,400); default: the workflow's
                policy.
            resume: Takes over a task that I already hold, after a crash: the lease of the old process becomes
                invalid.
            task: Task to claim; default: the best ready one.
            wait: Seconds to wait for a task if there is none (0 to 60); default 0.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskClaimAnswer = self._caller.call(
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

    def complete(
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
        """Hands in the work on a task. If the task needs a review, it waits for it; otherwise it is completed, and
        its dependents can start.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            summary: Summary of the work.
            task: The task.
            artifacts: Artifacts to record with it.
            force: Completes it in spite of unmet dependencies; people only. The task records these.
            lease: Id of my lease; people need none.
            next_steps: Suggested next steps.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskCompleteAnswer = self._caller.call(
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

    def context(
        self,
        *,
        task: str,
        budget: int | None | Omit = OMIT,
        format: types.Format | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskContextAnswer:
        """Returns everything that applies to a task, for a worker's prompt: goal, constraints, the task with earlier
        attempts and reviews, decisions, discoveries, results, artifacts, entries of the workflow's memory cores
        and messages, within a token budget.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            budget: Maximum number of tokens, 500 to 1,000,000; default 12,000.
            format: Format: one `text`, or `blocks` with the source of each item; default text.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskContextAnswer = self._caller.call(
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

    def edit(
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
        """Edits a task; absent fields stay unchanged.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            acceptance: Acceptance criteria, one per entry; replaces all of them.
            branch: Branch of the work; empty for none.
            capabilities: Capabilities that a worker needs.
            cooldown_seconds: Cooldown after a failure, in seconds.
            depends_on: Dependencies: names of tasks, or `{"task": …, "when": …}`; replaces all its edges.
            description: Full description of the work.
            estimate_minutes: Estimated duration, in minutes.
            group: Group ("room") that it belongs to; empty removes it from its group.
            join: Rule by which it joins its dependencies: `all`, `any` or `none_failed`.
            links: Links to further information; replaces all links.
            needs_review: True if it must be reviewed before it counts as done.
            paths: Paths that it will change; overlaps with unfinished tasks are reported, not rejected.
            priority: Priority from 0 (most urgent) to 4.
            retries: Maximum number of retries after a failure (0 to 100).
            title: Title: the work in one line of at most 300 characters.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskEditAnswer = self._caller.call(
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

    def explain(
        self,
        *,
        task: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskExplainAnswer:
        """Explains why a task is not ready: what it waits for, the tasks at the root of the wait, and the tasks that
        it would unblock.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskExplainAnswer = self._caller.call(
            "task_explain",
            {
                "task": task,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def fail(
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
        """Reports a failed attempt. The task can be tried again after its cooldown; without retries left, or if
        `retryable` is false, it fails for good and needs a person.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            error: Error of the attempt.
            task: The task.
            lease: Id of my lease; people need none.
            retryable: False if another attempt makes no sense; default true.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskFailAnswer = self._caller.call(
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

    def get(
        self,
        *,
        task: str,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskGetAnswer:
        """Returns a task in full, with the reasons why it waits.

        Unless `fields` asks for more (`*`: all), the answer has: `ready`, `waits_for.text`, `unblocks`, `task.id`,
        `task.title`, `task.description`, `task.acceptance`, `task.status`, `task.blocked_reason`,
        `task.assigned_to`, `task.depends_on`, `task.paths`, `task.needs_review`, `task.review_status`,
        `task.result.summary`, `task.lease.until`, `task.lease.parked_at`, `task.waits_for`,
        `task.waits_for_approval`, `task.changed`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            task: The task.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskGetAnswer = self._caller.call(
            "task_get",
            {
                "task": task,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def heartbeat(
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
        """Renews the lease of a task that the caller holds. Other calls with the lease renew it, too.

        Unless `fields` asks for more (`*`: all), the answer has: `lease.id`, `lease.until`, `lease.parked_at`.

        For: orchestrator, worker, reviewer.

        Args:
            lease: Id of my lease.
            task: The task.
            lease_seconds: Duration of this renewal from now on, in seconds (15 to 86,400).
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskHeartbeatAnswer = self._caller.call(
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

    def link(
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
        """Makes the task `to` wait for the task `from`. An existing edge gets the new condition; an edge that would
        close a cycle is rejected with the cycle's path.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            from_: Task that is required.
            to: Task that waits.
            when: Condition on the required task; default success.
            workflow: Id of the workflow; optional if `to` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskLinkAnswer = self._caller.call(
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

    def list(
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
        """Lists the tasks of a workflow in the order in which they were added, with the reasons why each waits.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.status`,
        `items.blocked_reason`, `items.assigned_to`, `items.lease.parked_at`, `items.ready`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: Id of the workflow.
            agent: Only tasks whose current or last assignee is this agent.
            cursor: `next_cursor` of the previous page.
            group: Only tasks of this group; empty for tasks without a group.
            limit: Page size (1 to 200); default 50.
            status: Only tasks with this status; `blocked` includes tasks that a failure cut off.
            text: Only tasks with this text in title or description; ignores case.
            view: Only tasks of this view.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskListAnswer = self._caller.call(
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

    def ready(
        self,
        *,
        workflow: types.Id,
        capabilities: Sequence[str] | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        explain: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.TaskReadyAnswer:
        """Lists the tasks that can be claimed now: most urgent first, then those with the longest chain of dependent
        work, then the oldest.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.priority`,
        `items.capabilities`, `items.unblocks`, `waiting.id`, `waiting.waits_for.text`, `waiting.more`,
        `waiting_total`, `stopped`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: Id of the workflow.
            capabilities: My capabilities: only tasks that need no others. Absent: all tasks.
            cursor: `next_cursor` of the previous page.
            explain: Also returns tasks that are not ready, with the reasons why they wait.
            limit: Page size (1 to 200); default 50.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.TaskReadyAnswer = self._caller.call(
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

    def release(
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
        """Gives a held task back, with a note for the next holder. Allowed for its holder, and for a person or an
        orchestrator if the holder is lost.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            task: The task.
            handoff_note: Note for the next holder.
            lease: Id of my lease, if I hold the task; people and orchestrators need none for tasks of others.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskReleaseAnswer = self._caller.call(
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

    def retry(
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
        """Makes a failed, cancelled or skipped task claimable again and resets its retry counter. Also ends the
        cooldown after a failure. Tasks that were skipped because of it become pending, too.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Reason.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskRetryAnswer = self._caller.call(
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

    def review(
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
        """Reviews work that was handed in: `approved` completes the task, `needs_rework` makes it claimable again
        with the comments, `rejected` fails it. The author of the work cannot review it. Send the task's `changed`
        as `if_version` to review exactly the work that you saw.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: reviewer, member, owner.

        Args:
            status: Verdict of the review.
            task: The task.
            comments: Comments: one text, or a list in which each may refer to lines of an artifact version. Required
                for `needs_rework` and `rejected`.
            force: Approves it in spite of unmet dependencies; people only. The task records these.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskReviewAnswer = self._caller.call(
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

    def skip(
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
        """Skips a task: it will not be done, and tasks that need its success are on a branch not taken. Tasks that
        only need its end continue.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            task: The task.
            reason: Reason.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskSkipAnswer = self._caller.call(
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

    def unlink(
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
        """Removes the dependency of the task `to` on the task `from`.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.review_status`, `warnings`.

        For: orchestrator, member, owner.

        Args:
            from_: Task that was required.
            to: Task that waits.
            workflow: Id of the workflow; optional if `to` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskUnlinkAnswer = self._caller.call(
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

    def update(
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
        """Reports the progress of a held task: work continues, is blocked (with a reason), or the task is given back.
        A note is kept for the next holder. `in_progress` on a task that is assigned to the caller claims it, and
        the response has its lease.

        Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
        `task.lease.id`, `task.lease.until`, `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            status: Progress to report.
            task: The task.
            lease: Id of my lease, if I hold the task; people and orchestrators need none for tasks of others.
            note: Work done so far.
            reason: Reason why it is blocked or given back; required for `blocked`.
            workflow: Id of the workflow; optional if `task` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.TaskUpdateAnswer = self._caller.call(
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
