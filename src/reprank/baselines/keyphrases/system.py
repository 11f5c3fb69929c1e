"""A way to score phrases, made into a method that ranks keywords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from reprank.arrays import Floats
from reprank.errors import InputError
from reprank.phrases.candidates import Phrases
from reprank.phrases.keywords import rank_by
from reprank.selection import Selection, Task
from reprank.summary import Keyword


class PhraseScore(Protocol):
    """A score for every candidate phrase."""

    @property
    def name(self) -> str:
        """The name in tables."""

    def score(self, phrases: Phrases) -> Floats:
        """Score the phrases, none of them below zero; there is at least one."""


@dataclass(frozen=True)
class PhraseMethod:
    """A method that takes the phrases with the best score; without a request for diversity, nothing besides."""

    scoring: PhraseScore
    phrase_options = True

    @property
    def name(self) -> str:
        """The name of the score."""
        return self.scoring.name

    def keywords(self, task: Task) -> tuple[Keyword, ...]:
        """Rank the phrases of the task."""
        return rank_by(task.units, ~task.seen, task.keywords, self._log_score, diversity=0.0, min_alone=0.0)

    def select(self, task: Task) -> Selection:
        """Raise InputError: there is no score for sentences."""
        raise InputError(f"{self.name} ranks keywords only: use reprank or another summarizer")

    def _log_score(self, phrases: Phrases) -> Floats:
        return np.log(np.maximum(self.scoring.score(phrases), np.finfo(np.float64).tiny))
