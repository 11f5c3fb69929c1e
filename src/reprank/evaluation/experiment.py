"""Sets and systems to results: every system on every cluster, in parallel, continued where it was interrupted.

>>> from reprank.evaluation.datasets import Cluster
>>> from reprank.evaluation.sets import SummarySet
>>> from reprank.api import RepRank
>>> river = Cluster("river", ("The river rose. It closed the bridge.",), ("The river rose.",))
>>> results = run([SummarySet("tiny", (river,), words=3)], Systems({"reprank": RepRank}), workers=0)
>>> results.outcomes[0].output, results.outcomes[0].scores["rouge-1"].f1
(('The river rose.',), 1.0)
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from reprank.errors import InputError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.jobs import Extraction, Failure, Job, MadeSystems, Outcome, Summarization
from reprank.evaluation.results import appending, read_results
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.systems import Imported, Systems, registered
from reprank.shipped import DATA
from reprank.version import __version__
from reprank.worker_pool import Failed, WorkerPool

METRICS = ("rouge-1", "rouge-2")
_OUTSIDE = ("batch", "cli", "evaluation", "training")  # parts that cannot change a summary

Progress = Callable[[int, int, Outcome | None], None]  # done so far, all there are, the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What is the same for every system.

    ``metrics`` are those of ROUGE. ``language`` is passed to the systems; ``None`` lets them detect it. With
    ``queries`` they get the cluster's query. ``time_limit`` is in seconds for one cluster, after which it has failed.

    Raises InputError for no metric, an unknown one, or a time limit that is not positive.
    """

    metrics: tuple[str, ...] = METRICS
    language: str | None = None
    queries: bool = False
    time_limit: float | None = None

    def __post_init__(self) -> None:
        if not self.metrics:
            raise InputError("an experiment needs at least one metric; got none")
        Rouge().prepare(["words"]).scores("words", self.metrics)
        if self.time_limit is not None and not self.time_limit > 0:
            raise InputError(f"the time limit must be more than 0 seconds; got {self.time_limit:g}")


@dataclass(frozen=True)
class Results:
    """Every outcome, in the order of sets, clusters and systems."""

    sets: tuple[NamedSet, ...]
    options: RunOptions
    outcomes: tuple[Outcome, ...]
    build: str


def run(
    sets: Sequence[NamedSet],
    systems: Systems | None = None,
    *,
    options: RunOptions | None = None,
    workers: int | None = None,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> Results:
    """Run every system on every cluster or text.

    ``systems`` are by default all that RepRank has, ``workers`` the number of cores; 0 works in this process.
    ``resume`` names a results file: what is in it is not done again, unless it failed, and new results are added.

    Raises InputError for a set without any system, a cluster without a prediction, or a negative number of workers.
    """
    systems, options = systems or registered(), options or RunOptions()
    workers = (os.cpu_count() or 1) if workers is None else workers
    if workers < 0:
        raise InputError(f"workers must be at least 0; got {workers}")
    jobs = list(plan(sets, systems, options))
    finished = {outcome.key: outcome for outcome in (read_results(resume) if resume else ()) if outcome.error is None}
    outcomes = {key: finished[key] for job in jobs if (key := job.outcome().key) in finished}
    waiting = [job for job in jobs if job.outcome().key not in outcomes]
    report = progress or _silent
    report(len(outcomes), len(jobs), None)
    with appending(resume) as keep:
        for outcome in perform_all(waiting, systems, workers=workers):
            keep(outcome)
            outcomes[outcome.key] = outcome
            report(len(outcomes), len(jobs), outcome)
    return Results(tuple(sets), options, tuple(outcomes[job.outcome().key] for job in jobs), build())


def plan(sets: Sequence[NamedSet], systems: Systems, options: RunOptions) -> Iterator[Job]:
    """List the jobs cluster by cluster, so that in an interrupted run all systems have done the same clusters."""
    for named in sets:
        if isinstance(named, SummarySet):
            names, kind = [*systems.summarizers, *systems.predictions], "summarizer"
        else:
            names, kind = list(systems.keyword_systems), "keyword system"
        if not names:
            raise InputError(f"{named.name} needs at least one {kind}; got none")
        for task in _tasks(named, options):
            for name in names:
                asked = _with_prediction(task, named.name, name, systems)
                yield Job(
                    set=named.name,
                    system=name,
                    task=asked,
                    content=_content(asked),
                    build=_build_with(systems.summarizers.get(name)),
                    time_limit=options.time_limit,
                )


def _tasks(named: NamedSet, options: RunOptions) -> Iterator[Summarization | Extraction]:
    if isinstance(named, SummarySet):
        for cluster in named.clusters:
            yield Summarization(
                cluster=cluster,
                words=named.words,
                metrics=options.metrics,
                rouge=named.rouge,
                language=options.language,
                queries=options.queries,
            )
    else:
        for text in named.texts:
            yield Extraction(text=text, keyphrases=named.settings, language=options.language)


def _with_prediction(
    task: Summarization | Extraction, set_name: str, name: str, systems: Systems
) -> Summarization | Extraction:
    if isinstance(task, Extraction) or name not in systems.predictions:
        return task
    ready = systems.predictions[name]
    if task.id not in ready:
        raise InputError(
            f"{name} has no prediction for {task.id!r} of {set_name}; got {len(ready)} ids, such as "
            f"{next(iter(ready))!r}: write one for every cluster"
        )
    return replace(task, prediction=ready[task.id])


def _build_with(maker: object) -> str:
    return f"{build()}+{_digest(maker.source())}" if isinstance(maker, Imported) else build()


def _content(task: Summarization | Extraction) -> str:
    if isinstance(task, Extraction):
        return _digest(repr(task.text).encode())
    parts = [repr(task.cluster)] if task.prediction is None else [repr(task.cluster), task.prediction]
    return _digest("\n".join(parts).encode())


@cache
def build() -> str:
    """Name the version and, by a digest, the code and models that make summaries.

    Results of another build are not used again: they may come from another method.
    """
    package = DATA.parent
    sources = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".safetensors", ".txt", ".json"))
    used = [path for path in sources if path.relative_to(package).parts[0] not in _OUTSIDE]
    digests = [f"{path.relative_to(package).as_posix()} {_digest(path.read_bytes())}" for path in used]
    return f"{__version__}+{_digest(chr(10).join(digests).encode())}"


def items(named: NamedSet) -> tuple[Cluster | KeyphraseText, ...]:
    """Return the clusters or texts of a set."""
    return named.clusters if isinstance(named, SummarySet) else named.texts


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _silent(done: int, total: int, last: Outcome | None) -> None:
    pass


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
