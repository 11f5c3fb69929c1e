"""A connection to a watched one: a client that neither sends nor reads is cut off after a while."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

LOOK_SECONDS = 10.0  # between two looks at a connection
MIN_READ_BYTES = 10_000  # of an answer that a client must take between two looks


@dataclass(frozen=True)
class _State:
    """What a look at a connection sees."""

    request: object  # the latest one, by identity; None before the first
    begun: bool  # whether that request is being answered
    unread: int  # bytes of answers that the client has not taken
    drained: int  # how often the buffer of answers ran low


class WatchedConnection(H11Protocol):
    """The HTTP protocol of uvicorn, which by itself waits forever for a request to begin and for an answer to be read.

    A connection is closed if between two looks no request began and none was being answered, or if the client took
    less than ``MIN_READ_BYTES`` of its answer. The time for the body of a request is limited by the application.
    """

    _seen: _State | None = None
    _drained = 0
    _look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End to watch."""
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """Note that the client reads."""
        self._drained += 1
        super().resume_writing()

    def _watch(self) -> None:
        now = self._state()
        if self._seen is not None and _stuck(self._seen, now):
            self.transport.abort()
            return
        self._seen = now
        self._look = self.loop.call_later(LOOK_SECONDS, self._watch)

    def _state(self) -> _State:
        cycle: Any = self.cycle
        begun = cycle is not None and not cycle.response_complete
        return _State(cycle, begun, self.transport.get_write_buffer_size(), self._drained)


def _stuck(before: _State, now: _State) -> bool:
    """Return whether nothing happened that the client has to do."""
    if now.request is not before.request or now.drained > before.drained:
        return False
    if now.unread:
        return before.unread > 0 and before.unread - now.unread < MIN_READ_BYTES
    return not now.begun and not before.unread
