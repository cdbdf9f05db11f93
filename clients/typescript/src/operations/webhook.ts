// The operations of `webhook`.
// Written by `clients/generate` from the document of the API: change that, not this file.
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
  create(given: WebhookCreateArguments, options: CallOptions = {}): Promise<WebhookCreateAnswer> {
    return this.caller.call("webhook_create", given, options);
  }

  /**
   * Deletes a webhook for good: nothing more is sent, and its address, its secret and the messages that wait are
   * erased.
   *
   * For: owner.
   */
  delete(given: WebhookDeleteArguments, options: CallOptions = {}): Promise<WebhookDeleteAnswer> {
    return this.caller.call("webhook_delete", given, options);
  }

  /**
   * Changes a webhook, pauses it or lets it go on; what is not named stays as it is. What happens while it is paused
   * is told when it goes on.
   *
   * For: owner.
   */
  edit(given: WebhookEditArguments, options: CallOptions = {}): Promise<WebhookEditAnswer> {
    return this.caller.call("webhook_edit", given, options);
  }

  /**
   * Lists all webhooks, newest first: what each tells and to whom, what arrived last, what waits to be sent again and
   * what was given up and why. Whole addresses and secrets are shown to nobody.
   *
   * For: owner.
   */
  list(given: WebhookListArguments = {}, options: CallOptions = {}): Promise<WebhookListAnswer> {
    return this.caller.call("webhook_list", given, options);
  }

  /**
   * Sends messages of a webhook at once that were given up or wait, or one of them. What was erased meanwhile is not
   * sent.
   *
   * For: owner.
   */
  resend(given: WebhookResendArguments, options: CallOptions = {}): Promise<WebhookResendAnswer> {
    return this.caller.call("webhook_resend", given, options);
  }

  /**
   * Gives a webhook another secret. For a day its messages have two signatures, so that receivers can change over.
   *
   * For: owner.
   */
  rotate(given: WebhookRotateArguments, options: CallOptions = {}): Promise<WebhookRotateAnswer> {
    return this.caller.call("webhook_rotate", given, options);
  }

  /**
   * Sends a message of the kind `webhook_test` now, also while the webhook is paused, and says what the receiver
   * answered.
   *
   * For: owner.
   */
  test(given: WebhookTestArguments, options: CallOptions = {}): Promise<WebhookTestAnswer> {
    return this.caller.call("webhook_test", given, options);
  }
}
