"""Progress to one line: on a terminal, in a log or in a notebook, what is done, the rate and the time left."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

BAR_COLUMNS = 24
PATIENCE_SECONDS = 2.0  # without a sign of life
LIVE_SECONDS = 0.2  # between two drawings on a terminal or in a notebook
LOG_SECONDS = 60.0  # between two lines in a log


class ProgressLine:
    """A line that is drawn again and again on a terminal and in a notebook, and written once a minute to a log.

    ``unit`` names what is counted. Use it in a ``with`` statement: at the end, the line is wiped on a terminal and
    says what was done in a notebook.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._view = _view()
        self._began = self._shown = time.monotonic()
        self._first: tuple[int, float] | None = None
        self._last: tuple[int, float, str, int | None] = (0, 0.0, "", None)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        done, share, _note, total = self._last
        seconds = duration(time.monotonic() - self._began)
        self._view.end(f"{self._counted(done, total)} in {seconds}", share)

    def update(self, done: int, share: float, note: str = "", *, total: int | None = None) -> None:
        """Show that ``done`` units are done, of ``total`` if known, and ``share`` of the work (0 if unknown)."""
        now = time.monotonic()
        self._last = (done, share, note, total)
        if self._first is None:  # what earlier runs did says nothing about the speed of this one
            self._first, self._began = (done, share), now
        complete = self._view.live and done == total
        if not complete and now - self._shown < (LIVE_SECONDS if self._view.live else LOG_SECONDS):
            return
        self._shown = now
        line = self._counted(done, total) + self._pace(done, share, self._first, now - self._began)
        self._view.draw(line + (f", {note}" if note else ""), share)

    def _counted(self, done: int, total: int | None) -> str:
        return f"{done:,} {self._unit}" if total is None else f"{done:,} of {total:,} {self._unit}"

    @staticmethod
    def _pace(done: int, share: float, first: tuple[int, float], seconds: float) -> str:
        fresh, gained = done - first[0], share - first[1]
        if fresh <= 0 or seconds <= 0:
            return ""
        rate = fresh / seconds
        left = f", {duration(seconds * (1 - share) / gained)} left" if gained > 0 else ""
        return f", {rate:,.0f} a second{left}" if rate >= 10 else f", {60 * rate:,.0f} a minute{left}"


@contextmanager
def elapsed(work: str) -> Iterator[None]:
    """Show on a terminal how long some work takes, once it takes more than two seconds; wipe the line at the end."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    view = _Terminal()

    def tick() -> None:
        began = time.monotonic()
        shown = done.wait(PATIENCE_SECONDS)
        while not shown:
            view.draw(f"{work} … {duration(time.monotonic() - began)}", 0.0)
            shown = done.wait(1.0)

    clock = threading.Thread(target=tick, daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()
        view.end("", 0.0)


class _View(Protocol):
    """Where the line is shown."""

    live: bool  # whether a line replaces the one before it

    def draw(self, line: str, share: float) -> None: ...
    def end(self, line: str, share: float) -> None: ...


def _view() -> _View:
    """Return the view for where this process runs."""
    loaded = sys.modules.get("IPython")  # a notebook has loaded it
    shell = loaded.get_ipython() if loaded is not None else None
    if getattr(shell, "kernel", None) is not None:
        return _Notebook()
    return _Terminal() if sys.stderr.isatty() else _Log()


class _Terminal:
    live = True

    def draw(self, line: str, share: float) -> None:
        columns = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r\x1b[K" + (bar(share) + line)[:columns])
        sys.stderr.flush()

    def end(self, line: str, share: float) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _Log:
    live = False

    def draw(self, line: str, share: float) -> None:
        sys.stderr.write(f"reprank: {line}\n")
        sys.stderr.flush()

    def end(self, line: str, share: float) -> None:
        pass


class _Notebook:
    """One output of the cell, which each drawing replaces; nothing but IPython is needed."""

    live = True

    def __init__(self) -> None:
        self._handle: Any = None

    def draw(self, line: str, share: float) -> None:
        if self._handle is None:
            from IPython.display import display

            self._handle = display(NotebookLine(line, share), display_id=True)
        else:
            self._handle.update(NotebookLine(line, share))

    def end(self, line: str, share: float) -> None:
        if self._handle is not None:
            self.draw(line, share)


@dataclass(frozen=True)
class NotebookLine:
    """A line of progress as a notebook shows it, with a bar where the share is known."""

    line: str
    share: float

    def __repr__(self) -> str:
        return bar(self.share) + self.line

    def _repr_html_(self) -> str:
        from html import escape

        text = f'<span style="font-variant-numeric: tabular-nums">{escape(self.line)}</span>'
        if not self.share:
            return text
        style = "width: 14rem; height: .7rem; margin-right: .7rem; accent-color: #0b6e6e; vertical-align: middle"
        return f'<progress max="1" value="{self.share:.4f}" style="{style}"></progress>{text}'


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
