"""The real binary on a folder of its own, and the unmodified client speaking to it.

Knows how to start and stop both, and which of the client's methods were called. Knows no story.
"""

import functools
import inspect
import os
import subprocess
import tempfile
from pathlib import Path

import httpx
from agent_memory_client import MemoryAPIClient, MemoryClientConfig

# How long anything may take before a story gives up; never how long a story waits.
PATIENCE = 30.0

# The client's methods that were called, by name.
called: set[str] = set()


def public_methods() -> set[str]:
    """The names of everything public that can be called on the client."""
    return {
        name
        for name, member in inspect.getmembers(MemoryAPIClient)
        if not name.startswith("_") and callable(member)
    }


def watch() -> None:
    """Notes each call of a public method, and changes nothing else of the client."""
    for name in public_methods():
        raw = inspect.getattr_static(MemoryAPIClient, name)
        kind = type(raw) if isinstance(raw, (classmethod, staticmethod)) else None
        setattr(MemoryAPIClient, name, kind(_noted(name, raw.__func__)) if kind else _noted(name, raw))


def _noted(name, method):
    @functools.wraps(method)
    def call(*arguments, **named):
        called.add(name)
        return method(*arguments, **named)

    return call


class House:
    """A running server."""

    def __init__(self) -> None:
        self.binary = os.environ["LOCI_BIN"]
        self.folder = tempfile.TemporaryDirectory(prefix="loci-compat-")
        self.data = Path(self.folder.name) / "data"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCI_")}
        self.environment = environment
        self.process = subprocess.Popen(
            [self.binary, "serve", "--addr", "127.0.0.1:0", "--trace", "warn", "--data", self.data],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder.name,
            env=environment,
        )
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), f"the server did not start: {line!r}"
        self.base = line.removeprefix("listening on ").strip()
        self.process.stdout.readline()
        self.token = self.new_token("client", "worker")

    def new_token(self, agent: str, role: str) -> str:
        """A token for an agent."""
        made = subprocess.run(
            [self.binary, "token", "create", "--agent", agent, "--role", role, "--data", self.data],
            capture_output=True,
            text=True,
            check=True,
            cwd=self.folder.name,
            env=self.environment,
        )
        return made.stdout.strip()

    def client(self, token: str | None = None, **config) -> MemoryAPIClient:
        """The client as its documentation says, with a token in its headers."""
        client = MemoryAPIClient(MemoryClientConfig(base_url=self.base, timeout=PATIENCE, **config))
        client._client.headers["Authorization"] = f"Bearer {token or self.token}"
        return client

    def wire(self) -> httpx.AsyncClient:
        """Plain HTTP, for what the client cannot say."""
        return httpx.AsyncClient(
            base_url=self.base,
            timeout=PATIENCE,
            headers={"Authorization": f"Bearer {self.token}"},
        )

    def stop(self) -> None:
        """Ends the server and removes its folder."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()
