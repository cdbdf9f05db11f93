"""The live feed: in order, without gaps or repetitions, whatever happens to the connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from house import Between, House, Plan

from loci import (
    AsyncLoci,
    ConnectionFailedError,
    ForbiddenError,
    InvalidError,
    Loci,
    LociError,
    UnauthenticatedError,
    UnexpectedAnswerError,
)
from loci._feed import Event, Place, Reader

ODD = "ä\u2028\u2029\x85\x0b\x0c\r\n🦀"


def events_of(text: str, size: int) -> list[dict[str, str]]:
    reader, data = Reader(), text.encode()
    return [each for at in range(0, len(data), size) for each in reader.read(data[at : at + size])]


def test_events_are_read_however_they_are_cut() -> None:
    text = (
        ": still here\n\nid: 1:2\nevent: cursor\ndata: {}\n\n"
        'id: 1:3\r\ndata: "ä\u2028b"\r\ndata: b\r\n\r\ndata\nretry: 3\n\ndata: c'
    )
    wanted = [
        {"id": "1:2", "event": "cursor", "data": "{}"},
        {"id": "1:3", "data": '"ä\u2028b"\nb'},
        {"data": ""},
    ]
    for size in range(1, len(text.encode())):
        assert events_of(text, size) == wanted, size


def test_an_event_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loci._feed.MAX_EVENT_BYTES", 1000)
    for line in (b"data: " + b"x" * 600, b"data: x\n" * 100):
        reader = Reader()
        with pytest.raises(UnexpectedAnswerError, match="without end"):
            for _ in range(3):
                list(reader.read(line))


def test_a_place_knows_where_to_go_on() -> None:
    place = Place("workflow:x", "1:4", True)
    assert place.query == [("stream", "workflow:x"), ("summary", "true"), ("after", "1:4")]
    assert "Last-Event-ID" not in place.headers()
    assert place.take({"id": "1:5", "event": "cursor", "data": "{}"}) is None
    assert place.headers()["Last-Event-ID"] == "1:5"
    assert place.take({"id": "1:6", "event": "lagged", "data": "{}"}) is None
    assert place.take({"id": "2:1", "event": "reset", "data": "{}"}) == Event("reset", "2:1", None)
    fact: Any = {"kind": "x"}
    assert place.take({"id": "2:2", "data": json.dumps(fact)}) == Event("fact", "2:2", fact)
    assert place.cursor == "2:2"
    # Fields without data are ignored.
    assert place.take({"id": "2:3"}) is None


def test_it_goes_on_after_the_server_restarts(own_house: House) -> None:
    with own_house.client() as loci:
        workflow = loci.workflow.create(name="Feed", goal="Go on")["workflow"]
        stream = f"workflow:{workflow}"
        feed = loci.events(stream=stream, after="0", summary=True)
        seen = list(islice(feed, 1))
        for turn in range(3):
            loci.task.add(workflow=workflow, title=f"{turn} before")
            seen += list(islice(feed, 1))
            own_house.restart()
            loci.task.add(workflow=workflow, title=f"{turn} after", description=ODD)
            seen += list(islice(feed, 1))
        feed.close()
        whole = []
        for event in loci.events(stream=stream, after="0", summary=True):
            whole.append(event)
            if event.cursor == seen[-1].cursor:
                break
    assert [event.cursor for event in whole[: len(seen)]] == [event.cursor for event in seen]
    assert len({event.cursor for event in seen}) == len(seen)
    assert all(event.fact and event.fact.get("summary") for event in seen)
    assert sum(ODD in str(event.fact and event.fact["body"].get("description")) for event in whole) > 0


def test_it_goes_on_asynchronously(own_house: House) -> None:
    async def story() -> list[str]:
        async with own_house.async_client() as loci:
            workflow = (await loci.workflow.create(name="Feed", goal="Go on"))["workflow"]
            feed = loci.events(stream=[f"workflow:{workflow}"], after="0")
            facts = [(await anext(feed)).fact]
            own_house.restart()
            await loci.note.write(note="Another stream")
            await loci.task.add(workflow=workflow, title="After")
            while "After" not in str(facts[-1]):
                facts.append((await anext(feed)).fact)
            await feed.aclose()
            return [fact["stream"] for fact in facts if fact]

    streams = asyncio.run(asyncio.wait_for(story(), 60))
    assert len(set(streams)) == 1


def test_what_breaks_off_again_and_again_is_told(
    house: House, between: Callable[[Plan], Between], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loci._feed.TRIES", 2)
    way = between(lambda *_: b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: hm\n\n")
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(ConnectionFailedError):
        next(client.events())
    assert len(way.requests) == 3


@pytest.mark.parametrize(
    "cursor", ["1:\n2", "1:2\r\nX: y", "ä", "\x00", "x y", "", "1:", "-1", "1:2:3", "9" * 40, "🦀", 1.5, True]
)
def test_a_cursor_that_is_none_is_refused_at_once(
    house: House, between: Callable[[Plan], Between], cursor: Any
) -> None:
    async def asynchronously() -> None:
        async with AsyncLoci(way.url, house.token("py-lead")) as client:
            await anext(client.events(after=cursor))

    way = between(lambda *_: "pass")
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(InvalidError, match="/after"):
        next(client.events(after=cursor))
    with pytest.raises(InvalidError, match="/after"):
        asyncio.run(asynchronously())
    assert len(way.requests) == 2


def test_a_cursor_that_no_address_holds_is_refused_at_once(house: House) -> None:
    with house.client() as client, pytest.raises(ValueError):
        next(client.events(after="1:2" * 40_000))
    with house.client() as client, pytest.raises(InvalidError, match="/after: .* surrogate"):
        next(client.events(after="\ud800"))


def test_a_feed_goes_on_where_it_was_to_begin_when_it_heard_nothing(
    house: House, between: Callable[[Plan], Between]
) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    way = between(lambda number, _: head + (b": hm\n\n" if number == 0 else b"id: 7:%d\ndata: {}\n\n" % number))
    with Loci(way.url, "x") as client:
        assert [event.cursor for event in islice(client.events(after="7:0"), 2)] == ["7:1", "7:2"]
    assert [b"after=7%3A0" in request for request in way.requests] == [True] * 3
    lasts = [line for request in way.requests for line in request.split(b"\r\n") if line.lower().startswith(b"last-")]
    assert [line.partition(b": ")[2] for line in lasts] == [b"7:1"]


def test_what_is_no_event_fails_at_once(house: House, between: Callable[[Plan], Between]) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    way = between(lambda *_: head + b"id: 1:2\ndata: {oops\n\n")
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(UnexpectedAnswerError, match="not JSON"):
        next(client.events())
    assert len(way.requests) == 1


def test_what_never_works_fails_at_once(house: House, between: Callable[[Plan], Between]) -> None:
    way = between(lambda *_: "pass")
    with Loci(way.url, "wrong") as client, pytest.raises(UnauthenticatedError):
        next(client.events())
    page = between(lambda *_: b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi")
    with Loci(page.url, "wrong") as client, pytest.raises(LociError, match="no feed|not a feed"):
        next(client.events())
    assert len(way.requests) == len(page.requests) == 1
    assert not issubclass(UnauthenticatedError, ForbiddenError)
