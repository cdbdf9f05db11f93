// The operations of `job`.
// Written by `clients/generate` from the document of the API: change that, not this file.
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
   * Lists the work that Loci does by itself and has begun: what runs, what is tried again later and why, what was
   * given up or stopped. Only of what the caller may read; what changed last comes first.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list(given: JobListArguments = {}, options: CallOptions = {}): Promise<JobListAnswer> {
    return this.caller.call("job_list", given, options);
  }

  /**
   * Has a job done now that rests after a failure, was given up or was stopped. It counts its attempts anew.
   *
   * For: member, owner.
   */
  run(given: JobRunArguments, options: CallOptions = {}): Promise<JobRunAnswer> {
    return this.caller.call("job_run", given, options);
  }

  /**
   * Stops a job: it is not tried again until a person runs it. What its worker hands in is refused.
   *
   * For: member, owner.
   */
  stop(given: JobStopArguments, options: CallOptions = {}): Promise<JobStopAnswer> {
    return this.caller.call("job_stop", given, options);
  }
}
