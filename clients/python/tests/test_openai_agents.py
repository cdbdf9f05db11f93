"""A session of the OpenAI Agents SDK on Loci: its four methods, and a run of an agent with a scripted model."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import string
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from agents import Agent, ModelResponse, RunConfig, Runner, Usage, function_tool
from agents.memory import Session, SessionSettings
from agents.models.interface import Model
from house import Between, House, Plan, refusal
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from loci import AsyncLoci, ConflictError, ConnectionFailedError, LociError, UnavailableError
from loci.adapters.openai_agents import LociSession

Make = Callable[[Plan], Between]

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
    """Runs a scenario with its own session."""

    async def whole() -> None:
        async with house.async_client() as loci:
            await story(loci, LociSession(loci, f"agents-{next(NUMBERS)}", namespace="agents", **more))

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
        # Messages from elsewhere are items too.
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


def said(content: Any, **more: Any) -> Any:
    """Returns a user's message, with additional fields."""
    return {"role": "user", "content": content, **more}


def output(text: Any) -> Any:
    """Returns the output of a tool."""
    return {"type": "function_call_output", "call_id": "c1", "output": text}


def image(size: int) -> Any:
    """Returns an image with that number of characters, as a data URL."""
    letters = random.Random(size).choices(string.ascii_letters + string.digits, k=size)
    address = f"data:image/png;base64,{''.join(letters)}"
    return said([{"type": "input_text", "text": "Look"}, {"type": "input_image", "image_url": address}])


def nested(depth: int) -> Any:
    """Returns nested lists and objects."""
    value: Any = "x"
    for level in range(depth):
        value = {"k": value} if level % 2 else [value]
    return value


ODD: dict[str, Any] = {
    "long": output("word " * 56_000),
    "long without a space": output("x" * 300_000),
    "longer than a body": output("word " * 250_000),
    "just below and above": [output("x" * size) for size in (119_930, 119_937, 119_938, 120_000, 262_079, 262_145)],
    "image": image(300_000),
    "images": [image(1_500_000), image(240_000), image(239_000)],
    "long arguments": {
        "type": "function_call",
        "call_id": "c1",
        "name": "f",
        "arguments": json.dumps(["a\\b"] * 40_000),
    },
    "long beyond ASCII": said("Grüße, 世界 🦀👩‍👩‍👧 " * 40_000),
    "long and quoted": output('"\\' * 150_000),
    "long and of control characters": output("".join(chr(1 + number % 31) for number in range(300_000))),
    "long and blank": [output(" \n" * 200_000), output(" " * 600_000 + "y")],
    "blank": [said(""), said(" \n\u2003"), output("\n"), said([{"type": "input_text", "text": "\t"}])],
    "NUL": [output("ELF\0\1"), said("\0"), said("x", **{"k\0": 1}), said([{"type": "input_text", "text": "a\0"}])],
    "not NUL": said("\\u0000 \\\\u0000"),
    "half a character": [output("x\ud83d"), said("\udc00y"), said("x", **{"k\ud83d": ["\udfff"]})],
    "both halves": [said("\ud83d\ude00 \ude00\ud83d 😀"), said("\\ud83d\ud83d\\\ude00\0"), said("\ud83d\\ude00")],
    "long with halves": said("\ud83d\ude00\\ud83d" * 60_000),
    "infinite": said("x", k=[float("inf"), float("-inf"), {"y": float("inf")}]),
    "numbers": [
        said("x", k=[number]) for number in (2**53 + 1, 2**63, 2**64 - 1, 2**64, 10**400, -(2**63) - 1, 0.1, 5e-324)
    ],
    "deep": [said("x", k=nested(depth)) for depth in (*range(20, 36), 100, 126, 127, 160, 400)],
    "odd roles": [{"role": role, "content": "x"} for role in ("", " ", "x" * 300, "é" * 33, "a\0", "\ud83d", "a\nb")],
    "odd members": [
        {"type": "item_reference", "id": "x"},
        {"type": "mcp_call", "id": "m", "name": "n\0", "arguments": "{}", "server_label": "s", "output": None},
        {"type": "image_generation_call", "id": "i", "status": "completed", "result": "A" * 1_400_000},
        {"type": "\0", "content": None},
        {"type": ["list"], "name": {"a": 1}},
        {},
    ],
}


