"""TopicRank and MultipartiteRank: phrases that share words are one topic, and near topics recommend each other.

- TopicRank (Bougouin, Boudin and Daille, IJCNLP 2013): phrases are clustered by the words they share (average linkage,
  at least a quarter of the words); all topics are joined, w = Σ 1/|distance| over the places of their phrases; a walk
  with damping .85 ranks topics, and each is represented by its phrase that occurs first.
- MultipartiteRank (Boudin, NAACL 2018): the same edges join phrases of different topics. An edge into the first phrase
  c_j of its topic gains from the edges into the others: w_ij + α·exp(1/p_i)·Σ_k w_ik over k in the topic of j, k ≠ j,
  with α = 1.1 and p_i the first place of c_i.

Chosen where the papers leave it open: overlap is Jaccard's of the sets of stems; distances are in words between the
first words of the two, at least 1, over documents one after another. Phrases that represent no topic follow those that
do, by their topic's score divided by the number of phrases of the text. Every phrase is joined to every other, so of a
long text only the LARGEST most frequent phrases take part, and the PLACES earliest of their occurrences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.errors import MissingExtra
from reprank.graph.absorbing import TeleportingWalk
from reprank.graph.edges import Edges
from reprank.graph.walk import stationary
from reprank.phrases.candidates import Phrases

LARGEST, PLACES = 1000, 4000
OVERLAP = 0.25
BLOCK = 256  # occurrences whose distances to all others are held at once


@dataclass(frozen=True)
class TopicRank:
    """Rank topics and represent each by its first phrase."""

    damping: float = 0.85
    name: str = "topicrank"

    def score(self, phrases: Phrases) -> Floats:
        """Walk over topics."""
        nodes = Nodes.of(phrases)
        among = _merged(_merged(nodes.nearness, nodes.topic).T, nodes.topic)
        np.fill_diagonal(among, 0.0)
        mass = _walk(among, self.damping)[nodes.topic]
        return nodes.spread(np.where(nodes.leads, mass, mass / len(phrases)), len(phrases))


@dataclass(frozen=True)
class MultipartiteRank:
    """Rank phrases among those of other topics."""

    alpha: float = 1.1
    damping: float = 0.85
    name: str = "multipartiterank"

    def score(self, phrases: Phrases) -> Floats:
        """Walk over phrases."""
        nodes = Nodes.of(phrases)
        weights = np.where(nodes.topic[:, None] == nodes.topic, 0.0, nodes.nearness)
        into_topic = _merged(weights.T, nodes.topic).T  # Σ over the phrases of a topic, of edges into it
        others = into_topic[:, nodes.topic] - weights
        gain = self.alpha * np.exp(1 / (nodes.place + 1))[:, None] * others
        return nodes.spread(_walk(weights + np.where(nodes.leads, gain, 0.0), self.damping), len(phrases))


@dataclass(frozen=True, eq=False)
class Nodes:
    """The phrases that take part, with their topics and what joins them."""

    phrase: Integers
    topic: Integers
    place: Integers  # words before the first occurrence
    nearness: Floats  # (phrases, phrases): Σ 1/|distance| over pairs of occurrences

    @classmethod
    def of(cls, phrases: Phrases) -> Nodes:
        """Cluster the most frequent phrases and measure how near they are to each other."""
        phrase = np.sort(np.lexsort((np.arange(len(phrases)), -phrases.count))[:LARGEST])
        place = np.full(len(phrases), len(phrases.words))
        np.minimum.at(place, phrases.phrase, phrases.begin)
        return cls(phrase, _topics([phrases.stems(int(i)) for i in phrase]), place[phrase], _nearness(phrases, phrase))

    @property
    def leads(self) -> Booleans:
        """Tell which phrases are the first of their topic; of two at the same place, the one listed first."""
        order = np.lexsort((self.place, self.topic))
        first = order[np.unique(self.topic[order], return_index=True)[1]]
        leads = np.zeros(len(self.phrase), dtype=np.bool_)
        leads[first] = True
        return leads

    def spread(self, scores: Floats, count: int) -> Floats:
        """Return a score for each phrase of the text, 0 for those that take no part."""
        all_scores = np.zeros(count)
        all_scores[self.phrase] = scores
        return all_scores


def _topics(keys: list[tuple[int, ...]]) -> Integers:
    """Cluster sets of stems by average linkage, as long as a quarter of the stems are shared on average."""
    if len(keys) < 2:
        return np.zeros(len(keys), np.intp)
    try:
        from scipy.cluster.hierarchy import fcluster, linkage
    except ImportError as error:
        raise MissingExtra("clustering phrases into topics", "evaluate") from error

    sets = [sorted(set(key)) for key in keys]
    stems, column = np.unique(np.concatenate(sets), return_inverse=True)
    held = np.zeros((len(keys), len(stems)))
    held[np.repeat(np.arange(len(keys)), [len(key) for key in sets]), column] = 1.0
    shared = held @ held.T
    sizes = held.sum(axis=1)
    distance = 1 - shared / (sizes[:, None] + sizes - shared)
    clusters = fcluster(linkage(distance[np.triu_indices(len(keys), 1)], "average"), 1 - OVERLAP + 1e-9, "distance")
    topics: Integers = clusters.astype(np.intp) - 1
    return topics


def _nearness(phrases: Phrases, phrase: Integers) -> Floats:
    """Add up 1/|distance| over all pairs of occurrences of two phrases."""
    number = np.full(len(phrases), -1)
    number[phrase] = np.arange(len(phrase))
    ours = np.flatnonzero(number[phrases.phrase] >= 0)
    ours = ours[np.argsort(phrases.begin[ours], kind="stable")[:PLACES]]
    ours = ours[np.argsort(number[phrases.phrase[ours]], kind="stable")]
    node, place = number[phrases.phrase[ours]], phrases.begin[ours].astype(np.float64)
    present, starts = np.unique(node, return_index=True)
    nearness = np.zeros((len(phrase), len(phrase)))
    for start in range(0, len(ours), BLOCK):
        block = slice(start, start + BLOCK)
        inverse = 1 / np.maximum(np.abs(place[block, None] - place), 1.0)
        sums = np.zeros((len(inverse), len(phrase)))
        sums[:, present] = np.add.reduceat(inverse, starts, axis=1)
        np.add.at(nearness, node[block], sums)
    np.fill_diagonal(nearness, 0.0)
    return nearness


def _merged(rows: Floats, group: Integers) -> Floats:
    """Add up the rows of each group."""
    merged = np.zeros((int(group.max()) + 1, rows.shape[1]))
    np.add.at(merged, group, rows)
    return merged


def _walk(weights: Floats, damping: float) -> Floats:
    walk = TeleportingWalk(Edges.from_dense(weights), damping, np.ones(len(weights)))
    return stationary(walk.step, walk.teleport_distribution).pi


TOPICRANK, MULTIPARTITERANK = TopicRank(), MultipartiteRank()
