"""A session of the OpenAI Agents SDK on Loci: the four calls, and a run of an agent without a model behind it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

from agents import Agent, ModelResponse, RunConfig, Runner, Usage
from agents.memory import Session, SessionSettings
from agents.models.interface import Model
from house import House
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from loci import AsyncLoci
from loci.adapters.openai_agents import LociSession

NUMBERS = itertools.count()
ITEMS: list[Any] = [
    {"role": "user", "content": "Grüße 🦀"},
    {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "Paris"}'},
    {"type": "function_call_output", "call_id": "c1", "output": "Rain"},
    {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "Hm"}]},
    {
        "type": "message",
        "role": "assistant",
        "id": "m1",
        "status": "completed",
        "content": [{"type": "output_text", "text": "It rains", "annotations": [], "logprobs": None}],
    },
]


def tell(house: House, story: Callable[[AsyncLoci, LociSession], Awaitable[None]], **more: Any) -> None:
    """Runs a story with a session of its own."""

    async def whole() -> None:
        async with house.async_client() as loci:
            await story(loci, LociSession(f"agents-{next(NUMBERS)}", loci, namespace="agents", **more))

    asyncio.run(whole())


def test_items_come_back_as_they_were(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        assert isinstance(session, Session)
        assert await session.get_items() == []
        assert await session.pop_item() is None
        await session.add_items([])
        await session.add_items(ITEMS)
        assert await session.get_items() == ITEMS
        assert await session.get_items(limit=2) == ITEMS[-2:]
        assert await session.get_items(limit=0) == []
        assert await session.get_items(limit=50) == ITEMS
        await session.add_items([{"role": "user", "content": "And tomorrow?"}])
        assert await session.pop_item() == {"role": "user", "content": "And tomorrow?"}
        assert await session.pop_item() == ITEMS[-1]
        assert await session.get_items() == ITEMS[:-1]
        assert await session.get_items(limit=1) == [ITEMS[-2]]
        await session.add_items([ITEMS[-1]])
        assert await session.get_items() == ITEMS
        while await session.pop_item() is not None:
            pass
        assert await session.get_items() == await session.get_items(limit=3) == []
        await session.add_items(ITEMS[:1])
        await session.clear_session()
        await session.clear_session()
        assert await session.get_items() == []
        await session.add_items(ITEMS[:1])
        assert await session.get_items() == ITEMS[:1]

    tell(house, story)


def test_people_see_words(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        await session.add_items(ITEMS)
        found = await loci.session.get(session=session.session_id, namespace="agents")
        said = [(message["role"], message["content"]) for message in found["messages"]]
        assert said == [
            ("user", "Grüße 🦀"),
            ("assistant", 'weather({"city": "Paris"})'),
            ("tool", "Rain"),
            ("assistant", "Hm"),
            ("assistant", "It rains"),
        ]
        # What others say in it is an item, too.
        await loci.session.append(
            session=session.session_id, namespace="agents", messages=[{"role": "tool", "content": "By hand"}]
        )
        assert await session.get_items(limit=1) == [{"role": "user", "content": "By hand"}]

    tell(house, story)


def test_many_and_large_items(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        items: list[Any] = [{"role": "user", "content": f"{number} " + "x" * 700} for number in range(1500)]
        await session.add_items(items)
        assert await session.get_items() == items
        assert await session.pop_item() == items[-1]
        assert await session.get_items(limit=2) == items[-3:-1]

    tell(house, story, context_window=100_000_000)


def test_of_two_who_take_back_each_gets_another(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        items: list[Any] = [{"role": "user", "content": str(number)} for number in range(6)]
        await session.add_items(items)
        popped = await asyncio.gather(*(session.pop_item() for _ in range(3)))
        assert all(item in popped for item in items[3:])
        assert await session.get_items() == items[:3]

    tell(house, story)


def test_settings_limit_what_is_given(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        await session.add_items(ITEMS)
        assert await session.get_items() == ITEMS[-1:]
        assert await session.get_items(limit=2) == ITEMS[-2:]

    tell(house, story, session_settings=SessionSettings(limit=1))


class Echo(Model):
    """Answers how many items it was given."""

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **more: Any) -> ModelResponse:
        text = ResponseOutputText(type="output_text", text=f"{len(input)} items", annotations=[])
        message = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **more: Any) -> Any:
        raise NotImplementedError


def test_an_agent_runs_with_it(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        agent = Agent(name="Echo", model=Echo())
        config = RunConfig(tracing_disabled=True)
        first = await Runner.run(agent, "Hello", session=session, run_config=config)
        assert first.final_output == "1 items"
        second = await Runner.run(agent, "Again", session=session, run_config=config)
        assert second.final_output == "3 items"
        assert len(await session.get_items()) == 4

    tell(house, story)