@pytest.mark.parametrize("name", ODD)
def test_odd_items_come_back_as_they_were(house: House, name: str) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        odd = ODD[name] if isinstance(ODD[name], list) else [ODD[name]]
        items: list[Any] = [said("Before"), *odd, said("After")]
        await session.add_items(items)
        assert await session.get_items() == items
        # Each is one item, whatever its number of messages.
        for limit in (1, 2, len(items) - 1, len(items) + 1):
            assert await session.get_items(limit=limit) == items[-limit:], limit
        assert await session.pop_item() == items.pop()
        assert await session.pop_item() == items.pop()
        assert await session.get_items() == items
        await session.add_items(odd[-1:])
        assert await session.get_items(limit=1) == odd[-1:]
        assert await session.get_items() == [*items, odd[-1]]
        await session.clear_session()
        assert await session.get_items() == []
        assert await session.pop_item() is None
        await session.add_items(odd[:1])
        assert await session.get_items() == odd[:1]

    tell(house, story, context_window=100_000_000)


def test_what_is_no_number_comes_back(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        await session.add_items([said("x", k=float("nan"))])
        (item,) = await session.get_items()
        assert repr(item) == "{'role': 'user', 'content': 'x', 'k': nan}"

    tell(house, story)


def test_people_see_the_words_of_odd_items(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        where: dict[str, Any] = {"session": session.session_id, "namespace": "agents"}
        await session.add_items([output("ELF\0 \ud83d"), said("Short")])
        await session.add_items([output("word " * 120_000)])
        messages = (await loci.session.get(**where))["messages"]
        assert [message["content"] for message in messages[:2]] == ["ELF\ufffd \ufffd", "Short"]
        # Ordinary items are stored unchanged.
        assert messages[1].get("metadata") == {"item": said("Short")}
        assert {message["role"] for message in messages[2:]} == {"tool"}
        assert "".join(str(message["content"]) for message in messages[2:]) == "word " * 120_000
        assert (await loci.session.get(**where)).get("gauges", {}).get("message_tokens", 0) > 100_000
        await session.pop_item()
        after = (await loci.session.get(**where))["messages"]
        assert after[:2] == messages[:2] and len(after) == len(messages)
        assert {message["content"] for message in after[2:]} == {"(taken back)"}

    tell(house, story, context_window=100_000_000)


def test_an_item_is_folded_as_a_whole(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        call: Any = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
        large = [output("word " * 120_000), said("much " * 120_000)]
        await session.add_items([said("Old"), call, *large])
        await session.add_items([said("New")])
        where: dict[str, Any] = {"session": session.session_id, "namespace": "agents"}
        while not (await loci.session.get(**where)).get("folded"):
            await asyncio.sleep(0.05)
        # The rest of the window would end within the second large item.
        summary, *items = await session.get_items()
        assert "in short" in str(summary)
        assert items == [large[1], said("New")]
        assert await session.get_items(limit=2) == items
        assert await session.pop_item() == said("New")
        assert await session.pop_item() == large[1]
        assert await session.pop_item() is None

    tell(house, story, context_window=250_000)


def test_secrets_in_odd_items_are_redacted(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        for secret in (
            "password: kT7wQz9xLm2pRv",
            "password = kT7wQz9xLm2pRv",
            "sk-proj-kT7wQz9xLm2pRvBn4cYd8sHfJ3gAuE6i",
        ):
            texts = [f"\0 {secret}", f"\0 {secret}\n", json.dumps({"a": secret, "b": "\0"}), f"\0{{'a': '{secret}'}}"]
            texts += [f"{secret}\n" * 20_000, f"{secret}, " * 20_000, f"{secret} " * 20_000]
            for text in texts:
                await session.add_items([output(text)])
                (item,) = await session.get_items(limit=1)
                # It can still be read, as the text that the redaction left.
                assert item.get("call_id") == "c1", text
                assert "kT7wQz9xLm2pRv" not in str(item), text
                assert "[redacted:" in str(item), text

    tell(house, story, context_window=100_000_000)


def test_what_is_no_json_is_refused_before_anything_is_stored(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        items: list[Any] = [said(str(number)) for number in range(1500)]
        items[1400] = said(b"bytes")
        with pytest.raises(TypeError):
            await session.add_items(items)
        assert await session.get_items() == []

    tell(house, story)


@pytest.mark.parametrize("again", ["the same session", "another one"])
@pytest.mark.parametrize("how", ["unavailable", "refused", "break"])
def test_items_of_several_calls_are_added_whole_or_not_at_all(
    house: House, between: Make, how: str, again: str
) -> None:
    items: list[Any] = [said(str(number)) for number in range(1500)]
    items[1400] = output("word " * 200_000)
    failing = [True]

    def plan(number: int, request: bytes) -> str | bytes:
        # The second call that adds messages, on all its attempts.
        fails = failing[0] and b"/api/session_append" in request and b'"1499"' in request
        no = refusal(409, "conflict") if how == "refused" else refusal(503, "unavailable")
        return "pass" if not fails else "break" if how == "break" else no

    async def story(loci: AsyncLoci, session: LociSession) -> None:
        way = between(plan)
        more: dict[str, Any] = {"namespace": "agents", "context_window": 100_000_000}
        async with AsyncLoci(way.url, house.token("py-lead"), retries=0) as broken:
            first = LociSession(broken, session.session_id, **more)
            await session.add_items([said("Before")])
            with pytest.raises((ConflictError, UnavailableError, ConnectionFailedError)):
                await first.add_items(items)
            if how != "break":
                assert await session.get_items() == [said("Before")]
                assert await session.get_items(limit=3) == [said("Before")]
            if how == "refused":
                _, *messages = (await loci.session.get(session=session.session_id, namespace="agents"))["messages"]
                assert messages and {message["content"] for message in messages} == {"(taken back)"}
            failing[0] = False
            if again == "the same session":
                await first.add_items(items)
            elif how != "break":
                await LociSession(broken, session.session_id, **more).add_items(items)
        assert await session.get_items() == [said("Before"), *items]
        assert await session.get_items(limit=2) == items[-2:]
        assert await session.pop_item() == items[-1]
        assert await session.get_items() == [said("Before"), *items[:-1]]
        # The same item added twice exists twice.
        await session.add_items(items[:1])
        await session.add_items(items[:1])
        assert await session.get_items() == [said("Before"), *items[:-1], items[0], items[0]]

    tell(house, story, context_window=100_000_000)


def test_what_is_there_as_a_whole_is_not_taken_back(house: House, between: Make) -> None:
    items: list[Any] = [said(str(number)) for number in range(1500)]
    how = ["break"]

    def plan(number: int, request: bytes) -> str | bytes:
        if how[0] == "pass" or b"/api/session_append" not in request or b'"1499"' not in request:
            return "pass"
        return "break" if how[0] == "break" else refusal(409, "conflict")

    async def story(loci: AsyncLoci, session: LociSession) -> None:
        way = between(plan)
        async with AsyncLoci(way.url, house.token("py-lead"), retries=0) as broken:
            first = LociSession(broken, session.session_id, namespace="agents", context_window=100_000_000)
            for what in ("break", "refuse"):
                how[0] = what
                with pytest.raises((ConflictError, ConnectionFailedError)):
                    await first.add_items(items)
                assert await session.get_items() == items
            how[0] = "pass"
            await first.add_items(items)
        assert await session.get_items() == items

    tell(house, story, context_window=100_000_000)


def test_an_item_whose_answer_was_lost_is_added_once(house: House, between: Make) -> None:
    failing = [True]

    def plan(number: int, request: bytes) -> str | bytes:
        return "break" if failing[0] and b"/api/session_append" in request else "pass"

    async def story(loci: AsyncLoci, session: LociSession) -> None:
        way = between(plan)
        async with AsyncLoci(way.url, house.token("py-lead"), retries=1) as broken:
            first = LociSession(broken, session.session_id, namespace="agents")
            with pytest.raises(LociError):
                await first.add_items([said("Yes")])
            failing[0] = False
            await first.add_items([said("Yes")])
            assert await session.get_items() == [said("Yes")]
            # This one is known to exist.
            await first.add_items([said("Yes")])
            assert await session.get_items() == [said("Yes")] * 2
            failing[0] = True
            with pytest.raises(LociError):
                await first.add_items([said("No")])
            failing[0] = False
            await first.add_items([said("Other")])
            await first.add_items([said("No")])
            assert (await session.get_items())[-2:] == [said("Other"), said("No")]

    tell(house, story)


def test_what_others_write_is_not_mistaken_for_items(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        odd: list[Any] = [
            {"json": "{"},
            {"json": "[1]", "parts": 1},
            {"json": ["x"], "parts": "1"},
            {"json": "{}", "parts": 7},
            {"json": "[" * 100_000, "parts": 1},
            {"part_of": ["x"], "json": "{}"},
            {"part_of": "nobody"},
            {"batch_end": {"x": 1}},
            {"batch_end": "nobody"},
            {"item": "x"},
            {"item": None, "parts": None},
            {},
        ]
        await session.add_items([said("First")])
        where: dict[str, Any] = {"session": session.session_id, "namespace": "agents"}
        await loci.session.append(
            **where, messages=[{"role": "assistant", "content": "By hand", "metadata": each} for each in odd]
        )
        first, *rest = await session.get_items()
        assert first == said("First")
        by_hand = {"role": "assistant", "content": "By hand"}
        assert rest and all(item == by_hand for item in rest)
        assert await session.pop_item() == by_hand

    tell(house, story)


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


def test_of_two_who_add_each_item_stays_whole(house: House) -> None:
    async def story(loci: AsyncLoci, session: LociSession) -> None:
        other = LociSession(loci, session.session_id, namespace="agents")
        await session.add_items([said("First")])
        texts = [f"{number} " * 150_000 for number in range(4)]
        await asyncio.gather(*((session, other)[at % 2].add_items([output(text)]) for at, text in enumerate(texts)))
        first, *items = await session.get_items()
        assert first == said("First")
        assert sorted(str(item["output"]) for item in items) == texts  # type: ignore[typeddict-item]

    tell(house, story, context_window=100_000_000)


class Echo(Model):
    """Returns the number of its items."""

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


class Caller(Echo):
    """Calls its tool when a user speaks, and echoes the tool's output."""

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **more: Any) -> ModelResponse:
        if input[-1].get("role") != "user":
            return await super().get_response(system_instructions, input)
        call = ResponseFunctionToolCall(type="function_call", call_id=f"c{len(input)}", name="read", arguments="{}")
        return ModelResponse(output=[call], usage=Usage(), response_id=None)


@pytest.mark.parametrize("text", ["x y " * 70_000, "ELF\0\1", "x\ud83d", "\n"])
def test_an_agent_whose_tool_answers_oddly_goes_on(house: House, text: str) -> None:
    @function_tool
    def read() -> str:
        return text

    async def story(loci: AsyncLoci, session: LociSession) -> None:
        agent = Agent(name="Caller", model=Caller(), tools=[read])
        config = RunConfig(tracing_disabled=True)
        assert (await Runner.run(agent, "Go", session=session, run_config=config)).final_output == "3 items"
        assert (await Runner.run(agent, "Again", session=session, run_config=config)).final_output == "7 items"
        kept = await session.get_items()
        assert [item.get("output") for item in kept if item.get("type") == "function_call_output"] == [text] * 2

    tell(house, story, context_window=100_000_000)
