// The operations of `workflow`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  WorkflowArchiveAnswer,
  WorkflowArchiveArguments,
  WorkflowArchiveLean,
  WorkflowAtAnswer,
  WorkflowAtArguments,
  WorkflowAtLean,
  WorkflowCancelAnswer,
  WorkflowCancelArguments,
  WorkflowCancelLean,
  WorkflowCompleteAnswer,
  WorkflowCompleteArguments,
  WorkflowCompleteLean,
  WorkflowCreateAnswer,
  WorkflowCreateArguments,
  WorkflowDeleteAnswer,
  WorkflowDeleteArguments,
  WorkflowDigestAnswer,
  WorkflowDigestArguments,
  WorkflowEditAnswer,
  WorkflowEditArguments,
  WorkflowEditLean,
  WorkflowExportAnswer,
  WorkflowExportArguments,
  WorkflowGetAnswer,
  WorkflowGetArguments,
  WorkflowGetLean,
  WorkflowImportAnswer,
  WorkflowImportArguments,
  WorkflowLeadAnswer,
  WorkflowLeadArguments,
  WorkflowListAnswer,
  WorkflowListArguments,
  WorkflowListLean,
  WorkflowPauseAnswer,
  WorkflowPauseArguments,
  WorkflowPauseLean,
  WorkflowPlanAnswer,
  WorkflowPlanArguments,
  WorkflowResumeAnswer,
  WorkflowResumeArguments,
  WorkflowResumeLean,
} from "../types.js";

/** The operations of `workflow`. */
export class Workflow extends Group {
  /**
   * Archives a workflow that has ended: lists leave it out by default.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `workflow.paused`.
   *
   * For: orchestrator, member, owner.
   */
  archive<const Asked extends Fields = WorkflowArchiveLean>(
    given: WorkflowArchiveArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowArchiveAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_archive", given, options);
  }

  /**
   * Returns a workflow as it was at one of its versions.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.name`, `workflow.goal`,
   * `workflow.constraints`, `workflow.status`, `workflow.paused`, `workflow.lead.agent`, `workflow.tasks.id`,
   * `workflow.tasks.title`, `workflow.tasks.status`, `workflow.tasks.assigned_to`, `workflow.tasks.depends_on`,
   * `workflow.tasks.waits_for`, `workflow.tasks.waits_for_approval`, `views.counts`, `views.ready`,
   * `views.needs_review`, `views.waits_for_person`, `views.upstream_failed`, `views.attention`, `views.stale`,
   * `taken_in`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  at<const Asked extends Fields = WorkflowAtLean>(
    given: WorkflowAtArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowAtAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_at", given, options);
  }

  /**
   * Cancels a workflow and all its unfinished tasks. Pending questions and requests for approval are withdrawn.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
   * `learned`.
   *
   * For: orchestrator, member, owner.
   */
  cancel<const Asked extends Fields = WorkflowCancelLean>(
    given: WorkflowCancelArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowCancelAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_cancel", given, options);
  }

  /**
   * Completes a workflow whose tasks are all done. Rejected while tasks, questions or requests for approval are open,
   * unless a person forces it with a reason: open tasks are then cancelled, the others withdrawn. Tasks that depend
   * on accepted failures can't run any more and do not count as open.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `cancelled`,
   * `learned`.
   *
   * For: orchestrator, member, owner.
   */
  complete<const Asked extends Fields = WorkflowCompleteLean>(
    given: WorkflowCompleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowCompleteAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_complete", given, options);
  }

  /**
   * Creates a workflow: one goal that a team pursues. An orchestrator that creates one leads it.
   *
   * For: orchestrator, member, owner.
   */
  create<const Asked extends Fields = Whole>(
    given: WorkflowCreateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowCreateAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_create", given, options);
  }

  /**
   * Deletes a workflow. It disappears at once, can be restored for as many days as its policy allows, and is then
   * erased.
   *
   * For: member, owner.
   */
  delete<const Asked extends Fields = Whole>(
    given: WorkflowDeleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowDeleteAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_delete", given, options);
  }

