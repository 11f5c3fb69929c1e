"""A stream of bytes to the body of a request, within limits of size and time, for it and for all requests together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import Request

from reprank.web.problems import Problem
from reprank.web.settings import ServiceSettings

HELD_REQUESTS = 8  # bodies of the largest size that may be in memory at a time


class HeldBytes:
    """How many bytes of bodies are in memory, all requests together."""

    def __init__(self, limit: int) -> None:
        self.limit, self.total = limit, 0

    @contextmanager
    def of_one_request(self) -> Iterator[OneRequest]:
        """Count the bytes of one request while the block lasts."""
        one = OneRequest(self)
        try:
            yield one
        finally:
            self.total -= one.size


class OneRequest:
    """The bytes of one request."""

    def __init__(self, held: HeldBytes) -> None:
        self._held, self.size = held, 0

    def add(self, size: int) -> None:
        """Count more bytes; raise Problem if all requests together have too many."""
        if self._held.total + size > self._held.limit:
            raise Problem(503, "other requests use the memory for texts: try again in a moment")
        self.size += size
        self._held.total += size


async def read_body(request: Request, settings: ServiceSettings, held: OneRequest) -> bytes:
    """Read the whole body; raise Problem if it is too large or too slow."""
    too_large = Problem(413, f"the request has more than the limit of {settings.max_bytes:,} bytes: send less")
    if _declared_size(request) > settings.max_bytes:
        raise too_large
    parts = []
    try:
        async with asyncio.timeout(settings.seconds):
            async for part in request.stream():
                held.add(len(part))
                if held.size > settings.max_bytes:
                    raise too_large
                parts.append(part)
    except TimeoutError:
        raise Problem(408, f"the request did not arrive within {settings.seconds:g} seconds") from None
    return b"".join(parts)


def _declared_size(request: Request) -> int:
    given = request.headers.get("content-length", "0")
    if not (given.isascii() and given.isdecimal()):
        raise Problem(400, f"Content-Length must be a number of bytes; got {given!r}")
    return int(given)
