// The operations of `discovery`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  DiscoveryRecordAnswer,
  DiscoveryRecordArguments,
  DiscoveryRecordLean,
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
  record<const Asked extends Fields = DiscoveryRecordLean>(
    given: DiscoveryRecordArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<DiscoveryRecordAnswer, Asked, "discovery">> {
    return this.caller.call("discovery_record", given, options);
  }
}
