"""SFOUR: cover the words that matter, where what matters was learned from summaries that people wrote.

After Sipos, Shivaswamy and Joachims, "Large-Margin Learning of Submodular Summarization Models" (2012), with their
coverage model: the value of a summary is the sum, over the words that it covers, of a learned weight of their features,

    F(S) = Σ_{v ∈ V(S)} ω(v),   ω(v) = w·φ(v),   w ≥ 0,

which is monotone and submodular, so that a greedy selection is within a constant of the best.
``benchmarks/models/margin.py`` learns w with a large margin from documents with references.

Chosen where the paper leaves it open: of the paper's two models, coverage, because it needs no matrix of all pairs.
"Words" are stems outside the stop list and pairs of neighbouring stems. φ(v) are steps, each 0 or 1, of how many
sentences and documents have v and of how early it first occurs in a document, separately for stems and for pairs: with
w ≥ 0 a word that is more frequent or earlier never weighs less. Gains are divided by a power of cost as in Lin and
Bilmes (2010). Terms of documents which the reader has seen are covered from the start.

The shipped weights were learned on development data by ``benchmarks/models/fit_sfour.py``: 111 clusters, every other
one of multiling-en, yelp, amazon, squality and meetings, with seed 0. The exponent of cost and the regularization were
picked by scores on further development clusters, of these and of other sets, so that scores on any of them flatter it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from pathlib import Path

import numpy as np

from reprank.arrays import Floats
from reprank.baselines.concepts import Concepts, cover_greedily, presence
from reprank.errors import ModelError
from reprank.selection import Selection, Task, unused_query
from reprank.shipped import DATA
from reprank.terms import Terms, read_terms
from reprank.text.units import Units

SCALING = 0.7  # exponent of the cost that gains are divided by, in learning and in selection

SENTENCES = (2, 3, 4, 5, 7, 10, 15, 25)
SENTENCE_SHARES = (0.02, 0.05, 0.1, 0.2)
DOCUMENTS = (2, 3, 4, 6)
DOCUMENT_SHARES = (0.3, 0.5, 0.7, 0.9)
PLACES = (1, 2, 3, 5, 10, 20)
STEPS = (
    "present",
    *(f"sentences >= {least}" for least in SENTENCES),
    *(f"share of sentences >= {least}" for least in SENTENCE_SHARES),
    *(f"documents >= {least}" for least in DOCUMENTS),
    *(f"share of documents >= {least} of several" for least in DOCUMENT_SHARES),
    *(f"place <= {last}" for last in PLACES),
)
FEATURES = (*(f"stem: {step}" for step in STEPS), *(f"pair: {step}" for step in STEPS))


@dataclass(frozen=True)
class SfourWeights:
    """One weight for each feature, and how they were learned."""

    values: tuple[float, ...]
    origin: str

    def __post_init__(self) -> None:
        if len(self.values) != len(FEATURES) or not all(0 <= value < np.inf for value in self.values):
            raise ModelError(
                f"SFOUR needs {len(FEATURES)} weights of at least 0; got {len(self.values)}: learn them anew"
            )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the weights as JSON, each beside the name of its feature."""
        content = {"model": "sfour", "origin": self.origin, "weights": dict(zip(FEATURES, self.values, strict=True))}
        Path(path).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> SfourWeights:
        """Read weights that were saved; raise ModelError if the file contains something else."""
        return cls.parse(Path(path).read_text(encoding="utf-8"), str(path))

    @classmethod
    def parse(cls, text: str, source: str) -> SfourWeights:
        """Read weights from JSON; ``source`` names it in errors."""
        try:
            content = json.loads(text)
            named, origin = content["weights"], content["origin"]
            return cls(tuple(float(named[feature]) for feature in FEATURES), str(origin))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(
                f"{source} is not a file of SFOUR weights ({error!r}): write one with SfourWeights.save"
            ) from error


@cache
def shipped() -> SfourWeights:
    """Return the weights that come with the package."""
    return SfourWeights.parse((DATA / "sfour.json").read_text(encoding="utf-8"), "sfour.json")


@dataclass(frozen=True)
class Sfour:
    """SFOUR with its weights; those that ship were learned on development data."""

    weights: SfourWeights = field(default_factory=shipped)
    scaling: float = SCALING
    name: str = "sfour"

    def select(self, task: Task) -> Selection:
        """Cover the terms with the largest learned weights."""
        terms = read_terms(task.units, recurring=1)
        concepts = Concepts(presence(terms.counts), features(terms, task.units) @ np.array(self.weights.values))
        scores = concepts.incidence.backward(concepts.weight)
        concepts = concepts.without(concepts.covered_by(np.flatnonzero(task.seen).tolist()))
        selected = cover_greedily(concepts, task, scaling=self.scaling)
        return Selection(selected, scores, warnings=unused_query(self.name, task))


def features(terms: Terms, units: Units) -> Floats:
    """Return φ, terms × features: steps for stems in the first half, for pairs in the second."""
    sentences = terms.sentence_frequency
    documents = terms.document_frequency(units.document)
    earliest = np.full(terms.counts.shape[1], np.iinfo(np.intp).max)
    np.minimum.at(earliest, terms.counts.target, units.position[terms.counts.source])
    steps = np.stack(
        [
            np.ones(len(sentences), dtype=np.bool_),
            *(sentences >= least for least in SENTENCES),
            *((sentences >= least * len(units)) & (sentences > 1) for least in SENTENCE_SHARES),
            *(documents >= least for least in DOCUMENTS),
            *((documents >= least * units.document_count) & (documents > 1) for least in DOCUMENT_SHARES),
            *(earliest <= last for last in PLACES),
        ],
        axis=1,
    ).astype(np.float64)
    single = (np.arange(len(steps)) < terms.unigrams)[:, None]
    return np.concatenate([steps * single, steps * ~single], axis=1)
