"""Search in long-term memory: every filter, pages, and what a result says."""

from datetime import datetime, timedelta, timezone

from agent_memory_client.filters import (
    CreatedAt,
    Entities,
    LastAccessed,
    MemoryType,
    Namespace,
    SessionId,
    Topics,
    UserId,
)
from agent_memory_client.models import ClientMemoryRecord, MemoryTypeEnum, RecencyConfig

NOW = datetime.now(timezone.utc)
DAY = timedelta(days=1)

# id, text, namespace, user, session, type, topics, entities, days since created, since accessed, since the event
ROWS = [
    ("s1", "The violin lesson is on Monday", "search", "ann", "one", "semantic", ["music", "week"], ["violin"], 1, 1, None),
    ("s2", "The piano lesson was cancelled", "search", "bob", "one", "episodic", ["music"], ["piano"], 10, 5, 10),
    ("s3", "A lesson about chess openings", "search", "ann", "two", "semantic", ["games", "week"], ["chess"], 20, 2, None),
    ("s4", "A lesson that everybody forgot", "search", None, "three", "message", None, None, 30, 30, 30),
    ("s5", "The lesson of another house", "elsewhere", "ann", "one", "semantic", ["music"], ["violin"], 1, 1, None),
]


async def _filled(client):
    await client.create_long_term_memory(
        [
            ClientMemoryRecord(
                id=name,
                text=text,
                namespace=namespace,
                user_id=user,
                session_id=session,
                memory_type=MemoryTypeEnum(kind),
                topics=topics,
                entities=entities,
                created_at=NOW - created * DAY,
                last_accessed=NOW - accessed * DAY,
                event_date=None if event is None else NOW - event * DAY,
            )
            for name, text, namespace, user, session, kind, topics, entities, created, accessed, event in ROWS
        ]
    )


async def every_filter_of_the_client_holds(house):
    async with house.client() as client:
        await _filled(client)
        here = Namespace(eq="search")
        cases = [
            ({"namespace": here}, "s1 s2 s3 s4"),
            ({"namespace": Namespace(in_=["search", "elsewhere"])}, "s1 s2 s3 s4 s5"),
            ({"namespace": Namespace(eq="nowhere")}, ""),
            ({"namespace": here, "session_id": SessionId(eq="one")}, "s1 s2"),
            ({"namespace": here, "session_id": SessionId(in_=["one", "two"])}, "s1 s2 s3"),
            ({"namespace": here, "session_id": SessionId(not_eq="one")}, "s3 s4"),
            ({"namespace": here, "session_id": SessionId(not_in=["one", "two"])}, "s4"),
            ({"namespace": here, "user_id": UserId(eq="ann")}, "s1 s3"),
            ({"namespace": here, "user_id": {"eq": "bob"}}, "s2"),
            ({"namespace": here, "user_id": UserId(eq="nobody")}, ""),
            ({"namespace": here, "topics": Topics(any=["music", "games"])}, "s1 s2 s3"),
            ({"namespace": here, "topics": Topics(all=["music", "week"])}, "s1"),
            ({"namespace": here, "topics": Topics(none=["week"])}, "s2 s4"),
            ({"namespace": here, "entities": Entities(any=["violin", "chess"])}, "s1 s3"),
            ({"namespace": here, "entities": {"all": ["violin", "chess"]}}, ""),
            ({"namespace": here, "entities": Entities(none=["piano"])}, "s1 s3 s4"),
            ({"namespace": here, "memory_type": MemoryType(eq="semantic")}, "s1 s3"),
            ({"namespace": here, "memory_type": MemoryType(in_=["episodic", "message"])}, "s2 s4"),
            ({"namespace": here, "memory_type": MemoryType(not_eq="semantic")}, "s2 s4"),
            ({"namespace": here, "created_at": CreatedAt(gte=NOW - 15 * DAY)}, "s1 s2"),
            ({"namespace": here, "created_at": CreatedAt(lte=NOW - 15 * DAY)}, "s3 s4"),
            ({"namespace": here, "created_at": CreatedAt(gte=NOW - 25 * DAY, lte=NOW - 5 * DAY)}, "s2 s3"),
            ({"namespace": here, "created_at": CreatedAt(eq=NOW - 10 * DAY)}, "s2"),
            (
                {
                    "namespace": here,
                    "user_id": UserId(eq="ann"),
                    "topics": Topics(any=["week"]),
                    "memory_type": MemoryType(eq="semantic"),
                    "created_at": CreatedAt(lte=NOW - 15 * DAY),
                },
                "s3",
            ),
        ]
        for filters, expected in cases:
            for text in ("lesson", ""):
                found = await client.search_long_term_memory(text, limit=50, **filters)
                names = sorted(m.id for m in found.memories)
                assert names == expected.split(), (text, filters, names)
                assert found.total == len(names), (text, filters, found.total)


async def what_was_not_looked_at_for_long_is_found(house):
    # A search is a look: each question has records of its own.
    async with house.client() as client:
        for n, (last_accessed, expected) in enumerate(
            [
                (LastAccessed(gte=NOW - 3 * DAY), "new"),
                ({"lte": NOW - 4 * DAY}, "old"),
                (LastAccessed(gte=NOW - 9 * DAY, lte=NOW - 7 * DAY), "old"),
            ]
        ):
            namespace = f"looked-at-{n}"
            await client.create_long_term_memory(
                [
                    ClientMemoryRecord(id=f"{name}-{n}", text="A lesson", namespace=namespace, user_id=name, last_accessed=NOW - days * DAY)
                    for name, days in [("new", 1), ("old", 8)]
                ]
            )
            found = await client.search_long_term_memory(
                "lesson", namespace=Namespace(eq=namespace), last_accessed=last_accessed
            )
            assert [m.id for m in found.memories] == [f"{expected}-{n}"], last_accessed


