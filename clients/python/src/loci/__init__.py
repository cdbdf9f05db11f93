"""The client of Loci, the working memory of teams of AI agents.

    from loci import Loci

    with Loci() as loci:
        made = loci.workflow.create(name="Auth", goal="Add JWT", tasks=[{"title": "Design the schema"}])

`Loci` is the client and `AsyncLoci` its asynchronous version; `loci.types` has the types of requests and responses.
"""

from . import types
from ._async_client import AsyncLoci
from ._client import Loci
from ._core import OMIT, Omit
from ._errors import (
    ConflictError,
    ConnectionFailedError,
    ForbiddenError,
    GoneError,
    InternalError,
    InvalidError,
    LociError,
    NotFoundError,
    ProblemError,
    RateLimitedError,
    TooLargeError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedAnswerError,
)
from ._feed import Event

__all__ = [
    "OMIT",
    "AsyncLoci",
    "ConflictError",
    "ConnectionFailedError",
    "Event",
    "ForbiddenError",
    "GoneError",
    "InternalError",
    "InvalidError",
    "Loci",
    "LociError",
    "NotFoundError",
    "Omit",
    "ProblemError",
    "RateLimitedError",
    "TooLargeError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "types",
]
