"""Anthropic's memory tool on Loci: its commands, as the SDK calls them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from anthropic.lib.tools import ToolError

from loci import Loci
from loci.adapters.anthropic_memory import AsyncLociMemoryTool, LociMemoryTool

NUMBERS = itertools.count()
Do = Callable[..., str]


@pytest.fixture
def tool(loci: Loci) -> LociMemoryTool:
    return LociMemoryTool(loci, f"memory-{next(NUMBERS)}")


@pytest.fixture
def do(tool: LociMemoryTool) -> Do:
    return lambda command, **more: str(tool.call({"command": command, **more}))


def test_files_are_written_read_and_changed(do: Do) -> None:
    assert do("view", path="/memories").splitlines()[1:] == ["/memories"]
    do("create", path="/memories/notes/todo.md", file_text="eins\nzwei 🦀\ndrei\n")
    do("create", path="/memories/empty", file_text="")
    do("create", path="/memories/notes/deep/er/x", file_text="x")
    assert do("view", path="/memories").splitlines()[1:] == [
        "/memories",
        "/memories/empty",
        "/memories/notes/deep/",
        "/memories/notes/todo.md",
    ]
    assert do("view", path="/memories/notes").splitlines()[2:] == [
        "/memories/notes/deep/er/",
        "/memories/notes/todo.md",
    ]
    assert "     2\tzwei 🦀" in do("view", path="/memories/notes/todo.md")
    assert do("view", path="/memories/notes/todo.md", view_range=[2, 3]).splitlines()[1:] == [
        "     2\tzwei 🦀",
        "     3\tdrei",
    ]
    shown = do("str_replace", path="/memories/notes/todo.md", old_str="zwei 🦀", new_str="2")
    assert "     2\t2" in shown
    do("insert", path="/memories/notes/todo.md", insert_line=0, insert_text="null\n")
    do("insert", path="/memories/notes/todo.md", insert_line=4, insert_text="vier")
    do("insert", path="/memories/empty", insert_line=0, insert_text="voll")
    lines = do("view", path="/memories/notes/todo.md").splitlines()[1:]
    assert [line.partition("\t")[2] for line in lines] == ["null", "eins", "2", "drei", "vier", ""]
    do("rename", old_path="/memories/notes", new_path="/memories/kept")
    assert "drei" in do("view", path="/memories/kept/todo.md")
    assert "x" in do("view", path="/memories/kept/deep/er/x")
    do("delete", path="/memories/kept")
    assert do("view", path="/memories").splitlines()[2:] == ["/memories/empty"]
    # A name can be used again.
    do("create", path="/memories/kept", file_text="again")
    assert "again" in do("view", path="/memories/kept")


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("view", {"path": "/memories/nothing"}),
        ("view", {"path": "/etc/passwd"}),
        ("view", {"path": "/memories/../etc/passwd"}),
        ("view", {"path": "/memoriesx"}),
        ("create", {"path": "/memories", "file_text": "x"}),
        ("create", {"path": "/memories/there", "file_text": "x"}),
        ("create", {"path": "/memories/there/below", "file_text": "x"}),
        ("create", {"path": "/memories/folder", "file_text": "x"}),
        ("create", {"path": "/memories/a//b", "file_text": "x"}),
        ("create", {"path": "/memories/" + "x" * 101, "file_text": "x"}),
        ("create", {"path": "/memories/big", "file_text": "x" * 300_000}),
        ("str_replace", {"path": "/memories/there", "old_str": "nowhere", "new_str": ""}),
        ("str_replace", {"path": "/memories/there", "old_str": "a", "new_str": ""}),
        ("str_replace", {"path": "/memories/there", "old_str": "", "new_str": "x"}),
        ("str_replace", {"path": "/memories/nothing", "old_str": "a", "new_str": ""}),
        ("insert", {"path": "/memories/there", "insert_line": 7, "insert_text": "x"}),
        ("insert", {"path": "/memories/folder", "insert_line": 0, "insert_text": "x"}),
        ("delete", {"path": "/memories"}),
        ("delete", {"path": "/memories/nothing"}),
        ("rename", {"old_path": "/memories/there", "new_path": "/memories/folder"}),
        ("rename", {"old_path": "/memories/folder", "new_path": "/memories/folder/in"}),
        ("rename", {"old_path": "/memories/nothing", "new_path": "/memories/x"}),
        ("rename", {"old_path": "/memories", "new_path": "/memories/x"}),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(do: Do, command: str, arguments: dict[str, Any]) -> None:
    do("create", path="/memories/there", file_text="a a")
    do("create", path="/memories/folder/x", file_text="x")
    before = do("view", path="/memories"), do("view", path="/memories/there")
    with pytest.raises(ToolError):
        do(command, **arguments)
    assert (do("view", path="/memories"), do("view", path="/memories/there")) == before


def test_an_edit_of_what_changed_meanwhile_is_of_the_new_text(loci: Loci, tool: LociMemoryTool, do: Do) -> None:
    do("create", path="/memories/shared", file_text="one two")
    turns: list[int] = []
    read = tool._read

    def meanwhile(name: str) -> tuple[str, int]:
        found = read(name)
        if not turns:
            turns.append(1)
            LociMemoryTool(loci, tool._owner).call(
                {"command": "str_replace", "path": "/memories/shared", "old_str": "one", "new_str": "1"}
            )
        return found

    tool._read = meanwhile  # type: ignore[method-assign]
    do("str_replace", path="/memories/shared", old_str="two", new_str="2")
    assert read("shared")[0] == "1 2"


def test_owners_have_their_own_files(loci: Loci, do: Do) -> None:
    do("create", path="/memories/mine", file_text="x")
    other = LociMemoryTool(loci, "somebody-else")
    with pytest.raises(ToolError):
        other.call({"command": "view", "path": "/memories/mine"})
    tool = AsyncLociMemoryTool(loci, "somebody-async")
    asyncio.run(story(tool))


async def story(tool: AsyncLociMemoryTool) -> None:
    await tool.call({"command": "create", "path": "/memories/x", "file_text": "later"})
    assert "later" in str(await tool.call({"command": "view", "path": "/memories/x"}))
    await tool.clear_all_memory()
    with pytest.raises(ToolError):
        await tool.call({"command": "view", "path": "/memories/x"})
