"""Parses the live feed from chunks of a response's bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from ._core import body_of
from ._errors import UnexpectedAnswerError

if TYPE_CHECKING:
    from . import types

#: Maximum size of an event in bytes. A fact is far smaller.
MAX_EVENT_BYTES: Final = 64 * 1024 * 1024
#: Seconds without data after which a feed reconnects. A server sends a sign of life every 15 seconds.
SILENCE: Final = 60.0
#: Maximum number of consecutive reconnects without an event.
TRIES: Final = 10


@dataclass(frozen=True)
class Event:
    """An event of the feed."""

    #: `fact`, or `reset`: a backup was restored, so discard all state and read it again.
    kind: Literal["fact", "reset"]
    #: Cursor after this event, for `after`.
    cursor: str
    #: The fact, `None` for `reset`.
    fact: types.Happening | None


class Reader:
    """Parses the events of one response. Only a line feed ends a line, no other line break of Unicode."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._fields: dict[str, str] = {}
        self._bytes = 0

    def read(self, data: bytes) -> Iterator[dict[str, str]]:
        """Yields the events that end in these bytes, each with its fields `id`, `event` and `data`."""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._line += part
            line = bytes(self._line).removesuffix(b"\r").decode("utf-8", "replace")
            self._line.clear()
            self._bytes += len(line)
            if line:
                self._field(line)
                continue
            fields, self._fields, self._bytes = self._fields, {}, 0
            if fields:
                yield fields
        self._line += rest
        if len(self._line) + self._bytes > MAX_EVENT_BYTES:
            raise UnexpectedAnswerError("The feed sends an event without end", 200)

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data" and "data" in self._fields:
            self._fields["data"] += "\n" + value
        elif name in ("id", "event", "data"):
            self._fields[name] = value


class Place:
    """State of a feed across its connections."""

    def __init__(self, stream: str | Sequence[str] | None, after: str | None, summary: bool) -> None:
        streams = [stream] if isinstance(stream, str) else list(stream or ())
        # Rejects lone surrogates, as every call does.
        body_of({"stream": [str(each) for each in streams], "after": str(after)})
        self.query: list[tuple[str, str | int | float | bool | None]] = [("stream", each) for each in streams]
        if summary:
            self.query.append(("summary", "true"))
        # Sent in the address, which can contain any text: Loci reports invalid cursors.
        if after is not None:
            self.query.append(("after", after))
        #: Cursor of the last event, which takes precedence over `after`.
        self.cursor: str | None = None
        self.failures = 0

    def headers(self) -> dict[str, str]:
        """Returns the headers of the next connection."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self.cursor is not None:
            headers["Last-Event-ID"] = self.cursor
        return headers

    def take(self, fields: dict[str, str]) -> Event | None:
        """Returns the event for the reader of the feed, `None` if it only updates the cursor."""
        self.failures = 0
        self.cursor = fields.get("id", self.cursor)
        kind = fields.get("event", "")
        if kind == "reset":
            return Event("reset", self.cursor or "", None)
        if kind or "data" not in fields:
            return None
        try:
            fact: Any = json.loads(fields["data"])
        except ValueError as error:
            raise UnexpectedAnswerError(f"The feed sends an event that is not JSON: {error}", 200) from error
        return Event("fact", self.cursor or "", fact)

    def again(self) -> bool:
        """Counts a failure. Returns true if the feed should reconnect."""
        self.failures += 1
        return self.failures <= TRIES
