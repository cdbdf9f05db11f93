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
        """Archives a workflow that has ended: lists leave it out by default.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            reason: Reason.
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
        """Returns a workflow as it was at one of its versions.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.name`, `workflow.goal`,
        `workflow.constraints`, `workflow.status`, `workflow.paused`, `workflow.lead.agent`, `workflow.tasks.id`,
        `workflow.tasks.title`, `workflow.tasks.status`, `workflow.tasks.assigned_to`, `workflow.tasks.depends_on`,
        `workflow.tasks.waits_for`, `workflow.tasks.waits_for_approval`, `views.counts`, `views.ready`,
        `views.needs_review`, `views.waits_for_person`, `views.upstream_failed`, `views.attention`, `views.stale`,
        `taken_in`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            version: Version, from 1 to the current one.
            workflow: Id of the workflow.
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
        """Cancels a workflow and all its unfinished tasks. Pending questions and requests for approval are withdrawn.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
        `learned`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            reason: Reason.
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
        """Completes a workflow whose tasks are all done. Rejected while tasks, questions or requests for approval are
        open, unless a person forces it with a reason: open tasks are then cancelled, the others withdrawn. Tasks
        that depend on accepted failures can't run any more and do not count as open.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
        `learned`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            force: Completes it although something is open; people only, `reason` is then required.
            reason: Reason.
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
        """Creates a workflow: one goal that a team pursues. An orchestrator that creates one leads it.

        For: orchestrator, member, owner.

        Args:
            goal: Goal of the workflow.
            name: Name, in one line of at most 300 characters.
            constraints: Constraints: limits and requirements.
            decisions: Decisions that are to be made later: the edges of `tasks` may refer to them by `key`.
            memory_core_refs: Memory cores that give context.
            policy: Policy, where it differs from the default.
            tasks: First tasks; they may refer to each other by `key`.
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
        """Deletes a workflow. It disappears at once, can be restored for as many days as its policy allows, and is
        then erased.

        For: member, owner.

        Args:
            workflow: Id of the workflow.
            dry_run: Returns what would be deleted, without deleting it.
            reason: Reason.
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
        """Summarizes a workflow day by day (UTC), newest first: completions, failures, decisions, discoveries,
        artifacts, questions, messages and active agents. The size is bounded; days without facts are not listed. A
        page may have fewer days than requested if they were very busy.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: Id of the workflow.
            cursor: `next_cursor` of the previous page.
            limit: Number of days, 1 to 200; default 7.
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
        """Changes a workflow's name, goal, constraints, cores or policy; absent fields stay unchanged.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            constraints: Constraints; replaces all of them.
            goal: Goal of the workflow.
            memory_core_refs: Memory cores that give context; replaces all of them.
            name: Name, in one line of at most 300 characters.
            policy: Policy; absent members stay unchanged.
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
        """Exports a workflow: as an outline (`markdown`), as a drawing (`mermaid`, `dot`, `svg`), as a plan (`beads`,
        `task_master`), in which imported tasks keep their original records with the changes since, or complete
        (`loci`): every fact and every content, for another server.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            format: Format of the export.
            workflow: Id of the workflow.
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
        """Returns a workflow: its state and first open tasks in short, with counts of all. `task_list` returns all
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
            workflow: Id of the workflow.
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
        """Imports a plan of another tool: Beads issues (JSON, one per line), or `tasks.json` of Task Master. Creates
        a workflow, or updates an existing one: tasks that were imported from the same source before are changed
        where they differ, and the same text twice changes nothing. Tasks done in the source are done here. Edges
        that would close a cycle are left out, and invalid parts are quarantined in an artifact; both are listed.
        Loci's own format (`workflow_export` with `loci`) restores a workflow with its history; only a person may
        import it, and only completely. Check the report with `dry_run` first.

        For: orchestrator, member, owner.

        Args:
            content: Text to import.
            dry_run: Returns the report without writing anything.
            format: Format of the text; detected from its beginning by default.
            name: Name of the new workflow, in one line of at most 300 characters.
            source: Name of the source, such as the file name.
            workflow: Workflow to update; default: a new one.
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
        """Takes, renews or gives back the lead of a workflow. The lead is held for a limited time: if its holder
        stops calling, another orchestrator can take over, and workers continue in the meantime.

        For: orchestrator.

        Args:
            action: Action on the lead.
            workflow: Id of the workflow.
            epoch: Epoch in which I lead: rejects the call of a process that a later one has replaced.
            handoff_note: Note for the next lead; only with `release`.
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
        order: types.ListOrder | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        status: types.Status | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WorkflowListAnswer:
        """Lists workflows; archived ones only on request.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.name`, `items.status`,
        `items.counts`, `items.attention`, `items.paused`, `items.updated_at`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: `next_cursor` of the previous page.
            limit: Page size, 1 to 200; default 50.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            query: Only workflows with a text that matches these words.
            status: Only workflows with this status; default: all except archived ones.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WorkflowListAnswer = self._caller.call(
            "workflow_list",
            {
                "cursor": cursor,
                "limit": limit,
                "order": order,
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
        """Pauses a workflow: claims are refused. Agents that hold a task are notified with their next call and may
        finish.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            reason: Reason.
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
        """Returns the task graph as a drawing: positions of nodes, rooms, edges and doors. Groups are rooms; a folded
        room is one node with the id `room:` and the group. With more than 300 tasks, rooms start folded.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: Id of the workflow.
            flip: Groups whose initial state is inverted: folded, or unfolded if they start folded.
            focus: Only the neighbourhood of this task.
            steps: Size of the neighbourhood in steps along the edges, 1 to 20; default 2.
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
        """Resumes a paused workflow: claims are allowed again. Its agents are notified with their next call.

        Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`,
        `workflow.paused`.

        For: orchestrator, member, owner.

        Args:
            workflow: Id of the workflow.
            reason: Reason.
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
