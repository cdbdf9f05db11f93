// The operations of `warning`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import { Group, type CallOptions } from "../group.js";
import type {
  WarningSettleAnswer,
  WarningSettleArguments,
} from "../types.js";

/** The operations of `warning`. */
export class Warning extends Group {
  /**
   * Says that a warning was looked at: it leaves the inbox. What it warned of stays as it is. Saying it again changes
   * nothing.
   *
   * For: member, owner.
   */
  settle(given: WarningSettleArguments, options: CallOptions = {}): Promise<WarningSettleAnswer> {
    return this.caller.call("warning_settle", given, options);
  }
}
