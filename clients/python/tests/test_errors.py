"""Errors of calls, and the data that clients send about themselves."""

from __future__ import annotations

import asyncio
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from house import Between, House, Plan

from loci import (
    AsyncLoci,
    ConflictError,
    ForbiddenError,
    InvalidError,
    Loci,
    NotFoundError,
    ProblemError,
    TooLargeError,
    UnauthenticatedError,
)


def test_each_refusal_has_its_class_and_its_particulars(house: House, loci: Loci) -> None:
    workflow = loci.workflow.create(name="Errors", goal="Be told")["workflow"]
    with pytest.raises(InvalidError) as invalid:
        loci.task.add(workflow=workflow, title="x", priority=77)
    assert invalid.value.status == 400
    assert invalid.value.detail and str(invalid.value) == invalid.value.detail
    with pytest.raises(InvalidError) as typed:
        loci.task.add(workflow=workflow, title=7, paths=7)  # type: ignore[arg-type]
    assert {fault["pointer"] for fault in typed.value.fields} >= {"/paths"}
    with pytest.raises(NotFoundError):
        loci.task.get(workflow=workflow, task="T9")
    version = loci.task.add(workflow=workflow, title="First")["version"]
    loci.task.edit(workflow=workflow, task="T1", title="Second")
    with pytest.raises(ConflictError) as stale:
        loci.task.edit(workflow=workflow, task="T1", title="Third", if_version=version)
    assert stale.value.current == (version or 0) + 1
    assert stale.value.changes
    with house.client("py-watch", "observer") as watcher, pytest.raises(ForbiddenError) as forbidden:
        watcher.task.add(workflow=workflow, title="x")
    assert forbidden.value.instance
    with pytest.raises(TooLargeError):
        loci.note.write(note="x" * 2_000_000)


@pytest.mark.parametrize("token", [None, "wrong", "loci_" + "0" * 40])
def test_who_has_no_token_is_told(house: House, token: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOCI_TOKEN", raising=False)
    with Loci(house.url, token) as client, pytest.raises(UnauthenticatedError) as told:
        client.workflow.list()
    assert told.value.status == 401


def test_the_environment_says_where_and_who(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCI_URL", house.url + "/")
    monkeypatch.setenv("LOCI_TOKEN", house.token("py-lead"))
    with Loci() as client:
        assert "items" in client.workflow.list()
    monkeypatch.setenv("LOCI_URL", "127.0.0.1:7077")
    with pytest.raises(ValueError, match="no address"):
        Loci()


def test_an_address_keeps_the_path_below_which_a_proxy_serves_the_server(between: Callable[[Plan], Between]) -> None:
    answer = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"items":[]}'
    way = between(lambda number, request: answer)
    for end in ("", "/", "//"):
        with Loci(f"{way.url}/teams/a{end}", "x") as client:
            assert client.workflow.list()["items"] == []
    lines = {request.split(b"\r\n")[0] for request in way.requests}
    assert lines == {b"POST /teams/a/api/workflow_list HTTP/1.1"}


def test_no_message_has_the_token(house: House) -> None:
    token = house.token("py-lead")
    with Loci(house.url, token) as client:
        assert token not in repr(vars(client))
        with pytest.raises(NotFoundError) as told:
            client.task.get(task="01M89VKSYHAS74EBRBKM6H7NRG.T1")
    assert token not in repr(told.value) + str(told.value.problem)
    for odd in ("a\nb", "ä", "a b"):
        with pytest.raises(ValueError) as refused:
            Loci(house.url, odd)
        assert odd not in str(refused.value)


def test_errors_can_be_handed_to_other_processes(loci: Loci) -> None:
    with pytest.raises(ProblemError) as told:
        loci.task.get(task="T1", workflow="01M89VKSYHAS74EBRBKM6H7NRG")
    again = pickle.loads(pickle.dumps(told.value))
    assert type(again) is type(told.value) and again.problem == told.value.problem


def test_a_code_that_is_new_is_still_a_problem() -> None:
    from loci._errors import UnexpectedAnswerError, error_of

    error = error_of(418, b'{"code":"teapot","detail":"Tea"}')
    assert type(error) is ProblemError and error.status == 418 and error.fields == []
    for body in (b"", b"[]", b'{"code":1}', b"\xff\xfe", b'{"detail":"x"}'):
        assert isinstance(error_of(500, body), UnexpectedAnswerError), body


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("timeout", odd) for odd in (0, -1, -1e-9, -math.inf, math.nan, True, None, "30", 10 + 2j, [1])),
        *(("retries", odd) for odd in (-1, -(10**40), 0.5, math.nan, math.inf, True, False, None, "4")),
    ],
)
def test_odd_settings_are_refused(house: House, name: str, value: Any) -> None:
    for kind in (Loci, AsyncLoci):
        with pytest.raises(ValueError, match=f"`{name}` is a"):
            kind(house.url, "x", **{name: value})
    if value is not None:
        with house.client() as client, pytest.raises(ValueError, match=f"`{name}` is a"):
            client.with_options(**{name: value})
        with pytest.raises(ValueError, match=f"`{name}` is a"):
            house.async_client().with_options(**{name: value})


@pytest.mark.parametrize(
    "url",
    ["127.0.0.1:7077", "ftp://x", "http://", "http:///x", "http://x:99999", "http://x:y", "http://a\nb", "http://["],
)
def test_odd_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        Loci(url, "x")


def test_clients_with_another_patience_share_connections(house: House) -> None:
    with house.client() as client:
        patient = client.with_options(timeout=90, retries=0)
        assert "items" in patient.workflow.list()
        patient.close()
        # The caller owns the connection, so it stays open.
        assert "items" in client.workflow.list()


@pytest.mark.parametrize("timeout", [math.inf, 10**400, 1e308, 1e10, 2**31, 2**31 / 1000, 2_000_000, 1_999_999.5, 30])
def test_a_timeout_may_be_as_long_as_one_likes(house: House, timeout: float) -> None:
    async def asynchronously() -> None:
        async with house.async_client(timeout=timeout) as client:
            assert "items" in await client.workflow.list()
            assert await anext(client.events(after="0"))

    with house.client(timeout=timeout) as client:
        workflow = client.workflow.create(name="Patience", goal="Be waited for")["workflow"]
        assert "items" in client.workflow.list()
        assert "version" in client.changes.wait(workflow=workflow, timeout_seconds=0)
        assert next(client.events(after="0"))
    asyncio.run(asynchronously())


@pytest.mark.parametrize("waits", [-1, -(10**400), 10**400, 2**63, 1e300, 0.5, True, "x"])
def test_an_odd_wait_is_the_servers_to_refuse(house: House, waits: Any) -> None:
    with house.client(retries=0, timeout=20) as client:
        workflow = client.workflow.create(name="Waits", goal="Be told")["workflow"]
        with pytest.raises(InvalidError):
            client.task.claim(workflow=workflow, wait=waits)
        with pytest.raises(InvalidError):
            client.changes.wait(workflow=workflow, timeout_seconds=waits)
