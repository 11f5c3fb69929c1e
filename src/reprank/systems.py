"""Every summarizer and every keyword system by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial
from importlib import import_module

from reprank.api import KeywordSystem, RepRank, Summarizer, System
from reprank.errors import InputError
from reprank.selection import Method
from reprank.values import dataclass, value_class


@value_class
class Baseline:
    """A baseline that is imported when it is first made: most runs need none of them. Can be pickled."""

    module: str
    method: str

    def __call__(self) -> System:
        """Make the system."""
        made: Method = getattr(import_module(f"reprank.baselines.{self.module}"), self.method)()
        return System(made)


class Corrected:
    """The paper on its corrected chain P*, imported when it is first made. Can be pickled."""

    def __call__(self) -> System:
        """Make the system."""
        from reprank.paper.chain import corrected

        return RepRank.paper(chain=corrected)


@value_class
class PhraseBaseline:
    """Another way to score phrases, imported when it is first made. Can be pickled."""

    module: str
    method: str

    def __call__(self) -> KeywordSystem:
        """Make the system."""
        from reprank.baselines.keyphrases.system import PhraseMethod

        return System(PhraseMethod(getattr(import_module(f"reprank.baselines.keyphrases.{self.module}"), self.method)))


@dataclass(frozen=True)
class OracleSystem(System):
    """The ceiling: a system that must be given the references before it can aim at them."""

    method: Method = field(default_factory=lambda: _oracle(()))

    def given(self, references: Sequence[str]) -> Summarizer:
        """Return the system that aims at these references."""
        return System(_oracle(references))


def _oracle(references: Sequence[str]) -> Method:
    from reprank.baselines.oracle import Oracle

    return Oracle(references=tuple(references))


SYSTEMS: dict[str, Callable[[], System]] = {
    "reprank": RepRank,
    "reprank-paper-glove": partial(RepRank.paper, vectors="glove"),
    "reprank-paper": RepRank.paper,
    "reprank-paper-absorb": partial(RepRank.paper, absorbing=True),
    "reprank-paper-calibrated": RepRank.calibrated,
    "reprank-corrected": Corrected(),
    "lead": Baseline("lead", "Lead"),
    "lead-latest": Baseline("lead", "LatestLead"),
    "lexrank": Baseline("lexrank", "LexRank"),
    "textrank": Baseline("textrank", "TextRank"),
    "icsi": Baseline("icsi", "Icsi"),
    "sfour": Baseline("sfour", "Sfour"),
    "sparse": Baseline("sparse", "Sparse"),
    "grasshopper": Baseline("grasshopper", "Grasshopper"),
    "mutual-reinforcement": Baseline("reinforcement", "MutualReinforcement"),
    "affinity-walk": Baseline("affinity", "AffinityWalk"),
    "centroid": Baseline("centroid", "Centroid"),
    "submodular": Baseline("submodular", "Submodular"),
    "mmr": Baseline("mmr", "MMR"),
    "sumbasic": Baseline("sumbasic", "SumBasic"),
    "kl": Baseline("kl", "KlSum"),
    "random": Baseline("shuffled", "Random"),
    "oracle": OracleSystem,
}

KEYWORD_SYSTEMS: dict[str, Callable[[], KeywordSystem]] = {
    "reprank": RepRank,
    "reprank-paper-glove": partial(RepRank.paper, vectors="glove"),
    "reprank-paper": RepRank.paper,
    "reprank-paper-calibrated": RepRank.calibrated,
    "tf-idf": PhraseBaseline("phrase_tfidf", "TFIDF"),
    "textrank": PhraseBaseline("wordgraphs", "TEXTRANK"),
    "singlerank": PhraseBaseline("wordgraphs", "SINGLERANK"),
    "positionrank": PhraseBaseline("wordgraphs", "POSITIONRANK"),
    "topicrank": PhraseBaseline("topics", "TOPICRANK"),
    "multipartiterank": PhraseBaseline("topics", "MULTIPARTITERANK"),
}


def make_keyword_system(name: str) -> KeywordSystem:
    """Make the keyword system of that name; raise InputError with the known names for another."""
    if name not in KEYWORD_SYSTEMS:
        raise InputError(f"unknown keyword system {name!r}: use one of {', '.join(KEYWORD_SYSTEMS)}")
    return KEYWORD_SYSTEMS[name]()


def make(name: str) -> System:
    """Make the summarizer of that name; raise InputError with the known names for another."""
    if name not in SYSTEMS:
        raise InputError(f"unknown system {name!r}: use one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name]()
