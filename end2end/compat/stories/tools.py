"""What an agent's model is offered as tools, and what its calls do, in every provider's form."""

import json

from agent_memory_client import MemoryAPIClient, ToolSchema, ToolSchemaCollection
from agent_memory_client.integrations import get_memory_tools, get_memory_tools_langchain
from agent_memory_client.models import ClientMemoryRecord, MemoryMessage, MemoryStrategyConfig, MemoryTypeEnum

TOOLS = {
    "search_memory": "get_memory_search_tool_schema",
    "get_or_create_working_memory": "get_working_memory_tool_schema",
    "lazily_create_long_term_memory": "get_lazily_create_long_term_memory_tool_schema",
    "update_working_memory_data": "get_update_memory_data_tool_schema",
    "get_long_term_memory": "get_long_term_memory_tool_schema",
    "eagerly_create_long_term_memory": "get_eagerly_create_long_term_memory_tool_schema",
    "edit_long_term_memory": "edit_long_term_memory_tool_schema",
    "delete_long_term_memories": "delete_long_term_memories_tool_schema",
    "get_current_datetime": "get_current_datetime_tool_schema",
}


async def every_tool_has_a_schema_for_every_provider(house):
    async with house.client() as client:
        openai = MemoryAPIClient.get_all_memory_tool_schemas()
        anthropic = client.get_all_memory_tool_schemas_anthropic()
        assert isinstance(openai, ToolSchemaCollection)
        assert openai.names() == anthropic.names() == list(TOOLS)
        for name, method in TOOLS.items():
            one = getattr(MemoryAPIClient, method)()
            other = getattr(MemoryAPIClient, f"{method}_anthropic")()
            assert isinstance(one, ToolSchema) and (one.format, other.format) == ("openai", "anthropic")
            assert one.get_name() == other.get_name() == name
            assert one.to_dict()["function"]["parameters"] == other.to_dict()["input_schema"]
        mine = openai.copy().set_description("search_memory", "Mine").set_name("search_memory", "recall")
        assert mine.get_by_name("recall").get_description() == "Mine"
        assert len(mine.to_list()) == len(TOOLS)


async def tools_speak_to_a_model(house):
    async with house.client(default_namespace="tools") as client:
        state = await client.get_or_create_working_memory_tool(
            "tool", user_id=None, long_term_memory_strategy=MemoryStrategyConfig(strategy="preferences")
        )
        assert (state["created"], state["message_count"]) == (True, 0), state
        added = await client.add_memory_tool(
            "tool", "The user prefers windows seats", "semantic", topics=["travel"], entities=["seat"]
        )
        assert added["success"], added
        for strategy in ("replace", "merge", "deep_merge"):
            updated = await client.update_memory_data_tool("tool", {"seat": {"row": strategy}}, merge_strategy=strategy)
            assert updated["success"], updated
        state = await client.get_working_memory_tool("tool")
        assert state["data"] == {"seat": {"row": "deep_merge"}}, state
        assert [m["text"] for m in state["memories"]] == ["The user prefers windows seats"]
        found = await client.search_memory_tool(
            "windows seats", topics=["travel"], entities=["seat"], memory_type="semantic", max_results=3, min_relevance=0.1
        )
        assert found["total_found"] == 1, found
        assert found["memories"][0]["relevance_score"] > 0.1
        assert found["has_more"] is False
        nothing = await client.search_memory_tool("windows", user_id="nobody", offset=0, optimize_query=True)
        assert nothing["memories"] == []


async def calls_of_every_form_are_understood(house):
    parse = MemoryAPIClient.parse_tool_call
    arguments = {"query": "seat"}
    text = json.dumps(arguments)
    forms = [
        ({"name": "search_memory", "arguments": text}, "openai", None),
        ({"id": "c1", "type": "function", "function": {"name": "search_memory", "arguments": text}}, "openai", "c1"),
        ({"type": "tool_use", "id": "t1", "name": "search_memory", "input": arguments}, "anthropic", "t1"),
        ({"id": "l1", "name": "search_memory", "args": arguments}, "generic", "l1"),
    ]
    for form, provider, number in forms:
        call = parse(form)
        assert (call["name"], call["arguments"], call["provider"], call["id"]) == (
            "search_memory",
            arguments,
            provider,
            number,
        )
    assert MemoryAPIClient.parse_openai_function_call(forms[0][0])["arguments"] == arguments
    assert MemoryAPIClient.parse_openai_tool_call(forms[1][0])["id"] == "c1"
    assert MemoryAPIClient.parse_anthropic_tool_use(forms[2][0])["id"] == "t1"
    async with house.client(default_namespace="forms") as client:
        await client.create_long_term_memory(
            [ClientMemoryRecord(id="seat", text="The seat is 12A", memory_type=MemoryTypeEnum.SEMANTIC)]
        )
        results = await client.resolve_tool_calls([form for form, _, _ in forms], session_id="forms")
        assert [r["success"] for r in results] == [True] * 4, results
        assert all(r["result"]["memories"][0]["id"] == "seat" for r in results)


