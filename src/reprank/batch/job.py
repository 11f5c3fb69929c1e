"""A file of rows to a file of results, on the cores of this machine or on a cluster."""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Literal, Protocol

from reprank.batch.journal import FinishedRows, Heading, Journal, RowNumbers, finished
from reprank.batch.result_files import Paths
from reprank.batch.rows import RowFormat
from reprank.batch.sources import Files, Input, input_of, open_source, remaining_rows
from reprank.batch.storage import STANDARD, changed, exists, format_of, same_file
from reprank.batch.stream import StandardOutput
from reprank.batch.worker import Limits, RowPool, RowSettings, chunks
from reprank.budget import Auto, Length, Ratio, choose_length, unit_of
from reprank.errors import InputError, RepRankError
from reprank.processes import available_cores
from reprank.version import __version__

Order = Literal["input", "done"]


@dataclass(frozen=True)
class Job:
    """How rows are summarized, what a row may use, the order of the results, and how the rows are written."""

    settings: RowSettings = field(default_factory=RowSettings)
    limits: Limits = field(default_factory=Limits)
    order: Order = "input"
    rows: RowFormat = field(default_factory=RowFormat)


@dataclass(frozen=True)
class Progress:
    """How far a batch is: rows done and failed in all runs, and how much of the input has been read, from 0 to 1."""

    rows: int
    failed: int
    share: float


@dataclass(frozen=True)
class Report:
    """How a batch ended: rows in the result, how many of them are errors, and whether earlier runs did all of them."""

    rows: int
    failed: int
    done_before: bool = False


class Stopped(KeyboardInterrupt):
    """A batch was interrupted; finished rows are kept for ``resume=True``. ``code`` is the usual exit code."""

    def __init__(self, rows: int, code: int) -> None:
        super().__init__(f"interrupted after {rows} rows")
        self.rows, self.code = rows, code


class Engine(Protocol):
    """Where the rows are summarized."""

    def results(
        self, source: Input, job: Job, done: RowNumbers, stop: Stop, *, partition: int | None = None
    ) -> Generator[tuple[FinishedRows, float]]:
        """Yield finished rows that are not done yet, with how much of the source has been read.

        With ``partition``, the documents of all rows are first gathered into rows of that many documents.
        """


class Output(Protocol):
    """Where finished rows go."""

    done: RowNumbers
    failed: int

    def append(self, finished: FinishedRows) -> None: ...  # noqa: D102 - see Journal
    def close(self) -> None: ...  # noqa: D102
    def discard(self) -> None: ...  # noqa: D102
    def finish(self) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class Local:
    """Worker processes on this machine, by default one for each core."""

    workers: int | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise InputError(f"workers must be at least 1; got {self.workers}")

    def results(
        self, source: Input, job: Job, done: RowNumbers, stop: Stop, *, partition: int | None = None
    ) -> Generator[tuple[FinishedRows, float]]:
        """Yield finished rows, in the order of the job, with how much of the source has been read."""
        with closing(open_source(source, job.rows)) as opened:
            rows = remaining_rows(opened, done.__contains__, partition)
            workers = self.workers or available_cores()
            with RowPool(job.settings, job.limits, workers=workers, ordered=job.order == "input") as pool:
                for finished in pool.results(chunks(rows), stopped=stop.requested):
                    yield finished, opened.share()


def run(
    source: str | Path | Sequence[str | Path],
    target: str | Path,
    *,
    job: Job | None = None,
    engine: Engine | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] = lambda now: None,
) -> Report:
    """Summarize every row of ``source`` into ``target``; ``"-"`` is standard input or standard output.

    ``source`` is a file of rows; or a folder, a list of files, or one file such as ``report.pdf``: then each file that
    ``reprank.read`` can read is a row, and its id is its name, relative to the folder.

    The result has as many rows as the input: a row that cannot be summarized becomes ``{"id", "error"}``. Memory does
    not grow with the number of rows. After any interruption, the same call with ``resume=True`` continues. Worker
    processes are started, so a script needs the usual ``if __name__ == "__main__":``.

    Raises InputError for settings that suit no row, DataError for files that cannot be used, that would be
    overwritten, or that were made with other settings, and Stopped, a KeyboardInterrupt, after Ctrl-C or SIGTERM.
    """
    work, where = job or Job(), engine or Local()
    target = str(target)
    place = input_of(source, work.rows, target=target)
    _check_names(place, target, work, resume=resume)
    work.settings.check()
    if target == STANDARD:
        return _run(place, StandardOutput(work.rows.format), work, where, progress)
    heading = _heading(place, work)
    if resume and (totals := finished(target, heading)):
        return Report(*totals, done_before=True)
    journal = Journal.start(target, heading, resume=resume, format=work.rows.format)
    return _run(place, journal, work, where, progress, unchanged=lambda: _check_unchanged(place, work.rows, heading))


