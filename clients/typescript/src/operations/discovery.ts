// The operations of `discovery`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  DiscoveryRecordAnswer,
  DiscoveryRecordArguments,
} from "../types.js";

/** The operations of `discovery`. */
export class Discovery extends Group {
  /**
   * Records something learned during the work.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `discovery.id`.
   *
   * For: orchestrator, worker, reviewer, member, owner.
   */
  record(given: DiscoveryRecordArguments, options: CallOptions = {}): Promise<DiscoveryRecordAnswer> {
    return this.caller.call("discovery_record", given, options);
  }
}
