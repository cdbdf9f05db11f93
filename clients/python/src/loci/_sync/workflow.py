"""The operations of `workflow`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Workflow(Group):
    """The operations of `workflow`."""

    def archive(
        self,
        *,
        workflow: types.Id,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowArchiveAnswer:
        """Puts a workflow that has ended away: lists leave it out unless asked.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowArchiveAnswer = self._caller.call(
            "workflow_archive",
            {
                "workflow": workflow,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def at(
        self,
        *,
        version: int,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowAtAnswer:
        """A workflow as it was at one of its versions.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.name`, `workflow.goal`,
        `workflow.constraints`, `workflow.status`, `workflow.paused`, `workflow.lead.agent`, `workflow.tasks.id`,
        `workflow.tasks.title`, `workflow.tasks.status`, `workflow.tasks.assigned_to`, `workflow.tasks.depends_on`,
        `workflow.tasks.waits_for`, `workflow.tasks.waits_for_approval`, `views.counts`, `views.ready`,
        `views.needs_review`, `views.waits_for_person`, `views.upstream_failed`, `views.attention`, `views.stale`,
        `taken_in`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            version: The version, from 1 to the current one.
            workflow: The workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowAtAnswer = self._caller.call(
            "workflow_at",
            {
                "version": version,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def cancel(
        self,
        *,
        workflow: types.Id,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowCancelAnswer:
        """Calls a workflow off, and every task that has not ended with it. Questions and requests for approval that
        nobody has answered are withdrawn.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
        `learned`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowCancelAnswer = self._caller.call(
            "workflow_cancel",
            {
                "workflow": workflow,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def complete(
        self,
        *,
        workflow: types.Id,
        force: bool | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowCompleteAnswer:
        """Ends a workflow whose tasks are all done. Refused while tasks, questions or requests for approval are open,
        unless a person forces it and says why: tasks are cancelled then, and the others withdrawn. Tasks behind
        failures that people have accepted can't run any more and do not count as open.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
        `learned`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            force: End it although something is open; people only, and `reason` must say why.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowCompleteAnswer = self._caller.call(
            "workflow_complete",
            {
                "workflow": workflow,
                "force": force,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def create(
        self,
        *,
        goal: str,
        name: str,
        constraints: Sequence[str] | Omit = OMIT,
        decisions: Sequence[types.NewDecision] | Omit = OMIT,
        memory_core_refs: Sequence[str] | Omit = OMIT,
        policy: types.Policy | None | Omit = OMIT,
        tasks: Sequence[types.NewTask] | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowCreateAnswer:
        """Begins a workflow: one goal that a team pursues. An orchestrator that creates one leads it.

        For: orchestrator, member, owner.

        Args:
            goal: What it is for.
            name: Its name, in a line of at most 300 characters.
            constraints: What limits it: boundaries, requirements.
            decisions: Decisions that are still to be made: the edges of `tasks` may name them by `key`.
            memory_core_refs: Memory cores that give context.
            policy: Its rules, where they differ from the usual.
            tasks: Its first tasks; they may name each other by `key`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowCreateAnswer = self._caller.call(
            "workflow_create",
            {
                "goal": goal,
                "name": name,
                "constraints": constraints,
                "decisions": decisions,
                "memory_core_refs": memory_core_refs,
                "policy": policy,
                "tasks": tasks,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def delete(
        self,
        *,
        workflow: types.Id,
        dry_run: bool | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowDeleteAnswer:
        """Deletes a workflow: it is gone at once, can be restored for as many days as its policy says, and is then
        erased.

        For: member, owner.

        Args:
            workflow: The workflow.
            dry_run: Say what would be deleted, and delete nothing.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowDeleteAnswer = self._caller.call(
            "workflow_delete",
            {
                "workflow": workflow,
                "dry_run": dry_run,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def digest(
        self,
        *,
        workflow: types.Id,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowDigestAnswer:
        """What happened in a workflow day by day (UTC), newest first: what was completed, failed, decided, learned,
        made, asked and said, and who worked. Short however much happened; a day without facts is not listed. A
        page may have fewer days than asked for when they were very busy.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            cursor: Where the last page ended.
            limit: How many days, 1 to 200; 7 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowDigestAnswer = self._caller.call(
            "workflow_digest",
            {
                "workflow": workflow,
                "cursor": cursor,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    def edit(
        self,
        *,
        workflow: types.Id,
        constraints: Sequence[str] | None | Omit = OMIT,
        goal: str | None | Omit = OMIT,
        memory_core_refs: Sequence[str] | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        policy: types.PolicyChange | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowEditAnswer:
        """Changes a workflow's name, goal, constraints, cores or rules; what is not given stays.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            constraints: What limits it: all of it.
            goal: What it is for.
            memory_core_refs: Memory cores that give context: all of them.
            name: Its name, in a line of at most 300 characters.
            policy: Its rules; those not given stay.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowEditAnswer = self._caller.call(
            "workflow_edit",
            {
                "workflow": workflow,
                "constraints": constraints,
                "goal": goal,
                "memory_core_refs": memory_core_refs,
                "name": name,
                "policy": policy,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def export(
        self,
        *,
        format: types.ExportFormat,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowExportAnswer:
        """Gives a workflow out in a format of others: as an outline (`markdown`), as a drawing (`mermaid`, `dot`,
        `svg`), as a plan (`beads`, `task_master`), in which what was taken in from there comes back as it was,
        with what changed since, or complete (`loci`): every fact and every content, for another server.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            format: The format.
            workflow: The workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowExportAnswer = self._caller.call(
            "workflow_export",
            {
                "format": format,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def get(
        self,
        *,
        workflow: types.Id,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowGetAnswer:
        """A workflow: where it stands and its first open tasks in short, with counts of all. `task_list` gives all
        tasks. With `fields` more of it: `decisions`, `discoveries`, `artifacts`, `nudges`, `questions`,
        `approvals`, `agent_contributions`, `tasks.description`, the `task_graph`, all `views`; `*` is everything.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.name`, `workflow.goal`,
        `workflow.constraints`, `workflow.status`, `workflow.paused`, `workflow.lead.agent`, `workflow.tasks.id`,
        `workflow.tasks.title`, `workflow.tasks.status`, `workflow.tasks.assigned_to`, `workflow.tasks.depends_on`,
        `workflow.tasks.waits_for`, `workflow.tasks.waits_for_approval`, `views.counts`, `views.ready`,
        `views.needs_review`, `views.waits_for_person`, `views.upstream_failed`, `views.attention`, `views.stale`,
        `taken_in`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowGetAnswer = self._caller.call(
            "workflow_get",
            {
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    def import_(
        self,
        *,
        content: str,
        dry_run: bool | Omit = OMIT,
        format: types.ImportFormat | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        source: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowImportAnswer:
        """Takes in what was planned elsewhere: issues of Beads (JSON, one a line), or `tasks.json` of Task Master. It
        becomes a new workflow, or goes into one that is there: tasks that came from the same place before are
        changed where they differ, and the same text twice changes nothing. What is done there is done here. Edges
        that would close a cycle are set aside, and what is odd is quarantined whole in an artifact; both are
        listed. Loci's own format (`workflow_export` with `loci`) brings a workflow back as it was, with who did
        what and when; only a person may take that in, and only all of it. Look at the report with `dry_run` first.

        For: orchestrator, member, owner.

        Args:
            content: The text.
            dry_run: Say what would be written, and write nothing.
            format: The format it is in; told by its beginning unless given.
            name: The new workflow's name, in a line of at most 300 characters.
            source: The name of where the text is from, such as the file's.
            workflow: The workflow to take it into; a new one unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowImportAnswer = self._caller.call(
            "workflow_import",
            {
                "content": content,
                "dry_run": dry_run,
                "format": format,
                "name": name,
                "source": source,
                "workflow": workflow,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def lead(
        self,
        *,
        action: types.LeadAction,
        workflow: types.Id,
        epoch: int | None | Omit = OMIT,
        handoff_note: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowLeadAnswer:
        """Takes, renews or gives back the lead of a workflow. It is a role held for a while: when the one who leads
        stops calling, another orchestrator takes over, and workers go on meanwhile.

        For: orchestrator.

        Args:
            action: What to do with the lead.
            workflow: The workflow.
            epoch: The epoch I lead in: a process that was shut out by a later one is refused.
            handoff_note: What the next lead should know, with `release`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowLeadAnswer = self._caller.call(
            "workflow_lead",
            {
                "action": action,
                "workflow": workflow,
                "epoch": epoch,
                "handoff_note": handoff_note,
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
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        status: types.Status | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowListAnswer:
        """Workflows, most recently changed first; those put away only when asked for.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.name`, `items.status`,
        `items.counts`, `items.attention`, `items.paused`, `items.updated_at`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            limit: How many, 1 to 200; 50 unless given.
            query: Only those in which a text matches these words.
            status: Only those of this status; all but the archived ones unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowListAnswer = self._caller.call(
            "workflow_list",
            {
                "cursor": cursor,
                "limit": limit,
                "query": query,
                "status": status,
                "fields": fields,
            },
        )
        return _answer

    def pause(
        self,
        *,
        workflow: types.Id,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowPauseAnswer:
        """Stops claims in a workflow. Agents that hold a task hear of it with their next call and may finish.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowPauseAnswer = self._caller.call(
            "workflow_pause",
            {
                "workflow": workflow,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def plan(
        self,
        *,
        workflow: types.Id,
        flip: Sequence[str] | Omit = OMIT,
        focus: str | None | Omit = OMIT,
        steps: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowPlanAnswer:
        """The task graph as a drawing: where nodes, rooms, edges and doors lie. Groups are rooms; a folded room is
        one node named `room:` and the group. With more than 300 tasks, rooms start folded.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            flip: Groups to draw the other way than they start: folded, or unfolded where they start folded.
            focus: Only the neighbourhood of this task.
            steps: How many steps up and down the edges the neighbourhood reaches: 1 to 20; 2 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowPlanAnswer = self._caller.call(
            "workflow_plan",
            {
                "workflow": workflow,
                "flip": flip,
                "focus": focus,
                "steps": steps,
                "fields": fields,
            },
        )
        return _answer

    def resume(
        self,
        *,
        workflow: types.Id,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WorkflowResumeAnswer:
        """Allows claims in a paused workflow again. Its agents hear of it with their next call.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: The workflow.
            reason: Why.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WorkflowResumeAnswer = self._caller.call(
            "workflow_resume",
            {
                "workflow": workflow,
                "reason": reason,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
