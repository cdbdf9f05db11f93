// The operations of `task`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  TaskAcceptFailedAnswer,
  TaskAcceptFailedArguments,
  TaskAcceptFailedLean,
  TaskAddAnswer,
  TaskAddArguments,
  TaskAddLean,
  TaskAssignAnswer,
  TaskAssignArguments,
  TaskAssignLean,
  TaskCancelAnswer,
  TaskCancelArguments,
  TaskCancelLean,
  TaskClaimAnswer,
  TaskClaimArguments,
  TaskClaimLean,
  TaskCompleteAnswer,
  TaskCompleteArguments,
  TaskCompleteLean,
  TaskContextAnswer,
  TaskContextArguments,
  TaskEditAnswer,
  TaskEditArguments,
  TaskEditLean,
  TaskExplainAnswer,
  TaskExplainArguments,
  TaskFailAnswer,
  TaskFailArguments,
  TaskFailLean,
  TaskGetAnswer,
  TaskGetArguments,
  TaskGetLean,
  TaskHeartbeatAnswer,
  TaskHeartbeatArguments,
  TaskHeartbeatLean,
  TaskLinkAnswer,
  TaskLinkArguments,
  TaskLinkLean,
  TaskListAnswer,
  TaskListArguments,
  TaskListLean,
  TaskReadyAnswer,
  TaskReadyArguments,
  TaskReadyLean,
  TaskReleaseAnswer,
  TaskReleaseArguments,
  TaskReleaseLean,
  TaskRetryAnswer,
  TaskRetryArguments,
  TaskRetryLean,
  TaskReviewAnswer,
  TaskReviewArguments,
  TaskReviewLean,
  TaskSkipAnswer,
  TaskSkipArguments,
  TaskSkipLean,
  TaskUnlinkAnswer,
  TaskUnlinkArguments,
  TaskUnlinkLean,
  TaskUpdateAnswer,
  TaskUpdateArguments,
  TaskUpdateLean,
} from "../types.js";

