"""LangGraph's checkpoints on Loci: its project's conformance suite, and a graph that is stopped and resumed."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Annotated, Any, TypedDict, cast

import pytest
from house import House
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.capabilities import Capability
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from loci import Loci, LociError
from loci._sync.session import Session
from loci.adapters.langgraph import WINDOW, LociSaver

MINE = ["put", "put_writes", "get_tuple", "list", "delete_thread", "copy_thread"]


@pytest.mark.parametrize("capability", MINE)
def test_the_conformance_suite(house: House, capability: str) -> None:
    @checkpointer_test(name=f"Loci {capability}")
    async def saver() -> AsyncGenerator[LociSaver, None]:
        with house.client() as loci:
            yield LociSaver(loci, namespace=f"conformance-{capability}")

    report = asyncio.run(validate(saver, capabilities={capability}))
    result = report.results[Capability(capability).value]
    assert result.detected and result.passed, result.failures
    assert result.tests_passed > 0


class State(TypedDict):
    said: Annotated[list[str], lambda old, new: old + new]


def graph(saver: LociSaver) -> Any:
    builder = StateGraph(State)
    builder.add_node("ask", lambda _: {"said": [interrupt("What now? 🦀")]})
    builder.add_node("left", lambda _: {"said": ["left"]})
    builder.add_node("right", lambda _: {"said": ["right"]})
    builder.add_node("end", lambda state: {"said": [f"end of {len(state['said'])}"]})
    builder.add_edge(START, "ask")
    builder.add_edge("ask", "left")
    builder.add_edge("ask", "right")
    builder.add_edge(["left", "right"], "end")
    builder.add_edge("end", END)
    return builder.compile(checkpointer=saver)


def test_a_graph_goes_on_in_another_process_after_a_restart(own_house: House) -> None:
    config: Any = {"configurable": {"thread_id": "graph/1 ä"}}
    with own_house.client() as loci:
        first = graph(LociSaver(loci)).invoke({"said": ["hello"]}, config)
        assert first["__interrupt__"][0].value == "What now? 🦀"
    own_house.restart()
    with own_house.client() as loci:
        again = graph(LociSaver(loci))
        assert again.invoke(Command(resume="go"), config)["said"] == ["hello", "go", "left", "right", "end of 4"]
        history = list(again.get_state_history(config))
        assert history[0].values["said"][-1] == "end of 4"
        # Another branch starts from an earlier step.
        middle = next(each for each in history if each.next == ("end",))
        forked = again.update_state(middle.config, {"said": ["by hand"]}, as_node="right")
        assert again.get_state(forked).values["said"] == ["hello", "go", "left", "right", "by hand"]
        assert again.get_state(history[0].config).values["said"][-1] == "end of 4"


def test_a_graph_runs_asynchronously(house: House) -> None:
    async def story() -> None:
        with house.client() as loci:
            config: Any = {"configurable": {"thread_id": "graph-later"}}
            runs = graph(LociSaver(loci))
            await runs.ainvoke({"said": []}, config)
            assert (await runs.ainvoke(Command(resume="go"), config))["said"][0] == "go"
            assert [each async for each in runs.aget_state_history(config)]

    asyncio.run(story())


def test_tasks_write_side_by_side(house: House) -> None:
    with house.client() as loci:
        saver = LociSaver(loci)
        config = saver.put({"configurable": {"thread_id": "side"}}, empty_checkpoint(), {}, {})
        threads = [
            threading.Thread(target=saver.put_writes, args=(config, [("a", number), ("b", number)], f"t{number}"))
            for number in range(10)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        found = saver.get_tuple(config)
        assert found and found.pending_writes and len(found.pending_writes) == 20


def test_large_values(house: House, loci: Loci) -> None:
    saver = LociSaver(loci)
    noise = random.Random(7)
    # Too much for one call. If several calls are needed, the last one has the checkpoint.
    values = {f"c{number}": noise.randbytes(300_000) for number in range(5)}
    versions: Any = {channel: saver.get_next_version(None, None) for channel in values}
    checkpoint: Any = {**empty_checkpoint(), "channel_values": values, "channel_versions": versions}
    config = saver.put({"configurable": {"thread_id": "large"}}, checkpoint, {}, versions)
    found = saver.get_tuple(config)
    assert found and found.checkpoint["channel_values"] == values
    saver.put_writes(config, [("c", values["c0"]), ("d", noise.randbytes(800_000))], "task")
    # Storing the same record with a smaller value replaces it.
    saver.put_writes(config, [("c", "small"), ("d", "small")], "task")
    saver.copy_thread("large", "large-copy")
    for thread in ("large", "large-copy"):
        newest = saver.get_tuple({"configurable": {"thread_id": thread}})
        assert newest and newest.checkpoint["channel_values"] == values
        assert newest.pending_writes == [("task", "c", "small"), ("task", "d", "small")]


def together(*calls: Callable[[], object]) -> None:
    """Runs the calls in parallel and waits for all of them."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


class Turns:
    """A client whose appending calls alternate with those of another one."""

    def __init__(self, loci: Loci, barrier: threading.Barrier) -> None:
        self._append, self._barrier = loci.session.append, barrier
        self.session: Any = type(
            "Session", (), {"append": self.append, "put": loci.session.put, "get": loci.session.get}
        )
        self.calls = 0

    def append(self, **arguments: Any) -> Any:
        self.calls += 1
        self._barrier.wait(60)
        return self._append(**arguments)


