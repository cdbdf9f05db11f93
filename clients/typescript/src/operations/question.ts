// The operations of `question`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  QuestionAnswerAnswer,
  QuestionAnswerArguments,
  QuestionAnswerLean,
  QuestionAskAnswer,
  QuestionAskArguments,
  QuestionAskLean,
} from "../types.js";

/** The operations of `question`. */
export class Question extends Group {
  /**
   * Answers an agent's question. Only the first answer counts; a task that waited for it continues.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `question.id`.
   *
   * For: member, owner.
   */
  answer<const Asked extends Fields = QuestionAnswerLean>(
    given: QuestionAnswerArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<QuestionAnswerAnswer, Asked, "question">> {
    return this.caller.call("question_answer", given, options);
  }

  /**
   * Asks a person a question. If the caller holds the task, its lease is parked until the answer; the answer is
   * delivered like a nudge.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `question.id`, `parked`.
   *
   * For: orchestrator, worker, reviewer.
   */
  ask<const Asked extends Fields = QuestionAskLean>(
    given: QuestionAskArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<QuestionAskAnswer, Asked, "question">> {
    return this.caller.call("question_ask", given, options);
  }
}