async def every_function_is_resolved(house):
    async with house.client(default_namespace="functions") as client:
        async def call(name, **arguments):
            answer = await client.resolve_function_call(name, json.dumps(arguments), session_id="fn")
            assert answer["success"], (name, answer)
            return answer["result"]

        assert (await call("get_or_create_working_memory"))["created"] is True
        assert (await call("get_working_memory"))["message_count"] == 0
        lazily = await call("lazily_create_long_term_memory", text="Ivy plays the cello", memory_type="semantic")
        assert lazily["success"], lazily
        deprecated = await call("add_memory_to_working_memory", text="Ivy lives in Rome", memory_type="semantic")
        assert deprecated["success"], deprecated
        assert (await call("update_working_memory_data", data={"k": 1}))["success"]
        made = await call(
            "eagerly_create_long_term_memory",
            memories=[
                {"id": "fn-1", "text": "Ivy was born in June", "memory_type": "episodic", "event_date": "1990-06-01T00:00:00Z"}
            ],
        )
        assert made["status"] == "ok"
        made = await call("create_long_term_memory", memories=[{"id": "fn-2", "text": "Ivy has a dog", "memory_type": "semantic"}])
        assert made["status"] == "ok"
        found = await call("search_memory", query="Ivy", max_results=10)
        assert found["total_found"] == 4, found
        got = (await call("get_long_term_memory", memory_id="fn-1"))["memory"]
        assert got.namespace == "functions"
        edited = (await call("edit_long_term_memory", memory_id="fn-2", text="Ivy has a cat"))["memory"]
        assert edited.text == "Ivy has a cat"
        assert (await call("delete_long_term_memories", memory_ids=["fn-1"]))["status"] == "ok, deleted 1 memories"
        assert "iso_utc" in await call("get_current_datetime")
        unknown = await client.resolve_function_call("fly", {}, session_id="fn")
        assert unknown["success"] is False
        broken = await client.resolve_function_call("search_memory", "{", session_id="fn")
        assert broken["success"] is False
        results = await client.resolve_function_calls(
            [{"name": "get_working_memory", "arguments": {}}, {"name": "search_memory", "arguments": {"query": "Ivy"}}],
            session_id="fn",
        )
        assert [r["success"] for r in results] == [True, True]
        one = await client.resolve_tool_call({"name": "get_current_datetime", "arguments": "{}"}, session_id="fn")
        assert one["success"]


async def the_tools_of_langchain_work(house):
    assert get_memory_tools is get_memory_tools_langchain
    async with house.client(default_namespace="chain") as client:
        await client.append_messages_to_working_memory("chain", [MemoryMessage(role="user", content="Hello")])
        tools = {tool.name: tool for tool in get_memory_tools(client, session_id="chain")}
        assert sorted(tools) == sorted(TOOLS)

        async def use(name, **arguments):
            return await tools[name].ainvoke(arguments)

        assert "1 messages" in await use("get_or_create_working_memory")
        assert "Successfully" in await use("lazily_create_long_term_memory", text="The chain is long", memory_type="semantic")
        assert "Successfully" in await use("update_working_memory_data", data={"a": 1})
        made = await use("eagerly_create_long_term_memory", memories={"id": "link", "text": "The chain has links", "memory_type": "semantic"})
        assert "Error" not in made, made
        assert "Found 2" in await use("search_memory", query="chain")
        assert "links" in await use("get_long_term_memory", memory_id="link")
        assert "rings" in await use("edit_long_term_memory", memory_id="link", text="The chain has rings")
        assert "deleted 1" in await use("delete_long_term_memories", memory_ids=["link"])
        assert "iso_utc" in await use("get_current_datetime")