@pytest.mark.parametrize("size", [100_000, 800_000])
def test_two_may_write_the_same_large_thing_at_once(house: House, size: int) -> None:
    noise = random.Random(size)
    with house.client() as one, house.client() as other:
        barrier = threading.Barrier(2)
        turns = Turns(one, barrier), Turns(other, barrier)
        savers = [LociSaver(cast(Loci, each)) for each in turns]
        config: Any = {"configurable": {"thread_id": f"both-{size}"}}
        base = empty_checkpoint()
        values = [{"x": noise.randbytes(size), "y": number} for number in range(2)]
        checkpoints: Any = [
            {**base, "channel_values": each, "channel_versions": {"x": "1", "y": "1"}} for each in values
        ]
        together(*(partial(savers[at].put, config, checkpoints[at], {}, {"x": "1", "y": "1"}) for at in range(2)))
        found = savers[0].get_tuple(config)
        assert found and found.checkpoint["id"] == base["id"]
        assert found.checkpoint["channel_values"] in values
        writes = [[("x", noise.randbytes(size)), ("y", b"small"), ("z", noise.randbytes(size))] for _ in range(2)]
        together(*(partial(savers[at].put_writes, found.config, writes[at], "task") for at in range(2)))
        again = savers[1].get_tuple(config)
        assert again and [(channel, value) for _, channel, value in again.pending_writes or []] in writes
        assert turns[0].calls == turns[1].calls and (turns[0].calls > 4) == (size > 500_000)


class Dies(BaseException):
    """Simulates the end of a process."""


@pytest.mark.parametrize("number", range(1, 6))
def test_who_dies_while_writing_leaves_what_was_there(
    house: House, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    noise = random.Random(number)
    with house.client() as loci:
        saver = LociSaver(loci)
        thread: Any = {"configurable": {"thread_id": f"dies-{number}"}}
        old = {"x": noise.randbytes(600_000)}
        first: Any = {**empty_checkpoint(), "channel_values": old, "channel_versions": {"x": "1"}}
        config = saver.put(thread, first, {}, {"x": "1"})
        new: Any = {**first, "id": empty_checkpoint()["id"], "channel_values": {"x": noise.randbytes(600_000)}}
        writes = [(f"c{at}", noise.randbytes(80_000)) for at in range(12)]
        calls = 0
        append = Session.append

        def dying(self: Session, **arguments: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == number:
                raise Dies
            return append(self, **arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Session, "append", dying)
            with pytest.raises(Dies):
                saver.put_writes(config, writes, "task")
                calls = number - 1
                saver.put(config, new, {}, {"x": "1"})
        found = LociSaver(loci).get_tuple(thread)
        assert found and found.checkpoint["id"] == first["id"] and found.checkpoint["channel_values"] == old
        kept = [(channel, value) for _, channel, value in found.pending_writes or []]
        assert kept in ([], writes)
        saver.put_writes(config, writes, "task")
        again = saver.get_tuple(thread)
        assert again and [(channel, value) for _, channel, value in again.pending_writes or []] == writes


def test_many_writes_of_a_task_are_kept(loci: Loci) -> None:
    saver = LociSaver(loci)
    config = saver.put({"configurable": {"thread_id": "many-writes"}}, empty_checkpoint(), {}, {})
    writes = [(f"channel-{number}", f"{number} " * 100) for number in range(700)]
    saver.put_writes(config, writes, "task")
    saver.put_writes(config, [], "nothing")
    found = saver.get_tuple(config)
    assert found and [(channel, value) for _, channel, value in found.pending_writes or []] == writes


def test_a_thread_that_others_delete_begins_anew(house: House) -> None:
    with house.client() as one, house.client() as other:
        first, second = LociSaver(one), LociSaver(other)
        thread: Any = {"configurable": {"thread_id": "deleted"}}
        first.put(thread, empty_checkpoint(), {}, {})
        second.put(thread, empty_checkpoint(), {}, {})
        for deleting, writing in ((first, second), (second, first)):
            deleting.delete_thread("deleted")
            checkpoint = empty_checkpoint()
            writing.put(thread, checkpoint, {}, {})
            found = deleting.get_tuple(thread)
            assert found and found.checkpoint["id"] == checkpoint["id"]
            assert one.session.get(session="deleted", namespace="langgraph", fields=["*"])["context_window"] == WINDOW
            assert len(list(writing.list(thread))) == 1


def test_a_session_of_others_stays_theirs(loci: Loci) -> None:
    loci.session.append(session="others", namespace="langgraph", messages=[{"role": "user", "content": "Hello"}])
    saver = LociSaver(loci)
    with pytest.raises(LociError, match="not one of LangGraph's threads"):
        saver.put({"configurable": {"thread_id": "others"}}, empty_checkpoint(), {}, {})
    assert saver.get_tuple({"configurable": {"thread_id": "others"}}) is None
    assert len(loci.session.get(session="others", namespace="langgraph")["messages"]) == 1


def test_what_looks_like_a_secret_comes_back(loci: Loci) -> None:
    saver = LociSaver(loci)
    secret = "API_KEY=sk-ant-REDACTED AKIAIOSFODNN7EXAMPLE " * 5
    metadata: Any = {"source": "input", "step": 1, "note": secret}
    checkpoint: Any = {**empty_checkpoint(), "channel_values": {"c": secret}, "channel_versions": {"c": "1"}}
    config = saver.put({"configurable": {"thread_id": "secret"}}, checkpoint, metadata, {"c": "1"})
    found = saver.get_tuple(config)
    assert found and found.checkpoint["channel_values"] == {"c": secret} and found.metadata["note"] == secret  # type: ignore[typeddict-item]
