"""The live feed out of the bytes of a response, however they are cut. Reads no network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from ._core import body_of
from ._errors import UnexpectedAnswerError

if TYPE_CHECKING:
    from . import types

#: The most bytes of an event: a fact is far smaller.
MOST: Final = 64 * 1024 * 1024
#: The seconds of silence after which a feed is opened again: a server says every 15 seconds that it is there.
SILENCE: Final = 60.0
#: How many times in a row a feed is opened again for nothing.
TRIES: Final = 10


@dataclass(frozen=True)
class Event:
    """What the feed says."""

    #: `fact`, or `reset`: a backup was restored, and everything has to be read anew.
    kind: Literal["fact", "reset"]
    #: Where the feed goes on after it: what `after` takes.
    cursor: str
    #: What happened; nothing for `reset`.
    fact: types.Happening | None


class Reader:
    """Reads the events of one response. A line ends with a line feed, and with nothing else that Unicode calls so."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._fields: dict[str, str] = {}
        self._bytes = 0

    def read(self, data: bytes) -> Iterator[dict[str, str]]:
        """The events that end in these bytes, each with what it has of `id`, `event` and `data`."""
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
        if len(self._line) + self._bytes > MOST:
            raise UnexpectedAnswerError("The feed sends an event without end", 200)

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data" and "data" in self._fields:
            self._fields["data"] += "\n" + value
        elif name in ("id", "event", "data"):
            self._fields[name] = value


class Place:
    """Where a feed is, over all the connections that it needs."""

    def __init__(self, stream: str | Sequence[str] | None, after: str | None, summary: bool) -> None:
        streams = [stream] if isinstance(stream, str) else list(stream or ())
        # Refuses half of a surrogate pair, as in every call.
        body_of({"stream": [str(each) for each in streams], "after": str(after)})
        self.query: list[tuple[str, str | int | float | bool | None]] = [("stream", each) for each in streams]
        if summary:
            self.query.append(("summary", "true"))
        # In the address there is room for any text, and Loci says what is wrong with it.
        if after is not None:
            self.query.append(("after", after))
        #: Where the feed is by its own events, which counts more than where it was to begin.
        self.cursor: str | None = None
        self.failures = 0

    def headers(self) -> dict[str, str]:
        """Those of the next connection."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self.cursor is not None:
            headers["Last-Event-ID"] = self.cursor
        return headers

    def take(self, fields: dict[str, str]) -> Event | None:
        """What an event says to who reads the feed; nothing when it only says where the feed is."""
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
        """Whether to open it once more after it broke off."""
        self.failures += 1
        return self.failures <= TRIES
