"""Summaries and keywords from one graph of sentences and words.

>>> import reprank
>>> text = "Heavy snow closed the mountain road on Friday. A dog barked. Ploughs will open the road on Monday."
>>> str(reprank.summarize(text, sentences=1))
'Heavy snow closed the mountain road on Friday.'

What needs NumPy is imported when it is first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from reprank.budget import Budget, Bytes, Characters, Ratio, Sentences, Tokens, Words
from reprank.errors import (
    BudgetError,
    ConvergenceError,
    DataError,
    InputError,
    LanguageError,
    MissingExtra,
    MissingFileError,
    ModelError,
    OutputError,
    RepRankError,
)
from reprank.examples import example_documents
from reprank.summary import BudgetUse, Keyword, Occurrence, Sentence, Summary
from reprank.text.documents import Block, Document, Place
from reprank.version import __version__

if TYPE_CHECKING:
    from reprank import batch as batch
    from reprank import evaluation as evaluation
    from reprank import figures as figures
    from reprank import systems as systems
    from reprank import training as training
    from reprank.api import KeywordSystem, RepRank, Summarizer, System, coverage_curve, keywords, rank, summarize
    from reprank.comparison import Comparison, compare
    from reprank.compression import Compressed, CompressedChunk, compress
    from reprank.coverage import Coverage
    from reprank.coverage.curve import CoverageCurve
    from reprank.explanation import Explanation
    from reprank.many import keywords_many, summarize_many
    from reprank.paper.encoder import Encoder
    from reprank.ranked import RankedText
    from reprank.readers import FileLimits, ReadingWarning, read
    from reprank.selection import Costs, KeywordMethod, KeywordRequest, Method, Selection, Task
    from reprank.sources.findings import Conflict, Support

__all__ = [
    "Block",
    "Budget",
    "BudgetError",
    "BudgetUse",
    "Bytes",
    "Characters",
    "Comparison",
    "Compressed",
    "CompressedChunk",
    "Conflict",
    "ConvergenceError",
    "Costs",
    "Coverage",
    "CoverageCurve",
    "DataError",
    "Document",
    "Encoder",
    "Explanation",
    "FileLimits",
    "InputError",
    "Keyword",
    "KeywordMethod",
    "KeywordRequest",
    "KeywordSystem",
    "LanguageError",
    "Method",
    "MissingExtra",
    "MissingFileError",
    "ModelError",
    "Occurrence",
    "OutputError",
    "Place",
    "RankedText",
    "Ratio",
    "ReadingWarning",
    "RepRank",
    "RepRankError",
    "Selection",
    "Sentence",
    "Sentences",
    "Summarizer",
    "Summary",
    "Support",
    "System",
    "Task",
    "Tokens",
    "Words",
    "__version__",
    "compare",
    "compress",
    "coverage_curve",
    "example_documents",
    "keywords",
    "keywords_many",
    "rank",
    "read",
    "summarize",
    "summarize_many",
]

_LAZY = {
    "api": (
        "KeywordSystem",
        "RepRank",
        "Summarizer",
        "System",
        "coverage_curve",
        "keywords",
        "rank",
        "summarize",
    ),
    "comparison": ("Comparison", "compare"),
    "compression": ("Compressed", "CompressedChunk", "compress"),
    "coverage": ("Coverage",),
    "coverage.curve": ("CoverageCurve",),
    "explanation": ("Explanation",),
    "many": ("keywords_many", "summarize_many"),
    "paper.encoder": ("Encoder",),
    "ranked": ("RankedText",),
    "readers": ("FileLimits", "ReadingWarning", "read"),
    "selection": (
        "Costs",
        "KeywordMethod",
        "KeywordRequest",
        "Method",
        "Selection",
        "Task",
    ),
    "sources.findings": ("Conflict", "Support"),
}
_HOME = {name: module for module, names in _LAZY.items() for name in names}
#: Not in ``__all__``: some of them need extras, and ``from reprank import *`` must work without.
_PACKAGES = ("batch", "evaluation", "figures", "systems", "training")


if not TYPE_CHECKING:  # a type checker that saw this function would accept every misspelt name

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        if name in _PACKAGES:
            return import_module(f"reprank.{name}")
        if name not in _HOME:
            raise AttributeError(f"module 'reprank' has no attribute {name!r}")
        value = getattr(import_module(f"reprank.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_PACKAGES, *(name for name in globals() if name.startswith("__"))})
