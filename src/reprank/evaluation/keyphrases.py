"""Extracted and gold keyphrases to precision, recall and F1 among the first 5, 10, 15 or all.

>>> text = KeyphraseText("1", "Graph-based ranking of sentences.", ("graph based rankings", "summary"))
>>> scores = Keyphrases().prepare(text).scores(["sentences", "graph-based ranking"])
>>> print(scores[5])
F1@5 = 0.5000  [keyphrases|lang:en|gold:all|stem:porter|v:...]
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reprank.errors import InputError
from reprank.evaluation.datasets import KeyphraseText
from reprank.evaluation.overlaps import Overlap, Score
from reprank.evaluation.tokenization import stem_name, stemmer
from reprank.patterns import lazy_pattern
from reprank.version import __version__

Cutoff = int | None  # None: all that were returned
CUTOFFS: tuple[Cutoff, ...] = (5, 10, 15, None)
GOLD = ("all", "present")

_DASHES = lazy_pattern(r"[-\u2010-\u2015\u2212]")
_EDGES = ".,;:!?\"'()[]{}<>`\u2018\u2019\u201c\u201d\u00ab\u00bb"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyphraseSettings:
    """Everything that changes a keyphrase score.

    Phrases match if their words have equal stems: lower-cased, hyphens read as spaces, punctuation around
    words dropped. ``gold="present"`` keeps only gold phrases that occur in the text under the same reading.

    Raises InputError for another value of ``gold``.
    """

    language: str = "en"
    stem: bool = True
    gold: str = "all"

    def __post_init__(self) -> None:
        if self.gold not in GOLD:
            raise InputError(f"gold must be one of {', '.join(GOLD)}; got {self.gold!r}")

    @property
    def signature(self) -> str:
        """The settings in one line."""
        stem = stem_name(self.language) if self.stem else "none"
        return f"keyphrases|lang:{self.language}|gold:{self.gold}|stem:{stem}|v:{__version__}"


@dataclass(frozen=True, slots=True)
class KeyphraseScore(Score):
    """A score among the first ``cutoff`` phrases, with the settings that made it."""

    cutoff: Cutoff
    settings: KeyphraseSettings

    @property
    def signature(self) -> str:
        """The settings in one line."""
        return self.settings.signature

    def __str__(self) -> str:
        return f"F1@{self.cutoff or 'all'} = {self.f1:.4f}  [{self.signature}]"


@dataclass(frozen=True)
class Keyphrases:
    """Keyphrase scores under fixed settings."""

    settings: KeyphraseSettings = field(default_factory=KeyphraseSettings)

    def prepare(self, text: KeyphraseText) -> Gold:
        """Read the gold phrases of one text."""
        gold = dict.fromkeys(self.keys(text.keyphrases))
        if self.settings.gold == "present":
            running = f" {self._key(text.text)} "
            gold = {key: None for key in gold if f" {key} " in running}
        return Gold(text.id, frozenset(gold), self)

    def keys(self, phrases: Iterable[str]) -> list[str]:
        """Reduce phrases to what is compared, in order, each once, without empty ones.

        >>> Keyphrases().keys(["Random walks", "random-walk", "Markov chain"])
        ['random walk', 'markov chain']
        """
        return list(dict.fromkeys(key for phrase in phrases if (key := self._key(phrase))))

    def _key(self, phrase: str) -> str:
        spaced = _DASHES.sub(" ", unicodedata.normalize("NFC", phrase).lower())
        words = [word for part in spaced.split() if (word := part.strip(_EDGES))]
        return " ".join(stemmer(self.settings.language)(words) if self.settings.stem else words)


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold phrases of one text, ready to score."""

    id: str
    keys: frozenset[str]
    metric: Keyphrases

    def scores(self, phrases: Sequence[str], cutoffs: Sequence[Cutoff] = CUTOFFS) -> dict[Cutoff, KeyphraseScore]:
        """Score phrases in the order of their rank.

        A phrase that repeats an earlier one is dropped before the cut. If there are fewer phrases than the cutoff,
        precision is the share of those that there are.
        """
        found = self.metric.keys(phrases)
        return {cutoff: self._score(found[:cutoff], cutoff) for cutoff in cutoffs}

    def _score(self, keys: Sequence[str], cutoff: Cutoff) -> KeyphraseScore:
        score = Score.of(Overlap(len(self.keys.intersection(keys)), len(keys), len(self.keys)))
        return KeyphraseScore(score.precision, score.recall, score.f1, cutoff, self.metric.settings)
