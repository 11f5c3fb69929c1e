"""Progress to one line of standard error: what is done, the rate and the time left."""

from __future__ import annotations

import shutil
import sys
import time

BAR_COLUMNS = 24
TERMINAL_SECONDS = 0.2  # between two drawings on a terminal
LOG_SECONDS = 60.0  # between two lines in a log


class ProgressLine:
    """A line that is drawn again and again on a terminal and written once a minute to a log.

    ``unit`` names what is counted. Use it in a ``with`` statement: the line is wiped at the end.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._live = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._first: tuple[int, float] | None = None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            print("\r", end="\x1b[K", file=sys.stderr, flush=True)

    def update(self, done: int, share: float, note: str = "", *, total: int | None = None) -> None:
        """Show that ``done`` units are done, of ``total`` if known, and ``share`` of the work (0 if unknown)."""
        now = time.monotonic()
        if self._first is None:  # what earlier runs did says nothing about the speed of this one
            self._first, self._began = (done, share), now
        complete = self._live and done == total
        if not complete and now - self._shown < (TERMINAL_SECONDS if self._live else LOG_SECONDS):
            return
        self._shown = now
        counted = f"{done:,}" if total is None else f"{done:,} of {total:,}"
        line = f"{counted} {self._unit}" + self._pace(done, share, self._first, now - self._began)
        line += f", {note}" if note else ""
        if self._live:
            columns = shutil.get_terminal_size().columns - 1
            print("\r\x1b[K" + (bar(share) + line)[:columns], end="", file=sys.stderr, flush=True)
        else:
            print(f"reprank: {line}", file=sys.stderr, flush=True)

    @staticmethod
    def _pace(done: int, share: float, first: tuple[int, float], seconds: float) -> str:
        fresh, gained = done - first[0], share - first[1]
        if fresh <= 0 or seconds <= 0:
            return ""
        rate = fresh / seconds
        left = f", {duration(seconds * (1 - share) / gained)} left" if gained > 0 else ""
        return f", {rate:,.0f} a second{left}" if rate >= 10 else f", {60 * rate:,.0f} a minute{left}"


def bar(share: float) -> str:
    """Draw a share of the work, followed by a space; nothing where the share is unknown.

    >>> bar(0.25)
    '━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ '
    """
    filled = round(BAR_COLUMNS * share)
    return "━" * filled + "╌" * (BAR_COLUMNS - filled) + " " if share > 0 else ""


def duration(seconds: float) -> str:
    """Write a time as people say it.

    >>> duration(42), duration(200), duration(7500)
    ('42 s', '3 min', '2 h 05 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
