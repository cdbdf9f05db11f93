// The operations of `token`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  TokenCreateAnswer,
  TokenCreateArguments,
  TokenListAnswer,
  TokenListArguments,
  TokenRevokeAnswer,
  TokenRevokeArguments,
} from "../types.js";

/** The operations of `token`. */
export class Token extends Group {
  /**
   * Creates a token for a registered agent. An orchestrator may only create worker tokens that expire within a day,
   * for a workflow that it leads and for its own agents: those that it registered itself and that have no tokens by
   * others.
   *
   * For: orchestrator, owner.
   */
  create<const Asked extends Fields = Whole>(
    given: TokenCreateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TokenCreateAnswer, Asked, "token">> {
    return this.caller.call("token_create", given, options);
  }

  /**
   * Lists all tokens, newest first, without their secrets.
   *
   * For: owner.
   */
  list<const Asked extends Fields = Whole>(
    given: TokenListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<TokenListAnswer, Asked, "items">> {
    return this.caller.call("token_list", given, options);
  }

  /**
   * Revokes a token at once. Calls with it are rejected from then on.
   *
   * For: owner.
   */
  revoke<const Asked extends Fields = Whole>(
    given: TokenRevokeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<TokenRevokeAnswer, Asked>> {
    return this.caller.call("token_revoke", given, options);
  }
}