async def filters_that_the_client_has_no_words_for_hold_too(house):
    async with house.client() as client, house.wire() as wire:
        await _filled(client)
        stamp = lambda days: (NOW - days * DAY).isoformat()
        cases = [
            ({"session_id": {"ne": "one"}}, "s3 s4"),
            ({"session_id": {"any": ["one", "three"]}}, "s1 s2 s4"),
            ({"session_id": {"startswith": "t"}}, "s3 s4"),
            ({"topics": {"eq": "games"}}, "s3"),
            ({"topics": {"ne": "music"}}, "s3 s4"),
            ({"entities": {"startswith": "vio"}}, "s1"),
            ({"memory_type": {"any": ["semantic"]}}, "s1 s3"),
            ({"event_date": {"gt": stamp(20)}}, "s2"),
            ({"event_date": {"lt": stamp(20)}}, "s4"),
            ({"event_date": {"between": [stamp(40), stamp(5)]}}, "s2 s4"),
            ({"created_at": {"ne": stamp(10)}}, "s1 s3 s4"),
            ({"created_at": {"gt": stamp(25), "lt": stamp(5)}}, "s2 s3"),
            ({"extraction_strategy": {"eq": "discrete"}}, "s1 s2 s3 s4"),
            ({"extraction_strategy": {"eq": "summary"}}, ""),
        ]
        for filters, expected in cases:
            body = {"text": "lesson", "namespace": {"eq": "search"}, "limit": 50, **filters}
            answer = await wire.post("/v1/long-term-memory/search", json=body)
            assert answer.status_code == 200, (filters, answer.text)
            found = answer.json()
            names = sorted(m["id"] for m in found["memories"])
            assert names == expected.split(), (filters, names)
            assert found["total"] == len(names), (filters, found["total"])


async def a_result_says_how_near_it_is(house):
    async with house.client(default_namespace="search") as client:
        await _filled(client)
        found = await client.search_long_term_memory("violin lesson on Monday")
        assert found.memories[0].id == "s1"
        distances = [m.dist for m in found.memories]
        assert distances[0] == min(distances)
        assert all(0.0 <= dist <= 1.0 for dist in distances)
        near = await client.search_long_term_memory("violin lesson on Monday", distance_threshold=distances[0])
        assert [m.id for m in near.memories] == ["s1"]
        assert near.total == 1
        for mode in ("semantic", "keyword", "hybrid"):
            body = {"text": "violin", "search_mode": mode, "hybrid_alpha": 0.5, "namespace": {"eq": "search"}}
            answer = await client._client.post("/v1/long-term-memory/search", json=body)
            assert answer.json()["memories"][0]["id"] == "s1", mode
            assert answer.json()["memories"][0]["score"] is not None


async def questions_in_plain_words_find_their_answer(house):
    async with house.client(default_namespace="search") as client:
        await _filled(client)
        for question, answer in [
            ("When is the violin lesson?", "s1"),
            ("what happened to the \"piano\" (lesson)?", "s2"),
            ("chess AND", "s3"),
            ("opening", "s3"),
        ]:
            found = await client.search_long_term_memory(question, optimize_query=True)
            assert found.memories, question
            assert found.memories[0].id == answer, (question, [m.id for m in found.memories])


async def newer_memories_can_be_preferred(house):
    async with house.client(default_namespace="recent") as client:
        old = NOW - 300 * DAY
        await client.create_long_term_memory(
            [
                ClientMemoryRecord(id="r-old", text="The harbour is blue", created_at=old, last_accessed=old),
                ClientMemoryRecord(id="r-new", text="The harbour is blue and wide", created_at=NOW, last_accessed=NOW),
            ]
        )
        recency = RecencyConfig(
            recency_boost=True,
            semantic_weight=0.1,
            recency_weight=0.9,
            freshness_weight=0.6,
            novelty_weight=0.4,
            half_life_last_access_days=7.0,
            half_life_created_days=30.0,
            server_side_recency=True,
        )
        found = await client.search_long_term_memory("harbour blue", recency=recency)
        assert [m.id for m in found.memories] == ["r-new", "r-old"]


async def pages_add_up_to_the_whole(house):
    async with house.client(default_namespace="paged") as client:
        await client.create_long_term_memory(
            [ClientMemoryRecord(id=f"p{n:02}", text=f"Page number {n} of the almanac") for n in range(25)]
        )
        seen, offset = [], 0
        while offset is not None:
            page = await client.search_long_term_memory("almanac page", limit=10, offset=offset)
            assert page.total == 25
            seen += [m.id for m in page.memories]
            offset = page.next_offset
        assert sorted(seen) == [f"p{n:02}" for n in range(25)]
        walked = [m.id async for m in client.search_all_long_term_memories("almanac page", batch_size=7)]
        assert walked == seen
        beyond = await client.search_long_term_memory("almanac page", limit=10, offset=100)
        assert (beyond.memories, beyond.total, beyond.next_offset) == ([], 25, None)
