"""A block of work that ends when its time is over."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

#: Whether this system has the alarm clock that ``time_limit`` needs; Windows has none.
AVAILABLE = hasattr(signal, "setitimer")


@contextmanager
def time_limit(seconds: float | None, error: Exception) -> Iterator[None]:
    """Raise the error in the midst of the block once so many seconds have passed; None sets no limit.

    Code beneath Python is left to return first. For the main thread of a process only.

    >>> with time_limit(0.01, TimeoutError("too slow")):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    TimeoutError: too slow
    """
    if seconds is None:
        yield
        return

    def ring(*_: object) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
