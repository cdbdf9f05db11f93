// The operations of `learning`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  LearningDismissAnswer,
  LearningDismissArguments,
  LearningDismissLean,
  LearningEditAnswer,
  LearningEditArguments,
  LearningEditLean,
  LearningGetAnswer,
  LearningGetArguments,
  LearningListAnswer,
  LearningListArguments,
  LearningListLean,
  LearningPromoteAnswer,
  LearningPromoteArguments,
  LearningPromoteLean,
  LearningReopenAnswer,
  LearningReopenArguments,
  LearningReopenLean,
} from "../types.js";

/** The operations of `learning`. */
export class Learning extends Group {
  /**
   * Dismisses a learning as not worth keeping. Undo this with `learning_reopen`.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`, `learning.core`,
   * `learning.memory`, `learning.was_known`, `learning.waits`.
   *
   * For: librarian, member, owner.
   */
  dismiss<const Asked extends Fields = LearningDismissLean>(
    given: LearningDismissArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<LearningDismissAnswer, Asked, "learning">> {
    return this.caller.call("learning_dismiss", given, options);
  }

  /**
   * Edits the suggested wording or core of a learning. Absent arguments leave values unchanged.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`, `learning.core`,
   * `learning.memory`, `learning.was_known`, `learning.waits`.
   *
   * For: librarian, member, owner.
   */
  edit<const Asked extends Fields = LearningEditLean>(
    given: LearningEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<LearningEditAnswer, Asked, "learning">> {
    return this.caller.call("learning_edit", given, options);
  }

  /**
   * Returns a learning of a workflow with its whole text and its evidence.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  get<const Asked extends Fields = Whole>(
    given: LearningGetArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<LearningGetAnswer, Asked, "learning">> {
    return this.caller.call("learning_get", given, options);
  }

  /**
   * Lists the learnings of workflows, newest first: decisions with their reasons, insights, failures and recurring
   * patterns, each with the text to remember and its status. With `workflow`, all that exist so far; otherwise those
   * of all ended workflows, and those already noted in active ones. A page may have fewer items than requested.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.workflow`, `items.kind`,
   * `items.status`, `items.title`, `items.core`, `items.memory`, `counts`.
   *
   * For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.
   */
  list<const Asked extends Fields = LearningListLean>(
    given: LearningListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<LearningListAnswer, Asked, "items">> {
    return this.caller.call("learning_list", given, options);
  }

  /**
   * Promotes a learning to a core of long-term memory, with its provenance. This is done once: if the core has the
   * same text, exactly or nearly, no memory is written, and the response names the existing one.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`, `learning.core`,
   * `learning.memory`, `learning.was_known`, `learning.waits`.
   *
   * For: librarian, member, owner.
   */
  promote<const Asked extends Fields = LearningPromoteLean>(
    given: LearningPromoteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<LearningPromoteAnswer, Asked, "learning">> {
    return this.caller.call("learning_promote", given, options);
  }

  /**
   * Reopens a learning: a dismissed one can be promoted again, and the memory that a promotion wrote is forgotten. A
   * memory that existed before stays.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `learning.id`, `learning.status`, `learning.core`,
   * `learning.memory`, `learning.was_known`, `learning.waits`.
   *
   * For: librarian, member, owner.
   */
  reopen<const Asked extends Fields = LearningReopenLean>(
    given: LearningReopenArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<LearningReopenAnswer, Asked, "learning">> {
    return this.caller.call("learning_reopen", given, options);
  }
}
