"""Retries: a write is done once, and the retries end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from house import Between, House, Plan, refusal

from loci import (
    AsyncLoci,
    ConnectionFailedError,
    Loci,
    RateLimitedError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedAnswerError,
)

Make = Callable[[Plan], Between]


@pytest.mark.parametrize("how", ["break", "half"])
def test_a_write_whose_answer_is_lost_is_done_once(house: House, loci: Loci, between: Make, how: str) -> None:
    workflow = loci.workflow.create(name=f"Once, {how}", goal="Not twice")["workflow"]
    way = between(lambda number, _: how if number < 2 else "pass")
    with Loci(way.url, house.token("py-lead")) as client:
        added = client.task.add(workflow=workflow, title="One")
    assert len(way.requests) == 3
    assert len(set(way.keys())) == 1 and len(way.keys()) == 3
    tasks = loci.task.list(workflow=workflow)["items"]
    assert [task["id"] for task in tasks] == ["T1"]
    assert added.get("version") is not None


def test_two_calls_have_two_keys(house: House, loci: Loci, between: Make) -> None:
    workflow = loci.workflow.create(name="Twice", goal="Two calls are two writes")["workflow"]
    way = between(lambda number, _: "pass")
    with Loci(way.url, house.token("py-lead")) as client:
        client.task.add(workflow=workflow, title="Same")
        client.task.add(workflow=workflow, title="Same")
        # An idempotency key of the caller takes precedence.
        client.task.add(workflow=workflow, title="Own", idempotency_key="py-own-key")
        client.task.add(workflow=workflow, title="Own", idempotency_key="py-own-key")
        client.task.list(workflow=workflow)
    assert len(set(way.keys())) == 3 and len(way.keys()) == 3
    assert len(loci.task.list(workflow=workflow)["items"]) == 3


def test_what_a_lost_answer_told_is_told_again(house: House, loci: Loci, between: Make) -> None:
    workflow = loci.workflow.create(name="Told", goal="Heard")["workflow"]
    loci.task.add(workflow=workflow, title="One")
    way = between(lambda number, _: "half" if number in (1, 3) else "pass")
    with Loci(way.url, house.token("py-hearer", "worker")) as client:
        lease = client.task.claim(workflow=workflow)["lease"]["id"]
        loci.nudge.send(workflow=workflow, target="py-hearer", message="Stop")
        read = client.task.get(workflow=workflow, task="T1")
        assert [notice["message"] for notice in read["inbox"]] == ["Stop"]
        loci.nudge.send(workflow=workflow, target="py-hearer", message="Go on")
        beaten = client.task.heartbeat(workflow=workflow, task="T1", lease=lease)
        assert [notice["message"] for notice in beaten["inbox"]] == ["Go on"]
        assert client.task.get(workflow=workflow, task="T1").get("inbox") is None


def test_asynchronously_too(house: House, loci: Loci, between: Make) -> None:
    workflow = loci.workflow.create(name="Once, later", goal="Not twice")["workflow"]
    way = between(lambda number, _: "break" if number == 0 else "pass")

    async def add() -> None:
        async with AsyncLoci(way.url, house.token("py-lead")) as client:
            await client.task.add(workflow=workflow, title="One")

    asyncio.run(add())
    assert len(way.requests) == 2
    assert len(loci.task.list(workflow=workflow)["items"]) == 1


def test_who_is_told_to_come_later_does(house: House, between: Make) -> None:
    answers: list[str | bytes] = [
        refusal(503, "unavailable", "Retry-After: 0"),
        refusal(429, "rate_limited"),
        b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\nConnection: close\r\n\r\noops",
        "pass",
    ]
    way = between(lambda number, _: answers[number])
    with Loci(way.url, house.token("py-lead")) as client:
        assert "items" in client.workflow.list()
    assert len(way.requests) == 4


def test_there_is_an_end(house: House, between: Make) -> None:
    way = between(lambda *_: refusal(503, "unavailable"))
    with Loci(way.url, house.token("py-lead"), retries=2) as client, pytest.raises(UnavailableError):
        client.workflow.list()
    assert len(way.requests) == 3


def test_a_long_pause_is_the_callers(house: House, between: Make) -> None:
    body = b'{"title":"No","status":429,"detail":"Tomorrow.","code":"rate_limited","retry_after_seconds":86400}'
    head = b"HTTP/1.1 429 No\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
    way = between(lambda *_: head + body)
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(RateLimitedError) as told:
        client.workflow.list()
    assert told.value.retry_after == 86400
    assert len(way.requests) == 1


@pytest.mark.parametrize("when", ["86400", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_long_pause_that_a_proxy_asks_for_is_the_callers(house: House, between: Make, when: str) -> None:
    answer = f"HTTP/1.1 429 No\r\nRetry-After: {when}\r\nContent-Length: 4\r\nConnection: close\r\n\r\noops"
    way = between(lambda *_: answer.encode())
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(UnexpectedAnswerError) as told:
        client.workflow.list()
    assert (told.value.retry_after or 0) >= 86400
    assert len(way.requests) == 1


def test_what_is_wrong_is_not_tried_again(between: Make) -> None:
    way = between(lambda number, _: "pass")
    with Loci(way.url, "wrong") as client, pytest.raises(UnauthenticatedError):
        client.workflow.list()
    assert len(way.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ],
)
def test_who_is_not_loci_is_told(house: House, between: Make, answer: bytes) -> None:
    way = between(lambda *_: answer)
    with Loci(way.url, house.token("py-lead")) as client, pytest.raises(UnexpectedAnswerError):
        client.workflow.list()
    assert len(way.requests) == 1


def test_nobody_at_home(between: Make) -> None:
    way = between(lambda *_: "pass")
    way.end()
    with Loci(way.url, "any", retries=1) as client, pytest.raises(ConnectionFailedError):
        client.workflow.list()
