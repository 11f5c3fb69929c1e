"""TextRank, SingleRank and PositionRank: words that stand near each other recommend each other.

    p(i) = (1 − d)·b_i + d Σ_j w_ji / Σ_k w_jk · p(j),   d = .85,      s(phrase) = Σ_{i in phrase} p(i)

- TextRank (Mihalcea and Tarau, EMNLP 2004): an edge of weight 1 joins words that occur within a window of 2 words;
  b is uniform.
- SingleRank (Wan and Xiao, AAAI 2008): the window has 10 words, w counts how often the two stand within it.
- PositionRank (Florescu and Caragea, ACL 2017): as SingleRank, with b_i ∝ Σ 1/position over the places of the word.

Words are stems that may stand in a phrase, as the papers take nouns and adjectives. Chosen where the papers leave it
open: a window of N words joins words that are fewer than N words apart in the running text, counting those that are no
nodes, and ends with its document. TextRank's paper puts the best words together to phrases where they stand side by
side; here it scores the candidates that all systems share, by the sum as the two others do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Floats, Integers
from reprank.graph.absorbing import TeleportingWalk
from reprank.graph.edges import Edges
from reprank.graph.walk import stationary
from reprank.phrases.candidates import Phrases


@dataclass(frozen=True)
class WordGraph:
    """A walk over words that stand near each other."""

    name: str
    window: int
    counted: bool  # does an edge weigh how often, or only whether?
    early: bool  # does a walk begin anew at early words, or anywhere?
    damping: float = 0.85

    def score(self, phrases: Phrases) -> Floats:
        """Add up the stationary mass of each phrase's words."""
        walk = TeleportingWalk(self.links(phrases), self.damping, self.restart(phrases))
        mass = stationary(walk.step, walk.teleport_distribution).pi
        return phrases.over_tokens(mass[phrases.words.stems.stem])[phrases.example]

    def links(self, phrases: Phrases) -> Edges:
        """Join the stems that stand within a window."""
        words, token = phrases.words, _nodes(phrases)
        stem, place = words.stems.stem[token], words.of_token[token]
        document = words.document[place]
        left, right = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
        for separated in range(1, len(token)):
            near = place[separated:] - place[:-separated] < self.window
            if not near.any():
                break
            near &= (document[separated:] == document[:-separated]) & (stem[separated:] != stem[:-separated])
            left.append(stem[:-separated][near])
            right.append(stem[separated:][near])
        one, other = np.concatenate([*left, *right]), np.concatenate([*right, *left])
        links = Edges.of(one, other, np.ones(len(one)), shape=(len(words.stems.names),) * 2)
        return links if self.counted else links.with_weight(np.ones(len(links)))

    def restart(self, phrases: Phrases) -> Floats:
        """Return where a walk begins anew, up to a factor."""
        words, token = phrases.words, _nodes(phrases)
        weights = 1 / (words.place[words.of_token[token]] + 1.0)
        restart = np.bincount(words.stems.stem[token], weights, len(words.stems.names)).astype(np.float64)
        return restart if self.early else np.where(restart > 0, 1.0, 0.0)


def _nodes(phrases: Phrases) -> Integers:
    """Return the tokens that may stand in a phrase."""
    return np.flatnonzero(phrases.traits.content[phrases.words.of_token])


TEXTRANK = WordGraph("textrank", window=2, counted=False, early=False)
SINGLERANK = WordGraph("singlerank", window=10, counted=True, early=False)
POSITIONRANK = WordGraph("positionrank", window=10, counted=True, early=True)
