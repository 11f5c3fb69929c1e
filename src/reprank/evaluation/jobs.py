"""A system and a cluster to an outcome: the output, its scores, the time it took, or what went wrong."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields

from reprank.api import KeywordSystem, Summarizer
from reprank.errors import InputError, RepRankError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.keyphrases import Keyphrases, KeyphraseSettings
from reprank.evaluation.overlaps import Score
from reprank.evaluation.rouge import Rouge, RougeSettings
from reprank.evaluation.systems import (
    NeedsReferences,
    Produced,
    SummaryRequest,
    Systems,
    TextSummarizer,
    call,
    sentences_of,
    split_sentences,
)
from reprank.processes import AVAILABLE, time_limit

TOP = 15  # phrases asked of a keyword system
CUTOFFS = (5, 10, TOP)
KEYPHRASE_METRICS = tuple(f"keyphrases@{cutoff}" for cutoff in CUTOFFS)
# A system summarizes this first: what it loads at its first call is not part of its time for a cluster.
WARM_UP = "The river rose all night. By dawn the water had closed the old bridge to the town. A dog slept through it."
WARM_UP_WORDS = 12


class TimeExceeded(RepRankError, TimeoutError):
    """A system took longer than the time limit."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no output."""

    type: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one system did with one cluster or text.

    ``output`` are the sentences of the summary or the phrases, in order. ``scores`` has one entry for each metric.
    ``seconds`` is missing for outputs that were ready. After a failure there is an ``error`` and no score.
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
    saw_references: bool = False
    error: Failure | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What must be equal for an outcome to replace another run."""
        return (self.set, self.system, self.id, self.settings, self.content, self.build)


@dataclass(frozen=True, slots=True)
class Work:
    """An output with its scores and the time it took, before it is known which outcome it belongs to."""

    output: tuple[str, ...]
    scores: Mapping[str, Score]
    seconds: float | None = None
    warnings: tuple[str, ...] = ()
    saw_references: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarization:
    """A cluster to summarize, the length, and how the summary is scored.

    ``language=None`` leaves the language to the system. ``prediction`` is a summary that is ready: it is only scored.
    """

    cluster: Cluster
    words: int
    metrics: tuple[str, ...]
    rouge: RougeSettings
    language: str | None = None
    queries: bool = False
    prediction: str | None = None

    @property
    def id(self) -> str:
        """The cluster's name."""
        return self.cluster.id

    @property
    def settings(self) -> str:
        """Everything that changes output or score, in one line."""
        given = f"words:{self.words}|query:{'given' if self.queries else 'none'}|language:{self.language or 'detected'}"
        return f"{self.rouge.signature('+'.join(self.metrics))}|{given}"

    def perform(self, systems: MadeSystems, system: str, limit: float | None) -> Work:
        """Summarize and score."""
        if self.prediction is not None:
            ready = split_sentences(self.prediction, self.rouge.language)
            return Work(ready, self._scores(ready))
        summarizer = systems.summarizer(system)
        saw_references = isinstance(summarizer, NeedsReferences)
        if isinstance(summarizer, NeedsReferences):
            summarizer = summarizer.given(self.cluster.references)
        query = self.cluster.query if self.queries else None
        request = SummaryRequest(list(self.cluster.documents), self.words, query, self.language)
        with _limited(limit):
            start = time.perf_counter()
            result = call(summarizer, request)
            seconds = time.perf_counter() - start
        produced: Produced = sentences_of(result, summarizer, self.rouge.language)
        scores = self._scores(produced.sentences)
        return Work(produced.sentences, scores, seconds, produced.warnings, saw_references)

    def _scores(self, sentences: tuple[str, ...]) -> dict[str, Score]:
        found = Rouge(self.rouge).prepare(self.cluster.references).scores("\n".join(sentences), self.metrics)
        return {metric: Score(score.precision, score.recall, score.f1) for metric, score in found.items()}


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
        return f"{self.keyphrases.signature}|top:{TOP}|language:{self.language or 'detected'}"

    def perform(self, systems: MadeSystems, system: str, limit: float | None) -> Work:
        """Rank keyphrases and score them."""
        ranker = systems.keyword_system(system)
        with _limited(limit):
            start = time.perf_counter()
            keywords = ranker.keywords([self.text.text], top=TOP, language=self.language)
            seconds = time.perf_counter() - start
        output = tuple(keyword.text for keyword in keywords)
        found = Keyphrases(self.keyphrases).prepare(self.text).scores(output, CUTOFFS)
        scores = {f"keyphrases@{at}": Score(score.precision, score.recall, score.f1) for at, score in found.items()}
        return Work(output, scores, seconds)


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
        done = {} if work is None else {it.name: getattr(work, it.name) for it in fields(work)}
        return Outcome(
            set=self.set,
            system=self.system,
            id=self.task.id,
            settings=f"{self.task.settings}|seconds:{limit}",
            content=self.content,
            build=self.build,
            error=error,
            **done,
        )


class MadeSystems:
    """The systems of one process, each made and warmed up when it is first used."""

    def __init__(self, systems: Systems) -> None:
        self._systems = systems
        self._summarizers: dict[str, Summarizer | TextSummarizer | NeedsReferences] = {}
        self._keyword_systems: dict[str, KeywordSystem] = {}

    def perform(self, job: Job) -> Outcome:
        """Do the job. An error that a system raises becomes its outcome."""
        try:
            return job.outcome(work=job.task.perform(self, job.system, job.time_limit))
        except Exception as error:  # noqa: BLE001  one system's mistake must not end the comparison; it is reported
            message = " ".join(str(error).split()) or "no message"
            return job.outcome(error=Failure(type(error).__name__, message))

    def summarizer(self, name: str) -> Summarizer | TextSummarizer | NeedsReferences:
        """Return the summarizer of that name."""
        if name not in self._summarizers:
            made = self._systems.summarizers[name]()
            ready = made.given((WARM_UP,)) if isinstance(made, NeedsReferences) else made
            call(ready, SummaryRequest([WARM_UP], WARM_UP_WORDS))
            self._summarizers[name] = made
        return self._summarizers[name]

    def keyword_system(self, name: str) -> KeywordSystem:
        """Return the keyword system of that name."""
        if name not in self._keyword_systems:
            made = self._systems.keyword_systems[name]()
            made.keywords([WARM_UP], top=1)
            self._keyword_systems[name] = made
        return self._keyword_systems[name]


def _limited(seconds: float | None) -> AbstractContextManager[None]:
    """Limit the time of a block; raise InputError on a system without alarms (Windows)."""
    if seconds is not None and not AVAILABLE:
        raise InputError("a time limit needs a Unix system: leave it out here")
    return time_limit(seconds, TimeExceeded(f"took more than {seconds or 0:g} seconds"))
