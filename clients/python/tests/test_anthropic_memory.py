"""Anthropic's memory tool on Loci: its commands, as the SDK calls them."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from anthropic.lib.tools import ToolError
from house import House

from loci import ConflictError, ConnectionFailedError, Loci, LociError
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
    # Models omit `new_str` to delete a text.
    assert do("str_replace", path="/memories/kept", old_str="ga").splitlines()[-1] == "     1\tain"


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


ODD_RANGES: list[Any] = [[1], [], [1, 2, 3], [2, 1], [3, -1], [0, 0], [1, -2], [9, 9], [10**30, -1]]
ODD_RANGES += ["1", 1, [1.5, 2], [None, 2], {}, [[1], 2], [math.nan, 2]]
ODD_LINES: list[Any] = [-1, 3, 10**30, None, 0.5, math.nan, [1], {}]
ODD_TEXTS: list[Any] = [None, 7, 0.5, True, [], ["/memories"], {}, "/memories/\ud800", "\udfff"]


@pytest.mark.parametrize(
    "command",
    [
        *({"command": "view", "path": "/memories/there", "view_range": odd} for odd in ODD_RANGES),
        *({"command": "view", "path": odd} for odd in ODD_TEXTS),
        *({"command": odd, "path": "/memories"} for odd in ("explode", "", *ODD_TEXTS)),
        *({"command": each} for each in ("view", "create", "str_replace", "insert", "delete", "rename")),
        *(None, [], "view", 7, {}),
        {"command": "create", "path": "/memories/new", "file_text": "a\ud83d"},
        {"command": "create", "path": "/memories/new\ud83d", "file_text": "a"},
        {"command": "create", "path": "/memories/new", "file_text": None},
        {"command": "create", "path": "/memories/new", "file_text": {"a": 1}},
        {"command": "create", "path": "/memories/new", "file_text": "a\x00b"},
        {"command": "create", "path": "/memories/a\nb", "file_text": "a"},
        {"command": "str_replace", "path": "/memories/there", "old_str": "a b", "new_str": "\ud800"},
        {"command": "str_replace", "path": "/memories/there", "old_str": "\ud800", "new_str": "x"},
        {"command": "str_replace", "path": "/memories/there", "old_str": "a b", "new_str": None},
        *(
            {"command": "insert", "path": "/memories/there", "insert_line": odd, "insert_text": "x"}
            for odd in ODD_LINES
        ),
        {"command": "insert", "path": "/memories/there", "insert_line": 0, "insert_text": "\ud800"},
        {"command": "insert", "path": "/memories/object", "insert_line": 0, "insert_text": "x"},
        {"command": "str_replace", "path": "/memories/object", "old_str": "{", "new_str": "["},
        {"command": "rename", "old_path": "/memories/there", "new_path": "/memories/\ud800"},
        {"command": "rename", "old_path": "/memories/there", "new_path": "/memories/a\nb"},
        {"command": "rename", "old_path": "/memories/there", "new_path": "/memories/object/below"},
        {"command": "rename", "old_path": "/memories/there", "new_path": "/memories/" + "x" * 101},
        {"command": "rename", "old_path": "/memories/folder", "new_path": "/memories/longest"},
    ],
)
def test_what_is_no_command_is_told_and_changes_nothing(loci: Loci, tool: LociMemoryTool, do: Do, command: Any) -> None:
    do("create", path="/memories/there", file_text="a b\nc")
    do("create", path="/memories/folder/a", file_text="x")
    do("create", path="/memories/folder/" + "y" * 93, file_text="x")
    loci.scratchpad.put(scope="resource", owner=tool._owner, name="object", value={"a": 1})
    before = everything(loci, tool)
    with pytest.raises(ToolError) as told:
        tool.call(command)
    assert str(told.value).encode()
    assert everything(loci, tool) == before


def everything(loci: Loci, tool: LociMemoryTool) -> dict[str, Any]:
    return {name: tool._read(name)[0] for name in tool._names()}


def test_parts_of_a_file_are_shown(do: Do) -> None:
    do("create", path="/memories/x", file_text="a\nb\nc")
    for wanted, lines in (
        ([1, 1], "a"),
        ([2, -1], "bc"),
        ([0, 2], "ab"),
        ([-5, -1], "abc"),
        ([3, 99], "c"),
        (None, "abc"),
    ):
        shown = do("view", path="/memories/x", view_range=wanted).splitlines()[1:]
        assert "".join(line.partition("\t")[2] for line in shown) == lines, wanted
    # The place of an edit is shown, even if the text is empty or occurs elsewhere.
    do("create", path="/memories/y", file_text="new\n" * 9 + "old\n")
    assert "    10\tnew" in do("str_replace", path="/memories/y", old_str="old", new_str="new")


def test_a_scratchpad_with_an_object_is_a_file_of_its_json(loci: Loci, tool: LociMemoryTool, do: Do) -> None:
    value: Any = {"important": [1, 2.5, None, True], "Größe": {"a": 'b\n"c"'}}
    loci.scratchpad.put(scope="resource", owner=tool._owner, name="object", value=value)
    shown = do("view", path="/memories/object").splitlines()[1:]
    assert json.loads("\n".join(line.partition("\t")[2] for line in shown)) == value
    do("str_replace", path="/memories/object", old_str="2.5", new_str='{"half": "ä"}')
    value["important"] = [1, {"half": "ä"}, None, True]
    assert tool._read("object")[0] == value
    do("insert", path="/memories/object", insert_line=1, insert_text='  "first": 0,')
    assert tool._read("object")[0] == {**value, "first": 0}
    do("rename", old_path="/memories/object", new_path="/memories/moved")
    assert everything(loci, tool) == {"moved": {**value, "first": 0}}
    # A text that looks like JSON remains a text.
    do("create", path="/memories/object", file_text='{"a": 1}')
    assert tool._read("object")[0] == '{"a": 1}'
    do("str_replace", path="/memories/object", old_str='{"a', new_str="[")
    assert tool._read("object")[0] == '[": 1}'


def test_a_directory_of_many_files_is_moved_while_there_is_room(loci: Loci, tool: LociMemoryTool, do: Do) -> None:
    def put(name: str) -> None:
        loci.scratchpad.put(scope="resource", owner=tool._owner, name=name, value=name)

    for number in range(199):
        put(f"dir/{number}")
    do("rename", old_path="/memories/dir", new_path="/memories/other")
    assert everything(loci, tool) == {f"other/{number}": f"dir/{number}" for number in range(199)}
    put("last")
    for old in ("/memories/other", "/memories/last"):
        with pytest.raises(ToolError, match="200 files"):
            do("rename", old_path=old, new_path="/memories/third")
    with pytest.raises(ToolError, match="200"):
        do("create", path="/memories/new", file_text="x")
    assert len(tool._names()) == 200
    do("delete", path="/memories/other")
    assert everything(loci, tool) == {"last": "last"}


class Failing(LociMemoryTool):
    """A tool whose writes fail from the given number on, as often as given."""

    def __init__(self, loci: Loci, owner: str, error: LociError, number: int, often: int) -> None:
        super().__init__(loci, owner)
        self.error, self.failing, self.writes = error, range(number, number + often), 0

    def write(self) -> None:
        self.writes += 1
        if self.writes in self.failing:
            raise self.error

    def _put(self, name: str, value: Any, version: int) -> int:
        self.write()
        return super()._put(name, value, version)

    def _delete(self, name: str, version: int | None = None) -> None:
        self.write()
        super()._delete(name, version)


REFUSED = ConflictError({"title": "No", "status": 409, "detail": "Not now.", "code": "conflict"})
LOST = ConnectionFailedError("Nobody is there.")


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("command", ["rename", "delete"])
def test_what_fails_in_the_middle_is_undone(loci: Loci, tool: LociMemoryTool, command: str, number: int) -> None:
    given: Any = {"command": "delete", "path": "/memories/dir"}
    if command == "rename":
        given = {"command": "rename", "old_path": "/memories/dir", "new_path": "/memories/new"}
    for name in ("dir/a", "dir/b", "dir/c", "else"):
        loci.scratchpad.put(scope="resource", owner=tool._owner, name=name, value={"in": name})
    before = everything(loci, tool)
    failing = Failing(loci, tool._owner, REFUSED, number, 1)
    if command == "delete" and number > 3:
        failing.call(given)
        assert set(everything(loci, tool)) == {"else"}
        return
    with pytest.raises(ToolError, match="Not now"):
        failing.call(given)
    assert everything(loci, tool) == before


@pytest.mark.parametrize("number", range(1, 7))
def test_a_move_that_nothing_can_undo_loses_nothing(loci: Loci, tool: LociMemoryTool, number: int) -> None:
    names = ("dir/a", "dir/b", "dir/c")
    for name in names:
        loci.scratchpad.put(scope="resource", owner=tool._owner, name=name, value=name)
    failing = Failing(loci, tool._owner, LOST, number, 1000)
    with pytest.raises(ToolError, match="Nobody is there") as told:
        failing.call({"command": "rename", "old_path": "/memories/dir", "new_path": "/memories/new"})
    assert set(everything(loci, tool).values()) == set(names)
    moved = [name for name in names if name not in tool._names()]
    assert len(moved) == (number - 1) // 2
    # Files that were moved and could not be put back are named.
    assert all(f"/memories/{name}" in str(told.value) for name in moved)


def test_a_move_takes_what_others_write_meanwhile_along(loci: Loci, tool: LociMemoryTool, do: Do) -> None:
    do("create", path="/memories/a", file_text="old")
    read = tool._read
    turns: list[str] = []

    def meanwhile(name: str) -> tuple[Any, int]:
        found = read(name)
        if len(turns) < 2:
            turns.append(name)
            loci.scratchpad.put(scope="resource", owner=tool._owner, name="a", value=f"new {len(turns)}")
        return found

    tool._read = meanwhile  # type: ignore[method-assign]
    do("rename", old_path="/memories/a", new_path="/memories/b")
    assert everything(loci, tool) == {"b": "new 2"}


def test_a_server_that_is_not_there_is_told(house: House) -> None:
    tool = LociMemoryTool(Loci("http://127.0.0.1:1", "x", retries=0), "x")
    with pytest.raises(ToolError, match="127.0.0.1:1"):
        tool.call({"command": "view", "path": "/memories"})
    with pytest.raises(ToolError):
        LociMemoryTool(Loci(house.url, "wrong"), "x").call({"command": "view", "path": "/memories"})


def test_an_edit_of_what_changed_meanwhile_is_of_the_new_text(loci: Loci, tool: LociMemoryTool, do: Do) -> None:
    do("create", path="/memories/shared", file_text="one two")
    turns: list[int] = []
    read = tool._read

    def meanwhile(name: str) -> tuple[Any, int]:
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
