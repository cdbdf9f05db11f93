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
   * Accepts that a task failed: it asks for nobody any more, and the workflow can be completed with failures. What
   * needs its success stays cut off.
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
   * Adds a task to a workflow, or with `tasks` several: all or none. In `tasks` they may name each other by `key`.
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
   * Keeps a task for one agent, or without `agent` opens it to all again. A task that failed is put back for them. Of
   * a task that was handed in it is the review that is kept: for a reviewer, who alone of the agents may give it
   * then. A worker, an orchestrator or a reviewer can take a task that is kept for it; it is told with its next call.
   * When it could claim the task and has not for as long as a lease lasts, whoever leads and people are warned.
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
   * Calls a task off. What needs its success is cut off until it is put back or skipped.
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
   * Takes a task: the one named, or the best ready one for my capabilities. Gives the lease whose id must come with
   * every later call about the task, and what the worker needs to know. With `wait` it waits until there is one;
   * without one it is refused (`nothing_ready`) with when to come again. A reviewer takes only tasks that are kept
   * for it.
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
   * Hands the work in. A task that needs a review waits for it, any other is completed, and what waited for it can
   * start.
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
   * Everything that applies to a task, for a worker's prompt: goal, constraints, the task with what went before,
   * decisions, discoveries, results, artifacts, entries of the workflow's memory cores and messages, within a budget
   * of tokens.
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
   * Changes what a task is: what is left out stays as it is.
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
   * Says why a task is not ready: what it waits for, on which tasks that rests in the end, and what finishing it
   * would free.
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
   * Says that an attempt failed. The task rests for its cooldown and can then be tried again; after its last try, or
   * when trying again makes no sense, it has failed and asks for a person.
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
   * A task in full, with what it waits for.
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
   * Says that the holder of a task is still at work, and renews its lease. Other calls that carry the lease do the
   * same.
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
   * Lets the task `to` wait for the task `from`. An edge that is there already gets the new condition; one that would
   * close a cycle is refused with the cycle's path.
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
   * The tasks of a workflow in the order in which they were added; each says what it waits for.
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
   * The tasks that can be claimed now: most urgent first, then those with the longest chain of work behind them, then
   * the oldest.
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
   * Gives a held task back, with what the next one should know. Its holder may, and for a holder who is lost a person
   * or an orchestrator.
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
   * Puts a task back that failed, was cancelled or was skipped, or ends its rest after a failure: it can be claimed
   * again, with all its tries before it. Tasks that were skipped because of it are put back too.
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
   * Judges work that was handed in: approved completes the task, `needs_rework` puts it back with the comments,
   * `rejected` fails it. Nobody reviews work of their own. Send the task's `changed` as `if_version` to judge no
   * other work than what you saw.
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
   * Skips a task: it will not be done, and what needs its success lies on a branch not taken. What needs only its end
   * goes on.
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
   * Lets the task `to` no longer wait for the task `from`.
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
   * Reports how a held task goes: it goes on, it cannot go on (say why), or it is given back. A note is kept for
   * whoever takes the task next. `in_progress` on a task that is assigned to the caller claims it, and the response
   * has its lease.
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
