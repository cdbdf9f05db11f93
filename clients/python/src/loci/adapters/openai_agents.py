"""A session of the OpenAI Agents SDK that is stored in Loci: people can read it, and memories can be made of it.

    await Runner.run(agent, "Hello", session=LociSession(AsyncLoci(), "chat-1"))

Each item is a message of the Loci session with that id, with the item itself in its metadata. An item that does not fit
into a message, because it is large or has content that Loci does not accept (NUL, lone surrogates, numbers that are not
finite, more than 24 levels), is stored as text, in several messages if necessary, and is returned unchanged. All items
are kept, unless `model` or `context_window` sets the size of the window: if a session outgrows it, Loci folds the
oldest messages into a summary, which is then the first item. Secrets in items are redacted, as everywhere in Loci.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Final, cast

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings

from .. import AsyncLoci, ConflictError, InvalidError, LociError, NotFoundError, TooLargeError, types
from ._items import Whole, calls_of, dumped, item_of, messages_of, taken_back, wholes

#: Maximum number of attempts of a change that conflicts with others.
TRIES: Final = 20
#: Maximum pause before an attempt, in seconds.
PAUSE: Final = 0.2
#: Context window of a session that is never folded, in tokens.
UNFOLDED: Final = 1_000_000_000


class LociSession(SessionABC):
    """The items of one conversation."""

    session_settings: SessionSettings | None

    def __init__(
        self,
        loci: AsyncLoci,
        session_id: str,
        *,
        namespace: str | None = None,
        user_id: str | None = None,
        model: str | None = None,
        context_window: int | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        """
        Args:
            loci: Client of the caller.
            session_id: Id of the session.
            namespace: Namespace of the session.
            user_id: User of the session.
            model: Language model of the conversation, which sets its context window. Without it and `context_window`,
                the session is never folded.
            context_window: Size of the context window in tokens, if the model's name does not determine it.
            session_settings: Settings of the SDK: the default `limit` of `get_items`.
        """
        self.session_id = session_id
        self.session_settings = session_settings
        self._loci = loci
        self._where: dict[str, Any] = {"session": session_id}
        self._where |= {k: v for k, v in (("namespace", namespace), ("user_id", user_id)) if v is not None}
        self._window: dict[str, Any] = {}
        self._window |= {k: v for k, v in (("model", model), ("context_window", context_window)) if v is not None}
        self._window = self._window or {"context_window": UNFOLDED}
        self._last = 0
        #: Items of the last failed `add_items`, as texts, and its calls, some of which may have been applied.
        self._unsure: tuple[list[str], list[list[types.NewMessage]]] | None = None

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Returns the items, oldest first, or only the newest `limit`."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        if limit is not None and limit <= 0:
            return []
        found, newest = await self._newest(limit)
        items = [item_of(whole) for whole in newest]
        if found.get("context") and (limit is None or len(items) < limit):
            text = f"What was said before, in short:\n{found['context']}"
            items.insert(0, {"role": "system", "content": text})
        return cast("list[TResponseInputItem]", items)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds all items or none. Adding the same items again after a failure sends the same messages, so that nothing
        is duplicated if only the response was lost."""
        texts = [dumped(item) for item in items]
        if not texts:
            return
        unsure, self._unsure = self._unsure, None
        is_again = unsure is not None and unsure[0] == texts
        calls = unsure[1] if unsure and is_again else self._calls(items, texts)
        try:
            if self._window and not (await self._get(1)).get("version"):
                await self._loci.session.put(**self._where, **self._window)
            for number, call in enumerate(calls):
                try:
                    await self._loci.session.append(**self._where, messages=call)
                except (ConflictError, InvalidError, TooLargeError):
                    # A repeated call may already have been applied completely.
                    if not is_again:
                        await self._leave(calls[:number])
                    raise
        except BaseException:
            self._unsure = texts, calls
            raise

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes and returns the newest item. Its messages are marked as removed; an item in the summary stays
        there."""
        self._unsure = None
        for turn in range(TRIES):
            found, newest = await self._newest(1)
            if not newest:
                return None
            gone = [taken_back(message) for message in newest[-1]]
            try:
                await self._loci.session.append(**self._where, messages=gone, if_version=found.get("version"))
            except ConflictError as error:
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
                await asyncio.sleep(random.uniform(0, PAUSE))
            else:
                return cast(TResponseInputItem, item_of(newest[-1]))
        return None

    async def clear_session(self) -> None:
        """Deletes the session. People can restore it for some days."""
        self._unsure = None
        try:
            await self._loci.session.delete(**self._where, reason="Cleared by the agent's program")
        except NotFoundError:
            # The session does not exist.
            return

    async def _leave(self, calls: list[list[types.NewMessage]]) -> None:
        """Removes items whose remaining messages were rejected, to free their space. If that fails too, they are still
        ignored."""
        with contextlib.suppress(LociError):
            for call in calls:
                gone = [taken_back(message) for message in call]
                await self._loci.session.append(**self._where, messages=gone)

    async def _get(self, recent: int | None = None) -> types.SessionGetAnswer:
        """Returns the session, an empty answer if it does not exist."""
        try:
            more: dict[str, Any] = {} if recent is None else {"recent": recent}
            return await self._loci.session.get(**self._where, **more, fields=["*"])
        except NotFoundError:
            return {}

    async def _newest(self, limit: int | None) -> tuple[types.SessionGetAnswer, list[Whole]]:
        """Returns the session and the messages of its newest items."""
        recent = limit
        while True:
            found = await self._get(recent)
            messages = found.get("messages", [])
            newest = wholes(messages)
            if limit is None or recent is None or len(newest) >= limit or len(messages) < recent:
                return found, newest if limit is None else newest[-limit:]
            recent *= 2

    def _calls(self, items: list[TResponseInputItem], texts: list[str]) -> list[list[types.NewMessage]]:
        """Returns the messages of items, grouped by call. Each item is later than the one before: Loci orders messages
        by time."""
        messages: list[types.NewMessage] = []
        stamp = secrets.token_hex(12)
        for number, (item, text) in enumerate(zip(items, texts, strict=True)):
            self._last = max(self._last + 1, time.time_ns() // 1000)
            moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=self._last)
            fields = cast("dict[str, Any]", item)
            messages += messages_of(fields, text, f"{stamp}.{number}", moment.isoformat(timespec="microseconds"))
        return calls_of(messages)
