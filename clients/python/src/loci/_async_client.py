"""The asynchronous client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

import httpx

from ._async import AsyncOperations
from ._core import AGAIN, OMIT, Call, Omit, Settings, backoff
from ._errors import ConnectionFailedError, LociError, UnexpectedAnswerError, error_of
from ._feed import SILENCE, Event, Place, Reader


class AsyncLoci(AsyncOperations):
    """A client of a server: `loci.task.claim(workflow=…)` calls the operation `task_claim`.

    Retries calls if no server answers, the connection breaks, or the server asks to retry later, at most `retries`
    times. All attempts of a call have one idempotency key, so a write is done once and its response is repeated. The
    tasks of one event loop may share a client.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 7,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """
        Args:
            url: Address of the server. Default: `LOCI_URL`, else `http://127.0.0.1:7077`.
            token: Token of the agent. Default: `LOCI_TOKEN`.
            timeout: Timeout of a response in seconds, on top of the time that a call may wait; `math.inf` sets no
                limit.
            retries: Maximum number of retries of a call.
            http: An httpx client to use. The caller closes it.
        """
        super().__init__(self)
        self._settings = Settings.of(url, token, timeout, retries)
        self._own = http is None
        # A redirect or a proxy from the environment would receive the token.
        self._http = http or httpx.AsyncClient(follow_redirects=False, trust_env=False)

    def with_options(self, *, timeout: float | None = None, retries: int | None = None) -> AsyncLoci:
        """Returns the same client with another timeout or number of retries. Both use the same connections."""
        other = object.__new__(AsyncLoci)
        AsyncOperations.__init__(other, other)
        old = self._settings
        other._settings = replace(
            old,
            timeout=old.timeout if timeout is None else timeout,
            retries=old.retries if retries is None else retries,
        )
        other._own = False
        other._http = self._http
        return other

    async def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Calls an operation by its name, as the methods of the groups do.

        Args:
            operation: Name of the operation, such as `task_claim`.
            arguments: Arguments of the operation.
            waits: Number of seconds that the server may wait before it responds.
        """
        call = Call.of(self._settings, operation, arguments, waits=waits)
        while True:
            failure: LociError
            try:
                response = await self._http.post(
                    call.url, content=call.body, headers=call.headers, timeout=call.timeout
                )
            except httpx.InvalidURL as error:
                raise ValueError(f"{call.url}: {error}") from error
            except httpx.TransportError as error:
                failure = ConnectionFailedError(f"{self._settings.url}: {error or type(error).__name__}")
                failure.__cause__ = error
                pause = call.pause(None)
            else:
                try:
                    return call.answer(response)
                except LociError as error:
                    failure = error
                    pause = call.pause(error)
            if pause is None:
                raise failure
            await asyncio.sleep(pause)

    async def events(
        self, *, stream: str | Sequence[str] | None = None, after: str | None = None, summary: bool = False
    ) -> AsyncGenerator[Event, None]:
        """Yields events as they happen. A feed that breaks continues after its last event. It ends when its iterator is
        closed, and raises after ten reconnects in a row without an event.

        Args:
            stream: Only events of these streams, such as `workflow:01J…`.
            after: Cursor after which to start.
            summary: Adds a description in words to each fact, as its `summary`.
        """
        place = Place(stream, after, summary)
        timeout = httpx.Timeout(self._settings.patience(), read=SILENCE)
        while True:
            failure: LociError
            try:
                headers = {**self._settings.headers(), **place.headers()}
                url = f"{self._settings.url}/api/events"
                async with self._http.stream(
                    "GET", url, params=place.query, headers=headers, timeout=timeout
                ) as response:
                    if response.status_code != 200:
                        raise error_of(response.status_code, await response.aread())
                    if not response.headers.get("content-type", "").startswith("text/event-stream"):
                        raise UnexpectedAnswerError(f"{url} is not a feed of Loci", response.status_code)
                    reader = Reader()
                    async for data in response.aiter_bytes():
                        for fields in reader.read(data):
                            event = place.take(fields)
                            if event is not None:
                                yield event
                failure = ConnectionFailedError(f"{url} ends again and again")
            except httpx.InvalidURL as error:
                raise ValueError(f"{url}: {error}") from error
            except httpx.TransportError as error:
                failure = ConnectionFailedError(f"{self._settings.url}: {error or type(error).__name__}")
                failure.__cause__ = error
            except LociError as error:
                if getattr(error, "status", 0) not in AGAIN:
                    raise
                failure = error
            if not place.again():
                raise failure
            await asyncio.sleep(max(backoff(place.failures), min(getattr(failure, "retry_after", None) or 0.0, 30.0)))

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncLoci:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
