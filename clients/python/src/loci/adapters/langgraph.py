"""LangGraph's checkpoints in Loci: each thread is a session, whose messages contain the checkpoints, values and writes.

    graph = builder.compile(checkpointer=LociSaver(Loci()))

A channel's value is stored once for each version, and tasks of a step may write concurrently. Each call is stored
completely or not at all, even if others store the same at that moment. A session holds 64 MiB, including large values
that were replaced, and a thread is read as a whole: this suits agents with some hundred steps. Values are LangGraph's
own bytes, compressed: Loci cannot redact secrets in them, as it does elsewhere.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import random
import re
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime, timezone
from typing import Any, Final, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
    writes_sort_key,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from .. import ConflictError, Loci, LociError, NotFoundError

#: A context window that no thread fills: checkpoints that are folded into a summary would be lost.
WINDOW: Final = 2**32 - 1
#: Maximum number of characters in one message, below the 256 KiB that Loci accepts; and, if several calls are needed,
#: of a value in the first message of its record.
PART: Final = 12 * 10_000
SMALL: Final = 120
#: Maximum number of characters and of messages in one call, below the 1 MiB that Loci accepts.
CALL: Final = 768 * 1024
MESSAGES: Final = 1000
#: Groups of characters, and the replacement that adds a space after each.
GROUPS, GROUP = re.compile("(.{12})"), r"\1 "
#: Maximum number of attempts to begin a thread that conflict with others.
TRIES: Final = 5

#: Subject of a message: the kind of record, the namespace of its checkpoint, and its name there.
Key = tuple[str, ...]
#: A stored record: the type of its serialization, and the compressed bytes as characters.
Thing = tuple[str, str]
#: Records to store, and messages as they are sent.
Things = list[tuple[Key, Any]]
Messages = list[Any]


class LociSaver(BaseCheckpointSaver[str]):
    """Stores the checkpoints of threads."""

    def __init__(self, loci: Loci, *, namespace: str = "langgraph", serde: SerializerProtocol | None = None) -> None:
        """
        Args:
            loci: Client of the caller.
            namespace: Namespace of the sessions.
            serde: Serializer of values.
        """
        super().__init__(serde=serde)
        self._loci = loci
        self._namespace = namespace
        self._begun: set[str] = set()

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Stores a checkpoint after its new values."""
        thread, space = place(config)
        rest: dict[str, Any] = {**checkpoint}
        values = rest.pop("channel_values")
        things: Things = [
            (("value", space, channel, str(version)), values[channel])
            for channel, version in new_versions.items()
            if channel in values
        ]
        row = {
            "checkpoint": rest,
            "metadata": get_checkpoint_metadata(config, metadata),
            "parent": get_checkpoint_id(config),
        }
        self._write(thread, [*things, (("checkpoint", space, checkpoint["id"]), row)])
        return named(thread, space, checkpoint["id"])

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Stores the writes of a task."""
        thread, space = place(config)
        id_ = str(get_checkpoint_id(config))
        things: Things = []
        for number, (channel, value) in enumerate(writes):
            key = ("write", space, id_, task_id, str(WRITES_IDX_MAP.get(channel, number)))
            things.append((key, (channel, value, task_path)))
        self._write(thread, things)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Returns the checkpoint in the config, or the newest one of the thread if it names none."""
        thread, space = place(config)
        found = self._read(thread)
        ids = [key[2] for key in found if key[:2] == ("checkpoint", space)]
        id_ = get_checkpoint_id(config) or max(ids, default="")
        row = self._load(found.get(("checkpoint", space, id_)))
        return self._tuple(found, thread, space, row) if row else None

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yields the checkpoints of a thread, or of all threads, newest first."""
        wanted = config["configurable"] if config else {}
        only = get_checkpoint_id(config) if config else None
        end = get_checkpoint_id(before) if before else None
        given = 0
        for thread in [str(wanted["thread_id"])] if config else self._threads():
            found = self._read(thread)
            keys = [key for key in found if key[0] == "checkpoint" and wanted.get("checkpoint_ns", key[1]) == key[1]]
            for key in sorted(keys, key=lambda key: key[2], reverse=True):
                if (only and key[2] != only) or (end and key[2] >= end):
                    continue
                row = self._load(found[key])
                if not row or any(row["metadata"].get(name) != value for name, value in (filter or {}).items()):
                    continue
                if limit is not None and given >= limit:
                    return
                given += 1
                yield self._tuple(found, thread, key[1], row)

    def delete_thread(self, thread_id: str) -> None:
        """Deletes the session of a thread. People can restore it for some days."""
        self._begun.discard(thread_id)
        try:
            self._loci.session.delete(session=thread_id, namespace=self._namespace)
        except NotFoundError:
            # The session does not exist.
            return

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copies a whole thread on the server."""
        self._loci.session.fork(session=source_thread_id, namespace=self._namespace, new_id=target_thread_id)

    def get_next_version(self, current: str | None, channel: None) -> str:
        """Returns the version after `current`, unique among the branches of the thread."""
        number = int(str(current).partition(".")[0]) if current is not None else 0
        return f"{number + 1:032}.{random.random():.16f}"

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await asyncio.to_thread(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        found = self.list(config, filter=filter, before=before, limit=limit)
        while (each := await asyncio.to_thread(next, found, None)) is not None:
            yield each

    async def adelete_thread(self, thread_id: str) -> None:
        await asyncio.to_thread(self.delete_thread, thread_id)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await asyncio.to_thread(self.copy_thread, source_thread_id, target_thread_id)

    def _begin(self, thread: str) -> None:
        """Makes sure that the thread's session exists, with a context window that it does not fill."""
        version = 0
        for _ in range(TRIES):
            if thread in self._begun:
                return
            try:
                found = self._loci.session.get(**self._where(thread), recent=0, fields=["*"])
                if found.get("context_window") != WINDOW:
                    raise LociError(f"The session {thread} is not one of LangGraph's threads: choose another namespace")
            except NotFoundError:
                try:
                    self._loci.session.put(**self._where(thread), context_window=WINDOW, if_version=version)
                except ConflictError as error:
                    # Another process has created it, or it was deleted and its versions continue.
                    version = error.current or 0
                    continue
            self._begun.add(thread)
        if thread not in self._begun:
            raise LociError(f"Others begin and delete the thread {thread} again and again")

    def _where(self, thread: str) -> dict[str, Any]:
        """Returns the arguments that identify the session of a thread."""
        return {"session": thread, "namespace": self._namespace}

    def _read(self, thread: str) -> dict[Key, Thing]:
        """Returns all records of a thread."""
        try:
            found = self._loci.session.get(**self._where(thread), fields=["folded", "messages.metadata"])
        except NotFoundError:
            return {}
        if found.get("folded"):
            raise LociError(f"The thread {thread} was folded into a summary, and its checkpoints are not whole")
        parts: dict[Key, list[Any]] = {}
        for message in found.get("messages", []):
            metadata: Any = message.get("metadata") or {}
            if "key" in metadata:
                parts.setdefault(tuple(metadata["key"]), []).append(metadata)
        things = {}
        for key, some in parts.items():
            first = next((each for each in some if each["part"] == 0), None)
            # Other parts belong to another write. A record with missing parts does not exist.
            same = [each for each in some if first and each["stamp"] == first["stamp"]]
            if first and len(same) == first["of"]:
                same.sort(key=lambda each: int(each["part"]))
                things[key] = first["kind"], "".join(each["value"] for each in same).replace(" ", "")
        return things

    def _write(self, thread: str, things: Things) -> None:
        """Stores records. If they need several calls, the messages that make them valid are sent in the last one."""
        packed = [(key, *self._pack(value)) for key, value in things]
        whole = [messages(*each, most=PART) for each in packed]
        calls = pieces([each for some in whole for each in some])
        if len(calls) > 1:
            apart = [messages(*each, most=SMALL) for each in packed]
            calls = pieces([each for _, *some in apart for each in some]) + pieces([first for first, *_ in apart])
        for _ in range(TRIES):
            self._begin(thread)
            if all(self._append(thread, call) for call in calls):
                return
        raise LociError(f"Others delete the thread {thread} again and again")

    def _append(self, thread: str, call: Messages) -> bool:
        """Adds messages. Returns false if the session was deleted meanwhile and this call began it again without its
        context window; that session is deleted again."""
        answer = self._loci.session.append(
            **self._where(thread), messages=call, fields=["gauges.context_window", "redacted_secrets", "version"]
        )
        if answer.get("redacted_secrets"):
            raise LociError(f"A name in the thread {thread} was taken for a secret: its checkpoint cannot be read")
        if (answer.get("gauges") or {}).get("context_window") == WINDOW:
            return True
        self._begun.discard(thread)
        # Other writers to it since then detect the same and write again.
        with contextlib.suppress(ConflictError, NotFoundError):
            self._loci.session.delete(**self._where(thread), if_version=answer.get("version"))
        return False

    def _pack(self, value: Any) -> Thing:
        """Serializes a value."""
        kind, data = self.serde.dumps_typed(value)
        return kind, base64.b64encode(zlib.compress(data)).decode()

    def _threads(self) -> Iterator[str]:
        """Yields all threads, most recently written first."""
        cursor: dict[str, Any] = {}
        while True:
            page = self._loci.session.list(namespace=self._namespace, limit=200, **cursor)
            for row in page.get("items", []):
                yield row["id"]
            if not page.get("next_cursor"):
                return
            cursor = {"cursor": page["next_cursor"]}

    def _tuple(self, found: dict[Key, Thing], thread: str, space: str, row: dict[str, Any]) -> CheckpointTuple:
        """Returns a checkpoint with its values and writes."""
        checkpoint = row["checkpoint"]
        values = {}
        for channel, version in checkpoint["channel_versions"].items():
            if blob := found.get(("value", space, channel, str(version))):
                values[channel] = self._load(blob)
        writes = []
        for key, blob in found.items():
            if key[:3] == ("write", space, checkpoint["id"]):
                channel, value, path = self._load(blob)
                writes.append((writes_sort_key(path, key[3], int(key[4])), (key[3], channel, value)))
        return CheckpointTuple(
            config=named(thread, space, checkpoint["id"]),
            checkpoint=cast(Checkpoint, {**checkpoint, "channel_values": values}),
            metadata=row["metadata"],
            parent_config=named(thread, space, row["parent"]) if row["parent"] else None,
            pending_writes=[write for _, write in sorted(writes, key=lambda each: each[0])],
        )

    def _load(self, thing: Thing | None) -> Any:
        """Deserializes a record, `None` if there is none."""
        if thing is None:
            return None
        kind, letters = thing
        return self.serde.loads_typed((kind, zlib.decompress(base64.b64decode(letters))))


def place(config: RunnableConfig) -> tuple[str, str]:
    """Returns the thread in a config, and the namespace of its checkpoints."""
    wanted = config["configurable"]
    return str(wanted["thread_id"]), wanted.get("checkpoint_ns", "")


def named(thread: str, space: str, id_: str) -> RunnableConfig:
    """Returns the config of a checkpoint."""
    return {"configurable": {"thread_id": thread, "checkpoint_ns": space, "checkpoint_id": id_}}


def messages(key: Key, kind: str, letters: str, *, most: int) -> Messages:
    """Returns the messages of a record: a description for people, and the value as metadata. A value with more than
    `most` characters is split into parts after a first message without a value. Only the first message has the same id
    in another write of the record: the last writer wins, and the parts of both writes are complete."""
    name = hashlib.sha256(json.dumps(key).encode()).hexdigest()[:32]
    stamp = hashlib.sha256(f"{kind} {letters}".encode()).hexdigest()[:16]
    parts = (
        [letters] if len(letters) <= most else ["", *(letters[at : at + PART] for at in range(0, len(letters), PART))]
    )
    now = datetime.now(timezone.utc).isoformat()
    return [
        {
            "id": f"{name}.{stamp}.{number}" if number else f"{name}.0",
            "role": "langgraph",
            "content": f"{key[0]} {key[2]}",
            "created_at": now,
            # Long runs of characters may look like a secret; short groups do not.
            "metadata": {
                "key": [*key],
                "kind": kind,
                "part": number,
                "of": len(parts),
                "stamp": stamp,
                "value": GROUPS.sub(GROUP, part),
            },
        }
        for number, part in enumerate(parts)
    ]


def pieces(messages: Messages) -> list[Messages]:
    """Splits messages into groups that fit into a call."""
    found: list[Messages] = []
    size = CALL
    for message in messages:
        more = len(json.dumps(message))
        if size + more > CALL or len(found[-1]) == MESSAGES:
            found.append([])
            size = 0
        found[-1].append(message)
        size += more
    return found
