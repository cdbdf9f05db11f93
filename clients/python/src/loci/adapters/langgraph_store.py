"""LangGraph's store in Loci's long-term memory: each item is a memory, which people can see, and which is found by
meaning.

    graph = builder.compile(store=LociStore(Loci()))

The namespace of an item is a namespace in Loci with its own core. Items are pinned and frozen: they neither fade nor
are merged. A search covers the texts of an item's value, or of the fields that `index` names; filters are applied by
this client, item by item. A time to live counts from the last write. A value has at most 64 KiB, and its secrets are
redacted. If writes of agents to a core need approval, an item exists once it is approved.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
)

from .. import Loci, NotFoundError

#: Maximum number of memories or cores that one call returns.
PAGE: Final = 100


class LociStore(BaseStore):
    """Items of all threads."""

    supports_ttl = True
    __slots__ = ("_loci", "_root")

    def __init__(self, loci: Loci, *, root: str = "langgraph") -> None:
        """
        Args:
            loci: Client of the caller.
            root: Prefix of the namespaces in Loci.
        """
        self._loci = loci
        self._root = root

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs the operations in order. The last write of an item in a batch takes effect."""
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs the operations in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, SearchOp):
            return list(self._search(op))
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        raise ValueError(f"{type(op).__name__} is not known here")

    def _get(self, op: GetOp) -> Item | None:
        try:
            found: Any = self._loci.memory.get(id=op.key, core=self._name(op.namespace), fields=["*"])["memory"]
        except NotFoundError:
            return None
        # An expired memory remains until Loci removes it. Searches exclude it too.
        return None if found.get("lifecycle") == "expired" else Item(**parts(op.namespace, found))

    def _put(self, op: PutOp) -> None:
        name = self._name(op.namespace)
        if op.value is None:
            self._loci.memory.forget(ids=[op.key], filters={"core": name})
            return
        before = self._get(GetOp(op.namespace, op.key))
        memory: Any = {
            "id": op.key,
            "namespace": name,
            "text": words(op),
            "metadata": {"value": dict(op.value)},
            "pinned": True,
            "frozen": True,
        }
        if before:
            memory["created_at"] = before.created_at.isoformat()
        if op.ttl is not None:
            memory["ttl_seconds"] = seconds(op.ttl)
        self._loci.memory.create(memory=memory, deduplicate=False)

    def _search(self, op: SearchOp) -> Iterator[SearchItem]:
        passed = given = 0
        query: dict[str, Any] = {"query": op.query} if op.query else {}
        offset: int | None = 0
        while offset is not None and given < op.limit:
            page = self._loci.memory.search(
                **query,
                filters={"namespace": {"startswith": self._name(op.namespace_prefix)}},
                limit=PAGE,
                offset=offset,
                fields=["*"],
            )
            for found in page.get("items", []):
                item: Any = found
                mine = parts(self._path(item["namespace"]), item)
                if not fits(mine["value"], op.filter or {}):
                    continue
                passed += 1
                if passed > op.offset and given < op.limit:
                    given += 1
                    # A similarity like that of vectors. Hits by meaning alone have one too.
                    score = 1.0 - item["dist"] if op.query else None
                    yield SearchItem(**mine, score=score)
            offset = page.get("next_offset")

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        found = set()
        cursor: dict[str, Any] = {}
        while True:
            page = self._loci.core.list(limit=PAGE, lifecycles=True, fields=["*"], **cursor)
            for core in page.get("items", []):
                over = (core.get("lifecycles") or {}).get("expired", 0)
                if core["name"].startswith(self._name(())) and core.get("crystals", 0) > over:
                    found.add(self._path(core["name"]))
            if not page.get("next_cursor"):
                break
            cursor = {"cursor": page["next_cursor"]}
        wanted = {path for path in found if all(matches(each, path) for each in op.match_conditions or ())}
        return sorted({path[: op.max_depth] for path in wanted})[op.offset : op.offset + op.limit]

    def _name(self, path: tuple[str, ...]) -> str:
        """Returns the namespace in Loci. Each part ends with a colon, so that `a` is not a prefix of `ab`."""
        return f"{self._root}:" + "".join(f"{quote(part, safe=' @').replace('%', '=')}:" for part in path)

    def _path(self, name: str) -> tuple[str, ...]:
        """Returns the store's namespace for one of Loci."""
        return tuple(unquote(part.replace("=", "%")) for part in name.removeprefix(f"{self._root}:").split(":")[:-1])


def parts(path: tuple[str, ...], memory: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of an item for a memory."""
    return {
        "namespace": path,
        "key": memory["id"],
        "value": (memory.get("metadata") or {}).get("value", {}),
        "created_at": moment(memory["created_at"]),
        "updated_at": moment(memory["updated_at"]),
    }


def moment(text: str) -> datetime:
    """Parses a time from Loci."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def seconds(minutes: float) -> int:
    """Returns a time to live in seconds, as Loci expects it."""
    if isinstance(minutes, bool) or not isinstance(minutes, (int, float)) or not 0 < minutes * 60 < math.inf:
        raise ValueError(f"`ttl` is a number of minutes, more than 0; None is no end; found {minutes!r}")
    return max(1, round(minutes * 60))


def words(op: PutOp) -> str:
    """Returns the searchable text of an item: the texts of its value, or its key alone."""
    paths = [] if op.index is False else op.index or ["$"]
    texts = [text for path in paths for text in get_text_at_path(op.value, path)]
    return "\n".join([*texts, f"({op.key})"] if op.index is False else texts or [f"({op.key})"])


def fits(value: Any, wanted: dict[str, Any]) -> bool:
    """Returns true if a value matches a filter."""
    return all(compare(value.get(key), each) for key, each in wanted.items())


def compare(value: Any, wanted: Any) -> bool:
    """Returns true if a field matches a filter: by equality, or by operators such as `$gt`.

    Of an object only the named fields are compared. A list must have the same length, and each element must match.
    """
    if isinstance(wanted, dict):
        if any(key.startswith("$") for key in wanted):
            return all(operated(value, name, other) for name, other in wanted.items())
        return isinstance(value, dict) and fits(value, wanted)
    if isinstance(wanted, (list, tuple)):
        is_list = isinstance(value, (list, tuple)) and len(value) == len(wanted)
        return is_list and all(compare(have, want) for have, want in zip(value, wanted, strict=True))
    return bool(value == wanted)


def operated(value: Any, name: str, other: Any) -> bool:
    """Returns true if an operator holds. For a missing value only `$eq` and `$ne` can."""
    if name in ("$eq", "$ne"):
        return bool((value == other) == (name == "$eq"))
    if value is None:
        return False
    if name == "$gt":
        return bool(value > other)
    if name == "$gte":
        return bool(value >= other)
    if name == "$lt":
        return bool(value < other)
    if name == "$lte":
        return bool(value <= other)
    raise ValueError(f"{name} is no operator of a filter")


def matches(condition: MatchCondition, path: tuple[str, ...]) -> bool:
    """Returns true if a namespace has the prefix or suffix of a condition; `*` matches any part."""
    wanted = tuple(condition.path)
    if len(path) < len(wanted):
        return False
    part = path[: len(wanted)] if condition.match_type == "prefix" else path[len(path) - len(wanted) :]
    return all(want in ("*", have) for want, have in zip(wanted, part, strict=True))
