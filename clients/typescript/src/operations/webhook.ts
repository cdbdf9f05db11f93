// The operations of `webhook`.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  WebhookCreateAnswer,
  WebhookCreateArguments,
  WebhookDeleteAnswer,
  WebhookDeleteArguments,
  WebhookEditAnswer,
  WebhookEditArguments,
  WebhookListAnswer,
  WebhookListArguments,
  WebhookResendAnswer,
  WebhookResendArguments,
  WebhookRotateAnswer,
  WebhookRotateArguments,
  WebhookTestAnswer,
  WebhookTestArguments,
} from "../types.js";

/** The operations of `webhook`. */
export class Webhook extends Group {
  /**
   * Creates a webhook: from now on Loci sends messages of these kinds to a URL with `POST`, at least once each.
   * `needs_you` means that an item waits for a person; every other kind is one of facts, such as `task_completed`, a
   * prefix such as `task_*`, or `*` for all facts. Messages are signed according to Standard Webhooks (`webhook-id`,
   * `webhook-timestamp`, `webhook-signature`). The response has the secret, once.
   *
   * For: owner.
   */
  create<const Asked extends Fields = Whole>(
    given: WebhookCreateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookCreateAnswer, Asked, "webhook">> {
    return this.caller.call("webhook_create", given, options);
  }

  /**
   * Deletes a webhook permanently: nothing more is sent, and its URL, its secret and the waiting messages are erased.
   *
   * For: owner.
   */
  delete<const Asked extends Fields = Whole>(
    given: WebhookDeleteArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookDeleteAnswer, Asked>> {
    return this.caller.call("webhook_delete", given, options);
  }

  /**
   * Changes, pauses or resumes a webhook; absent arguments leave values unchanged. Events during a pause are sent
   * after it.
   *
   * For: owner.
   */
  edit<const Asked extends Fields = Whole>(
    given: WebhookEditArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookEditAnswer, Asked, "webhook">> {
    return this.caller.call("webhook_edit", given, options);
  }

  /**
   * Lists all webhooks, newest first: kinds and targets, the last response, messages that wait for a retry, and those
   * that were given up with the reason. Full URLs and secrets are never shown.
   *
   * For: owner.
   */
  list<const Asked extends Fields = Whole>(
    given: WebhookListArguments<Asked> = {},
    options: CallOptions = {},
  ): Promise<Chosen<WebhookListAnswer, Asked, "items">> {
    return this.caller.call("webhook_list", given, options);
  }

  /**
   * Immediately sends the messages of a webhook that were given up or wait for a retry, or one of them. Erased
   * content is not sent.
   *
   * For: owner.
   */
  resend<const Asked extends Fields = Whole>(
    given: WebhookResendArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookResendAnswer, Asked>> {
    return this.caller.call("webhook_resend", given, options);
  }

  /**
   * Rotates the secret of a webhook. For a day its messages have two signatures, so that receivers can switch. The
   * response has the new secret, once.
   *
   * For: owner.
   */
  rotate<const Asked extends Fields = Whole>(
    given: WebhookRotateArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookRotateAnswer, Asked, "webhook">> {
    return this.caller.call("webhook_rotate", given, options);
  }

  /**
   * Sends a message of the kind `webhook_test` now, even while the webhook is paused, and returns the receiver's
   * response.
   *
   * For: owner.
   */
  test<const Asked extends Fields = Whole>(
    given: WebhookTestArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<WebhookTestAnswer, Asked, "webhook">> {
    return this.caller.call("webhook_test", given, options);
  }
}
