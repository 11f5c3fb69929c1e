"""A system and a cluster to an outcome: the output, its scores, the time it took, or what went wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Protocol, runtime_checkable

from reprank.api import Summarizer
from reprank.budget import Sentences, Words
from reprank.errors import InputError, RepRankError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.keyphrases import Keyphrases, KeyphraseSettings
from reprank.evaluation.overlaps import Score
from reprank.evaluation.rouge import Rouge, RougeSettings
from reprank.processes import AVAILABLE, time_limit
from reprank.summary import Keyword
from reprank.text.documents import Documents
from reprank.text.joining import flatten

TOP = 15  # phrases asked of a keyword system
CUTOFFS = (5, 10, TOP)
KEYPHRASE_METRICS = tuple(f"keyphrases@{cutoff}" for cutoff in CUTOFFS)
# What a system loads at its first call is not part of its time for a cluster.
WARM_UP = "The river rose all night. By dawn the water had closed the old bridge to the town. A dog slept through it."


class TimeExceeded(RepRankError, TimeoutError):
    """A system took longer than it was given."""


class KeywordSystem(Protocol):
    """What an experiment knows of a system that names keywords."""

    def keywords(self, documents: Documents, *, top: int = 10, language: str | None = None) -> tuple[Keyword, ...]:
        """Name the phrases that matter, best first."""


@runtime_checkable
class Aided(Protocol):
    """A summarizer that wants to see the references, such as the oracle."""

    def given(self, references: tuple[str, ...]) -> Summarizer:
        """Return the summarizer for these references."""


SummarizerMaker = Callable[[], Summarizer]
KeywordMaker = Callable[[], KeywordSystem]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no output."""

    type: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one system did with one cluster or text.

    ``output`` are the sentences of the summary or the phrases, in order. ``scores`` has one entry for each metric.
    ``aided`` says that the system saw the references. After a failure there is an ``error`` and no score.
    """

    set: str
    system: str
    id: str
    settings: str
    content: str
    build: str
    seconds: float | None = None
    output: tuple[str, ...] = ()
    scores: Mapping[str, Score] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    aided: bool = False
    error: Failure | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What must be equal for an outcome to stand for another run."""
        return (self.set, self.system, self.id, self.settings, self.content, self.build)


@dataclass(frozen=True, slots=True)
class Work:
    """An output with the time it took, before anything is known of where it belongs."""

    output: tuple[str, ...]
    scores: Mapping[str, Score]
    seconds: float
    warnings: tuple[str, ...] = ()
    aided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarization:
    """A cluster to summarize, the length, and how the summary is scored; ``language=None`` leaves it to the system."""

    cluster: Cluster
    words: int
    metrics: tuple[str, ...]
    rouge: RougeSettings
    language: str | None = None
    queries: bool = False

    @property
    def id(self) -> str:
        """The cluster's name."""
        return self.cluster.id

    @property
    def settings(self) -> str:
        """Everything that changes output or score, in one line."""
        asked = "given" if self.queries else "none"
        told = f"words:{self.words}|query:{asked}|told:{self.language or 'nothing'}"
        return f"{self.rouge.signature('+'.join(self.metrics))}|{told}"

    def perform(self, roster: Roster, system: str, limit: float | None) -> Work:
        """Summarize and score."""
        summarizer = _warm_summarizer(roster.summarizers[system])
        aided = isinstance(summarizer, Aided)
        if isinstance(summarizer, Aided):
            summarizer = summarizer.given(self.cluster.references)
        with _limited(limit):
            start = time.perf_counter()
            summary = summarizer.summarize(
                list(self.cluster.documents),
                budget=Words(self.words),
                keywords=0,
                query=self.cluster.query if self.queries else None,
                language=self.language,
            )
            seconds = time.perf_counter() - start
        output = tuple(flatten(sentence.text) for sentence in summary.sentences)
        found = Rouge(self.rouge).prepare(self.cluster.references).scores("\n".join(output), self.metrics)
        scores = {metric: Score(score.precision, score.recall, score.f1) for metric, score in found.items()}
        return Work(output, scores, seconds, summary.warnings, aided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """A text to find keyphrases in, and how they are scored."""

    text: KeyphraseText
    keyphrases: KeyphraseSettings
    language: str | None = None

    @property
    def id(self) -> str:
        """The text's name."""
        return self.text.id

    @property
    def settings(self) -> str:
        """Everything that changes output or score, in one line."""
        return f"{self.keyphrases.signature}|top:{TOP}|told:{self.language or 'nothing'}"

    def perform(self, roster: Roster, system: str, limit: float | None) -> Work:
        """Name keyphrases and score them."""
        ranker = _warm_keyword_system(roster.keyword_systems[system])
        with _limited(limit):
            start = time.perf_counter()
            keywords = ranker.keywords([self.text.text], top=TOP, language=self.language)
            seconds = time.perf_counter() - start
        output = tuple(keyword.text for keyword in keywords)
        found = Keyphrases(self.keyphrases).prepare(self.text).scores(output, CUTOFFS)
        scores = {f"keyphrases@{at}": Score(score.precision, score.recall, score.f1) for at, score in found.items()}
        return Work(output, scores, seconds)


@dataclass(frozen=True)
class Roster:
    """Systems by name: functions that make summarizers, and functions that make keyword systems."""

    summarizers: Mapping[str, SummarizerMaker] = field(default_factory=dict)
    keyword_systems: Mapping[str, KeywordMaker] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One system and one thing to do, on its way to a process."""

    set: str
    system: str
    task: Summarization | Extraction
    content: str
    build: str
    time_limit: float | None = None

    def outcome(self, *, work: Work | None = None, error: Failure | None = None) -> Outcome:
        """Return the outcome of this job."""
        limit = "none" if self.time_limit is None else f"{self.time_limit:g}"
        blank = Outcome(
            set=self.set,
            system=self.system,
            id=self.task.id,
            settings=f"{self.task.settings}|seconds:{limit}",
            content=self.content,
            build=self.build,
            error=error,
        )
        if work is None:
            return blank
        return replace(
            blank,
            seconds=work.seconds,
            output=work.output,
            scores=work.scores,
            warnings=work.warnings,
            aided=work.aided,
        )


def perform(job: Job, roster: Roster) -> Outcome:
    """Do the job; whatever a system raises becomes its outcome."""
    try:
        return job.outcome(work=job.task.perform(roster, job.system, job.time_limit))
    except Exception as error:  # noqa: BLE001  one system's mistake must not end the comparison; it is reported
        message = " ".join(str(error).split()) or "no message"
        return job.outcome(error=Failure(type(error).__name__, message))


def _limited(seconds: float | None) -> AbstractContextManager[None]:
    """Limit the time of a block; raise InputError where the system has no alarm clock (Windows)."""
    if seconds is not None and not AVAILABLE:
        raise InputError("a time limit needs a Unix system: leave it out here")
    return time_limit(seconds, TimeExceeded(f"took more than {seconds or 0:g} seconds"))


@cache
def _warm_summarizer(maker: SummarizerMaker) -> Summarizer:
    summarizer = maker()
    ready = summarizer.given((WARM_UP,)) if isinstance(summarizer, Aided) else summarizer
    ready.summarize(WARM_UP, budget=Sentences(1), keywords=0)
    return summarizer


@cache
def _warm_keyword_system(maker: KeywordMaker) -> KeywordSystem:
    ranker = maker()
    ranker.keywords(WARM_UP, top=1)
    return ranker
