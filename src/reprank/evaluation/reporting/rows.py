"""Results to rows of tables: means with intervals, differences from one system, reading measures, times, failures.

Every number has its own random stream, seeded by the set, the systems and the metric that it belongs to: another system
in the experiment does not change the intervals of the others.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reprank.errors import InputError
from reprank.evaluation.experiment import Results, items
from reprank.evaluation.flaws import Flaws, Source, find_flaws, summarize_flaws
from reprank.evaluation.jobs import KEYPHRASE_METRICS, Outcome
from reprank.evaluation.overlaps import Score
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.significance import RESAMPLES, TIE, Estimate, PairedDifference, macro_average, macro_comparison

SCORES = ("f1", "recall", "precision")
FAVOURITE = "reprank"
MEAN = "mean over sets"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """Which part of a score is shown, from which system differences are taken, and how intervals are drawn.

    ``against=None`` means ``reprank`` if it takes part, otherwise the best system of each table.
    """

    score: str = "f1"
    against: str | None = None
    seed: int = 0
    resamples: int = RESAMPLES

    def __post_init__(self) -> None:
        if self.score not in SCORES:
            raise InputError(f"score must be one of {', '.join(SCORES)}; got {self.score!r}")


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system in one table.

    A metric is missing from ``scores`` if a set has no finished cluster, and from ``differences`` in the row of the
    system that differences are taken from or if no cluster is shared. ``seconds`` is the mean time for a cluster.
    ``reading`` has the shares of ``reading.MEASURES``; ``too_long`` counts the summaries that exceed their length.
    """

    system: str
    scores: Mapping[str, Estimate]
    differences: Mapping[str, PairedDifference]
    seconds: float | None
    finished: int
    failures: tuple[Outcome, ...]
    saw_references: bool
    reading: Mapping[str, float]
    too_long: int = 0


@dataclass(frozen=True, slots=True)
class Winner:
    """The best system by one metric among those that did not see the references, and its lead over the next.

    ``tied`` are further systems with the same mean; ``second`` is the best of those below.
    """

    system: str
    tied: tuple[str, ...]
    second: str | None
    lead: PairedDifference | None

    def __contains__(self, system: str) -> bool:
        return system == self.system or system in self.tied


@dataclass(frozen=True, slots=True)
class Table:
    """The systems on one set, or on the mean over several; rows are ordered by the first metric, best first."""

    name: str
    sets: tuple[NamedSet, ...]
    metrics: tuple[str, ...]
    against: str | None
    rows: tuple[SystemRow, ...]
    winners: Mapping[str, Winner]

    @property
    def items(self) -> int:
        """The number of clusters or texts."""
        return sum(len(items(named)) for named in self.sets)


def tables(results: Results, options: ReportOptions | None = None) -> tuple[Table, ...]:
    """Make a table for each set, and the mean over sets where there are several of a kind, summaries first.

    Raises InputError if the system to compare with did not take part.
    """
    options = options or ReportOptions()
    found: list[Table] = []
    for kind in (True, False):
        sets = tuple(named for named in results.sets if isinstance(named, SummarySet) is kind)
        metrics = results.options.metrics if kind else KEYPHRASE_METRICS
        outcomes = [_by_system(results, named) for named in sets]
        flaws = [_flaws_by_system(named, systems) for named, systems in zip(sets, outcomes, strict=True)]
        if len(sets) > 1:
            found.append(_Scorer(MEAN, sets, metrics, outcomes, flaws, options).table())
        found.extend(
            _Scorer(named.name, (named,), metrics, [systems], [flawed], options).table()
            for named, systems, flawed in zip(sets, outcomes, flaws, strict=True)
        )
    if options.against and not any(row.system == options.against for table in found for row in table.rows):
        known = sorted({row.system for table in found for row in table.rows})
        raise InputError(f"cannot compare with {options.against!r}, which takes no part: use one of {', '.join(known)}")
    return tuple(found)


def _by_system(results: Results, named: NamedSet) -> dict[str, list[Outcome]]:
    systems: dict[str, list[Outcome]] = {}
    for outcome in results.outcomes:
        if outcome.set == named.name:
            systems.setdefault(outcome.system, []).append(outcome)
    return systems


def _flaws_by_system(named: NamedSet, systems: Mapping[str, Sequence[Outcome]]) -> dict[str, list[Flaws]]:
    """Find the flaws of every finished summary; keyphrases have none."""
    if not isinstance(named, SummarySet):
        return {name: [] for name in systems}
    sources = {cluster.id: Source(cluster.documents, named.words, named.rouge.language) for cluster in named.clusters}
    return {
        name: [find_flaws(outcome.output, sources[outcome.id]) for outcome in outcomes if outcome.error is None]
        for name, outcomes in systems.items()
    }


