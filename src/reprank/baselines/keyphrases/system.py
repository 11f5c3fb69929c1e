"""A way to score phrases, made into a keyword system."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np

from reprank.arrays import Floats
from reprank.errors import InputError
from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.keywords import best_phrases, make_keywords
from reprank.summary import Keyword
from reprank.text.documents import Documents, as_documents
from reprank.text.identification import detect
from reprank.text.languages import language as look_up
from reprank.text.units import read_units


class PhraseScore(Protocol):
    """A score for every candidate phrase."""

    @property
    def name(self) -> str:
        """The name in tables."""

    def score(self, phrases: Phrases) -> Floats:
        """Score the phrases, none of them below zero; there is at least one."""


@dataclass(frozen=True)
class PhraseSystem:
    """A keyword system that takes the phrases with the best score, and nothing besides."""

    method: PhraseScore

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Name the phrases that matter, of at most so many words, best first; scores are relative to the best.

        Raises InputError for a number below zero and LanguageError for an unknown language.
        """
        if min(top, max_words) < 0:
            raise InputError(f"top and max_words must be at least 0; got {top} and {max_words}")
        read = as_documents(documents)
        units = read_units(read, look_up(language or detect(document.text for document in read)))
        phrases = read_phrases(units, np.ones(len(units), dtype=np.bool_), max_words=max_words)
        if not len(phrases):
            return ()
        scores = self.method.score(phrases)
        relative = scores / max(scores.max(), np.finfo(np.float64).tiny)
        return make_keywords(phrases, list(islice(best_phrases(phrases, relative), top)), relative)