def _run(
    place: Input,
    output: Output,
    job: Job,
    engine: Engine,
    progress: Callable[[Progress], None],
    unchanged: Callable[[], None] = lambda: None,
) -> Report:
    """Take the results of an engine to the output; whatever happens, the output is left as it can be resumed.

    ``unchanged`` raises DataError if the input is not the one that the results are said to be of.
    """
    try:
        with Stop.on_signals() as stop, closing(engine.results(place, job, output.done, stop)) as results:
            for rows, share in results:
                output.append(rows)
                progress(Progress(len(output.done), output.failed, share))
            if stop.code:
                raise Stopped(len(output.done), stop.code)
        unchanged()
    except BaseException as error:
        if isinstance(error, RepRankError) and not len(output.done):
            output.discard()  # nothing began, for example because a package is missing: the same call can be repeated
        else:
            output.close()
        raise
    output.finish()
    return Report(len(output.done), output.failed)


def _check_names(source: Input, target: str, job: Job, *, resume: bool) -> None:
    format_of(target, job.rows.format)
    names = [str(source.path(name)) for name in source.names] if isinstance(source, Files) else [source]
    outputs = [] if target == STANDARD else [target, str(Paths(target).part), str(Paths(target).journal)]
    for name in names:
        for output in outputs:
            if same_file(name, output):
                beside = "" if output == target else f" (a batch that writes {target} writes {output} too)"
                raise InputError(f"{name} is both input and output{beside}: name another output")
    if resume and target == STANDARD:
        raise InputError("a batch that writes to standard output cannot be resumed: name an output file")


def _heading(source: Input, job: Job) -> Heading:
    """Return what must be the same for results to belong together: input, settings, order and version."""
    settings, rows = job.settings, job.rows
    if source == STANDARD:
        fingerprint = "standard input"
    else:
        with closing(open_source(source, rows)) as opened:
            fingerprint = opened.fingerprint
    return {
        "input": fingerprint,
        "system": settings.system,
        "length": _length(settings.budget),
        "keywords": settings.keywords,
        "language": settings.language,
        "query": settings.query,
        "seen": hashlib.sha256("\0".join(settings.seen).encode("utf-8", "replace")).hexdigest()[:16]
        if settings.seen
        else None,
        "order": job.order,
        "text column": rows.text_column,
        "id column": rows.id_column,
        "separator": rows.separator,
        "encoding": rows.encoding,
        "version": __version__,
    }


def _check_unchanged(source: Input, rows: RowFormat, heading: Heading) -> None:
    """Raise DataError if the input is not what it was at the beginning; one that was removed was read to its end."""
    if isinstance(source, Files) or source == STANDARD or not exists(source):
        return  # a document that changes is a matter of its own row
    with closing(open_source(source, rows)) as opened:
        if opened.fingerprint != heading["input"]:
            raise changed(source)


def _length(budget: Length | None) -> str:
    length = choose_length(budget)
    if isinstance(length, Auto):
        return "auto"
    return f"ratio {length.share}" if isinstance(length, Ratio) else f"{length.limit} {unit_of(length)}"


class Stop:
    """Whether Ctrl-C or SIGTERM came: the first asks for an orderly end, the second ends at once."""

    def __init__(self) -> None:
        self.code = 0

    def requested(self) -> bool:
        """Return whether to stop."""
        return self.code != 0

    def _request(self, number: int, _: FrameType | None) -> None:
        if self.code:
            raise KeyboardInterrupt
        self.code = 128 + number

    @classmethod
    @contextmanager
    def on_signals(cls) -> Iterator[Stop]:
        """Handle the signals inside the block; only the main thread can."""
        stop = cls()
        if threading.current_thread() is not threading.main_thread():
            yield stop
            return
        before = {number: signal.signal(number, stop._request) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield stop
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
