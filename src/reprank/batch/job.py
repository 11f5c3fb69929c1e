"""A file of rows to a file of results, on the cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from reprank.batch.journal import Journal
from reprank.batch.rows import COMPRESSIONS, Fields, Row, format_of, read_rows
from reprank.batch.work import Lengths, Limits, Order, failed, prepare_worker, summarize_rows
from reprank.errors import InputError

CHUNK = 16  # rows sent to a worker at once: enough to forget the sending, few enough to keep the journal fresh

Numbered = tuple[int, Row]
Progress = Callable[[int, int], None]  # rows done, of them failed


@dataclass(frozen=True)
class Job:
    """What is to be done to every row, and how the work is spread."""

    lengths: Lengths = field(default_factory=Lengths)
    limits: Limits = field(default_factory=Limits)
    order: Order = "input"


def run(
    source: str | Path,
    target: str | Path,
    *,
    job: Job = Job(),
    workers: int | None = None,
    resume: bool = False,
    progress: Progress = lambda done, failures: None,
) -> int:
    """Summarize every row of ``source`` into ``target`` and return how many failed.

    As many rows come out as go in: a row that cannot be summarized becomes ``{"id", "error"}``. Memory stays flat. After
    any interruption the same call with ``resume=True`` goes on where it stopped. Raises DataError for files that cannot
    be used and never overwrites a result.
    """
    source, target = Path(source), Path(target)
    count = workers if workers is not None else (os.cpu_count() or 1)
    if count < 1:
        raise InputError(f"workers must be at least 1; got {workers}")
    format_of(target)
    rows = read_rows(source)
    if resume and target.exists() and not target.with_name(target.name + ".journal").exists():
        return 0
    journal = Journal.start(target, job, resume=resume)
    failures = 0
    try:
        remaining = ((number, row) for number, row in enumerate(rows) if number not in journal.done)
        pool = _Pool(job, count)
        for results in _ordered(pool.results(remaining), journal.done, job.order):
            journal.append(results)
            failures += sum("error" in fields for fields in results.values())
            progress(len(journal.done), failures)
    except BaseException:
        journal.close()
        raise
    journal.finish(compressed=target.suffix.lower() in COMPRESSIONS)
    return failures


def _ordered(arriving: Iterator[dict[int, Fields]], done: set[int], order: Order) -> Iterator[dict[int, Fields]]:
    """Hold results back until those before them are there, unless they may come as they are done."""
    if order == "done":
        yield from arriving
        return
    waiting: dict[int, Fields] = {}
    following = len(done)
    for results in arriving:
        waiting.update(results)
        ready: dict[int, Fields] = {}
        while following in waiting:
            ready[following] = waiting.pop(following)
            following += 1
        yield ready


class _Pool:
    """Worker processes that are replaced when one of them dies."""

    def __init__(self, job: Job, workers: int) -> None:
        self.job, self.workers = job, workers
        self.executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Workers are started fresh: one BLAS thread each, because the cores are taken by the workers themselves.
        for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ.setdefault(variable, "1")
        return ProcessPoolExecutor(
            self.workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=prepare_worker,
            initargs=(self.job.limits.megabytes,),
        )

    def results(self, rows: Iterator[Numbered]) -> Iterator[dict[int, Fields]]:
        """Yield results by row number as they are done, with a few chunks for each worker under way."""
        under_way: dict[Future[list[Fields]], list[Numbered]] = {}
        try:
            while True:
                while len(under_way) < 3 * self.workers and (chunk := list(islice(rows, CHUNK))):
                    under_way[self._submit(chunk)] = chunk
                if not under_way:
                    return
                finished, _ = wait(under_way, return_when=FIRST_COMPLETED)
                if any(isinstance(future.exception(), BrokenProcessPool) for future in finished):
                    yield from self._one_by_one(under_way)
                    under_way = {}
                    continue
                for future in finished:
                    chunk = under_way.pop(future)
                    yield {number: fields for (number, _), fields in zip(chunk, future.result(), strict=True)}
        finally:
            self.executor.shutdown(wait=True, cancel_futures=True)

    def _submit(self, chunk: list[Numbered]) -> Future[list[Fields]]:
        return self.executor.submit(summarize_rows, [row for _, row in chunk], self.job.lengths, self.job.limits)

    def _one_by_one(self, under_way: dict[Future[list[Fields]], list[Numbered]]) -> Iterator[dict[int, Fields]]:
        """After a worker died, find the row that killed it: rows under way are tried again, each alone."""
        for future, chunk in under_way.items():
            if future.done() and future.exception() is None:
                yield {number: fields for (number, _), fields in zip(chunk, future.result(), strict=True)}
                continue
            for number, row in chunk:
                self.executor.shutdown(wait=True, cancel_futures=True)
                self.executor = self._start()
                try:
                    (fields,) = self._submit([(number, row)]).result()
                except BrokenProcessPool:
                    fields = failed(row, "WorkerLost", "the worker process died on this row, probably out of memory")
                yield {number: fields}
        self.executor.shutdown(wait=True, cancel_futures=True)
        self.executor = self._start()
