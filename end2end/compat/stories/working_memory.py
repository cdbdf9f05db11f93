"""Working memory: what a session keeps, gives back and forgets."""

import asyncio
from datetime import datetime, timedelta, timezone

import check
from agent_memory_client import MemoryClientError, MemoryNotFoundError, create_memory_client
from agent_memory_client.models import (
    ClientMemoryRecord,
    MemoryMessage,
    MemoryRecord,
    MemoryStrategyConfig,
    MemoryTypeEnum,
    WorkingMemory,
)

NOW = datetime.now(timezone.utc)


def message(role: str, content: str, age: float = 0.0) -> MemoryMessage:
    """A message that was said `age` seconds ago."""
    return MemoryMessage(role=role, content=content, created_at=NOW - timedelta(seconds=age))


async def health_says_the_time(house):
    async with house.client() as client:
        health = await client.health_check()
        assert abs(health.now / 1000 - datetime.now(timezone.utc).timestamp()) < 60, health


async def a_client_is_made_where_a_server_answers(house):
    client = await create_memory_client(house.base, default_namespace="made")
    assert client.config.default_namespace == "made"
    await client.close()
    with check.raises(MemoryClientError, "Failed to connect"):
        await create_memory_client("http://127.0.0.1:9", timeout=2.0)


async def a_stored_document_comes_back_equal(house):
    async with house.client() as client:
        memory = WorkingMemory(
            session_id="equal",
            namespace="working",
            user_id="ada",
            messages=[message("user", "Hello", 3), message("assistant", "Good morning", 2), message("user", "É ☕", 1)],
            memories=[
                MemoryRecord(
                    id="breakfast",
                    text="Ada has coffee for breakfast",
                    memory_type=MemoryTypeEnum.EPISODIC,
                    topics=["food"],
                    entities=["Ada"],
                    event_date=NOW - timedelta(days=2),
                    created_at=NOW - timedelta(hours=1),
                    namespace="working",
                    user_id="ada",
                )
            ],
            data={"cart": {"items": [1, 2.5, "three"], "open": True}, "note": "as it is"},
            context="They greet each other.",
            long_term_memory_strategy=MemoryStrategyConfig(strategy="discrete", config={"depth": 2}),
        )
        put = await client.put_working_memory("equal", memory, user_id="ada")
        created, got = await client.get_or_create_working_memory("equal", namespace="working", user_id="ada")
        assert created is False
        for answer in (put, got):
            assert answer.session_id == "equal"
            assert answer.namespace == "working"
            assert answer.user_id == "ada"
            assert answer.context == memory.context
            assert answer.data == memory.data
            assert answer.long_term_memory_strategy == memory.long_term_memory_strategy
            for kept, given in zip(answer.messages, memory.messages, strict=True):
                assert (kept.id, kept.role, kept.content) == (given.id, given.role, given.content)
                assert kept.created_at == given.created_at, (kept.created_at, given.created_at)
            (kept,), (given,) = answer.memories, memory.memories
            assert (kept.id, kept.text, kept.memory_type) == (given.id, given.text, given.memory_type)
            assert (kept.topics, kept.entities) == (given.topics, given.entities)
            assert kept.event_date == given.event_date
            assert kept.created_at == given.created_at


async def the_window_is_gauged_as_everybody_does(house):
    async with house.client() as client:
        memory = WorkingMemory(session_id="gauge", namespace="working", messages=[message("user", "Hello")])
        put = await client.put_working_memory("gauge", memory, context_window_max=100)
        assert put.context_percentage_total_used == 3.0, put
        assert abs(put.context_percentage_until_summarization - 30 / 7) < 1e-9, put
        plain = await client.get_working_memory("gauge", namespace="working")
        assert plain.context_percentage_total_used is None
        assert plain.context_percentage_until_summarization is None
        by_model = await client.get_working_memory("gauge", namespace="working", model_name="gpt-4o")
        assert abs(by_model.context_percentage_total_used - 300 / 128000) < 1e-9, by_model
        empty = WorkingMemory(session_id="gauge-empty", namespace="working")
        put = await client.put_working_memory("gauge-empty", empty, model_name="gpt-4o")
        assert put.context_percentage_total_used == 0.0
        assert put.context_percentage_until_summarization == 0.0
    async with house.client(default_namespace="working", default_context_window_max=100) as client:
        got = await client.get_working_memory("gauge")
        assert got.context_percentage_total_used == 3.0


async def getting_creates_only_what_is_not_there(house):
    async with house.client() as client:
        with check.raises(MemoryNotFoundError, "not found"):
            await client.get_working_memory("made-once", namespace="working")
        strategy = MemoryStrategyConfig(strategy="summary", config={"max_summary_length": 500})
        created, memory = await client.get_or_create_working_memory(
            "made-once", namespace="working", long_term_memory_strategy=strategy
        )
        assert created is True
        assert memory.messages == []
        assert memory.memories == []
        created, memory = await client.get_or_create_working_memory("made-once", namespace="working")
        assert created is False
        assert memory.long_term_memory_strategy == strategy


