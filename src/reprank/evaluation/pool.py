"""Jobs to outcomes, over several processes that each use one thread."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from reprank.errors import InputError
from reprank.evaluation.jobs import Failure, Job, MadeSystems, Outcome
from reprank.evaluation.systems import Systems
from reprank.worker_pool import Failed, WorkerPool


def perform_all(jobs: Iterable[Job], systems: Systems, *, workers: int) -> Iterator[Outcome]:
    """Do the jobs, yielding outcomes as they are ready; ``workers=0`` works in this process, in order.

    Makers of systems are pickled and sent to the processes. A job whose process dies twice is reported as failed.

    Raises InputError for a maker that cannot be pickled.
    """
    if not workers:
        yield from map(MadeSystems(systems).perform, jobs)
        return
    start = partial(_start, Systems(dict(systems.summarizers), dict(systems.keyword_systems)))
    _check_picklable(start)
    with WorkerPool(start, workers=workers, ordered=False) as pool:
        for job, result in pool.map(jobs):
            if isinstance(result, Failed):
                yield job.outcome(error=Failure(result.kind, result.message))
            else:
                yield result


def _start(systems: Systems) -> Callable[[Job], Outcome]:
    return MadeSystems(systems).perform


def _check_picklable(start: Callable[[], object]) -> None:
    try:
        pickle.dumps(start)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"a system cannot be sent to another process ({error}): define its class or function at the top level of "
            "a module, or use workers=0"
        ) from error
