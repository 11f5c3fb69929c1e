"""Every summarizer by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol

from reprank.api import Method, RepRank, Summarizer, System
from reprank.errors import InputError
from reprank.summary import Keyword
from reprank.text.documents import Documents


def _baseline(module: str, method: str) -> Callable[[], Summarizer]:
    """Return a function that imports a baseline when it is first made: most runs need none of them."""

    def make() -> Summarizer:
        made: Method = getattr(import_module(f"reprank.baselines.{module}"), method)()
        return System(made)

    return make


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


SYSTEMS: dict[str, Callable[[], Summarizer]] = {
    "reprank": RepRank,
    "reprank-paper-glove": lambda: RepRank.paper(attention=False),
    "reprank-paper": RepRank.paper,
    "reprank-paper-absorb": lambda: RepRank.paper(absorbing=True),
    "reprank-corrected": lambda: RepRank.paper(printed=False),
    "lead": _baseline("lead", "Lead"),
    "lexrank": _baseline("lexrank", "LexRank"),
    "textrank": _baseline("textrank", "TextRank"),
    "icsi": _baseline("icsi", "Icsi"),
    "sfour": _baseline("sfour", "Sfour"),
    "sparse": _baseline("sparse", "Sparse"),
    "grasshopper": _baseline("grasshopper", "Grasshopper"),
    "mutual-reinforcement": _baseline("reinforcement", "MutualReinforcement"),
    "affinity-walk": _baseline("affinity", "AffinityWalk"),
    "centroid": _baseline("centroid", "Centroid"),
    "submodular": _baseline("submodular", "Submodular"),
    "mmr": _baseline("mmr", "MMR"),
    "sumbasic": _baseline("sumbasic", "SumBasic"),
    "kl": _baseline("kl", "KlSum"),
    "random": _baseline("shuffled", "Random"),
    "oracle": OracleSystem,
}


def make(name: str) -> Summarizer:
    """Make the summarizer of that name; raise InputError with the known names for another."""
    if name not in SYSTEMS:
        raise InputError(f"unknown system {name!r}: use one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name]()


class KeywordSystem(Protocol):
    """What evaluation and command line know of a system that names keywords."""

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Name the phrases that matter, of at most so many words, best first."""


def _phrases(module: str, method: str) -> Callable[[], KeywordSystem]:
    """Return a function that imports another way to score phrases when it is first made."""

    def make() -> KeywordSystem:
        from reprank.baselines.keyphrases.system import PhraseSystem

        return PhraseSystem(getattr(import_module(f"reprank.baselines.keyphrases.{module}"), method))

    return make


KEYWORD_SYSTEMS: dict[str, Callable[[], KeywordSystem]] = {
    "reprank": RepRank,
    "tf-idf": _phrases("tfidf", "TFIDF"),
    "textrank": _phrases("wordgraphs", "TEXTRANK"),
    "singlerank": _phrases("wordgraphs", "SINGLERANK"),
    "positionrank": _phrases("wordgraphs", "POSITIONRANK"),
    "topicrank": _phrases("topics", "TOPICRANK"),
    "multipartiterank": _phrases("topics", "MULTIPARTITERANK"),
}
