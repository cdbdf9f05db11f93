"""Anthropic's memory tool with its files in Loci: each is a scratchpad, which people read and edit in the dashboard.

    tool = LociMemoryTool(Loci(), owner="support-agent")
    client.beta.messages.run_tools(tools=[tool], …)

A file has at most 256 KiB and a path of at most 100 characters below `/memories`; an owner has at most 200 files. An
edit is of the text that was read: when somebody else edits the file meanwhile, it is read again. A scratchpad that
holds an object is a file with its JSON, and stays that when it is edited. A directory is moved and deleted file by
file; what fails in the middle is undone.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any, Final, cast

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818Command,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from anyio.to_thread import run_sync
from pydantic import BaseModel, ValidationError

from .. import ConflictError, InternalError, Loci, LociError, ProblemError

ROOT: Final = "/memories"
#: How many characters a path has below it at most, and how many files an owner has.
PATH: Final = 100
FILES: Final = 200
#: How often a change is begun anew because others were first, and what is waited at most before, in seconds.
TRIES: Final = 20
PAUSE: Final = 0.2
COMMANDS: Final[dict[object, type[BaseModel]]] = {
    "view": BetaMemoryTool20250818ViewCommand,
    "create": BetaMemoryTool20250818CreateCommand,
    "str_replace": BetaMemoryTool20250818StrReplaceCommand,
    "insert": BetaMemoryTool20250818InsertCommand,
    "delete": BetaMemoryTool20250818DeleteCommand,
    "rename": BetaMemoryTool20250818RenameCommand,
}


class LociMemoryTool(BetaAbstractMemoryTool):
    """The memory tool of one owner."""

    def __init__(self, loci: Loci, owner: str) -> None:
        """
        Args:
            loci: Who calls.
            owner: Whose files these are: the agent, the user, the project. Who shares the owner shares the files.
        """
        super().__init__()
        self._loci = loci
        self._owner = owner

    def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Does a command; what is wrong with it, and what Loci refuses, is told to the model."""
        checked = check(command)
        try:
            return str(super().execute(checked))
        except LociError as error:
            raise ToolError(str(error)) from error

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """The text of a file with line numbers, or the files below a directory, two levels deep."""
        name = name_of(command.path)
        names = self._names()
        if name in names:
            lines = shown_as_text(self._read(name)[0]).split("\n")
            first, last = range_of(command.view_range, len(lines))
            shown = lines[first - 1 : last]
            numbered = (f"{number:>6}\t{line}" for number, line in enumerate(shown, first))
            return f"Here's the content of {command.path} with line numbers:\n" + "\n".join(numbered)
        within = below(names, name)
        if not within and name:
            raise missing(command.path)
        listed = sorted({shortened(each.removeprefix(f"{name}/")) for each in within})
        head = f"Here're the files and directories up to 2 levels deep in {command.path}:"
        return "\n".join([head, command.path, *(f"{command.path.rstrip('/')}/{each}" for each in listed)])

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Writes a new file."""
        self._create(name_of(command.path), command.file_text, command.path)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces a text that is in a file once."""
        at = 0

        def replaced(text: str) -> str:
            nonlocal at
            count = text.count(command.old_str) if command.old_str else 0
            if count != 1:
                raise ToolError(
                    f"No replacement was performed: old_str `{command.old_str}` is {count} times in {command.path}. "
                    "It has to be there exactly once."
                )
            at = text.index(command.old_str)
            return text.replace(command.old_str, command.new_str)

        text = self._edit(command.path, replaced)
        line = text[:at].count("\n")
        lines = text.split("\n")
        snippet = (f"{number + 1:>6}\t{lines[number]}" for number in range(max(0, line - 2), min(len(lines), line + 3)))
        return "The memory file has been edited. Here is the change with line numbers:\n" + "\n".join(snippet)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Puts lines behind a line of a file."""

        def inserted(text: str) -> str:
            lines = text.removesuffix("\n").split("\n") if text else []
            if not 0 <= command.insert_line <= len(lines):
                raise ToolError(f"Invalid `insert_line` {command.insert_line}: expected 0 to {len(lines)}.")
            lines.insert(command.insert_line, command.insert_text.removesuffix("\n"))
            return "\n".join(lines) + "\n"

        self._edit(command.path, inserted)
        return f"The file {command.path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Deletes a file, or all files below a directory. People can bring them back for some days."""
        name = name_of(command.path)
        taken: dict[str, Any] = {}
        each_or_none(
            self._some(command.path, name, self._names()),
            lambda each: taken.update({each: self._take(each)}),
            lambda each: self._put(each, taken[each], 0),
            "deleted",
        )
        return f"Successfully deleted {command.path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file, or all files below a directory."""
        old, new, names = name_of(command.old_path), name_of(command.new_path), self._names()
        if not new or new in names or below(names, new):
            raise ToolError(f"The destination {command.new_path} already exists")
        if f"{new}/".startswith(f"{old}/"):
            raise ToolError(f"{command.old_path} cannot be moved into itself")
        if parents(new) & names:
            raise ToolError(f"The destination {command.new_path} is below a file")
        some = self._some(command.old_path, old, names)
        moved = {name: new + name.removeprefix(old) for name in some}
        for name in moved.values():
            if len(name) > PATH:
                raise ToolError(f"{ROOT}/{name} is too long: a path has at most {PATH} characters below {ROOT}")
        if len(names) >= FILES:
            raise ToolError(f"There are {FILES} files already, and one that is moved needs room: delete one first")
        each_or_none(
            some,
            lambda name: self._take(name, copy=moved[name]),
            lambda name: self._take(moved[name], copy=name),
            f"moved to {command.new_path}",
        )
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def clear_all_memory(self) -> str:
        """Deletes all files."""
        for name in self._names():
            self._delete(name)
        return "All memory cleared"

    def _names(self) -> set[str]:
        """The names of all files: their paths without `/memories/`."""
        listed = self._loci.scratchpad.list(scope="resource", owner=self._owner, fields=["items.pads"])
        return {pad["name"] for each in listed.get("items", []) for pad in each.get("pads", [])}

    def _some(self, path: str, name: str, names: set[str]) -> list[str]:
        """The files that a path names: one, or those below a directory."""
        if not name:
            raise ToolError(f"{ROOT} itself stays where it is")
        some = [name] if name in names else below(names, name)
        if not some:
            raise missing(path)
        return some

    def _read(self, name: str) -> tuple[Any, int]:
        """What a file holds, a text or an object, and its version."""
        pad = self._loci.scratchpad.read(scope="resource", owner=self._owner, name=name, fields=["*"])["pad"]
        if not pad.get("exists"):
            raise missing(f"{ROOT}/{name}")
        return pad.get("value"), pad.get("version", 0)

    def _put(self, name: str, value: Any, version: int) -> int:
        """Writes a file of that version, 0 for none; answers its new one."""
        put = self._loci.scratchpad.put(
            scope="resource", owner=self._owner, name=name, value=value, if_version=version, fields=["*"]
        )
        return put.get("version") or 0

    def _delete(self, name: str, version: int | None = None) -> None:
        """Deletes a file, if it has that version still."""
        more: dict[str, Any] = {} if version is None else {"if_version": version}
        self._loci.scratchpad.delete(scope="resource", owner=self._owner, name=name, **more)

    def _create(self, name: str, text: str, path: str) -> None:
        """Writes a file that is not there."""
        names = self._names()
        if not name or name in names or below(names, name) or parents(name) & names:
            raise ToolError(f"File {path} already exists")
        self._put(name, text, 0)

    def _take(self, name: str, copy: str | None = None) -> Any:
        """Deletes a file, and answers what was in it, also when others edit it meanwhile. With the name of a copy it is
        there twice for a moment, and never not at all."""
        for turn in range(TRIES):
            value, version = self._read(name)
            made = self._put(copy, value, 0) if copy else 0
            try:
                self._delete(name, version)
            except ProblemError as error:
                # After a fault it may be deleted nevertheless.
                if copy and not isinstance(error, InternalError):
                    self._delete(copy, made)
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
                time.sleep(random.uniform(0, PAUSE))
            else:
                break
        return value

    def _edit(self, path: str, change: Callable[[str], str]) -> str:
        """Changes a file's text to what `change` makes of it."""
        name = name_of(path)
        for turn in range(TRIES):
            if name not in self._names():
                raise missing(path)
            value, version = self._read(name)
            text = change(shown_as_text(value))
            try:
                self._put(name, text, version)
            except ConflictError as error:
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
                time.sleep(random.uniform(0, PAUSE))
            else:
                break
        return text


class AsyncLociMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for an asynchronous client of Anthropic's: commands are done in a thread."""

    def __init__(self, loci: Loci, owner: str) -> None:
        super().__init__()
        self._tool = LociMemoryTool(loci, owner)

    async def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Does a command."""
        return await run_sync(self._tool.execute, command)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await self.execute(command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await self.execute(command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await self.execute(command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await self.execute(command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await self.execute(command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await self.execute(command)

    async def clear_all_memory(self) -> str:
        return await run_sync(self._tool.clear_all_memory)


def check(command: object) -> BetaMemoryTool20250818Command:
    """The command that a model wrote. Refuses what is none.

    A `str_replace` without `new_str` deletes the text.
    """
    given: Any = command
    if isinstance(command, BaseModel):
        # What a model left out is `None` in the SDK's own object.
        given = {name: getattr(command, name) for name in command.model_fields_set}
    name = given.get("command") if isinstance(given, dict) else None
    if name == "str_replace":
        given = {"new_str": "", **given}
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ToolError(f"Expected a `command`: one of {', '.join(str(each) for each in COMMANDS)}")
    try:
        checked: Any = kind.model_validate(given, strict=True)
    except ValidationError as error:
        faults = (f"`{'.'.join(map(str, each['loc']))}`: {each['msg']}" for each in error.errors(include_url=False))
        raise ToolError(f"The command {name} is not valid: {'; '.join(faults)}") from None
    for key, value in given.items():
        if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ToolError(f"`{key}` has half of a surrogate pair, which is no character")
    return cast(BetaMemoryTool20250818Command, checked)


def range_of(lines: list[int] | None, count: int) -> tuple[int, int]:
    """The first and the last line that are wanted of so many."""
    if lines is None:
        return 1, count
    if len(lines) == 2:
        first, last = max(1, lines[0]), count if lines[1] == -1 else min(lines[1], count)
        if first <= last:
            return first, last
    raise ToolError(
        f"Invalid `view_range` {lines}: expected the first and the last line, 1 to {count}, or -1 for the end"
    )


def shown_as_text(value: object) -> str:
    """What a file holds, as the tool shows and edits it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def each_or_none(names: list[str], do: Callable[[str], object], undo: Callable[[str], object], done: str) -> None:
    """Does something with each file, or with none: when it fails with one, it is undone with those before it."""
    for number, name in enumerate(names):
        try:
            do(name)
        except (LociError, ToolError) as error:
            left = names[:number]
            try:
                while left:
                    undo(left[-1])
                    left.pop()
            except (LociError, ToolError) as other:
                told = ", ".join(f"{ROOT}/{each}" for each in left)
                raise ToolError(f"{error} These were {done} and could not be put back ({other}): {told}") from error
            raise


def name_of(path: str) -> str:
    """A path without `/memories/`; nothing for `/memories` itself."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    parts = path[len(ROOT) :].strip("/").split("/")
    if any(part in (".", "..") or (part == "" and len(parts) > 1) for part in parts):
        raise ToolError(f"Path {path} has parts that name no file")
    return "/".join(parts)


def parents(name: str) -> set[str]:
    """The directories that a file is in."""
    return {name[:at] for at, letter in enumerate(name) if letter == "/"}


def below(names: set[str], name: str) -> list[str]:
    """The files below a directory."""
    return sorted(each for each in names if not name or each.startswith(f"{name}/"))


def shortened(name: str) -> str:
    """A name, two levels deep."""
    first, *more = name.split("/")
    return f"{first}/{more[0]}{'/' if len(more) > 1 else ''}" if more else first


def missing(path: str) -> ToolError:
    """That there is no such path."""
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")
