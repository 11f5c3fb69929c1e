"""Sets and systems to results: every system on every cluster, in parallel, continued where it was interrupted.

>>> from reprank.evaluation.datasets import Cluster
>>> from reprank.evaluation.sets import SummarySet
>>> from reprank.api import RepRank
>>> river = Cluster("river", ("The river rose. It closed the bridge.",), ("The river rose.",))
>>> results = run([SummarySet("tiny", (river,), words=3)], Roster({"reprank": RepRank}), workers=0)
>>> results.outcomes[0].output, results.outcomes[0].scores["rouge-1"].f1
(('The river rose.',), 1.0)
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from reprank.errors import InputError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.jobs import Extraction, Job, Outcome, Roster, Summarization
from reprank.evaluation.pool import perform_all, registered
from reprank.evaluation.results import appending, read_results
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.version import __version__

METRICS = ("rouge-1", "rouge-2")
_OUTSIDE = ("batch", "cli", "evaluation", "training", "web")  # parts that cannot change a summary

Progress = Callable[[int, int, Outcome | None], None]  # done so far, all there are, the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What holds for every system alike.

    ``metrics`` are those of ROUGE. ``language`` is what systems are told; ``None`` lets them find out. ``queries``
    hands them the cluster's query. ``time_limit`` are seconds for one cluster, after which it counts as failed.

    Raises InputError for no metric, one that nobody knows, or a time limit that is not positive.
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
    """Every outcome, in the order of sets, clusters and systems, whatever the order they were ready in."""

    sets: tuple[NamedSet, ...]
    conditions: Conditions
    outcomes: tuple[Outcome, ...]
    build: str


def run(
    sets: Sequence[NamedSet],
    roster: Roster | None = None,
    *,
    conditions: Conditions | None = None,
    workers: int | None = None,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> Results:
    """Run every system on every cluster or text.

    ``roster`` defaults to all registered systems, ``workers`` to the number of cores; 0 works in this process.
    ``resume`` names a results file: what is there is not done again, unless it failed, and everything new is added.

    Raises InputError for a roster without a system for some set or a negative number of workers.
    """
    roster, conditions = roster or registered(), conditions or Conditions()
    workers = (os.cpu_count() or 1) if workers is None else workers
    if workers < 0:
        raise InputError(f"workers must be at least 0; got {workers}")
    jobs = list(plan(sets, roster, conditions))
    finished = {outcome.key: outcome for outcome in (read_results(resume) if resume else ()) if outcome.error is None}
    outcomes = {key: finished[key] for job in jobs if (key := job.outcome().key) in finished}
    waiting = [job for job in jobs if job.outcome().key not in outcomes]
    report = progress or _silent
    report(len(outcomes), len(jobs), None)
    with appending(resume) as keep:
        for outcome in perform_all(waiting, roster, workers=workers):
            keep(outcome)
            outcomes[outcome.key] = outcome
            report(len(outcomes), len(jobs), outcome)
    return Results(tuple(sets), conditions, tuple(outcomes[job.outcome().key] for job in jobs), build())


def plan(sets: Sequence[NamedSet], roster: Roster, conditions: Conditions) -> Iterator[Job]:
    """List what is to be done, cluster by cluster, so that an interrupted run has every system equally far."""
    for named in sets:
        systems = roster.summarizers if isinstance(named, SummarySet) else roster.keyword_systems
        if not systems:
            kind = "summarizer" if isinstance(named, SummarySet) else "keyword system"
            raise InputError(f"{named.name} needs at least one {kind}; got none")
        for task, content in _tasks(named, conditions):
            for system in systems:
                yield Job(
                    set=named.name,
                    system=system,
                    task=task,
                    content=content,
                    build=build(),
                    time_limit=conditions.time_limit,
                )


def _tasks(named: NamedSet, conditions: Conditions) -> Iterator[tuple[Summarization | Extraction, str]]:
    if isinstance(named, SummarySet):
        for cluster in named.clusters:
            task = Summarization(
                cluster=cluster,
                words=named.words,
                metrics=conditions.metrics,
                rouge=named.rouge,
                language=conditions.language,
                queries=conditions.queries,
            )
            yield task, _digest(repr(cluster).encode())
    else:
        for text in named.texts:
            yield (
                Extraction(text=text, keyphrases=named.settings, language=conditions.language),
                _digest(repr(text).encode()),
            )


@cache
def build() -> str:
    """Name the version and, by a digest, the code and models that make summaries.

    Results of another build are not taken up again: they may be those of another method.
    """
    package = Path(str(files("reprank")))
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
