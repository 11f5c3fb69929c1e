"""A row to its result: what a worker does, with a limit of time and memory for each row."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from reprank.api import Summarizer
from reprank.batch.readers import Row
from reprank.batch.writers import Fields, encode
from reprank.budget import Length
from reprank.errors import InputError, RepRankError
from reprank.processes import AVAILABLE, time_limit
from reprank.summary import Summary

TRIAL = "The river rose all night. By dawn the river had closed the bridge. A dog slept through it all."


@dataclass(frozen=True)
class Settings:
    """How every row is to be summarized: the system, one length, and keywords."""

    system: str = "reprank"
    budget: Length | None = None
    keywords: int = 10
    language: str | None = None

    def check(self) -> None:
        """Raise the error that every row would end in, before any row is read."""
        summarize_documents((TRIAL,), self)


@dataclass(frozen=True)
class Limits:
    """What one row may take: seconds, and megabytes beyond what its worker holds when it starts."""

    seconds: float | None = None
    megabytes: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("megabytes", self.megabytes)):
            if value is not None and value <= 0:
                raise InputError(f"{name} of the limits must be above 0; got {value}")


class OutOfTime(RepRankError):
    """A row took longer than it may."""


class Mark(Protocol):
    """Two numbers that parent and worker share: which row is under way, and since when."""

    def __setitem__(self, place: int, value: float) -> None: ...
    def __getitem__(self, place: int) -> float: ...


@cache
def _summarizer(name: str) -> Summarizer:
    """Make the system once for each process."""
    from reprank.systems import make

    return make(name)


def summarize_documents(documents: Sequence[str], settings: Settings) -> Summary:
    """Summarize with the settings of a batch."""
    return _summarizer(settings.system).summarize(
        documents,
        budget=settings.budget,
        keywords=settings.keywords,
        language=settings.language,
    )


def summarize_row(row: Row, settings: Settings, limits: Limits | None = None) -> Fields:
    """Summarize one row: the summary's fields and its id, or the id and an error.

    >>> summarize_row(Row("a", error="row 1: not JSON"), Settings())
    {'id': 'a', 'error': {'type': 'DataError', 'message': 'row 1: not JSON'}}
    """
    if row.error is not None:
        return failed(row, "DataError", row.error)
    allowed = limits or Limits()
    try:
        # Without alarms the parent ends the worker.
        with time_limit(allowed.seconds if AVAILABLE else None, OutOfTime(out_of_time(allowed))):
            return {"id": row.id, **summarize_documents(row.documents, settings).to_dict()}
    except MemoryError:
        return failed(row, "OutOfMemory", out_of_memory(allowed))
    except (RepRankError, ValueError, ArithmeticError, LookupError, TypeError, RuntimeError) as error:
        return failed(row, type(error).__name__, str(error))


def failed(row: Row, kind: str, message: str) -> Fields:
    """Return what is written for a row without a summary."""
    return {"id": row.id, "error": {"type": kind, "message": message}}


def out_of_time(limits: Limits) -> str:
    """Say that a row took too long."""
    return f"not done after {limits.seconds or 0:g} seconds"


def out_of_memory(limits: Limits) -> str:
    """Say that a row took too much."""
    allowed = "there were" if limits.megabytes is None else f"{limits.megabytes} MB"
    return f"more memory than {allowed} was needed"


def serve(connection: Connection, settings: Settings, limits: Limits, mark: Mark) -> None:
    """Be a worker: load the model, say so, then answer lists of rows with lines of JSON until there are no more."""
    import time

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where signals cannot be blocked: Ctrl-C is for the parent
    settings.check()
    _limit_memory(limits.megabytes)
    try:
        connection.send(None)
        while True:
            answer: list[tuple[bytes, bool]] = []
            for place, row in enumerate(connection.recv()):
                mark[1] = time.monotonic()
                mark[0] = place
                fields = summarize_row(row, settings, limits)
                answer.append((encode(fields), "error" in fields))
            connection.send(answer)
    except (EOFError, ConnectionError):  # the parent is done, or gone
        return


def _limit_memory(megabytes: int | None) -> None:
    if megabytes is None:
        return
    if sys.platform != "linux":
        raise InputError("a memory limit works on Linux only: leave it out")
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
