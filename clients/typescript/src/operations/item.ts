// The operations of `item`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  ItemSnoozeAnswer,
  ItemSnoozeArguments,
} from "../types.js";

/** The operations of `item`. */
export class Item extends Group {
  /**
   * Snoozes an inbox item until the given time.
   *
   * For: member, owner.
   */
  snooze<const Asked extends Fields = Whole>(
    given: ItemSnoozeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<ItemSnoozeAnswer, Asked, "item">> {
    return this.caller.call("item_snooze", given, options);
  }
}
