"""Anthropic's memory tool on Loci: each file is a scratchpad, which people can read and edit in the dashboard.

    tool = LociMemoryTool(Loci(), owner="support-agent")
    client.beta.messages.run_tools(tools=[tool], …)

A file has at most 256 KiB and a path of at most 100 characters below `/memories`; an owner has at most 200 files. If
someone else changes a file during an edit, the file is read again and the edit repeated. A scratchpad that contains an
object is a file with its JSON, and remains an object when it is edited. A directory is moved and deleted file by file;
if that fails halfway, it is undone.
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
#: Maximum length of a path below the root in characters, and maximum number of files of an owner.
PATH: Final = 100
FILES: Final = 200
#: Maximum number of attempts of a change that conflicts with others, and the maximum pause before each, in seconds.
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
            loci: Client of the caller.
            owner: Owner of the files: an agent, a user, a project. Tools with the same owner share the files.
        """
        super().__init__()
        self._loci = loci
        self._owner = owner

    def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Runs a command. Returns errors, including those of Loci, as text for the model."""
        checked = check(command)
        try:
            return str(super().execute(checked))
        except LociError as error:
            raise ToolError(str(error)) from error

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Returns the text of a file with line numbers, or the files in a directory, two levels deep."""
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
        """Creates a file."""
        self._create(name_of(command.path), command.file_text, command.path)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces a text that occurs once in a file."""
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
        """Inserts lines after a line of a file."""

        def inserted(text: str) -> str:
            lines = text.removesuffix("\n").split("\n") if text else []
            if not 0 <= command.insert_line <= len(lines):
                raise ToolError(f"Invalid `insert_line` {command.insert_line}: expected 0 to {len(lines)}.")
            lines.insert(command.insert_line, command.insert_text.removesuffix("\n"))
            return "\n".join(lines) + "\n"

        self._edit(command.path, inserted)
        return f"The file {command.path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Deletes a file, or all files in a directory. People can restore them for some days."""
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
        """Moves a file, or all files in a directory."""
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
        """Returns the names of all files: their paths without `/memories/`."""
        listed = self._loci.scratchpad.list(scope="resource", owner=self._owner, fields=["items.pads"])
        return {pad["name"] for each in listed.get("items", []) for pad in each.get("pads", [])}

    def _some(self, path: str, name: str, names: set[str]) -> list[str]:
        """Returns the files at a path: one file, or those in a directory."""
        if not name:
            raise ToolError(f"{ROOT} itself stays where it is")
        some = [name] if name in names else below(names, name)
        if not some:
            raise missing(path)
        return some

    def _read(self, name: str) -> tuple[Any, int]:
        """Returns the content of a file, a text or an object, and its version."""
        pad = self._loci.scratchpad.read(scope="resource", owner=self._owner, name=name, fields=["*"])["pad"]
        if not pad.get("exists"):
            raise missing(f"{ROOT}/{name}")
        return pad.get("value"), pad.get("version", 0)

    def _put(self, name: str, value: Any, version: int) -> int:
        """Writes a file with the given current version, 0 for a new one. Returns the new version."""
        put = self._loci.scratchpad.put(
            scope="resource", owner=self._owner, name=name, value=value, if_version=version, fields=["*"]
        )
        return put.get("version") or 0

    def _delete(self, name: str, version: int | None = None) -> None:
        """Deletes a file. If `version` is given, the file must still have it."""
        more: dict[str, Any] = {} if version is None else {"if_version": version}
        self._loci.scratchpad.delete(scope="resource", owner=self._owner, name=name, **more)

    def _create(self, name: str, text: str, path: str) -> None:
        """Creates a file. Fails if it exists."""
        names = self._names()
        if not name or name in names or below(names, name) or parents(name) & names:
            raise ToolError(f"File {path} already exists")
        self._put(name, text, 0)

    def _take(self, name: str, copy: str | None = None) -> Any:
        """Deletes a file and returns its content, even if others edit it meanwhile. If `copy` is given, the file is
        copied to that name first, so that it exists at all times."""
        for turn in range(TRIES):
            value, version = self._read(name)
            made = self._put(copy, value, 0) if copy else 0
            try:
                self._delete(name, version)
            except ProblemError as error:
                # After an internal error the file may have been deleted nevertheless.
                if copy and not isinstance(error, InternalError):
                    self._delete(copy, made)
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
                time.sleep(random.uniform(0, PAUSE))
            else:
                break
        return value

    def _edit(self, path: str, change: Callable[[str], str]) -> str:
        """Replaces a file's text by the result of `change`."""
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
    """The memory tool for an asynchronous Anthropic client. Commands run in a thread."""

    def __init__(self, loci: Loci, owner: str) -> None:
        super().__init__()
        self._tool = LociMemoryTool(loci, owner)

    async def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Runs a command."""
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
    """Validates the command of a model.

    A `str_replace` without `new_str` deletes the text.
    """
    given: Any = command
    if isinstance(command, BaseModel):
        # Fields that the model left out are `None` in the SDK's object.
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
    """Returns the first and the last line of a view."""
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
    """Returns the content of a file as the tool shows and edits it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def each_or_none(names: list[str], do: Callable[[str], object], undo: Callable[[str], object], done: str) -> None:
    """Does something with all files or with none: if one fails, those before it are undone."""
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
    """Returns a path without `/memories/`, an empty text for `/memories` itself."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    parts = path[len(ROOT) :].strip("/").split("/")
    if any(part in (".", "..") or (part == "" and len(parts) > 1) for part in parts):
        raise ToolError(f"Path {path} has parts that name no file")
    return "/".join(parts)


def parents(name: str) -> set[str]:
    """Returns the directories that contain a file."""
    return {name[:at] for at, letter in enumerate(name) if letter == "/"}


def below(names: set[str], name: str) -> list[str]:
    """Returns the files in a directory."""
    return sorted(each for each in names if not name or each.startswith(f"{name}/"))


def shortened(name: str) -> str:
    """Returns the first two levels of a name."""
    first, *more = name.split("/")
    return f"{first}/{more[0]}{'/' if len(more) > 1 else ''}" if more else first


def missing(path: str) -> ToolError:
    """Returns the error for a path that does not exist."""
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")