async def a_namespace_and_a_user_are_two_things(house):
    async with house.client() as client:
        for namespace, user, said in [("eve", None, "n"), (None, "eve", "u"), ("eve", "eve", "nu"), (None, None, "-")]:
            memory = WorkingMemory(
                session_id="same", namespace=namespace, user_id=user, messages=[message("user", said)]
            )
            await client.put_working_memory("same", memory, user_id=user)
        for namespace, user, said in [("eve", None, "n"), (None, "eve", "u"), ("eve", "eve", "nu"), (None, None, "-")]:
            got = await client.get_working_memory("same", namespace=namespace, user_id=user)
            assert [m.content for m in got.messages] == [said], (namespace, user, got)
            assert (got.namespace, got.user_id) == (namespace, user)


async def putting_replaces(house):
    async with house.client() as client:
        first = WorkingMemory(
            session_id="replaced", namespace="working", messages=[message("user", "one", 2)], data={"a": 1}, context="c"
        )
        await client.put_working_memory("replaced", first)
        second = WorkingMemory(session_id="replaced", namespace="working", messages=[message("user", "two", 1)])
        await client.put_working_memory("replaced", second)
        got = await client.get_working_memory("replaced", namespace="working")
        assert [m.content for m in got.messages] == ["two"]
        assert not got.data
        assert not got.context


async def data_is_set_and_merged(house):
    async with house.client() as client:
        memory = WorkingMemory(session_id="data", namespace="working", messages=[message("user", "Hello")])
        await client.put_working_memory("data", memory)
        put = await client.set_working_memory_data("data", {"a": {"x": 1}, "b": 2}, namespace="working")
        assert put.data == {"a": {"x": 1}, "b": 2}
        assert [m.content for m in put.messages] == ["Hello"]
        put = await client.update_working_memory_data("data", {"b": 3}, namespace="working")
        assert put.data == {"a": {"x": 1}, "b": 3}
        put = await client.update_working_memory_data(
            "data", {"a": {"y": 2}}, namespace="working", merge_strategy="deep_merge"
        )
        assert put.data == {"a": {"x": 1, "y": 2}, "b": 3}
        put = await client.update_working_memory_data("data", {"c": 4}, namespace="working", merge_strategy="replace")
        assert put.data == {"c": 4}
        put = await client.set_working_memory_data("data", {"d": 5}, namespace="working", preserve_existing=False)
        assert put.data == {"d": 5}
        assert put.messages == []


async def messages_are_appended_in_order(house):
    async with house.client() as client:
        first = await client.append_messages_to_working_memory(
            "appended", [{"role": "user", "content": "one"}], namespace="working"
        )
        assert [m.content for m in first.messages] == ["one"]
        await client.append_messages_to_working_memory(
            "appended",
            [{"role": "assistant", "content": "two", "id": "m2"}, {"role": "user", "content": "three"}],
            namespace="working",
            model_name="gpt-4o",
            context_window_max=1000,
        )
        await client.append_messages_to_working_memory("appended", [message("user", "zero", 60)], namespace="working")
        got = await client.get_working_memory("appended", namespace="working")
        assert [m.content for m in got.messages] == ["zero", "one", "two", "three"], "in the order of their times"
        assert got.messages[2].id == "m2"
        assert got.messages[1].id == first.messages[0].id


async def added_memories_are_promoted_once(house):
    async with house.client() as client:
        memory = ClientMemoryRecord(
            text="The zeppelin museum opens at nine",
            memory_type=MemoryTypeEnum.SEMANTIC,
            topics=["museum"],
            entities=["zeppelin"],
        )
        await client.add_memories_to_working_memory("promoted", [memory], namespace="promoted")
        found = await client.search_long_term_memory("zeppelin museum", namespace={"eq": "promoted"})
        assert [m.id for m in found.memories] == [memory.id]
        got = await client.get_working_memory("promoted", namespace="promoted")
        assert got.memories[0].persisted_at is not None, "what was promoted is stamped"
        again = ClientMemoryRecord(text="The airship hall closes at five", memory_type=MemoryTypeEnum.SEMANTIC)
        put = await client.add_memories_to_working_memory("promoted", [again], namespace="promoted")
        assert [m.id for m in put.memories] == [memory.id, again.id]
        found = await client.search_long_term_memory("", namespace={"eq": "promoted"})
        assert sorted(m.id for m in found.memories) == sorted([memory.id, again.id])
        put = await client.add_memories_to_working_memory("promoted", [again], namespace="promoted", replace=True)
        assert [m.id for m in put.memories] == [again.id]
        ack = await client.promote_working_memories_to_long_term("promoted", namespace="promoted")
        assert ack.status == "ok"
        ack = await client.promote_working_memories_to_long_term("promoted", memory_ids=["none"], namespace="promoted")
        assert ack.status == "ok"
        found = await client.search_long_term_memory("", namespace={"eq": "promoted"})
        assert found.total == 2, found


