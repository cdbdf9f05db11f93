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
   * Puts a workflow that has ended away: lists leave it out unless asked.
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
   * A workflow as it was at one of its versions.
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
   * Calls a workflow off, and every task that has not ended with it. Questions and requests for approval that nobody
   * has answered are withdrawn.
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
   * Ends a workflow whose tasks are all done. Refused while tasks, questions or requests for approval are open,
   * unless a person forces it and says why: tasks are cancelled then, and the others withdrawn. Tasks behind failures
   * that people have accepted can't run any more and do not count as open.
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
   * Begins a workflow: one goal that a team pursues. An orchestrator that creates one leads it.
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
   * Deletes a workflow: it is gone at once, can be restored for as many days as its policy says, and is then erased.
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
   * What happened in a workflow day by day (UTC), newest first: what was completed, failed, decided, learned, made,
   * asked and said, and who worked. Short however much happened; a day without facts is not listed. A page may have
   * fewer days than asked for when they were very busy.
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
   * Changes a workflow's name, goal, constraints, cores or rules; what is not given stays.
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
   * Gives a workflow out in a format of others: as an outline (`markdown`), as a drawing (`mermaid`, `dot`, `svg`),
   * as a plan (`beads`, `task_master`), in which what was taken in from there comes back as it was, with what changed
   * since, or complete (`loci`): every fact and every content, for another server.
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
   * A workflow: where it stands and its first open tasks in short, with counts of all. `task_list` gives all tasks.
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
   * Takes in what was planned elsewhere: issues of Beads (JSON, one a line), or `tasks.json` of Task Master. It
   * becomes a new workflow, or goes into one that is there: tasks that came from the same place before are changed
   * where they differ, and the same text twice changes nothing. What is done there is done here. Edges that would
   * close a cycle are set aside, and what is odd is quarantined whole in an artifact; both are listed. Loci's own
   * format (`workflow_export` with `loci`) brings a workflow back as it was, with who did what and when; only a
   * person may take that in, and only all of it. Look at the report with `dry_run` first.
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
   * Takes, renews or gives back the lead of a workflow. It is a role held for a while: when the one who leads stops
   * calling, another orchestrator takes over, and workers go on meanwhile.
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
   * Workflows, most recently changed first; those put away only when asked for.
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
   * Stops claims in a workflow. Agents that hold a task hear of it with their next call and may finish.
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
   * The task graph as a drawing: where nodes, rooms, edges and doors lie. Groups are rooms; a folded room is one node
   * named `room:` and the group. With more than 300 tasks, rooms start folded.
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
   * Allows claims in a paused workflow again. Its agents hear of it with their next call.
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
