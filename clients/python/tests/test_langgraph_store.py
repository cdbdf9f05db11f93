"""LangGraph's store on Loci's long-term memory."""

from __future__ import annotations

import asyncio
import itertools
import math
from typing import Any

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, PutOp, SearchOp

from loci import Loci, LociError
from loci.adapters.langgraph_store import LociStore

NUMBERS = itertools.count()


@pytest.fixture
def store(loci: Loci) -> LociStore:
    return LociStore(loci, root=f"store-{next(NUMBERS)}")


def test_items_are_put_got_and_deleted(store: LociStore) -> None:
    path = ("users", "ä/b %", "memories")
    value = {"text": "Grüße 🦀", "deep": {"list": [1, 2.5, None, True]}}
    assert store.get(path, "a") is None
    store.put(path, "a", value)
    first = store.get(path, "a")
    assert first and first.value == value and first.namespace == path and first.key == "a"
    store.put(path, "a", {"text": "Again"})
    second = store.get(path, "a")
    assert second and second.value == {"text": "Again"}
    assert second.created_at == first.created_at and second.updated_at >= first.updated_at
    # The same text under another key is another item.
    store.put(path, "b", {"text": "Again"})
    store.delete(path, "a")
    store.delete(path, "nothing")
    assert store.get(path, "a") is None
    assert [item.key for item in store.search(path)] == ["b"]
    store.put(path, "a", {"text": "Back"})
    assert {item.key for item in store.search(path)} == {"a", "b"}


def test_a_search_stays_in_its_namespace(store: LociStore) -> None:
    store.put(("a",), "1", {"n": 1, "kind": "x"})
    store.put(("a", "b"), "1", {"n": 2, "kind": "y"})
    store.put(("ab",), "1", {"n": 3, "kind": "x"})
    assert sorted(item.value["n"] for item in store.search(("a",))) == [1, 2]
    assert [item.namespace for item in store.search(("ab",))] == [("ab",)]
    assert sorted(item.value["n"] for item in store.search((), filter={"kind": "x"})) == [1, 3]
    assert sorted(item.value["n"] for item in store.search((), filter={"n": {"$gte": 2, "$ne": 3}})) == [2]
    assert store.search((), filter={"missing": {"$gt": 1}}) == []
    nested = {"meta": {"a": 1, "b": {"c": [2, {"d": 3, "e": 4}]}}}
    store.put(("nested",), "1", nested)
    for wanted, is_found in [
        ({"a": 1}, True),
        ({"a": 2}, False),
        ({"b": {"c": [2, {"d": 3}]}}, True),
        ({"b": {"c": [2]}}, False),
        ({"b": {"c": [2, {"d": 4}]}}, False),
        ({"a": {"$gte": 1}}, True),
        ({"a": {"b": 1}}, False),
        ({}, True),
    ]:
        assert bool(store.search(("nested",), filter={"meta": wanted})) == is_found, wanted
    store.delete(("nested",), "1")
    with pytest.raises(ValueError, match="no operator"):
        store.search((), filter={"n": {"$near": 1}})
    assert store.list_namespaces() == [("a",), ("a", "b"), ("ab",)]
    assert store.list_namespaces(prefix=("a",)) == [("a",), ("a", "b")]
    assert store.list_namespaces(suffix=("b",)) == [("a", "b")]
    assert store.list_namespaces(prefix=("*", "b")) == [("a", "b")]
    assert store.list_namespaces(max_depth=1, limit=1, offset=1) == [("ab",)]
    store.delete(("ab",), "1")
    assert store.list_namespaces() == [("a",), ("a", "b")]


