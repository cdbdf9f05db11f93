"""Anthropic's memory tool with its files in Loci: each is a scratchpad, which people read and edit in the dashboard.

    tool = LociMemoryTool(Loci(), owner="support-agent")
    client.beta.messages.run_tools(tools=[tool], …)

A file has at most 256 KiB and a path of at most 100 characters below `/memories`; an owner has at most 200 files. An
edit is of the text that was read: when somebody else edits the file meanwhile, it is read again.
"""

from __future__ import annotations

from collections.abc import Callable

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

from .. import ConflictError, Loci, ProblemError

ROOT = "/memories"
#: How often an edit is begun anew because others were first.
TRIES = 5


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
        """Does a command; what Loci refuses is told to the model in its words."""
        try:
            return str(super().execute(command))
        except ProblemError as error:
            raise ToolError(error.detail) from error

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """The text of a file with line numbers, or the files below a directory, two levels deep."""
        name = name_of(command.path)
        names = self._names()
        if name in names:
            lines = self._read(name)[0].split("\n")
            first, last = command.view_range or (1, -1)
            first = max(1, first)
            shown = lines[first - 1 : None if last == -1 else last]
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

        def replaced(text: str) -> str:
            count = text.count(command.old_str) if command.old_str else 0
            if count != 1:
                raise ToolError(
                    f"No replacement was performed: old_str `{command.old_str}` is {count} times in {command.path}. "
                    "It has to be there exactly once."
                )
            return text.replace(command.old_str, command.new_str)

        text = self._edit(command.path, replaced)
        at = text.find(command.new_str)
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
        for name in self._some(command.path):
            self._loci.scratchpad.delete(scope="resource", owner=self._owner, name=name)
        return f"Successfully deleted {command.path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file, or all files below a directory. What was moved is deleted when all of it has been written."""
        old, new = name_of(command.old_path), name_of(command.new_path)
        names = self._names()
        if not new or new in names or below(names, new):
            raise ToolError(f"The destination {command.new_path} already exists")
        if f"{new}/".startswith(f"{old}/"):
            raise ToolError(f"{command.old_path} cannot be moved into itself")
        moved = {name: self._read(name) for name in self._some(command.old_path)}
        for name, (text, _) in moved.items():
            self._create(new + name.removeprefix(old), text, command.new_path)
        for name, (_, version) in moved.items():
            self._loci.scratchpad.delete(scope="resource", owner=self._owner, name=name, if_version=version)
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def clear_all_memory(self) -> str:
        """Deletes all files."""
        for name in self._names():
            self._loci.scratchpad.delete(scope="resource", owner=self._owner, name=name)
        return "All memory cleared"

    def _names(self) -> set[str]:
        """The names of all files: their paths without `/memories/`."""
        listed = self._loci.scratchpad.list(scope="resource", owner=self._owner, fields=["items.pads"])
        return {pad["name"] for each in listed.get("items", []) for pad in each.get("pads", [])}

    def _some(self, path: str) -> list[str]:
        """The files that a path names: one, or those below a directory."""
        name, names = name_of(path), self._names()
        if not name:
            raise ToolError(f"{ROOT} itself stays where it is")
        some = [name] if name in names else below(names, name)
        if not some:
            raise missing(path)
        return some

    def _read(self, name: str) -> tuple[str, int]:
        """A file's text and its version; both of nothing where there is none."""
        pad = self._loci.scratchpad.read(scope="resource", owner=self._owner, name=name, fields=["*"])["pad"]
        value = pad.get("value")
        return value if isinstance(value, str) else "", pad.get("version", 0)

    def _create(self, name: str, text: str, path: str) -> None:
        """Writes a file that is not there."""
        names = self._names()
        parents = {name[:at] for at, letter in enumerate(name) if letter == "/"}
        if not name or name in names or below(names, name) or parents & names:
            raise ToolError(f"File {path} already exists")
        version = self._read(name)[1]
        self._loci.scratchpad.put(scope="resource", owner=self._owner, name=name, value=text, if_version=version)

    def _edit(self, path: str, change: Callable[[str], str]) -> str:
        """Changes a file's text to what `change` makes of it."""
        name = name_of(path)
        for turn in range(TRIES):
            if name not in self._names():
                raise missing(path)
            text, version = self._read(name)
            text = change(text)
            try:
                self._loci.scratchpad.put(
                    scope="resource", owner=self._owner, name=name, value=text, if_version=version
                )
            except ConflictError as error:
                if error.reason != "stale" or turn == TRIES - 1:
                    raise
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


def name_of(path: str) -> str:
    """A path without `/memories/`; nothing for `/memories` itself."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    parts = path[len(ROOT) :].strip("/").split("/")
    if any(part in (".", "..") or (part == "" and len(parts) > 1) for part in parts):
        raise ToolError(f"Path {path} has parts that name no file")
    return "/".join(parts)


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
