"""Jobs to outcomes, over several processes that each use one thread."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache

from reprank.errors import InputError
from reprank.evaluation.jobs import Failure, Job, MadeSystems, Outcome
from reprank.evaluation.systems import Systems

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
JOBS_AHEAD = 2  # handed out for each process, so that none waits for the next


def perform_all(jobs: Iterable[Job], systems: Systems, *, workers: int) -> Iterator[Outcome]:
    """Do the jobs, yielding outcomes as they are ready; ``workers=0`` works in this process, in order.

    Makers of systems are pickled and sent to the processes. When a process dies, the jobs that were in progress are
    done again, each alone, and one whose process dies again is reported as failed.

    Raises InputError for a maker that cannot be pickled.
    """
    if not workers:
        yield from map(MadeSystems(systems).perform, jobs)
        return
    pickled = _pickled(systems)
    waiting = deque(jobs)
    with _one_thread_each():
        while waiting:
            suspects: list[Job] = []
            yield from _until_broken(waiting, suspects, pickled, workers)
            for job in suspects:
                yield _alone(job, pickled)


def _pickled(systems: Systems) -> bytes:
    try:
        return pickle.dumps(Systems(dict(systems.summarizers), dict(systems.keyword_systems)))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"a system cannot be sent to another process ({error}): define its class or function at the top level of "
            "a module, or use workers=0"
        ) from error


def _until_broken(waiting: deque[Job], suspects: list[Job], systems: bytes, workers: int) -> Iterator[Outcome]:
    """Work until no job waits; if the pool breaks, put the jobs in progress among the suspects."""
    in_progress: dict[Future[Outcome], Job] = {}
    with _executor(workers) as pool:
        while waiting or in_progress:
            try:
                while waiting and len(in_progress) < JOBS_AHEAD * workers:
                    in_progress[pool.submit(_perform, systems, waiting[0])] = waiting[0]
                    waiting.popleft()
                for future in wait(in_progress, return_when=FIRST_COMPLETED).done:
                    outcome = future.result()
                    del in_progress[future]
                    yield outcome
            except BrokenProcessPool:
                suspects.extend(in_progress.values())
                return


def _alone(job: Job, systems: bytes) -> Outcome:
    with _executor(1) as pool:
        try:
            return pool.submit(_perform, systems, job).result()
        except BrokenProcessPool:
            return job.outcome(
                error=Failure("ProcessDied", "the process ended abruptly, perhaps because memory ran out")
            )


def _executor(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    # An interrupt ends the workers without a message; the parent reports it.
    return ProcessPoolExecutor(
        workers, mp_context=context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL)
    )


def _perform(systems: bytes, job: Job) -> Outcome:
    return _made_systems(systems).perform(job)


@cache
def _made_systems(systems: bytes) -> MadeSystems:
    # Only this program's own bytes are unpickled, in processes that it started.
    return MadeSystems(pickle.loads(systems))


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start in this block use one thread: times are comparable and cores are not shared."""
    before = {name: os.environ[name] for name in THREAD_VARIABLES if name in os.environ}
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    try:
        yield
    finally:
        for name in THREAD_VARIABLES:
            del os.environ[name]
        os.environ.update(before)
