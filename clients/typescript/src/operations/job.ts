// The operations of `job`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  JobListAnswer,
  JobListArguments,
  JobRunAnswer,
  JobRunArguments,
  JobStopAnswer,
  JobStopArguments,
} from "../types.js";

/** The operations of `job`. */
export class Job extends Group {
  /**
   * Lists started background jobs that are not done: running ones, those that are retried later and why, and those
   * that were given up or stopped. Includes only streams that the caller may read; most recently changed first.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = Whole>(
    given: JobListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<JobListAnswer, Asked, "items">> {
    return this.caller.call("job_list", given, options);
  }

  /**
   * Runs a job now that waits for a retry, was given up or was stopped, and resets its attempts.
   *
   * For: member, owner.
   */
  run<const Asked extends Fields = Whole>(
    given: JobRunArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<JobRunAnswer, Asked>> {
    return this.caller.call("job_run", given, options);
  }

  /**
   * Stops a job: it is not retried until a person runs it. The result of a running worker is rejected.
   *
   * For: member, owner.
   */
  stop<const Asked extends Fields = Whole>(
    given: JobStopArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<JobStopAnswer, Asked>> {
    return this.caller.call("job_stop", given, options);
  }
}
