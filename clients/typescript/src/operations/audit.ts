// The operations of `audit`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  AuditListAnswer,
  AuditListArguments,
} from "../types.js";

/** The operations of `audit`. */
export class Audit extends Group {
  /**
   * Lists the audit, newest first: sign-ins and failed ones, changes to tokens, people, keys and settings, and
   * erasures. Failed sign-ins of one name at one address are reported once and then summed up for some minutes.
   *
   * For: owner.
   */
  list<const Asked extends Fields = Whole>(
    given: AuditListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<AuditListAnswer, Asked, "items">> {
    return this.caller.call("audit_list", given, options);
  }
}
