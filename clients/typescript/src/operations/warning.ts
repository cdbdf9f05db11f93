// The operations of `warning`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  WarningSettleAnswer,
  WarningSettleArguments,
} from "../types.js";

/** The operations of `warning`. */
export class Warning extends Group {
  /**
   * Settles a warning: it leaves the inbox. Changes nothing else; repeating the call has no effect.
   *
   * For: member, owner.
   */
  settle<const Asked extends Fields = Whole>(
    given: WarningSettleArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WarningSettleAnswer, Asked, "warning">> {
    return this.caller.call("warning_settle", given, options);
  }
}