def test_items_are_found_by_what_they_say(store: LociStore) -> None:
    store.put(("facts",), "food", {"text": "The user prefers Italian food", "rank": 1})
    store.put(("facts",), "work", {"text": "The user works in a bakery in Lyon", "rank": 2})
    store.put(("facts",), "hidden", {"text": "pizza pizza pizza"}, index=False)
    store.put(("facts",), "title", {"title": "Favourite colour", "body": "blue"}, index=["title"])
    best = store.search(("facts",), query="Which food does the user like?", limit=1)
    assert [item.key for item in best] == ["food"] and (best[0].score or 0) > 0.5
    assert [item.key for item in store.search(("facts",), query="Lyon bakery", filter={"rank": 2})] == ["work"]


def test_many_items_come_in_pages(store: LociStore) -> None:
    store.batch([PutOp(("many",), f"k{number}", {"n": number}) for number in range(130)])
    first = store.search(("many",), limit=120)
    rest = store.search(("many",), limit=120, offset=120)
    assert len(first) == 120 and len(rest) == 10
    assert {item.value["n"] for item in [*first, *rest]} == set(range(130))
    assert len(store.search(("many",), filter={"n": {"$lt": 5}})) == 5


def test_a_batch_answers_in_order_also_asynchronously(store: LociStore) -> None:
    answers = asyncio.run(
        store.abatch(
            [
                PutOp(("x",), "1", {"n": 1}),
                GetOp(("x",), "1"),
                SearchOp(("x",)),
                ListNamespacesOp(),
                PutOp(("x",), "1", None),
                GetOp(("x",), "1"),
            ]
        )
    )
    put, got, found, spaces, deleted, gone = answers
    assert put is None and deleted is None and gone is None
    assert got and got.value == {"n": 1}  # type: ignore[union-attr]
    assert isinstance(found, list) and len(found) == 1
    assert spaces == [("x",)]


def test_an_item_whose_time_is_over_is_not_there(loci: Loci, store: LociStore) -> None:
    store.put(("short",), "b", {"n": 1}, ttl=60)
    for name in ("short", "gone"):
        loci.memory.create(
            memory={
                "id": "a",
                "namespace": store._name((name,)),
                "text": "Over",
                "metadata": {"value": {"n": 0}},
                "created_at": "2020-01-01T00:00:00Z",
                "expires_at": "2020-01-02T00:00:00Z",
            }
        )
        assert store.get((name,), "a") is None
        assert store.batch([GetOp((name,), "a")]) == [None]
    assert [item.key for item in store.search(())] == ["b"]
    assert store.list_namespaces() == [("short",)]
    # A new item under the same key exists.
    store.put(("gone",), "a", {"n": 2})
    again = store.get(("gone",), "a")
    assert again and again.value == {"n": 2}
    assert store.list_namespaces() == [("gone",), ("short",)]


@pytest.mark.parametrize("ttl", [0, -1, -0.5, math.nan, math.inf, -math.inf, 1e308, True, False, "1", [1]])
def test_a_time_to_live_that_is_none_is_refused(store: LociStore, ttl: Any) -> None:
    with pytest.raises(ValueError, match="`ttl`"):
        store.put(("a",), "k", {"n": 1}, ttl=ttl)
    assert store.get(("a",), "k") is None


def test_a_time_to_live_has_an_end(store: LociStore) -> None:
    for ttl in (1e12, 10**400, 1e300):
        with pytest.raises(LociError):
            store.put(("a",), "k", {"n": 1}, ttl=ttl)
    for number, whole in enumerate((None, 1e6, 1, 10**7)):
        store.put(("a",), f"k{number}", {"n": 1}, ttl=whole)
    assert len(store.search(("a",))) == 4


def test_what_cannot_be_kept_is_told(store: LociStore) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put((), "a", {"n": 1})
    with pytest.raises(LociError):
        store.put(("a",), "big", {"text": "x" * 300_000})
    with pytest.raises(LociError):
        store.put(("a",), "k" * 300, {"n": 1})
    assert store.search(("a",)) == []
    store.put(("a",), "short", {"n": 1}, ttl=60)
    assert store.get(("a",), "short")
