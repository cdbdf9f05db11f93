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
   * Who signed in and who could not, what became of tokens, people, keys and settings, what was erased: newest first.
   * Failed tries of one name at one address are told once and then added up for some minutes.
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
