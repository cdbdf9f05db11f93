"""A real server for the tests, and a proxy that fails like a network."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from loci import AsyncLoci, Loci

# Timeout of any step; never its expected duration.
PATIENCE = 60.0


class House:
    """A server with its own data folder."""

    def __init__(self, *flags: str) -> None:
        self.binary = os.environ["LOCI_BIN"]
        self.folder = tempfile.TemporaryDirectory(prefix="loci-python-")
        self.data = Path(self.folder.name) / "data"
        self.flags = flags
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCI_")}
        self.tokens: dict[tuple[str, str], str] = {}
        self.start("127.0.0.1:0")

    def start(self, address: str) -> None:
        """Starts the process at that address."""
        self.process = subprocess.Popen(
            [self.binary, "serve", "--addr", address, "--trace", "error", "--data", str(self.data), *self.flags],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder.name,
            env=self.environment,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), f"the server did not start: {line!r}"
        self.url = line.removeprefix("listening on ").strip()

    def stop(self) -> None:
        """Stops the process and keeps the data."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()

    def restart(self) -> None:
        """Restarts the process at the same address."""
        self.stop()
        self.start(self.url.removeprefix("http://"))

    def end(self) -> None:
        """Stops the process and removes the data."""
        self.stop()
        self.folder.cleanup()

    def token(self, agent: str, role: str = "orchestrator") -> str:
        """Creates a token for an agent."""
        if (agent, role) not in self.tokens:
            made = subprocess.run(
                [self.binary, "token", "create", "--agent", agent, "--role", role, "--data", str(self.data)],
                capture_output=True,
                text=True,
                check=True,
                env=self.environment,
            )
            self.tokens[agent, role] = made.stdout.strip()
        return self.tokens[agent, role]

    def client(self, agent: str = "py-lead", role: str = "orchestrator", **more: object) -> Loci:
        """Creates a client for an agent."""
        return Loci(self.url, self.token(agent, role), **more)  # type: ignore[arg-type]

    def async_client(self, agent: str = "py-lead", role: str = "orchestrator", **more: object) -> AsyncLoci:
        """Creates an asynchronous client for an agent."""
        return AsyncLoci(self.url, self.token(agent, role), **more)  # type: ignore[arg-type]


# Decides by the number of the request, from 0, and its bytes. `pass` returns the response; `break` and `half` forward
# the request and break the connection before or within the response; bytes are the response, and the server never sees
# the request.
Plan = Callable[[int, bytes], str | bytes]


class Between:
    """A proxy between a client and a server: one request for each connection, handled as a plan says."""

    def __init__(self, url: str, plan: Plan) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self.target = (host, int(port))
        self.plan = plan
        self.requests: list[bytes] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        """Accepts connections one after the other."""
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                self.answer(connection)

    def answer(self, connection: socket.socket) -> None:
        """Handles one request."""
        connection.settimeout(PATIENCE)
        request = whole(connection)
        self.requests.append(request)
        what = self.plan(len(self.requests) - 1, request)
        if isinstance(what, bytes):
            connection.sendall(what)
            return
        with socket.create_connection(self.target, PATIENCE) as server:
            server.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            answer = b"".join(iter(lambda: server.recv(65536), b""))
        # A broken connection is worse than a missing response.
        connection.sendall(answer if what == "pass" else answer[: len(answer) // 2] if what == "half" else b"")

    def end(self) -> None:
        """Stops accepting connections."""
        # Wakes the thread that waits in `accept`.
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(PATIENCE)

    def keys(self) -> list[str]:
        """Returns the idempotency keys of the requests."""
        found = []
        for request in self.requests:
            head = request.split(b"\r\n\r\n")[0].decode("latin-1")
            lines = [line for line in head.split("\r\n") if line.lower().startswith("idempotency-key:")]
            found += [line.partition(":")[2].strip() for line in lines]
        return found


def whole(connection: socket.socket) -> bytes:
    """Reads a complete request."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return data
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


def refusal(status: int, code: str, *headers: str) -> bytes:
    """Returns an error response in Loci's format."""
    body = b'{"title":"No","status":%d,"detail":"Not now.","code":"%s"}' % (status, code.encode())
    lines = [
        f"HTTP/1.1 {status} No",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body
