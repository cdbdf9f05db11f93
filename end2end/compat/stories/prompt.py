"""Prompts: a question, with what the session and the long-term memory know of it."""

from datetime import datetime, timedelta, timezone

import check
from agent_memory_client import MemoryServerError
from agent_memory_client.models import ClientMemoryRecord, MemoryMessage, MemoryTypeEnum, WorkingMemory

NOW = datetime.now(timezone.utc)


async def _filled(client):
    memory = WorkingMemory(
        session_id="talk",
        namespace="prompt",
        context="Grace plans a journey to the lighthouse.",
        messages=[
            MemoryMessage(role="user", content="Which boat goes there?", created_at=NOW - timedelta(seconds=9)),
            MemoryMessage(role="assistant", content="The mail boat, at noon.", created_at=NOW - timedelta(seconds=8)),
        ],
    )
    await client.put_working_memory("talk", memory)
    await client.create_long_term_memory(
        [
            ClientMemoryRecord(
                id="sick", text="Grace gets seasick on a small boat", namespace="prompt", memory_type=MemoryTypeEnum.SEMANTIC, topics=["health"]
            ),
            ClientMemoryRecord(
                id="other", text="Somebody else's boat is red", namespace="other-prompt", memory_type=MemoryTypeEnum.SEMANTIC
            ),
        ]
    )


def _said(prompt):
    return [(m["role"], m["content"]["text"]) for m in prompt["messages"]]


async def a_prompt_has_session_memories_and_question(house):
    async with house.client() as client:
        await _filled(client)
        prompt = await client.memory_prompt(
            "Should Grace take the boat?",
            session_id="talk",
            namespace="prompt",
            model_name="gpt-4o",
            context_window_max=4000,
            long_term_search={"text": "boat", "limit": 5},
        )
        said = _said(prompt)
        assert said[0][0] == "system"
        assert "Grace plans a journey to the lighthouse." in said[0][1]
        assert said[1:3] == [("user", "Which boat goes there?"), ("assistant", "The mail boat, at noon.")]
        assert said[3][0] == "system"
        assert "Grace gets seasick on a small boat" in said[3][1]
        assert "red" not in said[3][1], "another namespace's memories stay there"
        assert said[-1] == ("user", "Should Grace take the boat?")
        assert all(m["content"]["type"] == "text" for m in prompt["messages"])
        assert [m["id"] for m in prompt["long_term_memories"]] == ["sick"]


async def a_prompt_of_a_session_alone(house):
    async with house.client() as client:
        await _filled(client)
        prompt = await client.memory_prompt("And back?", session_id="talk", namespace="prompt", user_id=None)
        assert [role for role, _ in _said(prompt)] == ["system", "user", "assistant", "user"]
        assert not prompt.get("long_term_memories")
        with_user = await client.memory_prompt("Hello?", session_id="talk", namespace="prompt", user_id="stranger")
        assert _said(with_user) == [("user", "Hello?")], "a session of another user is another session"


async def a_window_keeps_the_newest_messages(house):
    async with house.client() as client:
        messages = [
            MemoryMessage(role="user", content=f"Line {n} " + "word " * 20, created_at=NOW - timedelta(seconds=100 - n))
            for n in range(20)
        ]
        await client.put_working_memory(
            "narrow", WorkingMemory(session_id="narrow", namespace="prompt", messages=messages)
        )
        prompt = await client.memory_prompt("Last?", session_id="narrow", namespace="prompt", context_window_max=120)
        said = _said(prompt)
        assert 1 < len(said) < 21
        assert said[-2][1].startswith("Line 19 ")


async def a_prompt_is_hydrated_from_filters(house):
    async with house.client(default_namespace="prompt") as client:
        await _filled(client)
        prompt = await client.hydrate_memory_prompt(
            "seasick boat",
            topics={"any": ["health"]},
            memory_type={"eq": "semantic"},
            created_at={"gte": (NOW - timedelta(days=1)).isoformat()},
            last_accessed={"gte": (NOW - timedelta(days=1)).isoformat()},
            distance_threshold=1.0,
            limit=3,
            optimize_query=True,
        )
        assert [m["id"] for m in prompt["long_term_memories"]] == ["sick"]
        assert _said(prompt)[-1] == ("user", "seasick boat")
        none = await client.hydrate_memory_prompt(
            "seasick boat",
            namespace={"eq": "prompt"},
            session_id={"eq": "none"},
            user_id={"eq": "none"},
            entities={"any": ["none"]},
            offset=0,
        )
        assert _said(none) == [("user", "seasick boat")]
        assert not none["long_term_memories"]


async def a_prompt_needs_something_to_look_in(house):
    async with house.client() as client:
        with check.raises(MemoryServerError, "long_term_search"):
            await client.memory_prompt("Where?")
        answer = await client._client.post("/v1/memory/prompt", json={"query": "boat", "long_term_search": True})
        assert answer.status_code == 200
        assert len(answer.json()["long_term_memories"]) >= 1
