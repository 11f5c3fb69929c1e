"""A row to its result: what a worker does, with a limit of time and memory for each row."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Literal

from reprank.batch.rows import Fields, Row
from reprank.errors import RepRankError
from reprank.summarizer import Summarizer

Order = Literal["input", "done"]


@dataclass(frozen=True)
class Lengths:
    """How every row is to be summarized: the system, one length, and keywords."""

    system: str = "reprank"
    words: int | None = None
    sentences: int | None = None
    ratio: float | None = None
    characters: int | None = None
    bytes: int | None = None
    keywords: int = 10
    language: str | None = None


@dataclass(frozen=True)
class Limits:
    """What one row may take: seconds, and megabytes of address space for its worker."""

    seconds: float | None = None
    megabytes: int | None = None


class OutOfTime(RepRankError):
    """A row took longer than it may."""


@cache
def _summarizer(name: str) -> Summarizer:
    """Make the system once for each process."""
    from reprank.systems import make

    return make(name)


def summarize_rows(rows: Sequence[Row], lengths: Lengths, limits: Limits) -> list[Fields]:
    """Summarize rows one after the other; what fails becomes an error in its place."""
    return [summarize_row(row, lengths, limits) for row in rows]


def summarize_row(row: Row, lengths: Lengths, limits: Limits = Limits()) -> Fields:
    """Summarize one row: the summary's fields and its id, or the id and an error."""
    if row.error is not None:
        return failed(row, "DataError", row.error)
    try:
        with _within(limits.seconds):
            summary = _summarizer(lengths.system).summarize(
                list(row.documents),
                words=lengths.words,
                sentences=lengths.sentences,
                ratio=lengths.ratio,
                characters=lengths.characters,
                bytes=lengths.bytes,
                keywords=lengths.keywords,
                language=lengths.language,
            )
            return {"id": row.id, **summary.to_dict()}
    except MemoryError:
        return failed(row, "MemoryError", f"more than {limits.megabytes} MB of memory were needed")
    except (RepRankError, ValueError, ArithmeticError) as error:
        return failed(row, type(error).__name__, str(error))


def failed(row: Row, kind: str, message: str) -> Fields:
    """Return what is written for a row without a summary."""
    return {"id": row.id, "error": {"type": kind, "message": message}}


def prepare_worker(megabytes: int | None) -> None:
    """Set up a worker process: Ctrl-C is for the parent, memory has a limit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if megabytes is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


@contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime in the midst of the work when its time is over."""
    if seconds is None:
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime(f"not done after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
