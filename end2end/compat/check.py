"""What stories ask for besides `assert`. Knows nothing of the server."""

import asyncio
import contextlib
import time

# How long something that happens in the background may take.
PATIENCE = 20.0


@contextlib.contextmanager
def raises(kind: type[Exception], saying: str = ""):
    """Expects that kind of exception, with that in its text."""
    try:
        yield
    except kind as error:
        assert saying in str(error), f"{error!r} does not say {saying!r}"
    else:
        raise AssertionError(f"nothing was raised; {kind.__name__} was expected")


async def until(ask):
    """Asks until there is an answer, and gives it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = await ask()
        if answer:
            return answer
        await asyncio.sleep(0.02)
    raise AssertionError(f"{ask.__name__} did not come true")
