"""The operations of `webhook`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncWebhook(AsyncGroup):
    """The operations of `webhook`."""

    async def create(
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
        """Makes a webhook: from now on Loci sends messages of these kinds to an address, with `POST`, at least once
        each. `needs_you` is that something waits for a person; any other kind is one of facts, such as
        `task_completed`, a beginning such as `task_*`, or `*` for all facts. Messages are signed as the Standard
        Webhooks have it (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The answer has the secret, once.

        For: owner.

        Args:
            url: Where to send: an address of http or https. Addresses inside this network are refused unless the
                server's `--webhook-allow` names them. Nobody is shown more of it again than its host.
            format: In which form; `standard` unless given. The others are what the incoming webhooks of Slack and
                Discord show.
            kinds: What to tell; `needs_you` unless given.
            name: What people call it; its host unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookCreateAnswer = await self._caller.call(
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

    async def delete(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookDeleteAnswer:
        """Deletes a webhook for good: nothing more is sent, and its address, its secret and the messages that wait
        are erased.

        For: owner.

        Args:
            webhook: The webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookDeleteAnswer = await self._caller.call(
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

    async def edit(
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
        """Changes a webhook, pauses it or lets it go on; what is not named stays as it is. What happens while it is
        paused is told when it goes on.

        For: owner.

        Args:
            webhook: The webhook.
            format: In which form.
            kinds: What to tell: all kinds, those that it told before too.
            name: What people call it.
            paused: Whether to send nothing for now.
            url: Where to send.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookEditAnswer = await self._caller.call(
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

    async def list(
        self,
        *,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.WebhookListAnswer:
        """Lists all webhooks, newest first: what each tells and to whom, what arrived last, what waits to be sent
        again and what was given up and why. Whole addresses and secrets are shown to nobody.

        For: owner.

        Args:
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.WebhookListAnswer = await self._caller.call(
            "webhook_list",
            {
                "fields": fields,
            },
        )
        return _answer

    async def resend(
        self,
        *,
        webhook: str,
        letter: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookResendAnswer:
        """Sends messages of a webhook at once that were given up or wait, or one of them. What was erased meanwhile
        is not sent.

        For: owner.

        Args:
            webhook: The webhook.
            letter: The one message to send, by its `id` as `webhook_list` gives it; all of them unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookResendAnswer = await self._caller.call(
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

    async def rotate(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookRotateAnswer:
        """Gives a webhook another secret. For a day its messages have two signatures, so that receivers can change
        over.

        For: owner.

        Args:
            webhook: The webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookRotateAnswer = await self._caller.call(
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

    async def test(
        self,
        *,
        webhook: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.WebhookTestAnswer:
        """Sends a message of the kind `webhook_test` now, also while the webhook is paused, and says what the
        receiver answered.

        For: owner.

        Args:
            webhook: The webhook.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.WebhookTestAnswer = await self._caller.call(
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