@dataclass(frozen=True)
class _Scorer:
    """One table in the making; ``outcomes`` and ``flaws`` have, set by set, those of every system."""

    name: str
    sets: tuple[NamedSet, ...]
    metrics: tuple[str, ...]
    outcomes: Sequence[Mapping[str, Sequence[Outcome]]]
    flaws: Sequence[Mapping[str, Sequence[Flaws]]]
    options: ReportOptions

    def table(self) -> Table:
        systems = list(self.outcomes[0])
        estimates = {system: self._estimates(system) for system in systems}
        informed = {system for system in systems if any(o.saw_references for s in self.outcomes for o in s[system])}
        rivals = [system for system in systems if system not in informed]
        winners = {m: w for m in self.metrics if (w := self._winner(m, rivals, estimates)) is not None}
        against = self._against(systems, winners)
        rows = [self._row(system, estimates[system], against, system in informed) for system in systems]
        rows.sort(key=lambda row: -_height(row.scores, self.metrics[0]))
        return Table(self.name, self.sets, self.metrics, against, tuple(rows), winners)

    def _against(self, systems: Sequence[str], winners: Mapping[str, Winner]) -> str | None:
        if self.options.against in systems:
            return self.options.against
        if FAVOURITE in systems:
            return FAVOURITE
        return winners[self.metrics[0]].system if self.metrics[0] in winners else None

    def _row(self, system: str, scores: Mapping[str, Estimate], against: str | None, saw_references: bool) -> SystemRow:
        outcomes = [outcome for named in self.outcomes for outcome in named[system]]
        differences = {}
        if against is not None and against != system:
            compared = {metric: self._compare(system, against, metric) for metric in self.metrics}
            differences = {metric: comparison for metric, comparison in compared.items() if comparison is not None}
        times = [_mean_seconds(named[system]) for named in self.outcomes]
        known = [seconds for seconds in times if seconds is not None]
        return SystemRow(
            system=system,
            scores=scores,
            differences=differences,
            seconds=sum(known) / len(known) if len(known) == len(times) else None,
            finished=sum(outcome.error is None for outcome in outcomes),
            failures=tuple(outcome for outcome in outcomes if outcome.error is not None),
            saw_references=saw_references,
            reading=self._reading(system),
            too_long=sum(flaws.over > 0 for found in self.flaws for flaws in found[system]),
        )

    def _reading(self, system: str) -> dict[str, float]:
        """Return the mean over sets of each reading measure that every set has."""
        shares = [summarize_flaws(found[system]) for found in self.flaws]
        common = [name for name in shares[0] if all(name in other for other in shares)]
        return {name: sum(other[name] for other in shares) / len(shares) for name in common}

    def _estimates(self, system: str) -> dict[str, Estimate]:
        estimates = {}
        for metric in self.metrics:
            values = [list(self._values(named[system], metric).values()) for named in self.outcomes]
            if all(values):  # a mean over fewer sets than the others have would be no comparison
                rng = self._rng("mean", system, metric)
                estimates[metric] = macro_average(values, rng=rng, resamples=self.options.resamples)
        return estimates

    def _compare(self, system: str, other: str, metric: str) -> PairedDifference | None:
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
        return macro_comparison(firsts, seconds, rng=rng, resamples=self.options.resamples)

    def _winner(
        self, metric: str, rivals: Sequence[str], estimates: Mapping[str, Mapping[str, Estimate]]
    ) -> Winner | None:
        ranked = sorted(
            (system for system in rivals if metric in estimates[system]), key=lambda s: -estimates[s][metric].mean
        )
        if not ranked:
            return None
        best = estimates[ranked[0]][metric].mean
        tied = [system for system in ranked[1:] if best - estimates[system][metric].mean < TIE]
        second = next((system for system in ranked[1:] if system not in tied), None)
        return Winner(ranked[0], tuple(tied), second, self._compare(ranked[0], second, metric) if second else None)

    def _values(self, outcomes: Sequence[Outcome], metric: str) -> dict[str, float]:
        return {o.id: part(o.scores[metric], self.options.score) for o in outcomes if o.error is None}

    def _rng(self, *parts: str) -> np.random.Generator:
        return np.random.default_rng([self.options.seed, zlib.crc32("|".join([self.name, *parts]).encode())])


def part(score: Score, name: str) -> float:
    """Take precision, recall or F1 of a score."""
    value: float = getattr(score, name)
    return value


def differences(outcomes: Sequence[Outcome], metric: str, *, against: str, score: str = "f1") -> dict[str, list[float]]:
    """List the differences of every other system from one system, cluster by cluster, over what both finished."""
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