  /**
   * Summarizes a workflow day by day (UTC), newest first: completions, failures, decisions, discoveries, artifacts,
   * questions, messages and active agents. The size is bounded; days without facts are not listed. A page may have
   * fewer days than requested if they were very busy.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  digest<const Asked extends Fields = Whole>(
    given: WorkflowDigestArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowDigestAnswer, Asked, "items">> {
    return this.caller.call("workflow_digest", given, options);
  }

  /**
   * Changes a workflow's name, goal, constraints, cores or policy; absent fields stay unchanged.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `workflow.paused`.
   *
   * For: orchestrator, member, owner.
   */
  edit<const Asked extends Fields = WorkflowEditLean>(
    given: WorkflowEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowEditAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_edit", given, options);
  }

  /**
   * Exports a workflow: as an outline (`markdown`), as a drawing (`mermaid`, `dot`, `svg`), as a plan (`beads`,
   * `task_master`), in which imported tasks keep their original records with the changes since, or complete (`loci`):
   * every fact and every content, for another server.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  export<const Asked extends Fields = Whole>(
    given: WorkflowExportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowExportAnswer, Asked>> {
    return this.caller.call("workflow_export", given, options);
  }

  /**
   * Returns a workflow: its state and first open tasks in short, with counts of all. `task_list` returns all tasks.
   * With `fields` more of it: `decisions`, `discoveries`, `artifacts`, `nudges`, `questions`, `approvals`,
   * `agent_contributions`, `tasks.description`, the `task_graph`, all `views`; `*` is everything.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.name`, `workflow.goal`,
   * `workflow.constraints`, `workflow.status`, `workflow.paused`, `workflow.lead.agent`, `workflow.tasks.id`,
   * `workflow.tasks.title`, `workflow.tasks.status`, `workflow.tasks.assigned_to`, `workflow.tasks.depends_on`,
   * `workflow.tasks.waits_for`, `workflow.tasks.waits_for_approval`, `views.counts`, `views.ready`,
   * `views.needs_review`, `views.waits_for_person`, `views.upstream_failed`, `views.attention`, `views.stale`,
   * `taken_in`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = WorkflowGetLean>(
    given: WorkflowGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowGetAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_get", given, options);
  }

  /**
   * Imports a plan of another tool: Beads issues (JSON, one per line), or `tasks.json` of Task Master. Creates a
   * workflow, or updates an existing one: tasks that were imported from the same source before are changed where they
   * differ, and the same text twice changes nothing. Tasks done in the source are done here. Edges that would close a
   * cycle are left out, and invalid parts are quarantined in an artifact; both are listed. Loci's own format
   * (`workflow_export` with `loci`) restores a workflow with its history; only a person may import it, and only
   * completely. Check the report with `dry_run` first.
   *
   * For: orchestrator, member, owner.
   */
  import<const Asked extends Fields = Whole>(
    given: WorkflowImportArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowImportAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_import", given, options);
  }

  /**
   * Takes, renews or gives back the lead of a workflow. The lead is held for a limited time: if its holder stops
   * calling, another orchestrator can take over, and workers continue in the meantime.
   *
   * For: orchestrator.
   */
  lead<const Asked extends Fields = Whole>(
    given: WorkflowLeadArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowLeadAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_lead", given, options);
  }

  /**
   * Lists workflows; archived ones only on request.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.name`, `items.status`,
   * `items.counts`, `items.attention`, `items.paused`, `items.updated_at`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = WorkflowListLean>(
    given: WorkflowListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowListAnswer, Asked, "items">> {
    return this.caller.call("workflow_list", given, options);
  }

  /**
   * Pauses a workflow: claims are refused. Agents that hold a task are notified with their next call and may finish.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `workflow.paused`.
   *
   * For: orchestrator, member, owner.
   */
  pause<const Asked extends Fields = WorkflowPauseLean>(
    given: WorkflowPauseArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowPauseAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_pause", given, options);
  }

  /**
   * Returns the task graph as a drawing: positions of nodes, rooms, edges and doors. Groups are rooms; a folded room
   * is one node with the id `room:` and the group. With more than 300 tasks, rooms start folded.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  plan<const Asked extends Fields = Whole>(
    given: WorkflowPlanArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowPlanAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_plan", given, options);
  }

  /**
   * Resumes a paused workflow: claims are allowed again. Its agents are notified with their next call.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `workflow.paused`.
   *
   * For: orchestrator, member, owner.
   */
  resume<const Asked extends Fields = WorkflowResumeLean>(
    given: WorkflowResumeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WorkflowResumeAnswer, Asked, "workflow">> {
    return this.caller.call("workflow_resume", given, options);
  }
}
