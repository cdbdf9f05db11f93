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
   * Lists the work that Loci does by itself and has begun: what runs, what is tried again later and why, what was
   * given up or stopped. Only of what the caller may read; what changed last comes first.
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
   * Has a job done now that rests after a failure, was given up or was stopped. It counts its attempts anew.
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
   * Stops a job: it is not tried again until a person runs it. What its worker hands in is refused.
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
