"""Jobs to outcomes, over several processes that each use one thread."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from reprank.evaluation.jobs import Failure, Job, Outcome, Roster, perform

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
AHEAD = 2  # jobs handed out for each process, so that none waits for the next

_roster = Roster()  # of this process, once it is a worker


def registered() -> Roster:
    """Return every system that RepRank has, by name."""
    from reprank import systems

    return Roster(systems.SYSTEMS, systems.KEYWORD_SYSTEMS)


def perform_all(jobs: Iterable[Job], roster: Roster, *, workers: int) -> Iterator[Outcome]:
    """Do the jobs, yielding outcomes as they are ready; ``workers=0`` works in this process, in order.

    Processes are spawned and find registered systems by name; any other maker must be picklable. A process that dies
    takes no other job with it: those in flight are done again, each alone, and the one that dies again is reported.
    """
    if not workers:
        yield from (perform(job, roster) for job in jobs)
        return
    waiting = deque(jobs)
    with _one_thread_each():
        while waiting:
            suspects: list[Job] = []
            yield from _until_broken(waiting, suspects, roster, workers)
            for job in suspects:
                yield _alone(job, roster)


def _until_broken(waiting: deque[Job], suspects: list[Job], roster: Roster, workers: int) -> Iterator[Outcome]:
    """Work until nothing waits; where the pool breaks, leave the jobs that were in flight among the suspects."""
    flying: dict[Future[Outcome], Job] = {}
    with _executor(workers, roster) as pool:
        while waiting or flying:
            try:
                while waiting and len(flying) < AHEAD * workers:
                    flying[pool.submit(_perform_here, waiting[0])] = waiting[0]
                    waiting.popleft()
                for future in wait(flying, return_when=FIRST_COMPLETED).done:
                    outcome = future.result()
                    del flying[future]
                    yield outcome
            except BrokenProcessPool:
                suspects.extend(flying.values())
                return


def _alone(job: Job, roster: Roster) -> Outcome:
    with _executor(1, roster) as pool:
        try:
            return pool.submit(_perform_here, job).result()
        except BrokenProcessPool:
            return job.outcome(error=Failure("ProcessDied", "the process ended abruptly, perhaps for want of memory"))


def _executor(workers: int, roster: Roster) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(_unregistered(roster),))


def _unregistered(roster: Roster) -> Roster:
    known = registered()
    return Roster(
        {name: make for name, make in roster.summarizers.items() if known.summarizers.get(name) is not make},
        {name: make for name, make in roster.keyword_systems.items() if known.keyword_systems.get(name) is not make},
    )


def _begin(others: Roster) -> None:
    global _roster
    known = registered()
    _roster = Roster({**known.summarizers, **others.summarizers}, {**known.keyword_systems, **others.keyword_systems})
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt ends workers without a word; the parent reports it


def _perform_here(job: Job) -> Outcome:
    return perform(job, _roster)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start meanwhile use one thread: times are comparable and cores are not fought over."""
    before = {name: os.environ[name] for name in THREADS if name in os.environ}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name in THREADS:
            del os.environ[name]
        os.environ.update(before)
