"""Texts of any content and size are returned unchanged."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from house import House

from loci import ConflictError, InvalidError, Loci

TEXTS = [
    "Grüße, 世界, שלום, 🦀👩‍👩‍👧",
    "line\u2028separator\u2029and\x85next",
    'quotes " \\ and </script> and {"json": 1}',
    "e\u0301 is not é",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_come_back(loci: Loci, text: str) -> None:
    loci.session.append(session=f"text-{TEXTS.index(text)}", messages=[{"role": "user", "content": text}])
    got = loci.session.get(session=f"text-{TEXTS.index(text)}")
    assert got["messages"][0]["content"] == text


def test_numbers_that_json_has_not_are_refused(loci: Loci) -> None:
    with pytest.raises(ValueError):
        loci.session.data(session="numbers", patch={"x": float("nan")})


@pytest.mark.parametrize(
    ("messages", "pointer"),
    [
        ([{"role": "user", "content": "x\ud83d"}], "/messages/0/content"),
        (
            [{"role": "user", "content": "x"}, {"role": "user", "content": [{"text": "\udc00"}]}],
            "/messages/1/content/0/text",
        ),
        ([{"role": "user", "content": "x", "metadata": {"a/~b\ud83d": 1}}], "/messages/0/metadata"),
        (
            [{"role": "user", "content": "x", "metadata": {"a/~b": ("y", "\ude00\ud83d")}}],
            "/messages/0/metadata/a~1~0b/1",
        ),
    ],
)
def test_half_a_character_is_refused(house: House, loci: Loci, messages: Any, pointer: str) -> None:
    async def asynchronously() -> None:
        async with house.async_client() as client:
            await client.session.append(session="halves", messages=messages)

    for call in (
        lambda: loci.session.append(session="halves", messages=messages),
        lambda: asyncio.run(asynchronously()),
    ):
        with pytest.raises(InvalidError, match="surrogate") as told:
            call()
        assert (told.value.status, told.value.code) == (400, "invalid")
        assert [fault["pointer"] for fault in told.value.fields] == [pointer]
        assert told.value.detail.encode() and str(told.value).startswith(pointer)


def test_half_a_character_is_refused_wherever_it_is(loci: Loci) -> None:
    for call in (
        lambda: loci.workflow.create(name="\ud83d", goal="x"),
        lambda: loci.workflow.get(workflow="\ud83d"),
        lambda: loci.note.write(note="x", idempotency_key="\ud83d"),
        lambda: next(loci.events(stream="\ud83d")),
        lambda: next(loci.events(stream=["x", "\ud83d"])),
        lambda: next(loci.events(after="\ud83d")),
    ):
        with pytest.raises(InvalidError, match="surrogate"):
            call()


def test_what_is_big_comes_back(loci: Loci) -> None:
    workflow = loci.workflow.create(name="Big", goal="Come back")["workflow"]
    text = "0123456789abcdé\n" * 500_000
    made = loci.artifact.record(workflow=workflow, type="document", path="big.txt", content=text)
    artifact = made.get("artifact")
    assert artifact
    name = artifact if isinstance(artifact, str) else artifact["id"]
    got = loci.artifact.get(workflow=workflow, artifact=name, fields=["*"])
    assert got.get("content") == text


def test_threads_may_share_a_client(house: House, loci: Loci) -> None:
    workflow = loci.workflow.create(name="Threads", goal="Together")["workflow"]
    failed: list[BaseException] = []

    def add(number: int) -> None:
        try:
            for turn in range(5):
                loci.task.add(workflow=workflow, title=f"{number}.{turn}")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed
    titles = [task["title"] for task in loci.task.list(workflow=workflow, limit=200)["items"]]
    assert len(titles) == len(set(titles)) == 40


def test_of_two_writers_one_is_told(loci: Loci) -> None:
    loci.session.data(session="two", patch={"a": 1})
    seen = loci.session.get(session="two").get("version")
    loci.session.data(session="two", patch={"a": 2}, if_version=seen)
    with pytest.raises(ConflictError):
        loci.session.data(session="two", patch={"a": 3}, if_version=seen)
