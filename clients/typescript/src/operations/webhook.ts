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
   * Makes a webhook: from now on Loci sends messages of these kinds to an address, with `POST`, at least once each.
   * `needs_you` is that something waits for a person; any other kind is one of facts, such as `task_completed`, a
   * beginning such as `task_*`, or `*` for all facts. Messages are signed as the Standard Webhooks have it (`webhook-
   * id`, `webhook-timestamp`, `webhook-signature`). The answer has the secret, once.
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
   * Deletes a webhook for good: nothing more is sent, and its address, its secret and the messages that wait are
   * erased.
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
   * Changes a webhook, pauses it or lets it go on; what is not named stays as it is. What happens while it is paused
   * is told when it goes on.
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
   * Lists all webhooks, newest first: what each tells and to whom, what arrived last, what waits to be sent again and
   * what was given up and why. Whole addresses and secrets are shown to nobody.
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
   * Sends messages of a webhook at once that were given up or wait, or one of them. What was erased meanwhile is not
   * sent.
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
   * Gives a webhook another secret. For a day its messages have two signatures, so that receivers can change over.
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
   * Sends a message of the kind `webhook_test` now, also while the webhook is paused, and says what the receiver
   * answered.
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
