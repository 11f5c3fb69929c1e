"""A crowd before the service: how long a short request takes beside slow clients and large texts."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.soak.client import Service, ask, head
from benchmarks.soak.rows import text

SLOW_CLIENTS = 500
LARGE_TEXTS = 64
LARGE_BYTES = 2_000_000
MAX_RATIO = 5.0  # of the time that a short request takes when the service is idle
ASKED = 20  # short requests, one after the other, idle and in the crowd
PAUSE_SECONDS = 0.5  # between two short requests in the crowd
BYTE_SECONDS = 1.0  # between two bytes of a slow client
SHORT = json.dumps({"text": text(1), "sentences": 1}).encode()


@dataclass
class Crowd:
    """Seconds of short requests, and how large texts and slow clients ended."""

    idle: float
    crowded: float
    longest: float
    statuses: dict[str, int]

    @property
    def ratio(self) -> float:
        """How many times longer a short request takes in the crowd, by the medians."""
        return self.crowded / self.idle


async def run_crowd(service: Service) -> Crowd:
    """Ask for short texts alone, then beside 500 clients that send byte by byte and 64 that send 2 MB each."""
    await ask(service.port, "/api/summarize", SHORT)
    idle = [await _seconds(service.port, number) for number in range(ASKED)]
    # Every text is another one, so that none is answered from what a worker keeps.
    large = [_large(number) for number in range(LARGE_TEXTS)]
    statuses: dict[str, int] = {}
    slow = [asyncio.create_task(_slow(service.port)) for _ in range(SLOW_CLIENTS)]
    await asyncio.sleep(2)
    asked = [asyncio.create_task(_ask_large(service.port, body, statuses)) for body in large]
    await asyncio.sleep(2)
    crowded = []
    for number in range(ASKED):
        crowded.append(await _seconds(service.port, ASKED + number))
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.gather(*asked)
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    return Crowd(statistics.median(idle), statistics.median(crowded), max(crowded), dict(sorted(statuses.items())))


def _large(number: int) -> bytes:
    one = " ".join(text(1000 * number + k) for k in range(200))
    return json.dumps({"text": f"Text {number}. " + (one + " ") * (LARGE_BYTES // len(one)), "sentences": 3}).encode()


async def _seconds(port: int, number: int) -> float:
    body = json.dumps({"text": f"Number {number} rose. {text(number)}", "sentences": 1}).encode()
    began = time.monotonic()
    answer = await ask(port, "/api/summarize", body)
    if answer.status != 200:
        raise SystemExit(f"a short request was answered with {answer.status}")
    return time.monotonic() - began


async def _ask_large(port: int, body: bytes, statuses: dict[str, int]) -> None:
    try:
        status = str((await ask(port, "/api/summarize", body)).status)
    except (OSError, TimeoutError) as error:
        status = type(error).__name__
    statuses[status] = statuses.get(status, 0) + 1


async def _slow(port: int) -> None:
    """Send a request byte by byte, again and again."""
    request = head("POST", "/api/summarize", len(SHORT)) + SHORT
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                for byte in request:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(BYTE_SECONDS)
            finally:
                writer.close()
        await asyncio.sleep(BYTE_SECONDS)
