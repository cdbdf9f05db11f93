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
   * Says that a learning is not worth keeping. `learning_reopen` takes that back.
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
   * Words a learning otherwise than suggested, or suggests another core for it. What is left out stays as it was.
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
   * One learning of a workflow, with all of its text and what it rests on.
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
   * What workflows have taught, the newest first: decisions with their reasons, insights, failures, what came up
   * again and again, each with what would be remembered and what became of it. Of one workflow, all that there is so
   * far; without one, of all workflows that have ended, and what made itself known in those that go on. A page may
   * have fewer than asked for.
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
   * Keeps a learning in a core of long-term memory, with where it is from. It is done once: what the core says
   * already, word for word or nearly, is not written again, and the answer names the memory that says it.
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
   * Takes back what was decided about a learning: one that was dismissed can be promoted again, and the memory that a
   * promotion wrote is forgotten. A memory that had said it before stays.
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
