"""Drives the real server with the official Python SDK, in both of the protocol's ways to begin, over HTTP and
through `loci mcp`.

Runs every story, prints a line for each, and a last one with the numbers.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import jsonschema
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import ElicitResult, PromptReference, ResourceTemplateReference

# How long a story may take before it is given up; never how long it waits.
PATIENCE = 60.0
# The ways to begin.
MODES = ("legacy", "2026-07-28", "auto")


class House:
    """A running server, and its agents."""

    def __init__(self) -> None:
        self.binary = os.environ["LOCI_BIN"]
        self.folder = tempfile.TemporaryDirectory(prefix="loci-mcp-")
        self.data = Path(self.folder.name) / "data"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCI_")}
        self.process = subprocess.Popen(
            [self.binary, "serve", "--addr", "127.0.0.1:0", "--trace", "warn", "--data", self.data],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder.name,
            env=self.environment,
        )
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), f"the server did not start: {line!r}"
        self.base = line.removeprefix("listening on ").strip()
        self.process.stdout.readline()
        self.tokens: dict[tuple[str, str], str] = {}

    def token(self, agent: str, role: str) -> str:
        """The agent's token."""
        if (agent, role) not in self.tokens:
            made = subprocess.run(
                [self.binary, "token", "create", "--agent", agent, "--role", role, "--data", self.data],
                capture_output=True,
                text=True,
                check=True,
                env=self.environment,
            )
            self.tokens[agent, role] = made.stdout.strip()
        return self.tokens[agent, role]

    @contextlib.asynccontextmanager
    async def http(self, agent: str, role: str, mode: str, query: str = "", **more):
        """A client that asks the address."""
        headers = {"Authorization": f"Bearer {self.token(agent, role)}"}
        async with create_mcp_http_client(headers=headers) as web:
            way = streamable_http_client(f"{self.base}/mcp{query}", http_client=web)
            async with Client(way, mode=mode, **more) as client:
                yield client

    @contextlib.asynccontextmanager
    async def stdio(self, agent: str, role: str, mode: str, **more):
        """A client that starts the command."""
        start = StdioServerParameters(
            command=self.binary,
            args=["mcp", "--data", str(self.data)],
            env=self.environment | {"LOCI_TOKEN": self.token(agent, role)},
        )
        async with Client(stdio_client(start), mode=mode, **more) as client:
            yield client

    def stop(self) -> None:
        """Ends the server and removes its folder."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.folder.cleanup()


def answer(result) -> dict:
    """What a tool answered."""
    assert not result.is_error, result
    return result.structured_content


async def work(lead: Client, worker: Client, name: str) -> None:
    """One task from its plan to its end, with a nudge on the way."""
    plan = {"name": "n", "goal": "g", "tasks": [{"key": "a", "title": "A"}]}
    workflow = answer(await lead.call_tool("workflow_create", plan))["workflow"]
    await lead.call_tool("nudge_send", {"workflow": workflow, "target": name, "message": "mind the gap"})
    claimed = await worker.call_tool("task_claim", {"workflow": workflow})
    assert len(claimed.content) == 2 and "mind the gap" in claimed.content[1].text, claimed
    lease = answer(claimed)["lease"]["id"]
    done = {"workflow": workflow, "task": "T1", "lease": lease, "summary": "done"}
    answer(await worker.call_tool("task_complete", done))
    read = await worker.read_resource(f"loci://workflow/{workflow}/task/T1")
    assert json.loads(read.contents[0].text)["task"]["status"] == "completed", read


async def work_over_http(house: House) -> None:
    """Every way to begin does the work."""
    for mode in MODES:
        name = f"ada-{mode}"
        async with house.http("orch", "orchestrator", mode) as lead, house.http(name, "worker", mode) as worker:
            await work(lead, worker, name)


async def work_through_the_command(house: House) -> None:
    """So do those who start a program."""
    for mode in MODES:
        name = f"bo-{mode}"
        async with house.http("orch", "orchestrator", mode) as lead, house.stdio(name, "worker", mode) as worker:
            await work(lead, worker, name)


async def schemas_are_what_they_say(house: House) -> None:
    """Every schema of every tool is a schema, and answers fit theirs."""
    for mode in MODES:
        for query in ("?tools=all", "?tools=all&detail=full"):
            async with house.http("orch", "orchestrator", mode, query) as lead:
                listed = await lead.list_tools()
                assert len(listed.tools) > 80, len(listed.tools)
                for tool in listed.tools:
                    jsonschema.Draft202012Validator.check_schema(tool.input_schema)
                    if tool.output_schema:
                        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
                shapes = {tool.name: tool.output_schema for tool in listed.tools}
                plan = {"name": "n", "goal": "g", "tasks": [{"key": "a", "title": "A"}], "fields": ["*"]}
                made = answer(await lead.call_tool("workflow_create", plan))
                given = {"workflow_create": made}
                for name in ("workflow_get", "task_list", "task_ready"):
                    ask = {"workflow": made["workflow"], "fields": ["*"]}
                    given[name] = answer(await lead.call_tool(name, ask))
                for name, value in given.items():
                    if shapes[name]:
                        jsonschema.validate(value, shapes[name])
                wrong = await lead.call_tool("task_ready", {"workflow": 7})
                assert wrong.is_error and "/workflow" in wrong.content[0].text, wrong


async def prompts_and_completion(house: House) -> None:
    """Prompts are filled, ids completed."""
    for mode in MODES:
        async with house.http("orch", "orchestrator", mode) as lead:
            made = answer(await lead.call_tool("workflow_create", {"name": "n", "goal": "g"}))
            names = {prompt.name for prompt in (await lead.list_prompts()).prompts}
            assert names == {"orchestrate", "work-on-next-task", "review", "hand-off"}, names
            got = await lead.get_prompt("orchestrate", {"goal": "Ship it"})
            assert "Ship it" in got.messages[0].content.text, got
            templates = (await lead.list_resource_templates()).resource_templates
            assert len(templates) == 7, templates
            for of in (
                ResourceTemplateReference(type="ref/resource", uri="loci://workflow/{workflow}"),
                PromptReference(type="ref/prompt", name="review"),
            ):
                completed = await lead.complete(of, {"name": "workflow", "value": made["workflow"][:12].lower()})
                assert made["workflow"] in completed.completion.values, completed


async def changes_are_told(house: House) -> None:
    """Who listens to a resource hears that it changed."""
    async with house.http("orch", "orchestrator", "2026-07-28") as lead:
        for way in (house.http, house.stdio):
            async with way("cy", "worker", "2026-07-28") as worker:
                made = answer(await lead.call_tool("workflow_create", {"name": "n", "goal": "g"}))
                uri = f"loci://workflow/{made['workflow']}"
                async with worker.listen(resource_subscriptions=[uri]) as changes:
                    answer(await lead.call_tool("task_add", {"workflow": made["workflow"], "title": "A"}))
                    async for change in changes:
                        assert change.uri == uri, change
                        break


async def changes_are_told_in_a_session(house: House) -> None:
    """So does who subscribed in the revisions before, over HTTP and through the command."""
    async with house.http("orch", "orchestrator", "legacy") as lead:
        for way in (house.http, house.stdio):
            told: asyncio.Queue = asyncio.Queue()
            async with way("di", "worker", "legacy", message_handler=told.put) as worker:
                made = answer(await lead.call_tool("workflow_create", {"name": "n", "goal": "g"}))
                uri = f"loci://workflow/{made['workflow']}"
                await worker.subscribe_resource(uri)
                answer(await lead.call_tool("task_add", {"workflow": made["workflow"], "title": "A"}))
                change = await told.get()
                assert change.method == "notifications/resources/updated" and change.params.uri == uri, change


async def a_person_is_asked_while_the_call_waits(house: House) -> None:
    """Who can open addresses is sent to the page where the question waits, in every way to begin."""
    async with house.http("orch", "orchestrator", "auto") as lead:
        made = answer(await lead.call_tool("workflow_create", {"name": "n", "goal": "g"}))
        question = {"workflow": made["workflow"], "question": "Which?", "options": ["a", "b"]}
        for mode in MODES:
            for way in (house.http, house.stdio):
                asked = []

                async def send_there(context, params, asked=asked):
                    asked.append(params)
                    return ElicitResult(action="accept")

                async with way(f"ed-{mode}", "worker", mode, elicitation_callback=send_there) as worker:
                    said = answer(await worker.call_tool("question_ask", question))["question"]
                    assert len(asked) == 1 and said["id"] in asked[0].url, (asked, said)
                    assert said["question"] == "Which?" and "answer" not in said, said


async def strangers_are_refused(house: House) -> None:
    """Without a valid token nobody begins."""
    house.tokens["nobody", "worker"] = "loci_wrong"
    for mode in MODES:
        let_in = False
        with contextlib.suppress(Exception):
            async with house.http("nobody", "worker", mode) as client:
                await client.list_tools()
                let_in = True
        assert not let_in, mode


STORIES = (
    work_over_http,
    work_through_the_command,
    schemas_are_what_they_say,
    prompts_and_completion,
    changes_are_told,
    changes_are_told_in_a_session,
    a_person_is_asked_while_the_call_waits,
    strangers_are_refused,
)


def main() -> int:
    """Runs the stories, all or those that are named."""
    wanted = sys.argv[1:]
    house = House()
    passed = failed = 0
    try:
        for story in STORIES:
            if wanted and not any(part in story.__name__ for part in wanted):
                continue
            try:
                asyncio.run(asyncio.wait_for(story(house), PATIENCE))
            except Exception:
                failed += 1
                print(f"test python::{story.__name__} ... FAILED")
                traceback.print_exc(file=sys.stdout)
            else:
                passed += 1
                print(f"test python::{story.__name__} ... ok")
    finally:
        house.stop()
    outcome = "FAILED" if failed else "ok"
    print(f"\ntest result: {outcome}. {passed} passed; {failed} failed; 0 ignored")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
