"""Faults of clients, of workers and of the operator: how often each was tried, and what went wrong."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.soak.client import Service, ask, cpu_seconds, head, parse
from benchmarks.soak.rows import text

SHORT = json.dumps({"text": text(1), "sentences": 1}).encode()
LONG = json.dumps({"text": " ".join(text(number) for number in range(5000))}).encode()  # seconds of work
SILENT_SECONDS = 25.0  # after which a client that does nothing must have been cut off
GONE_SECONDS = 3.0  # after which the work for a client who has gone must have stopped
STRICT = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


@dataclass
class Found:
    """How often a fault was tried, and what went wrong."""

    times: int = 0
    failures: list[str] = field(default_factory=list)

    def check(self, good: bool, failure: str) -> None:
        """Count a trial."""
        self.times += 1
        if not good:
            self.failures.append(failure)


Fault = Callable[[Service, int], Awaitable[Found]]


async def silent_clients(service: Service, times: int) -> Found:
    """Open connections that never send a whole head; the service must close all of them and answer others meanwhile."""
    found = Found()
    beginnings = [b"", b"POST /api/summ", head("POST", "/api/summarize", 10)[:-2]]

    async def stay(beginning: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(beginning)
        with suppress(OSError):
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    while await reader.read(1000):
                        pass
                found.check(True, "")
            except TimeoutError:
                found.check(False, f"still connected after {SILENT_SECONDS:g} seconds: {beginning[:20]!r}")
        writer.close()

    waiting = [asyncio.create_task(stay(beginnings[number % 3])) for number in range(50 * times)]
    answer = await ask(service.port, "/api/summarize", SHORT)
    found.check(answer.status == 200, f"another client got {answer.status}")
    await asyncio.gather(*waiting)
    return found


async def unread_answers(service: Service, times: int) -> Found:
    """Ask for long answers and read nothing of them."""
    found = Found()
    body = b"A dog slept through it all. " * 100_000

    async def stay() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port, limit=1024)
        transport: Any = writer.transport
        transport.pause_reading()
        writer.write(head("POST", "/api/read", len(body)) + body)
        await asyncio.sleep(SILENT_SECONDS + 10)
        transport.resume_reading()
        with suppress(OSError):
            async with asyncio.timeout(SILENT_SECONDS):
                while await reader.read(1 << 16):
                    pass
        found.check(True, "")
        writer.close()

    await asyncio.gather(*(stay() for _ in range(4 * times)))
    answer = await ask(service.port, "/api/summarize", SHORT)
    found.check(answer.status == 200, f"another client got {answer.status}")
    return found


async def clients_that_go_away(service: Service, times: int) -> Found:
    """Send long work and close the connection; the processors must rest soon after."""
    found = Found()
    for _ in range(5 * times):
        writers = []
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", service.port)
            writer.write(head("POST", "/api/summarize", len(LONG)) + LONG)
            await writer.drain()
            writers.append(writer)
        await asyncio.sleep(0.3)
        for writer in writers:
            writer.transport.abort()
        await asyncio.sleep(GONE_SECONDS)
        before = {worker: cpu_seconds(worker) for worker in service.workers()}
        await asyncio.sleep(1)
        now = {worker: cpu_seconds(worker) for worker in service.workers()}
        busy = sum(now[worker] - before[worker] for worker in before if worker in now)
        found.check(busy < 0.5, f"workers used {busy:.1f} s of processor time for clients that were gone")
    return found


async def killed_workers(service: Service, times: int) -> Found:
    """Kill a worker in the middle of its work: its request fails, all others are answered."""
    found = Found()
    for _ in range(5 * times):
        before = {worker: cpu_seconds(worker) for worker in service.workers()}
        failing = asyncio.create_task(ask(service.port, "/api/summarize", LONG))
        await asyncio.sleep(0.7)
        busiest = max(before, key=lambda worker: cpu_seconds(worker) - before[worker])
        others = [asyncio.create_task(ask(service.port, "/api/summarize", SHORT)) for _ in range(10)]
        os.kill(busiest, signal.SIGKILL)
        statuses = [answer.status for answer in await asyncio.gather(failing, *others)]
        found.check(
            statuses.count(200) >= 10 and set(statuses) <= {200, 500}, f"answers after a worker was killed: {statuses}"
        )
    for _ in range(2 * times):
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        await asyncio.sleep(0.2)  # a request that reaches a dying process is the request of that process
        answers = await asyncio.gather(*(ask(service.port, "/api/summarize", SHORT) for _ in range(10)))
        statuses = [answer.status for answer in answers]
        found.check(statuses == [200] * 10, f"answers after idle workers were killed: {statuses}")
    return found


async def limits_and_rights(service: Service, times: int) -> Found:
    """Ask for what must be refused; every answer has its status and the strict headers."""
    found = Found()
    cases: list[tuple[int, str, bytes, dict[str, str]]] = [
        (401, "/api/summarize", SHORT, {"Authorization": "Bearer wrong"}),
        (401, "/api/summarize", SHORT, {"Authorization": ""}),
        (403, "/api/summarize", SHORT, {"Origin": "http://evil.example"}),
        (403, "/api/summarize", SHORT, {"Origin": "http://["}),
        (403, "/api/summarize", SHORT, {"Sec-Fetch-Site": "cross-site"}),
        (421, "/api/summarize", SHORT, {"Host": "evil.example"}),
        (421, "/api/summarize", SHORT, {"Host": "["}),
        (415, "/api/summarize", SHORT, {"Content-Type": "text/plain"}),
        (413, "/api/summarize", b"x" * 3_000_001, {}),
        (413, "/api/summarize", json.dumps({"documents": ["One."] * 51}).encode(), {}),
        (400, "/api/summarize", b"[" * 100_000, {}),
        (422, "/api/summarize", b'{"text": "One.", "words": -1}', {}),
        (422, "/api/batch?path=/etc/passwd", b"{}", {}),
        (404, "/api/..%2f..%2fsettings.py", b"", {}),
        (404, "/%2e%2e/%2e%2e/etc/passwd", b"", {}),
    ]
    for _ in range(5 * times):
        for status, path, body, headers in cases:
            method = "GET" if status == 404 else "POST"
            try:
                answer = await ask(service.port, path, body, headers=headers, method=method)
            except OSError as error:
                found.check(False, f"{path}, {status} expected: {error!r}")
                continue
            strict = all(name in answer.headers for name in STRICT)
            found.check(answer.status == status and strict, f"{path}: {answer.status} instead of {status}")
    return found


async def names_of_files(service: Service, times: int) -> Found:
    """Put the name of a file wherever a text may stand; nothing of the file may be in the answer."""
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret.txt")
        secret.write_text("Xanthippe keeps the ledger. Xanthippe hides the key.", encoding="utf-8")
        requests: list[dict[str, object]] = [
            {"documents": [str(secret)]},
            {"documents": [secret.as_uri()]},
            {"text": text(1), "seen": [str(secret)], "query": str(secret)},
            {"text": text(1), "language": str(secret)},
            {"documents": [{"text": text(1), "id": str(secret), "title": f"@{secret}"}]},
        ]
        bodies = [json.dumps(request).encode() for request in requests] * times
        for path in ("/api/summarize", "/api/keywords", "/api/batch", f"/api/read?name={secret}"):
            for body in bodies:
                answer = await ask(service.port, path, body)
                found.check(b"anthippe" not in answer.body and answer.status < 500, f"{path}: {answer.body[:100]!r}")
    return found


async def told_to_end(service: Service, times: int) -> Found:
    """Send SIGTERM to all processes of the service: what was begun is answered, then the service exits with 0."""
    found = Found()
    for turn in range(2 * times):
        ending = service if turn == 2 * times - 1 else Service("--workers", "2")
        body = json.dumps({"text": " ".join(text(number) for number in range(500))}).encode()
        await ask(ending.port, "/api/summarize", SHORT)
        connections = [await asyncio.open_connection("127.0.0.1", ending.port) for _ in range(4)]
        for _, writer in connections:
            writer.write(head("POST", "/api/summarize", len(body)) + body)
            await writer.drain()
        await asyncio.sleep(0.3)
        os.killpg(ending.process.pid, signal.SIGTERM)
        for reader, writer in connections:
            answer = parse(await reader.read())
            found.check(answer.status == 200, f"{answer.status} for work that was begun before SIGTERM")
            writer.close()
        code = await asyncio.to_thread(ending.process.wait, 60)
        found.check(code == 0, f"exit code {code} after SIGTERM")
        ending.end()
    return found


FAULTS: dict[str, Fault] = {
    "clients that never finish the head of a request": silent_clients,
    "clients that do not read their answers": unread_answers,
    "clients that go away in the middle of their work": clients_that_go_away,
    "workers killed with SIGKILL, at work and idle": killed_workers,
    "requests over a limit, or without the token, host or origin": limits_and_rights,
    "names of files in place of texts": names_of_files,
    "SIGTERM to all processes while requests are answered": told_to_end,
}
