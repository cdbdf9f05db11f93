"""Fixtures with a server, and the line with the totals for the project's tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from house import Between, House, Plan

from loci import Loci


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """A server that all tests share."""
    made = House()
    yield made
    made.end()


@pytest.fixture
def own_house() -> Iterator[House]:
    """A server of its own for a test."""
    made = House()
    yield made
    made.end()


@pytest.fixture
def loci(house: House) -> Iterator[Loci]:
    """A client of the shared server."""
    with house.client() as client:
        yield client


@pytest.fixture
def between(house: House) -> Iterator[Callable[[Plan], Between]]:
    """Creates proxies between a client and the server."""
    made: list[Between] = []

    def make(plan: Plan) -> Between:
        made.append(Between(house.url, plan))
        return made[-1]

    yield make
    for each in made:
        each.end()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints the totals."""
    count = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error")}
    failed = count["failed"] + count["error"]
    word = "FAILED" if failed else "ok"
    print(f"\ntest result: {word}. {count['passed']} passed; {failed} failed")