/** The operations of `task`. */
export class Task extends Group {
  /**
   * Accepts the failure of a task: it leaves the inbox, and the workflow can be completed with failures. Tasks that
   * need its success stay cut off.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: member, owner.
   */
  accept_failed<const Asked extends Fields = TaskAcceptFailedLean>(
    given: TaskAcceptFailedArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskAcceptFailedAnswer, Asked, "task">> {
    return this.caller.call("task_accept_failed", given, options);
  }

  /**
   * Adds one task to a workflow, or several with `tasks`: all or none. Entries of `tasks` may refer to each other by
   * `key`.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `ids`, `decisions`, `warnings`.
   *
   * For: orchestrator, worker, member, owner.
   */
  add<const Asked extends Fields = TaskAddLean>(
    given: TaskAddArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskAddAnswer, Asked, "task">> {
    return this.caller.call("task_add", given, options);
  }

  /**
   * Assigns a task to one agent, which alone may then claim it; without `agent` opens it to all. A failed task
   * becomes claimable again. For a task in review, assigns the review to a reviewer, and no other agent may give it.
   * A task can be assigned to a worker, an orchestrator or a reviewer, which is notified with its next call. If it
   * could claim the task and does not for the duration of a lease, the lead and people are warned.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  assign<const Asked extends Fields = TaskAssignLean>(
    given: TaskAssignArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskAssignAnswer, Asked, "task">> {
    return this.caller.call("task_assign", given, options);
  }

  /**
   * Cancels a task. Tasks that need its success are cut off until it is retried or skipped.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  cancel<const Asked extends Fields = TaskCancelLean>(
    given: TaskCancelArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskCancelAnswer, Asked, "task">> {
    return this.caller.call("task_cancel", given, options);
  }

  /**
   * Claims a task: the named one, or the best ready one for my capabilities. Returns the lease, whose id must be sent
   * with every later call about the task, and the context for the worker. With `wait` it waits for a task; if there
   * is none, it fails with `nothing_ready` and the time to retry. A reviewer can claim only tasks that are assigned
   * to it.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.title`, `lease.id`, `lease.until`,
   * `context`, `warnings`.
   *
   * For: orchestrator, worker, reviewer.
   */
  claim<const Asked extends Fields = TaskClaimLean>(
    given: TaskClaimArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<TaskClaimAnswer, Asked, "task">> {
    return this.caller.call("task_claim", given, { ...options, waits: given.wait });
  }

  /**
   * Hands in the work on a task. If the task needs a review, it waits for it; otherwise it is completed, and its
   * dependents can start.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  complete<const Asked extends Fields = TaskCompleteLean>(
    given: TaskCompleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskCompleteAnswer, Asked, "task">> {
    return this.caller.call("task_complete", given, options);
  }

  /**
   * Returns everything that applies to a task, for a worker's prompt: goal, constraints, the task with earlier
   * attempts and reviews, decisions, discoveries, results, artifacts, entries of the workflow's memory cores and
   * messages, within a token budget.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  context<const Asked extends Fields = Whole>(
    given: TaskContextArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskContextAnswer, Asked, "task">> {
    return this.caller.call("task_context", given, options);
  }

  /**
   * Edits a task; absent fields stay unchanged.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  edit<const Asked extends Fields = TaskEditLean>(
    given: TaskEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskEditAnswer, Asked, "task">> {
    return this.caller.call("task_edit", given, options);
  }

  /**
   * Explains why a task is not ready: what it waits for, the tasks at the root of the wait, and the tasks that it
   * would unblock.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  explain<const Asked extends Fields = Whole>(
    given: TaskExplainArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskExplainAnswer, Asked, "task">> {
    return this.caller.call("task_explain", given, options);
  }

  /**
   * Reports a failed attempt. The task can be tried again after its cooldown; without retries left, or if `retryable`
   * is false, it fails for good and needs a person.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  fail<const Asked extends Fields = TaskFailLean>(
    given: TaskFailArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskFailAnswer, Asked, "task">> {
    return this.caller.call("task_fail", given, options);
  }

  /**
   * Returns a task in full, with the reasons why it waits.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `ready`, `waits_for.text`, `unblocks`, `task.id`,
   * `task.title`, `task.description`, `task.acceptance`, `task.status`, `task.blocked_reason`, `task.assigned_to`,
   * `task.depends_on`, `task.paths`, `task.needs_review`, `task.review_status`, `task.result.summary`,
   * `task.lease.until`, `task.lease.parked_at`, `task.waits_for`, `task.waits_for_approval`, `task.changed`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = TaskGetLean>(
    given: TaskGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskGetAnswer, Asked, "task">> {
    return this.caller.call("task_get", given, options);
  }

  /**
   * Renews the lease of a task that the caller holds. Other calls with the lease renew it, too.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `lease.id`, `lease.until`, `lease.parked_at`.
   *
   * For: orchestrator, worker, reviewer.
   */
  heartbeat<const Asked extends Fields = TaskHeartbeatLean>(
    given: TaskHeartbeatArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskHeartbeatAnswer, Asked>> {
    return this.caller.call("task_heartbeat", given, options);
  }

  /**
   * Makes the task `to` wait for the task `from`. An existing edge gets the new condition; an edge that would close a
   * cycle is rejected with the cycle's path.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  link<const Asked extends Fields = TaskLinkLean>(
    given: TaskLinkArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskLinkAnswer, Asked, "task">> {
    return this.caller.call("task_link", given, options);
  }

  /**
   * Lists the tasks of a workflow in the order in which they were added, with the reasons why each waits.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.status`,
   * `items.blocked_reason`, `items.assigned_to`, `items.lease.parked_at`, `items.ready`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = TaskListLean>(
    given: TaskListArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskListAnswer, Asked, "items">> {
    return this.caller.call("task_list", given, options);
  }

  /**
   * Lists the tasks that can be claimed now: most urgent first, then those with the longest chain of dependent work,
   * then the oldest.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.title`, `items.priority`,
   * `items.capabilities`, `items.unblocks`, `waiting.id`, `waiting.waits_for.text`, `waiting.more`, `waiting_total`,
   * `stopped`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  ready<const Asked extends Fields = TaskReadyLean>(
    given: TaskReadyArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskReadyAnswer, Asked, "items">> {
    return this.caller.call("task_ready", given, options);
  }

  /**
   * Gives a held task back, with a note for the next holder. Allowed for its holder, and for a person or an
   * orchestrator if the holder is lost.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  release<const Asked extends Fields = TaskReleaseLean>(
    given: TaskReleaseArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskReleaseAnswer, Asked, "task">> {
    return this.caller.call("task_release", given, options);
  }

  /**
   * Makes a failed, cancelled or skipped task claimable again and resets its retry counter. Also ends the cooldown
   * after a failure. Tasks that were skipped because of it become pending, too.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  retry<const Asked extends Fields = TaskRetryLean>(
    given: TaskRetryArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskRetryAnswer, Asked, "task">> {
    return this.caller.call("task_retry", given, options);
  }

  /**
   * Reviews work that was handed in: `approved` completes the task, `needs_rework` makes it claimable again with the
   * comments, `rejected` fails it. The author of the work cannot review it. Send the task's `changed` as `if_version`
   * to review exactly the work that you saw.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: reviewer, member, owner.
   */
  review<const Asked extends Fields = TaskReviewLean>(
    given: TaskReviewArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskReviewAnswer, Asked, "task">> {
    return this.caller.call("task_review", given, options);
  }

  /**
   * Skips a task: it will not be done, and tasks that need its success are on a branch not taken. Tasks that only
   * need its end continue.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  skip<const Asked extends Fields = TaskSkipLean>(
    given: TaskSkipArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskSkipAnswer, Asked, "task">> {
    return this.caller.call("task_skip", given, options);
  }

  /**
   * Removes the dependency of the task `to` on the task `from`.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.review_status`, `warnings`.
   *
   * For: orchestrator, member, owner.
   */
  unlink<const Asked extends Fields = TaskUnlinkLean>(
    given: TaskUnlinkArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskUnlinkAnswer, Asked, "task">> {
    return this.caller.call("task_unlink", given, options);
  }

  /**
   * Reports the progress of a held task: work continues, is blocked (with a reason), or the task is given back. A
   * note is kept for the next holder. `in_progress` on a task that is assigned to the caller claims it, and the
   * response has its lease.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `task.id`, `task.status`, `task.assigned_to`,
   * `task.lease.id`, `task.lease.until`, `warnings`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  update<const Asked extends Fields = TaskUpdateLean>(
    given: TaskUpdateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TaskUpdateAnswer, Asked, "task">> {
    return this.caller.call("task_update", given, options);
  }
}
