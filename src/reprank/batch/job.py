"""A file of rows to a file of results, on the cores of this machine or on a cluster."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Literal, Protocol

from reprank.batch.journal import Journal, Numbers, Paths
from reprank.batch.pool import Done, Pool, chunks
from reprank.batch.readers import Source, grouped
from reprank.batch.storage import format_of
from reprank.batch.worker import Limits, Settings
from reprank.budget import choose_length
from reprank.errors import InputError, RepRankError
from reprank.version import __version__

Order = Literal["input", "done"]


@dataclass(frozen=True)
class Job:
    """What is to be done to every row, what a row may take, and the order of the results."""

    settings: Settings = field(default_factory=Settings)
    limits: Limits = field(default_factory=Limits)
    order: Order = "input"


@dataclass(frozen=True)
class Progress:
    """How far a batch is: rows done and failed, of all runs, and how much of the source is read."""

    rows: int
    failed: int
    share: float


@dataclass(frozen=True)
class Report:
    """How a batch ended: rows in the result and how many of them are errors; none if it was whole already."""

    rows: int
    failed: int


class Stopped(KeyboardInterrupt):
    """A batch was interrupted; what is done is kept for ``resume=True``."""

    def __init__(self, rows: int, code: int) -> None:
        super().__init__(f"interrupted after {rows} rows")
        self.rows, self.code = rows, code


class Engine(Protocol):
    """Where the rows are summarized."""

    def results(
        self, source: str, job: Job, done: Numbers, stop: Stop, *, partition: int | None = None
    ) -> Iterator[tuple[Done, float]]:
        """Yield finished rows that are not done yet, with how much of the source is read.

        With ``partition``, the documents of all rows are gathered into rows of so many documents first.
        """


@dataclass(frozen=True)
class Local:
    """Worker processes on this machine, one for each core unless told otherwise."""

    workers: int | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise InputError(f"workers must be at least 1; got {self.workers}")

    def results(
        self, source: str, job: Job, done: Numbers, stop: Stop, *, partition: int | None = None
    ) -> Iterator[tuple[Done, float]]:
        """Yield finished rows, in the order of the job, with how much of the source is read."""
        with closing(Source(source)) as opened:
            rows = grouped(opened.rows, partition) if partition else opened.rows
            remaining = ((number, row) for number, row in enumerate(rows) if number not in done)
            workers = self.workers or _cores()
            with Pool(job.settings, job.limits, workers=workers, ordered=job.order == "input") as pool:
                for finished in pool.results(chunks(remaining), stopped=stop.asked):
                    yield finished, opened.share()


def _cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    source: str | Path,
    target: str | Path,
    *,
    job: Job | None = None,
    engine: Engine | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] = lambda now: None,
) -> Report:
    """Summarize every row of ``source`` into ``target``.

    As many rows come out as go in: a row that cannot be summarized becomes ``{"id", "error"}``. Memory stays flat.
    After any interruption the same call with ``resume=True`` goes on where it stopped. Raises InputError for settings
    that no row could be summarized with, DataError for files that cannot be used or would be overwritten, and Stopped,
    a KeyboardInterrupt, after Ctrl-C or SIGTERM. Worker processes are started, so a script needs the usual
    ``if __name__ == "__main__":``.
    """
    work, where = job or Job(), engine or Local()
    source, target = str(source), str(target)
    format_of(target)
    if resume and Paths(target).whole():
        return Report(0, 0)
    work.settings.check()
    journal = Journal.start(target, _heading(source, work), resume=resume)
    try:
        with Stop.on_signals() as stop:
            for done, share in where.results(source, work, journal.done, stop):
                journal.append(done)
                progress(Progress(len(journal.done), journal.failed, share))
            if stop.code:
                raise Stopped(len(journal.done), stop.code)
    except RepRankError:
        if not len(journal.done):
            journal.discard()  # nothing was begun, such as with a missing package: the same call may be tried again
        raise
    finally:
        journal.close()
    journal.finish()
    return Report(len(journal.done), journal.failed)


def _heading(source: str, job: Job) -> str:
    """Write what must be the same for results to be mixed: the rows, the settings, the order and the version."""
    with closing(Source(source)) as opened:
        same = {"rows": opened.fingerprint, "order": job.order, "version": __version__, **asdict(job.settings)}
        same["budget"] = repr(choose_length(job.settings.budget))
        return json.dumps(same, sort_keys=True)


class Stop:
    """Whether somebody pressed Ctrl-C or sent SIGTERM: once asks for an orderly end, twice ends at once."""

    def __init__(self) -> None:
        self.code = 0

    def asked(self) -> bool:
        """Tell whether to stop."""
        return self.code != 0

    def _ask(self, number: int, _: FrameType | None) -> None:
        if self.code:
            raise KeyboardInterrupt
        self.code = 128 + number

    @classmethod
    @contextmanager
    def on_signals(cls) -> Iterator[Stop]:
        """Listen to signals where that is possible, which is in the main thread."""
        stop = cls()
        if threading.current_thread() is not threading.main_thread():
            yield stop
            return
        before = {number: signal.signal(number, stop._ask) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield stop
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
