"""What a call can fail with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from . import types


class LociError(Exception):
    """Any failure of a call."""


class ConnectionFailedError(LociError):
    """No server answered, or its answer broke off, as often as it was tried."""


class UnexpectedAnswerError(LociError):
    """Something answered that is not Loci."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        #: The HTTP status.
        self.status = status
        #: The seconds after which to try again, where a proxy says so.
        self.retry_after: float | None = None


class ProblemError(LociError):
    """Loci refused a call, or failed: a problem in the form of RFC 9457."""

    #: The code that stands for this class.
    CODE: ClassVar[str] = ""

    def __init__(self, problem: types.Problem) -> None:
        #: The whole problem.
        self.problem = problem
        #: What was wrong, what was expected, what to do next.
        self.detail: str = problem.get("detail", "")
        #: The HTTP status.
        self.status: int = problem.get("status", 0)
        #: The kind for programs.
        self.code: str = problem.get("code", "")
        #: A finer word for programs, such as `lease_lost`.
        self.reason: str | None = problem.get("reason")
        #: Which arguments are wrong, and why.
        self.fields: list[types.FieldFault] = problem.get("fields") or []
        #: The current version of what was addressed.
        self.current: int | None = problem.get("current")
        #: What changed meanwhile.
        self.changes: list[types.Change] = problem.get("changes") or []
        #: The request's id; Loci's log has more under it.
        self.instance: str = problem.get("instance", "")
        #: The seconds after which to try again.
        self.retry_after: float | None = problem.get("retry_after_seconds")
        #: What others say to the agent that called.
        self.inbox: list[types.Notice] = problem.get("inbox") or []
        super().__init__(self.detail or problem.get("title", ""))

    def __reduce__(self) -> tuple[type[ProblemError], tuple[types.Problem]]:
        return type(self), (self.problem,)


class InvalidError(ProblemError):
    """The arguments are wrong; `fields` says which."""

    CODE = "invalid"


class UnauthenticatedError(ProblemError):
    """There is no token, or it is not valid."""

    CODE = "unauthenticated"


class ForbiddenError(ProblemError):
    """The caller may not do this."""

    CODE = "forbidden"


class NotFoundError(ProblemError):
    """There is no such thing, or the caller may not know of it."""

    CODE = "not_found"


class ConflictError(ProblemError):
    """What is so now does not allow it, or it changed meanwhile."""

    CODE = "conflict"


class GoneError(ProblemError):
    """It was there and has been erased."""

    CODE = "gone"


class TooLargeError(ProblemError):
    """It is more than the limit."""

    CODE = "too_large"


class RateLimitedError(ProblemError):
    """It was called too often, or a quota is met."""

    CODE = "rate_limited"


class UnavailableError(ProblemError):
    """Loci cannot do it now; nothing was written."""

    CODE = "unavailable"


class InternalError(ProblemError):
    """A fault of Loci; its log has more under `instance`."""

    CODE = "internal"


CLASSES: dict[str, type[ProblemError]] = {each.CODE: each for each in ProblemError.__subclasses__()}


def error_of(status: int, body: bytes) -> ProblemError | UnexpectedAnswerError:
    """The error that an answer says."""
    try:
        problem: Any = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        start = body[:200].decode("utf-8", "replace")
        return UnexpectedAnswerError(f"An answer {status} that is not from Loci: {start}", status)
    found: Any = {"status": status, **problem}
    return CLASSES.get(problem["code"], ProblemError)(found)
