"""Settings, requests and retries, shared by both clients."""

from __future__ import annotations

import contextlib
import json
import numbers
import os
import random
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from ._errors import InvalidError, LociError, ProblemError, UnexpectedAnswerError, error_of

#: Default address of a server.
DEFAULT_URL: Final = "http://127.0.0.1:7077"
#: Statuses that are retried: rate limits, and temporary errors of servers and proxies.
AGAIN: Final = frozenset({429, 502, 503, 504})
#: Longest pause, in seconds, that a server may ask for. The call fails if it asks for a longer one.
LONGEST_PAUSE: Final = 30.0
#: Approximate maximum timeout of a socket in seconds. A longer timeout means no limit.
LONGEST_WAIT: Final = 2_000_000.0


class Omit(Enum):
    """Marks an argument as not given, unlike `None`, which is sent as `null`."""

    OMIT = "omit"

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = Omit.OMIT


@dataclass(frozen=True)
class Settings:
    """Validated settings of a client."""

    url: str
    #: Hidden from `repr`, so that no log contains it.
    token: str | None = field(repr=False)
    timeout: float
    retries: int

    def __post_init__(self) -> None:
        if not is_number(self.timeout, numbers.Real) or not self.timeout > 0:
            raise ValueError("`timeout` is a number of seconds, more than 0; `math.inf` is no limit")
        if not is_number(self.retries, numbers.Integral) or self.retries < 0:
            raise ValueError("`retries` is a whole number, 0 or more")

    @classmethod
    def of(cls, url: str | None, token: str | None, timeout: float, retries: int) -> Settings:
        """Returns the settings from the arguments, with defaults from the environment: `LOCI_URL`, `LOCI_TOKEN`."""
        address = url or os.environ.get("LOCI_URL") or DEFAULT_URL
        if not is_address(address):
            raise ValueError(f"{address!r} is no address; one is like {DEFAULT_URL}")
        token = token or os.environ.get("LOCI_TOKEN") or None
        if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
            # The message does not contain the token.
            raise ValueError("the token has characters that no token has")
        return cls(address.rstrip("/"), token, timeout, retries)

    def patience(self, waits: int = 0) -> float | None:
        """Returns the timeout of a response after at most `waits` seconds of waiting, `None` for no limit."""
        whole = self.timeout + min(max(waits, 0), LONGEST_WAIT)
        return float(whole) if whole < LONGEST_WAIT else None

    def headers(self) -> dict[str, str]:
        """Returns the headers of each request."""
        headers = {"Accept": "application/json", "User-Agent": "loci-agent-memory-python"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return headers


@dataclass
class Call:
    """A call in progress. Each attempt sends the same request, so that a write is done once."""

    settings: Settings
    operation: str
    body: bytes
    headers: dict[str, str]
    timeout: float | None
    #: Number of retries so far.
    again: int = 0

    @classmethod
    def of(
        cls,
        settings: Settings,
        operation: str,
        arguments: Mapping[str, Any],
        *,
        waits: int | None | Omit,
    ) -> Call:
        """Creates the call of an operation."""
        given = {name: value for name, value in arguments.items() if value is not OMIT}
        headers = {**settings.headers(), "Content-Type": "application/json"}
        if given.get("idempotency_key") is None:
            given.pop("idempotency_key", None)
            headers["Idempotency-Key"] = secrets.token_hex(16)
        # The time that the server may wait is added to the timeout.
        if not isinstance(waits, int):
            waits = 30 if operation == "changes_wait" else 0
        return cls(settings, operation, body_of(given), headers, settings.patience(waits))

    @property
    def url(self) -> str:
        return f"{self.settings.url}/api/{self.operation}"

    def answer(self, response: httpx.Response) -> Any:
        """Returns the content of a response, or raises its error."""
        if response.is_success:
            try:
                answer = json.loads(response.content)
            except ValueError:
                answer = None
            if isinstance(answer, dict):
                return answer
            raise UnexpectedAnswerError(f"{self.url} does not answer as Loci does", response.status_code)
        if response.status_code == 304:
            return {"unchanged": True}
        error = error_of(response.status_code, response.content)
        error.retry_after = later(error.retry_after, response.headers.get("Retry-After"))
        raise error

    def pause(self, error: LociError | None) -> float | None:
        """Returns the seconds before the next attempt after `error`, or after a broken connection if it is `None`.
        Returns `None` if the call should not be retried."""
        if self.again >= self.settings.retries:
            return None
        asked: float | None = None
        if isinstance(error, (ProblemError, UnexpectedAnswerError)):
            is_contended = isinstance(error, ProblemError) and error.reason == "contended"
            if error.status not in AGAIN and not is_contended:
                return None
            asked = error.retry_after
        if asked is not None and asked > LONGEST_PAUSE:
            return None
        self.again += 1
        return max(asked or 0.0, backoff(self.again))


def body_of(arguments: Mapping[str, Any]) -> bytes:
    """Serializes arguments as JSON. Rejects texts that cannot be encoded as UTF-8 before anything is sent."""
    try:
        return json.dumps(arguments, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError as error:
        pointer = next(halves(arguments, ""), "")
        detail = (
            f"has half of a surrogate pair (U+{ord(error.object[error.start]):04X}), which is no character and cannot "
            "be sent: take it out, as `text.encode(errors='replace').decode()` does"
        )
        raise InvalidError(
            {
                "type": "about:blank#invalid",
                "title": "The request is not valid",
                "status": 400,
                "code": "invalid",
                "detail": f"{pointer}: {detail}",
                "fields": [{"pointer": pointer, "detail": detail}],
            }
        ) from error


def halves(value: Any, pointer: str) -> Iterator[str]:
    """Yields the JSON pointers to texts with a lone surrogate, or to the object if a key has one."""
    if isinstance(value, str):
        if has_half(value):
            yield pointer
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if has_half(str(key)):
                yield pointer
            else:
                yield from halves(each, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, (list, tuple)):
        for at, each in enumerate(value):
            yield from halves(each, f"{pointer}/{at}")


def has_half(text: str) -> bool:
    """Returns true if the text has a lone surrogate."""
    return any("\ud800" <= each <= "\udfff" for each in text)


def is_address(text: str) -> bool:
    """Returns true if the text is the address of a server."""
    try:
        url = httpx.URL(text)
        # `urlsplit` also validates the port.
        return urlsplit(text).port != 0 and url.scheme in ("http", "https") and url.host != ""
    except (httpx.InvalidURL, ValueError):
        return False


def is_number(value: object, kind: type) -> bool:
    """Returns true for a number of that kind, but not for booleans."""
    return isinstance(value, kind) and not isinstance(value, bool)


def later(seconds: float | None, header: str | None) -> float | None:
    """Returns the seconds that a response asks to wait, the larger of its body and its header, which a proxy may have
    set."""
    asked: float | None = None
    if header is not None:
        with contextlib.suppress(ValueError, TypeError, OverflowError):
            if header.strip().isdecimal():
                asked = float(header)
            else:
                moment = parsedate_to_datetime(header)
                asked = max(0.0, moment.timestamp() - time.time())
    return max((each for each in (seconds, asked) if each is not None), default=None)


def backoff(attempt: int, longest: float = 8.0) -> float:
    """Returns the seconds before an attempt: exponential backoff with jitter."""
    return float(min(longest, 0.1 * 2 ** min(attempt, 16)) * random.uniform(0.5, 1.0))
