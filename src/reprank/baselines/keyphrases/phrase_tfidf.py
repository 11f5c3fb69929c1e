"""tf-idf: how often a phrase occurs, times how rare its words are in general language.

Salton and Buckley, "Term-weighting approaches in automatic text retrieval" (1988):

    s(p) = tf(p) · Σ_{w in p} idf(w)

Chosen where a single text leaves it open: there is no collection to count documents in, so idf(w) = −log₁₀ p(w) with
p(w) from the frequency ranks of a background corpus, as for RepRank's own score; in a language without ranks every
word has idf 1. The sum over words, not the mean, is taken because it is the better of the two on technical text and on
the average over sets.
"""

from __future__ import annotations

from dataclasses import dataclass

from reprank.arrays import Floats
from reprank.phrases.candidates import Phrases
from reprank.phrases.scores import read_rarity


@dataclass(frozen=True)
class TfIdf:
    """tf-idf over phrases."""

    name: str = "tf-idf"

    def score(self, phrases: Phrases) -> Floats:
        """Multiply the number of occurrences with the rarity of the words."""
        rarity = read_rarity(phrases)
        idf = rarity if rarity.any() else rarity + 1
        return phrases.total(phrases.over_tokens(idf))


TFIDF = TfIdf()
