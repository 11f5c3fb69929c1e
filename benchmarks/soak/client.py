"""A small HTTP client on asyncio, and what Linux knows about the processes of a service."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TOKEN = "a-token-for-the-soak"
JSON = "application/json"
CLIENT_SECONDS = 120.0  # that a client waits; a service that takes longer has failed
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Response:
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body, read as JSON."""
        return json.loads(self.body)


def head(method: str, path: str, size: int, headers: dict[str, str] | None = None) -> bytes:
    """Write the head of a request."""
    fields = {
        "Host": "127.0.0.1",
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": JSON,
        "Content-Length": str(size),
        "Connection": "close",
        **(headers or {}),
    }
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


async def ask(
    port: int, path: str, body: bytes = b"", *, method: str = "POST", headers: dict[str, str] | None = None
) -> Response:
    """Send one request on a connection of its own; raise OSError if the connection breaks."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(CLIENT_SECONDS):
            writer.write(head(method, path, len(body), headers) + body)
            return parse(await reader.read())
    finally:
        writer.close()


def parse(answer: bytes) -> Response:
    """Take an answer apart; raise ConnectionError if it has no end."""
    top, separator, body = answer.partition(b"\r\n\r\n")
    if not separator:
        raise ConnectionError("the connection was closed without an answer")
    first, *lines = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = _joined(body)
    elif len(body) != int(headers.get("content-length", len(body))):
        raise ConnectionError("the answer was cut off")
    return Response(int(first.split()[1]), headers, body)


def _joined(chunks: bytes) -> bytes:
    found = b""
    while True:
        size, _, chunks = chunks.partition(b"\r\n")
        if not size:
            raise ConnectionError("the answer was cut off")
        if int(size, 16) == 0:
            return found
        found, chunks = found + chunks[: int(size, 16)], chunks[int(size, 16) + 2 :]


class Service:
    """``reprank serve`` as a process group of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "reprank", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "REPRANK_TOKEN": TOKEN},
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)", line)
        if not found:
            raise SystemExit(f"the service did not start: {line}")
        self.port = int(found[1])

    def workers(self) -> list[int]:
        """Find the worker processes."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def megabytes(self) -> dict[str, float]:
        """Return the resident memory of the server and of its largest worker."""
        return {"server": _megabytes(self.process.pid), "worker": max(map(_megabytes, self.workers()), default=0.0)}

    def end(self) -> None:
        """End the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


def _megabytes(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu_seconds(process: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND
