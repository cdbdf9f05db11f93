"""The client."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

import httpx

from ._core import AGAIN, OMIT, Call, Omit, Settings, backoff
from ._errors import ConnectionFailedError, LociError, UnexpectedAnswerError, error_of
from ._feed import SILENCE, Event, Place, Reader
from ._sync import Operations


class Loci(Operations):
    """A server, and who calls it: `loci.task.claim(workflow=…)` does the operation `task_claim`.

    Calls that find no server, are broken off, or are told to come later are tried again, `retries` times at most. A
    call has one idempotency key for all its tries, so a write is done once and what was told is told again. Threads
    may share it.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 7,
        http: httpx.Client | None = None,
    ) -> None:
        """
        Args:
            url: The server's address; `LOCI_URL` unless given, else `http://127.0.0.1:7077`.
            token: The agent's token; `LOCI_TOKEN` unless given.
            timeout: The seconds an answer may take, on top of those that a call may wait; `math.inf` is no limit.
            retries: How many times a call is tried again.
            http: A client of httpx to use, which stays the caller's to close.
        """
        super().__init__(self)
        self._settings = Settings.of(url, token, timeout, retries)
        self._own = http is None
        # A redirect or a proxy of the environment would be given the token.
        self._http = http or httpx.Client(follow_redirects=False, trust_env=False)

    def with_options(self, *, timeout: float | None = None, retries: int | None = None) -> Loci:
        """The same client with another patience; both use the same connections."""
        other = object.__new__(Loci)
        Operations.__init__(other, other)
        old = self._settings
        other._settings = replace(
            old,
            timeout=old.timeout if timeout is None else timeout,
            retries=old.retries if retries is None else retries,
        )
        other._own = False
        other._http = self._http
        return other

    def call(self, operation: str, arguments: Mapping[str, Any], *, waits: int | None | Omit = OMIT) -> Any:
        """Does an operation by its name; what the methods of the nouns do.

        Args:
            operation: Its name, such as `task_claim`.
            arguments: Its arguments.
            waits: How many seconds the server may wait before it answers.
        """
        call = Call.of(self._settings, operation, arguments, waits=waits)
        while True:
            failure: LociError
            try:
                response = self._http.post(call.url, content=call.body, headers=call.headers, timeout=call.timeout)
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
            time.sleep(pause)

    def events(
        self, *, stream: str | Sequence[str] | None = None, after: str | None = None, summary: bool = False
    ) -> Generator[Event, None, None]:
        """What happens, as it happens. A feed that breaks off goes on after its last event; it ends when its iterator
        is closed, and fails when it was opened ten times in a row for nothing.

        Args:
            stream: Only what happens in these streams, such as `workflow:01J…`.
            after: Go on after this cursor.
            summary: Say each fact in words, too, as its `summary`.
        """
        place = Place(stream, after, summary)
        timeout = httpx.Timeout(self._settings.patience(), read=SILENCE)
        while True:
            failure: LociError
            try:
                headers = {**self._settings.headers(), **place.headers()}
                url = f"{self._settings.url}/api/events"
                with self._http.stream("GET", url, params=place.query, headers=headers, timeout=timeout) as response:
                    if response.status_code != 200:
                        raise error_of(response.status_code, response.read())
                    if not response.headers.get("content-type", "").startswith("text/event-stream"):
                        raise UnexpectedAnswerError(f"{url} is not a feed of Loci", response.status_code)
                    reader = Reader()
                    for data in response.iter_bytes():
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
            time.sleep(max(backoff(place.failures), min(getattr(failure, "retry_after", None) or 0.0, 30.0)))

    def close(self) -> None:
        """Closes the connections."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Loci:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
