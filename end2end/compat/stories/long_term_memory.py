"""Long-term memory: created, read, edited, deleted, forgotten, made compact."""

from datetime import datetime, timedelta, timezone

import check
from agent_memory_client import ForgetPolicy, MemoryNotFoundError, MemoryServerError, MemoryValidationError
from agent_memory_client.models import (
    ClientMemoryRecord,
    ExtractedMemoryRecord,
    MemoryRecord,
    MemoryTypeEnum,
)

NOW = datetime.now(timezone.utc)


def record(text: str, **more) -> ClientMemoryRecord:
    """A record that says `text`."""
    return ClientMemoryRecord(text=text, **{"memory_type": MemoryTypeEnum.SEMANTIC, **more})


async def what_was_created_comes_back_equal(house):
    async with house.client() as client:
        given = MemoryRecord(
            id="berlin-2019",
            text="Ada visited Berlin in the spring of 2019",
            memory_type=MemoryTypeEnum.EPISODIC,
            topics=["travel", "cities"],
            entities=["Ada", "Berlin"],
            session_id="trip",
            user_id="ada",
            namespace="created",
            event_date=datetime(2019, 4, 2, 9, 30, tzinfo=timezone.utc),
            created_at=NOW - timedelta(days=3),
            last_accessed=NOW - timedelta(days=1),
            extracted_from=["m1", "m2"],
            discrete_memory_extracted="t",
        )
        ack = await client.create_long_term_memory([given])
        assert ack.status == "ok"
        got = await client.get_long_term_memory("berlin-2019")
        for field in ("id", "text", "memory_type", "topics", "entities", "session_id", "user_id", "namespace"):
            assert getattr(got, field) == getattr(given, field), field
        for field in ("event_date", "extracted_from", "discrete_memory_extracted"):
            assert getattr(got, field) == getattr(given, field), field
        # Long-term memory keeps milliseconds.
        assert timedelta() <= given.created_at - got.created_at < timedelta(milliseconds=1)
        assert got.persisted_at is not None
        assert got.memory_hash


async def what_was_created_is_found_at_once(house):
    async with house.client(default_namespace="at-once") as client:
        for n in range(20):
            await client.create_long_term_memory([record(f"The parrot repeats sentence {n}")])
            found = await client.search_long_term_memory(f"parrot sentence {n}", limit=100)
            assert found.total == n + 1
            assert any(m.text.endswith(f" {n}") for m in found.memories)


async def the_same_again_is_one(house):
    async with house.client(default_namespace="again") as client:
        first = record("Grace prefers tea in the morning", id="tea")
        await client.create_long_term_memory([first])
        await client.create_long_term_memory([first])
        await client.create_long_term_memory([record("Grace prefers tea in the  MORNING", id="tea-2")])
        found = await client.search_long_term_memory("Grace tea")
        assert found.total == 1, found
        changed = record("Grace prefers coffee in the morning", id="tea")
        await client.create_long_term_memory([changed])
        got = await client.get_long_term_memory("tea")
        assert got.text == changed.text, "the same id again overwrites"
        assert (await client.search_long_term_memory("Grace")).total == 1


async def without_deduplication_everything_is_kept(house):
    async with house.client(default_namespace="kept") as client:
        for name in ("a", "b"):
            await client.create_long_term_memory([record("The lighthouse is white", id=f"light-{name}")], deduplicate=False)
        assert (await client.search_long_term_memory("lighthouse")).total == 2


async def a_memory_is_edited(house):
    async with house.client(default_namespace="edited") as client:
        await client.create_long_term_memory([record("Alan works in Manchester", id="alan", topics=["work"])])
        edited = await client.edit_long_term_memory(
            "alan",
            {
                "text": "Alan works in Cambridge",
                "topics": ["work", "places"],
                "entities": ["Alan", "Cambridge"],
                "memory_type": "episodic",
                "user_id": "alan",
                "session_id": "s1",
                "event_date": "2024-01-15T14:30:00Z",
            },
        )
        got = await client.get_long_term_memory("alan")
        for answer in (edited, got):
            assert answer.text == "Alan works in Cambridge"
            assert answer.topics == ["work", "places"]
            assert answer.entities == ["Alan", "Cambridge"]
            assert answer.memory_type == MemoryTypeEnum.EPISODIC
            assert (answer.user_id, answer.session_id, answer.namespace) == ("alan", "s1", "edited")
            assert answer.event_date == datetime(2024, 1, 15, 14, 30, tzinfo=timezone.utc)
        # Another town is near in meaning, so it may be found; what was said before is gone.
        nearest = await client.search_long_term_memory("Manchester")
        assert all("Manchester" not in memory.text for memory in nearest.memories)
        assert (await client.search_long_term_memory("Cambridge")).total == 1
        moved = await client.edit_long_term_memory("alan", {"namespace": "edited-2"})
        assert moved.namespace == "edited-2"
        assert (await client.search_long_term_memory("Cambridge")).total == 0
        assert (await client.search_long_term_memory("Cambridge", namespace={"eq": "edited-2"})).total == 1
        with check.raises(MemoryServerError):
            await client.edit_long_term_memory("alan", {})
        with check.raises(MemoryNotFoundError):
            await client.edit_long_term_memory("nobody", {"text": "x"})


async def memories_are_deleted(house):
    async with house.client(default_namespace="removed") as client:
        await client.create_long_term_memory([record(f"Stone number {n} in the garden", id=f"stone-{n}") for n in range(3)])
        ack = await client.delete_long_term_memories(["stone-0", "stone-1", "no-stone"])
        assert ack.status == "ok, deleted 2 memories"
        with check.raises(MemoryNotFoundError):
            await client.get_long_term_memory("stone-0")
        found = await client.search_long_term_memory("stone garden")
        assert [m.id for m in found.memories] == ["stone-2"]
        await client.create_long_term_memory([record("Stone number 0 is back", id="stone-0")])
        assert (await client.get_long_term_memory("stone-0")).text == "Stone number 0 is back"


async def old_and_unused_memories_are_forgotten(house):
    async with house.client(default_namespace="forgotten") as client:
        old = NOW - timedelta(days=100)
        await client.create_long_term_memory(
            [
                record("An old and unused key", id="old", created_at=old, last_accessed=old),
                record("An old key that is used", id="used", created_at=old, last_accessed=NOW),
                record("A new key", id="new"),
                record("An old pinned key", id="pinned", created_at=old, last_accessed=old),
                record("An old event", id="event", created_at=old, last_accessed=old, memory_type=MemoryTypeEnum.EPISODIC),
            ]
        )
        policy = ForgetPolicy(max_age_days=30, max_inactive_days=30, memory_type_allowlist=["semantic"])
        scope = {"namespace": "forgotten", "pinned_ids": ["pinned"]}
        dry = await client.forget_long_term_memories(policy, dry_run=True, **scope)
        assert (dry.scanned, dry.deleted, dry.deleted_ids, dry.dry_run) == (5, 1, ["old"], True)
        # The client sends no `dry_run` unless it is true; the server's own default is a dry run.
        answer = await client._client.post(
            "/v1/long-term-memory/forget",
            params={"namespace": "forgotten", "dry_run": False},
            json={"policy": policy.model_dump(exclude_none=True), "pinned_ids": ["pinned"]},
        )
        assert answer.json() == {"scanned": 5, "deleted": 1, "deleted_ids": ["old"], "dry_run": False}
        with check.raises(MemoryNotFoundError):
            await client.get_long_term_memory("old")
        budget = await client.forget_long_term_memories(
            ForgetPolicy(budget=1), namespace="forgotten", user_id=None, session_id=None, limit=100, dry_run=True
        )
        assert (budget.scanned, budget.deleted) == (4, 3)
        none = await client.forget_long_term_memories(policy, namespace="forgotten", user_id="nobody", session_id="none")
        assert (none.scanned, none.deleted, none.deleted_ids) == (0, 0, [])


async def duplicates_are_made_one(house):
    async with house.client(default_namespace="compact") as client:
        await client.create_long_term_memory(
            [record("The bridge was built in 1890", id=f"bridge-{n}") for n in range(3)], deduplicate=False
        )
        await client.create_long_term_memory([record("The tower was built in 1920", id="tower")])
        answer = await client._client.post("/v1/long-term-memory/compact", params={"namespace": "compact"})
        assert answer.status_code == 200
        assert answer.json() == {"status": "ok, 2 memories remaining after compaction"}
        assert (await client.search_long_term_memory("built")).total == 2


async def many_are_created_in_batches(house):
    async with house.client(default_namespace="bulk") as client:
        batches = [[record(f"Leaf {n} of tree {tree}") for n in range(5)] for tree in range(2)]
        acks = await client.bulk_create_long_term_memories(batches, batch_size=2, delay_between_batches=0)
        assert [ack.status for ack in acks] == ["ok"] * 6
        assert (await client.search_long_term_memory("leaf", limit=50)).total == 10


async def records_are_checked_before_they_are_sent(house):
    async with house.client() as client:
        client.validate_memory_record(ExtractedMemoryRecord(id="01JD0000000000000000000000", text="fine"))
        client.validate_memory_record(record("fine"))
        with check.raises(MemoryValidationError, "empty"):
            client.validate_memory_record(record("  "))
        with check.raises(MemoryValidationError, "ID"):
            client.validate_memory_record(record("fine", id="not-a-ulid"))
        client.validate_search_filters(limit=5, offset=0, distance_threshold=0.5, namespace="n")
        for wrong in ({"limit": 0}, {"offset": -1}, {"distance_threshold": -1}, {"nonsense": 1}):
            with check.raises(MemoryValidationError):
                client.validate_search_filters(**wrong)