async def sessions_are_listed_newest_first(house):
    async with house.client() as client:
        for name in ("first", "second", "third"):
            memory = WorkingMemory(session_id=name, namespace="listed", messages=[message("user", name)])
            await client.put_working_memory(name, memory)
        listed = await client.list_sessions(namespace="listed")
        assert (listed.sessions, listed.total) == (["third", "second", "first"], 3)
        await client.append_messages_to_working_memory("first", [{"role": "user", "content": "more"}], namespace="listed")
        page = await client.list_sessions(namespace="listed", limit=2)
        assert (page.sessions, page.total) == (["first", "third"], 3)
        page = await client.list_sessions(namespace="listed", limit=2, offset=2)
        assert (page.sessions, page.total) == (["second"], 3)
        mine = await client.list_sessions(namespace="listed", user_id="nobody")
        assert (mine.sessions, mine.total) == ([], 0)


async def a_deleted_session_stays_deleted(house):
    async with house.client() as client:
        memory = WorkingMemory(
            session_id="gone",
            namespace="deleted",
            messages=[message("user", "Forget this")],
            memories=[ClientMemoryRecord(text="Something to promote", memory_type=MemoryTypeEnum.SEMANTIC)],
        )
        await client.put_working_memory("gone", memory, context_window_max=10)
        ack = await client.delete_working_memory("gone", namespace="deleted")
        assert ack.status == "ok"
        with check.raises(MemoryNotFoundError, "not found"):
            await client.get_working_memory("gone", namespace="deleted")
        assert (await client.list_sessions(namespace="deleted")).total == 0
        ack = await client.delete_working_memory("gone", namespace="deleted")
        assert ack.status == "ok", "also when there is none"
        created, fresh = await client.get_or_create_working_memory("gone", namespace="deleted")
        assert created is True
        assert fresh.messages == []


async def a_second_write_right_after_the_first_is_kept(house):
    async with house.client() as client:
        for n in range(10):
            memory = WorkingMemory(
                session_id="twice",
                namespace="twice",
                messages=[message("user", f"message {i}", 100 - i) for i in range(n + 1)],
                memories=[ClientMemoryRecord(text=f"Fact number {n} of the twins", memory_type=MemoryTypeEnum.SEMANTIC)],
            )
            await client.put_working_memory("twice", memory)
        got = await client.get_working_memory("twice", namespace="twice")
        assert [m.content for m in got.messages] == [f"message {i}" for i in range(10)]
        assert [m.text for m in got.memories] == ["Fact number 9 of the twins"]
        found = await client.search_long_term_memory("", namespace={"eq": "twice"}, limit=50)
        assert found.total == 10


async def long_conversations_are_folded_into_their_context(house):
    async with house.client() as client:
        topics = ["Paris", "museums", "a budget of 3000 euros", "impressionists", "the train from Lyon"]
        memory = WorkingMemory(
            session_id="long",
            namespace="folded",
            messages=[
                message("user" if i % 2 == 0 else "assistant", f"We talk about {topics[i % 5]}. It is decided, number {i}.", 60 - i)
                for i in range(40)
            ],
        )
        put = await client.put_working_memory("long", memory, context_window_max=400)
        assert put.context_percentage_total_used is not None

        async def folded():
            got = await client.get_working_memory("long", namespace="folded", context_window_max=400)
            return got if got.context else None

        got = await check.until(folded)
        assert 1 <= len(got.messages) < 40
        assert got.messages[-1].content == memory.messages[-1].content, "the newest stays"
        kept = [m.id for m in got.messages]
        assert kept == [m.id for m in memory.messages][-len(kept):], "what stays is the end, in order"
        assert got.context_percentage_until_summarization < 100.0


async def many_writers_do_not_disturb_each_other(house):
    async with house.client(default_namespace="many") as client:
        async def writer(n: int):
            await client.append_messages_to_working_memory(f"s{n}", [{"role": "user", "content": f"first {n}"}])
            await client.append_messages_to_working_memory(f"s{n}", [{"role": "user", "content": f"second {n}"}])

        await asyncio.gather(*(writer(n) for n in range(20)))
        assert (await client.list_sessions(limit=100)).total == 20
        for n in range(20):
            got = await client.get_working_memory(f"s{n}")
            assert [m.content for m in got.messages] == [f"first {n}", f"second {n}"]
