"""Summaries and keywords from one graph of sentences and words."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from reprank.budget import Budget, Bytes, Characters, Sentences, Words
from reprank.documents import Document
from reprank.encoder import Encoder
from reprank.errors import (
    BudgetError,
    ConvergenceError,
    DataError,
    InputError,
    LanguageError,
    MissingExtra,
    ModelError,
    RepRankError,
)
from reprank.summarizer import RepRank, Summarizer
from reprank.summary import Keyword, Occurrence, Sentence, Summary
from reprank.version import __version__

__all__ = [
    "Budget",
    "BudgetError",
    "Bytes",
    "Characters",
    "ConvergenceError",
    "DataError",
    "Document",
    "Encoder",
    "InputError",
    "Keyword",
    "LanguageError",
    "MissingExtra",
    "ModelError",
    "Occurrence",
    "RepRank",
    "RepRankError",
    "Sentence",
    "Sentences",
    "Summarizer",
    "Summary",
    "Words",
    "__version__",
    "keywords",
    "summarize",
]

summarize = RepRank().summarize
keywords = RepRank().keywords


def __getattr__(name: str) -> ModuleType:
    """Import the parts beside the flow when they are first asked for."""
    if name in {"batch", "evaluation", "systems", "training"}:
        return import_module(f"reprank.{name}")
    raise AttributeError(f"module 'reprank' has no attribute {name!r}")
