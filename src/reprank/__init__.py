"""Summaries and keywords from one graph of sentences and words.

Names are imported when they are first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from reprank.version import __version__

if TYPE_CHECKING:
    from reprank.api import RepRank, Summarizer, keywords, summarize
    from reprank.budget import Budget, Bytes, Characters, Sentences, Words
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
    from reprank.paper.encoder import Encoder
    from reprank.summary import Keyword, Occurrence, Sentence, Summary
    from reprank.text.documents import Document

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

_HOMES = {
    "budget": ("Budget", "Bytes", "Characters", "Sentences", "Words"),
    "documents": ("Document",),
    "encoder": ("Encoder",),
    "errors": (*(name for name in __all__ if name.endswith("Error")), "MissingExtra"),
    "summarizer": ("RepRank", "Summarizer", "keywords", "summarize"),
    "summary": ("Keyword", "Occurrence", "Sentence", "Summary"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name, or a part beside the flow, when it is first asked for."""
    if name in _HOME_OF:
        value = getattr(import_module(f"reprank.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    if name in {"batch", "evaluation", "systems", "training"}:
        return import_module(f"reprank.{name}")
    raise AttributeError(f"module 'reprank' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
