"""The operations of `webhook`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Webhook(Group):
    """The operations of `webhook`."""

    def create(
        self,
        *,
        url: str,
        format: types.WebhookFormat | None | Omit = OMIT,
        kinds: Sequence[str] | Omit = OMIT,
        name: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookCreateAnswer:
        """Creates a webhook: from now on Loci sends messages of these kinds to a URL with `POST`, at least once each.
        `needs_you` means that an item waits for a person; every other kind is one of facts, such as
        `task_completed`, a prefix such as `task_*`, or `*` for all facts. Messages are signed according to
        Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The response has the secret,
        once.

        For: owner.

        Args:
            url: The http or https URL to send to. Addresses inside this network are rejected unless the server's
                `--webhook-allow` names them. Later responses show only its host.
            format: Format of messages: `standard`, or that of the incoming webhooks of Slack and Discord. Default:
                `standard`.
            kinds: Kinds of messages. Default: `needs_you`.
            name: Display name. Default: the host of `url`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookCreateAnswer = self._caller.call(
            "webhook_create",
            {
                "url": url,
                "format": format,
                "kinds": kinds,
                "name": name,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def delete(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookDeleteAnswer:
        """Deletes a webhook permanently: nothing more is sent, and its URL, its secret and the waiting messages are
        erased.

        For: owner.

        Args:
            webhook: Id of the webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookDeleteAnswer = self._caller.call(
            "webhook_delete",
            {
                "webhook": webhook,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def edit(
        self,
        *,
        webhook: str,
        format: types.WebhookFormat | None | Omit = OMIT,
        kinds: Sequence[str] | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        paused: bool | None | Omit = OMIT,
        url: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookEditAnswer:
        """Changes, pauses or resumes a webhook; absent arguments leave values unchanged. Events during a pause are
        sent after it.

        For: owner.

        Args:
            webhook: Id of the webhook.
            format: Format of messages.
            kinds: Complete list of kinds; replaces the previous one.
            name: Display name.
            paused: True pauses the webhook, false resumes it.
            url: The URL to send to.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookEditAnswer = self._caller.call(
            "webhook_edit",
            {
                "webhook": webhook,
                "format": format,
                "kinds": kinds,
                "name": name,
                "paused": paused,
                "url": url,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def list(
        self,
        *,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WebhookListAnswer:
        """Lists all webhooks, newest first: kinds and targets, the last response, messages that wait for a retry, and
        those that were given up with the reason. Full URLs and secrets are never shown.

        For: owner.

        Args:
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WebhookListAnswer = self._caller.call(
            "webhook_list",
            {
                "fields": fields,
            },
        )
        return _answer

    def resend(
        self,
        *,
        webhook: str,
        letter: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookResendAnswer:
        """Immediately sends the messages of a webhook that were given up or wait for a retry, or one of them. Erased
        content is not sent.

        For: owner.

        Args:
            webhook: Id of the webhook.
            letter: Id of the message to send, as in `webhook_list`. Default: all messages.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookResendAnswer = self._caller.call(
            "webhook_resend",
            {
                "webhook": webhook,
                "letter": letter,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def rotate(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookRotateAnswer:
        """Rotates the secret of a webhook. For a day its messages have two signatures, so that receivers can switch.
        The response has the new secret, once.

        For: owner.

        Args:
            webhook: Id of the webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookRotateAnswer = self._caller.call(
            "webhook_rotate",
            {
                "webhook": webhook,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def test(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookTestAnswer:
        """Sends a message of the kind `webhook_test` now, even while the webhook is paused, and returns the
        receiver's response.

        For: owner.

        Args:
            webhook: Id of the webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookTestAnswer = self._caller.call(
            "webhook_test",
            {
                "webhook": webhook,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
