"""Summaries and references to ROUGE scores, each with the settings that made it.

After Lin, "ROUGE: A Package for Automatic Evaluation of Summaries" (2004). By default the scores equal those of
Google's ``rouge-score``. With ``stem="rouge-1.5.5"`` and ``references="pooled"`` they equal those of the Perl program
ROUGE-1.5.5, as do limits and skip-bigrams always.

>>> references = Rouge().prepare(["The cat sat on the mat.", "A cat was sitting on a mat."])
>>> print(references.score("The cat sat there.", "rouge-1"))
R-1 F1 = 0.3909  [rouge-1|lang:en|refs:mean|stem:porter|stop:keep|limit:none|v:...]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reprank.errors import InputError
from reprank.evaluation.overlaps import (
    Compare,
    Lines,
    Measure,
    Overlap,
    Score,
    ngrams,
    skip_bigrams,
    subsequence,
    union_subsequence,
)
from reprank.evaluation.tokenization import STEMS, stem_name, tokenizer
from reprank.patterns import lazy_pattern
from reprank.version import __version__

METRICS = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")
_METRIC = lazy_pattern(r"rouge-(?:(?P<size>[1-9])|su(?P<gap>[0-9])|(?P<lcs>l|lsum))")


def mean_of(overlaps: Sequence[Overlap]) -> Score:
    """Average the scores against the references."""
    scores = [Score.of(overlap) for overlap in overlaps]
    return Score(*(_mean(values) for values in _columns(scores)))


def best_of(overlaps: Sequence[Overlap]) -> Score:
    """Take the reference with the highest F1, the first among equals (``score_multi`` of rouge-score)."""
    return max((Score.of(overlap) for overlap in overlaps), key=lambda score: score.f1)


def pooled(overlaps: Sequence[Overlap]) -> Score:
    """Add hits and units up over the references, then divide (``-f A`` of ROUGE-1.5.5, used by NIST)."""
    return Score.of(Overlap(*(sum(column) for column in zip(*overlaps, strict=True))))


def jackknife(overlaps: Sequence[Overlap]) -> Score:
    """Leave each reference out in turn, take the best of the others, average (Lin 2004, section 2.1).

    The best is left out once and then the second counts, so the sum collapses to ((n - 1) best + second) / n.
    Precision, recall and F1 are each maximised by themselves. A single reference is not left out.
    """
    if len(overlaps) == 1:
        return Score.of(overlaps[0])
    scores = [Score.of(overlap) for overlap in overlaps]
    return Score(*(_leave_one_out(values) for values in _columns(scores)))


def jackknife_pooled(overlaps: Sequence[Overlap]) -> Score:
    """Leave each reference out in turn, pool the others, average (NIST in DUC 2005 to 2007).

    A single reference is not left out.
    """
    if len(overlaps) == 1:
        return Score.of(overlaps[0])
    scores = [pooled([*overlaps[:out], *overlaps[out + 1 :]]) for out in range(len(overlaps))]
    return Score(*(_mean(values) for values in _columns(scores)))


COMBINATIONS: dict[str, Callable[[Sequence[Overlap]], Score]] = {
    "mean": mean_of,
    "max": best_of,
    "pooled": pooled,
    "jackknife": jackknife,
    "jackknife-pooled": jackknife_pooled,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RougeSettings:
    """Everything that changes a ROUGE score.

    ``stem`` is ``"porter"`` (as in rouge-score), ``"rouge-1.5.5"`` (as in the Perl program, English only) or
    ``"none"``. ``exceptions`` is a folder with WordNet's exception files (``adj.exc``, ``adv.exc``, ``noun.exc``,
    ``verb.exc``), which the Perl program reads when it stems: *came* becomes *come*. They belong to
    ``stem="rouge-1.5.5"``. ``references`` is how several references are combined, a key of ``COMBINATIONS``.

    ``word_limit`` and ``byte_limit`` are ``-l`` and ``-b`` of ROUGE-1.5.5: only the beginning of a text is read. Words
    are what white space separates, and line breaks do not count as bytes. The program cuts references too, and so does
    this, unless ``limit_references`` is false.

    Raises InputError for an unknown combination or stemmer, a limit below one, or both limits at once.
    """

    language: str = "en"
    stem: str = "porter"
    remove_stop_words: bool = False
    references: str = "mean"
    word_limit: int | None = None
    byte_limit: int | None = None
    limit_references: bool = True
    exceptions: str | None = None

    def __post_init__(self) -> None:
        if self.references not in COMBINATIONS:
            raise InputError(f"references must be one of {', '.join(COMBINATIONS)}; got {self.references!r}")
        if self.stem not in STEMS:
            raise InputError(f"stem must be one of {', '.join(STEMS)}; got {self.stem!r}")
        if self.exceptions is not None and self.stem != "rouge-1.5.5":
            raise InputError(f"exceptions belong to stem='rouge-1.5.5'; got stem={self.stem!r}: change one of the two")
        if self.word_limit is not None and self.byte_limit is not None:
            raise InputError(f"got both word_limit={self.word_limit} and byte_limit={self.byte_limit}: keep one")
        for name, limit in (("word_limit", self.word_limit), ("byte_limit", self.byte_limit)):
            if limit is not None and limit < 1:
                raise InputError(f"{name} must be at least 1; got {limit}: leave it out for no limit")

    def signature(self, metric: str) -> str:
        """Write the settings in one line. Scores with different lines are not comparable."""
        stem = stem_name(self.language, self.stem) + ("+wordnet" if self.exceptions else "")
        stop = f"iso-{self.language}" if self.remove_stop_words else "keep"
        parts = [f"lang:{self.language}", f"refs:{self.references}", f"stem:{stem}", f"stop:{stop}"]
        return "|".join([metric, *parts, f"limit:{self._limit_name()}", f"v:{__version__}"])

    def _limit_name(self) -> str:
        if self.word_limit is None and self.byte_limit is None:
            return "none"
        name = f"{self.word_limit}words" if self.word_limit is not None else f"{self.byte_limit}bytes"
        return name if self.limit_references else f"{name}-candidate"


@dataclass(frozen=True, slots=True)
class RougeScore(Score):
    """A score with the settings that made it."""

    metric: str
    settings: RougeSettings

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return self.settings.signature(self.metric)

    def __str__(self) -> str:
        return f"{self.metric.upper().replace('ROUGE', 'R')} F1 = {self.f1:.4f}  [{self.signature}]"


@dataclass(frozen=True)
class Rouge:
    """ROUGE under fixed settings.

    >>> rouge = Rouge(RougeSettings(stem="none", references="max"))
    >>> round(rouge.prepare(["a b c d", "a b"]).score("a b", "rouge-2").recall, 3)
    1.0
    """

    settings: RougeSettings = field(default_factory=RougeSettings)

    def prepare(self, references: Iterable[str]) -> References:
        """Read the references once, so that many candidates can be scored; raise InputError if there is none."""
        return References(references, self.settings)


class References:
    """References ready to score candidates; their units are counted once per metric, at its first use."""

    def __init__(self, references: Iterable[str], settings: RougeSettings) -> None:
        if isinstance(references, str):
            raise InputError("references must be a list of texts; got one text: put it in a list")
        self.settings = settings
        self._tokenize = tokenizer(
            settings.language,
            stem=settings.stem,
            exceptions=settings.exceptions,
            remove_stop_words=settings.remove_stop_words,
        )
        self._combine = COMBINATIONS[settings.references]
        self._lines = [self._read(text, cut=settings.limit_references) for text in references]
        if not self._lines:
            raise InputError("ROUGE needs at least one reference; got none")
        self._prepared: dict[str, Compare] = {}

    def score(self, candidate: str, metric: str) -> RougeScore:
        """Score one candidate by one metric: rouge-1 to rouge-9, rouge-l, rouge-lsum, rouge-su0 to rouge-su9."""
        return self.scores(candidate, (metric,))[metric]

    def scores(self, candidate: str, metrics: Sequence[str] = METRICS) -> dict[str, RougeScore]:
        """Score one candidate by several metrics; raise InputError for an unknown metric."""
        lines = self._read(candidate, cut=True)
        return {metric: self._score(lines, metric) for metric in metrics}

    def _score(self, candidate: Lines, metric: str) -> RougeScore:
        if metric not in self._prepared:
            self._prepared[metric] = _measure(metric)(self._lines)
        score = self._combine(self._prepared[metric](candidate))
        return RougeScore(score.precision, score.recall, score.f1, metric, self.settings)

    def _read(self, text: str, *, cut: bool) -> Lines:
        lines = text.split("\n")
        if cut and self.settings.word_limit is not None:
            lines = first_words(lines, self.settings.word_limit)
        if cut and self.settings.byte_limit is not None:
            lines = first_bytes(lines, self.settings.byte_limit)
        return [self._tokenize(line) for line in lines if line]


def first_words(lines: Iterable[str], limit: int) -> list[str]:
    """Keep the first words, where white space separates words.

    >>> first_words(["one two", "three four"], 3)
    ['one two', 'three']
    """
    kept = []
    for line in lines:
        words = line.split()[:limit]
        kept.append(" ".join(words))
        limit -= len(words)
    return kept


def first_bytes(lines: Iterable[str], limit: int) -> list[str]:
    """Keep the first bytes in UTF-8, line breaks not counted; a character cut in two is dropped.

    >>> first_bytes(["naïve", "café"], 9)
    ['naïve', 'caf']
    """
    kept = []
    for line in lines:
        encoded = line.encode()[:limit]
        kept.append(encoded.decode(errors="ignore"))
        limit -= len(encoded)
    return kept


def _measure(metric: str) -> Measure:
    name = _METRIC.fullmatch(metric)
    if name is None:
        raise InputError(f"unknown metric {metric!r}: use rouge-1 to rouge-9, rouge-l, rouge-lsum or rouge-su4")
    if name["size"]:
        return ngrams(int(name["size"]))
    if name["gap"]:
        return skip_bigrams(int(name["gap"]))
    return subsequence if name["lcs"] == "l" else union_subsequence


def _columns(scores: Sequence[Score]) -> list[list[float]]:
    return [[s.precision for s in scores], [s.recall for s in scores], [s.f1 for s in scores]]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _leave_one_out(values: Sequence[float]) -> float:
    *_, second, best = sorted(values)
    return ((len(values) - 1) * best + second) / len(values)
