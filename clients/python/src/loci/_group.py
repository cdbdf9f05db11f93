"""Bases of the generated classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ._core import OMIT, Omit


class Caller(Protocol):
    """Sends calls."""

    def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Calls an operation."""


class AsyncCaller(Protocol):
    """Sends calls asynchronously."""

    async def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Calls an operation."""


class Group:
    """A group of operations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller


class AsyncGroup:
    """A group of asynchronous operations."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller
