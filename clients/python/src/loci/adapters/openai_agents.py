"""A session of the OpenAI Agents SDK that lives in Loci: people can read it, and what is said in it can be remembered.

    await Runner.run(agent, "Hello", session=LociSession("chat-1", AsyncLoci()))

Each item is a message of Loci's session of that id, with the item itself beside its words. A session that outgrows its
model's window (that of `model`, or `context_window` tokens; 16,000 without) is folded by Loci: the oldest messages
become a summary, which is then the first item. Secrets in items are redacted, as everywhere in Loci.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Final, cast

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings

from .. import AsyncLoci, ConflictError, NotFoundError, types

#: The most messages that one call takes, and the most bytes, below the body that Loci takes.
MESSAGES: Final = 1000
BYTES: Final = 512 * 1024
#: How often a change is begun anew because others were first.
TRIES: Final = 20
#: What is waited at most before, in seconds.
PAUSE: Final = 0.2


class LociSession(SessionABC):
    """The items of one conversation."""

    session_settings: SessionSettings | None

    def __init__(
        self,
        session_id: str,
        loci: AsyncLoci,
        *,
        namespace: str | None = None,
        user_id: str | None = None,
        model: str | None = None,
        context_window: int | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        """
        Args:
            session_id: The session's id.
            loci: Who calls.
            namespace: The namespace the session is in.
            user_id: The user whose session it is.
            model: The model the conversation is with; says when it is folded.
            context_window: The tokens of its window, where its name does not tell.
            session_settings: The SDK's settings: how many items are given unless `get_items` is told.
        """
        self.session_id = session_id
        self.session_settings = session_settings
        self._loci = loci
        self._where: dict[str, Any] = {"session": session_id}
        self._where |= {k: v for k, v in (("namespace", namespace), ("user_id", user_id)) if v is not None}
        self._window: dict[str, Any] = {}
        self._window |= {k: v for k, v in (("model", model), ("context_window", context_window)) if v is not None}
        self._last = 0

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; only the newest `limit` where that is given."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        if limit is not None and limit <= 0:
            return []
        found, messages = await self._newest(limit)
        items = [item_of(message) for message in messages]
        if found.get("context") and (limit is None or len(items) < limit):
            text = f"What was said before, in short:\n{found['context']}"
            items.insert(0, cast(TResponseInputItem, {"role": "system", "content": text}))
        return items

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items."""
        messages = [self._message(item) for item in items]
        if not messages:
            return
        if self._window and not (await self._get(1)).get("version"):
            await self._loci.session.put(**self._where, **self._window)
        for some in pieces(messages):
            await self._loci.session.append(**self._where, messages=some)

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the newest item back, and answers it. Its message says so from then on; one in the summary stays."""
        for turn in range(TRIES):
            found, messages = await self._newest(1)
            if not messages:
                return None
            last = messages[-1]
            gone: types.NewMessage = {
                "role": last["role"],
                "content": "(taken back)",
                "id": last["id"],
                "created_at": last["created_at"],
                "metadata": {TAKEN_BACK: True},
            }
            try:
                await self._loci.session.append(**self._where, messages=[gone], if_version=found.get("version"))
            except ConflictError as error:
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
                await asyncio.sleep(random.uniform(0, PAUSE))
            else:
                return item_of(last)
        return None

    async def clear_session(self) -> None:
        """Deletes the session; a person can bring it back for some days."""
        try:
            await self._loci.session.delete(**self._where, reason="Cleared by the agent's program")
        except NotFoundError:
            # There is nothing to clear.
            return

    async def _get(self, recent: int | None = None) -> types.SessionGetAnswer:
        """What Loci has of the session; nothing where it has not begun."""
        try:
            more: dict[str, Any] = {} if recent is None else {"recent": recent}
            return await self._loci.session.get(**self._where, **more, fields=["*"])
        except NotFoundError:
            return {}

    async def _newest(self, limit: int | None) -> tuple[types.SessionGetAnswer, list[types.Message]]:
        """The session, and its newest messages that were not taken back."""
        recent = limit
        while True:
            found = await self._get(recent)
            all_ = found.get("messages", [])
            messages = [each for each in all_ if not (each.get("metadata") or {}).get(TAKEN_BACK)]
            if limit is None or recent is None or len(messages) >= limit or len(all_) < recent:
                return found, messages if limit is None else messages[-limit:]
            recent *= 2

    def _message(self, item: TResponseInputItem) -> types.NewMessage:
        """An item as a message, later than the one before it: Loci keeps messages in the order of their times."""
        self._last = max(self._last + 1, time.time_ns() // 1000)
        moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=self._last)
        fields = cast("dict[str, Any]", item)
        return {
            "role": str(fields.get("role") or ROLES.get(str(fields.get("type")), "assistant")),
            "content": words(fields),
            "created_at": moment.isoformat(timespec="microseconds"),
            "metadata": {"item": fields},
        }


#: Says of a message that it was taken back.
TAKEN_BACK: Final = "taken_back"
#: Who says an item that says it by its type alone.
ROLES: Final = {"function_call_output": "tool", "computer_call_output": "tool", "local_shell_call_output": "tool"}


def item_of(message: types.Message) -> TResponseInputItem:
    """The item of a message; of one that others wrote, its words."""
    metadata = message.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get("item"), dict):
        return cast(TResponseInputItem, metadata["item"])
    role, content = message.get("role", "user"), message.get("content", "")
    role = role if role in ("user", "assistant", "system", "developer") else "user"
    return cast(TResponseInputItem, {"role": role, "content": content if isinstance(content, str) else str(content)})


def words(item: dict[str, Any]) -> str:
    """What an item says, for people and for memory."""
    content = item.get("content", item.get("output", item.get("summary")))
    if isinstance(content, list):
        texts = [part.get("text") or part.get("refusal") or "" for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str) and text)
    if isinstance(content, str) and content:
        return content
    if item.get("name"):
        return f"{item['name']}({item.get('arguments') or ''})"
    return f"({item.get('type') or 'nothing'})"


def pieces(messages: list[types.NewMessage]) -> list[list[types.NewMessage]]:
    """The messages in pieces that a call takes."""
    found: list[list[types.NewMessage]] = [[]]
    bytes_ = 0
    for message in messages:
        more = len(json.dumps(message, ensure_ascii=False).encode())
        if found[-1] and (bytes_ + more > BYTES or len(found[-1]) == MESSAGES):
            found.append([])
            bytes_ = 0
        found[-1].append(message)
        bytes_ += more
    return found
