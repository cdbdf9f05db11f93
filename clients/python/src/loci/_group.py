"""What the generated classes stand on: somebody who does their calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ._core import OMIT, Omit


class Caller(Protocol):
    """Does calls."""

    def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Does an operation."""


class AsyncCaller(Protocol):
    """Does calls, asynchronously."""

    async def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Does an operation."""


class Group:
    """Operations that belong together."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller


class AsyncGroup:
    """Operations that belong together, asynchronously."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller
