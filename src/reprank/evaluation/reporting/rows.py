"""Results to standings: means with intervals, differences from one system with their significance, times, failures.

Every number has its own random stream, seeded by the set, the systems and the metric it belongs to, so that a further
system in the experiment does not move the intervals of the others.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reprank.errors import InputError
from reprank.evaluation.experiment import Results, items
from reprank.evaluation.jobs import KEYPHRASE_METRICS, Outcome
from reprank.evaluation.overlaps import Score
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.significance import RESAMPLES, Comparison, Estimate, macro_average, macro_comparison

SCORES = ("f1", "recall", "precision")
FAVOURITE = "reprank"
MEAN = "mean over sets"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Which part of a score is shown, from whom differences are taken, and how intervals are drawn.

    ``against=None`` stands for ``reprank`` where it takes part, else for the best system of each table.
    """

    score: str = "f1"
    against: str | None = None
    seed: int = 0
    resamples: int = RESAMPLES

    def __post_init__(self) -> None:
        if self.score not in SCORES:
            raise InputError(f"score must be one of {', '.join(SCORES)}; got {self.score!r}")


@dataclass(frozen=True, slots=True)
class Standing:
    """One system in one table.

    A metric is missing from ``scores`` if a set has no finished cluster, from ``differences`` if it is the system's own
    or nothing is shared. ``seconds`` is the mean time for a cluster.
    """

    system: str
    scores: Mapping[str, Estimate]
    differences: Mapping[str, Comparison]
    seconds: float | None
    finished: int
    failures: tuple[Outcome, ...]
    aided: bool


@dataclass(frozen=True, slots=True)
class Winner:
    """The best unaided system by one metric and its lead over the next."""

    system: str
    second: str | None
    lead: Comparison | None


@dataclass(frozen=True, slots=True)
class Table:
    """The standings on one set, or the mean over several; rows come best first by the first metric."""

    name: str
    sets: tuple[NamedSet, ...]
    metrics: tuple[str, ...]
    against: str | None
    rows: tuple[Standing, ...]
    winners: Mapping[str, Winner]

    @property
    def items(self) -> int:
        """The number of clusters or texts."""
        return sum(len(items(named)) for named in self.sets)


def tables(results: Results, view: View | None = None) -> tuple[Table, ...]:
    """Make a table for each set, and the mean over sets where there are several of a kind, summaries first.

    Raises InputError if the system to compare with did not take part.
    """
    view = view or View()
    found: list[Table] = []
    for kind in (True, False):
        sets = tuple(named for named in results.sets if isinstance(named, SummarySet) is kind)
        metrics = results.conditions.metrics if kind else KEYPHRASE_METRICS
        outcomes = [_by_system(results, named) for named in sets]
        if len(sets) > 1:
            found.append(_Scorer(MEAN, sets, metrics, outcomes, view).table())
        found.extend(
            _Scorer(named.name, (named,), metrics, [systems], view).table()
            for named, systems in zip(sets, outcomes, strict=True)
        )
    if view.against and not any(row.system == view.against for table in found for row in table.rows):
        known = sorted({row.system for table in found for row in table.rows})
        raise InputError(f"cannot compare with {view.against!r}, which takes no part: use one of {', '.join(known)}")
    return tuple(found)


def _by_system(results: Results, named: NamedSet) -> dict[str, list[Outcome]]:
    systems: dict[str, list[Outcome]] = {}
    for outcome in results.outcomes:
        if outcome.set == named.name:
            systems.setdefault(outcome.system, []).append(outcome)
    return systems


@dataclass(frozen=True)
class _Scorer:
    """One table in the making; ``outcomes`` has, set by set, those of every system."""

    name: str
    sets: tuple[NamedSet, ...]
    metrics: tuple[str, ...]
    outcomes: Sequence[Mapping[str, Sequence[Outcome]]]
    view: View

    def table(self) -> Table:
        systems = list(self.outcomes[0])
        estimates = {system: self._estimates(system) for system in systems}
        aided = {system: any(o.aided for s in self.outcomes for o in s[system]) for system in systems}
        rivals = [system for system in systems if not aided[system]]
        winners = {m: w for m in self.metrics if (w := self._winner(m, rivals, estimates)) is not None}
        against = self._against(systems, winners)
        rows = [self._row(system, estimates[system], against, aided[system]) for system in systems]
        rows.sort(key=lambda row: -_height(row.scores, self.metrics[0]))
        return Table(self.name, self.sets, self.metrics, against, tuple(rows), winners)

    def _against(self, systems: Sequence[str], winners: Mapping[str, Winner]) -> str | None:
        if self.view.against in systems:
            return self.view.against
        if FAVOURITE in systems:
            return FAVOURITE
        return winners[self.metrics[0]].system if self.metrics[0] in winners else None

    def _row(self, system: str, estimates: Mapping[str, Estimate], against: str | None, aided: bool) -> Standing:
        outcomes = [outcome for named in self.outcomes for outcome in named[system]]
        differences = {}
        if against is not None and against != system:
            compared = {metric: self._compare(system, against, metric) for metric in self.metrics}
            differences = {metric: comparison for metric, comparison in compared.items() if comparison is not None}
        times = [_mean_seconds(named[system]) for named in self.outcomes]
        known = [seconds for seconds in times if seconds is not None]
        return Standing(
            system=system,
            scores=estimates,
            differences=differences,
            seconds=sum(known) / len(known) if len(known) == len(times) else None,
            finished=sum(outcome.error is None for outcome in outcomes),
            failures=tuple(outcome for outcome in outcomes if outcome.error is not None),
            aided=aided,
        )

    def _estimates(self, system: str) -> dict[str, Estimate]:
        estimates = {}
        for metric in self.metrics:
            values = [list(self._values(named[system], metric).values()) for named in self.outcomes]
            if all(values):  # a mean over fewer sets than the others have would be no comparison
                rng = self._rng("mean", system, metric)
                estimates[metric] = macro_average(values, rng=rng, resamples=self.view.resamples)
        return estimates

    def _compare(self, system: str, other: str, metric: str) -> Comparison | None:
        """Compare over the clusters that both finished."""
        firsts, seconds = [], []
        for named in self.outcomes:
            one, two = (self._values(named[name], metric) for name in (system, other))
            shared = [item for item in one if item in two]
            firsts.append([one[item] for item in shared])
            seconds.append([two[item] for item in shared])
        if not all(firsts):
            return None
        rng = self._rng("difference", system, other, metric)
        return macro_comparison(firsts, seconds, rng=rng, resamples=self.view.resamples)

    def _winner(
        self, metric: str, rivals: Sequence[str], estimates: Mapping[str, Mapping[str, Estimate]]
    ) -> Winner | None:
        ranked = sorted(
            (system for system in rivals if metric in estimates[system]), key=lambda s: -estimates[s][metric].mean
        )
        if not ranked:
            return None
        second = ranked[1] if len(ranked) > 1 else None
        return Winner(ranked[0], second, self._compare(ranked[0], second, metric) if second else None)

    def _values(self, outcomes: Sequence[Outcome], metric: str) -> dict[str, float]:
        return {o.id: part(o.scores[metric], self.view.score) for o in outcomes if o.error is None}

    def _rng(self, *parts: str) -> np.random.Generator:
        return np.random.default_rng([self.view.seed, zlib.crc32("|".join([self.name, *parts]).encode())])


def part(score: Score, name: str) -> float:
    """Take precision, recall or F1 of a score."""
    value: float = getattr(score, name)
    return value


def differences(outcomes: Sequence[Outcome], metric: str, *, against: str, score: str = "f1") -> dict[str, list[float]]:
    """List, for every other system, score by score, how far it is above one system, over what both finished."""
    values: dict[str, dict[tuple[str, str], float]] = {}
    for outcome in outcomes:
        if outcome.error is None:
            values.setdefault(outcome.system, {})[outcome.set, outcome.id] = part(outcome.scores[metric], score)
    base = values.pop(against, {})
    return {system: [own[item] - base[item] for item in own if item in base] for system, own in values.items()}


def _height(scores: Mapping[str, Estimate], metric: str) -> float:
    return scores[metric].mean if metric in scores else -1.0


def _mean_seconds(outcomes: Sequence[Outcome]) -> float | None:
    times = [outcome.seconds for outcome in outcomes if outcome.seconds is not None]
    return sum(times) / len(times) if times else None
