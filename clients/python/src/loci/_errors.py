"""The errors of calls."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from . import types


class LociError(Exception):
    """Base class of all errors of calls."""


class ConnectionFailedError(LociError):
    """No server answered, or the connection broke, on all attempts."""


class UnexpectedAnswerError(LociError):
    """The response is not from Loci."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        #: The HTTP status.
        self.status = status
        #: Seconds to wait before a retry, if a proxy says so.
        self.retry_after: float | None = None


class ProblemError(LociError):
    """Loci rejected a call or failed: a problem in the form of RFC 9457."""

    #: Error code of the class.
    CODE: ClassVar[str] = ""

    def __init__(self, problem: types.Problem) -> None:
        #: The whole problem.
        self.problem = problem
        #: Explanation: what was wrong, what was expected, what to do next.
        self.detail: str = problem.get("detail", "")
        #: The HTTP status.
        self.status: int = problem.get("status", 0)
        #: Machine-readable code of the error class.
        self.code: str = problem.get("code", "")
        #: More specific machine-readable reason, such as `lease_lost`.
        self.reason: str | None = problem.get("reason")
        #: Invalid arguments, with the reason for each.
        self.fields: list[types.FieldFault] = problem.get("fields") or []
        #: Current version of the addressed resource.
        self.current: int | None = problem.get("current")
        #: Changes made in the meantime.
        self.changes: list[types.Change] = problem.get("changes") or []
        #: Id of the request. Loci's log has details under it.
        self.instance: str = problem.get("instance", "")
        #: Seconds to wait before a retry.
        self.retry_after: float | None = problem.get("retry_after_seconds")
        #: Messages from others to the calling agent.
        self.inbox: list[types.Notice] = problem.get("inbox") or []
        super().__init__(self.detail or problem.get("title", ""))

    def __reduce__(self) -> tuple[type[ProblemError], tuple[types.Problem]]:
        return type(self), (self.problem,)


class InvalidError(ProblemError):
    """The arguments are invalid; `fields` names them."""

    CODE = "invalid"


class UnauthenticatedError(ProblemError):
    """The token is missing or invalid."""

    CODE = "unauthenticated"


class ForbiddenError(ProblemError):
    """The caller lacks the permission."""

    CODE = "forbidden"


class NotFoundError(ProblemError):
    """The resource does not exist, or the caller may not see it."""

    CODE = "not_found"


class ConflictError(ProblemError):
    """The current state does not allow the call, or it changed in the meantime."""

    CODE = "conflict"


class GoneError(ProblemError):
    """The resource was erased."""

    CODE = "gone"


class TooLargeError(ProblemError):
    """The request exceeds a limit."""

    CODE = "too_large"


class RateLimitedError(ProblemError):
    """Too many calls, or a quota is exhausted."""

    CODE = "rate_limited"


class UnavailableError(ProblemError):
    """Loci is temporarily unavailable. Nothing was written, unless the reason is `unknown_outcome`."""

    CODE = "unavailable"


class InternalError(ProblemError):
    """Internal error of Loci. Its log has details under `instance`."""

    CODE = "internal"


CLASSES: dict[str, type[ProblemError]] = {each.CODE: each for each in ProblemError.__subclasses__()}


def error_of(status: int, body: bytes) -> ProblemError | UnexpectedAnswerError:
    """Returns the error of a response."""
    try:
        problem: Any = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        start = body[:200].decode("utf-8", "replace")
        return UnexpectedAnswerError(f"An answer {status} that is not from Loci: {start}", status)
    found: Any = {"status": status, **problem}
    return CLASSES.get(problem["code"], ProblemError)(found)
