"""What can go wrong, as a tree: catch ``RepRankError`` for all of it.

::

    RepRankError
    ├── InputError        documents, options or files that cannot be used as given
    │   ├── BudgetError       a length that is missing, doubled or impossible
    │   ├── LanguageError     an unknown language code
    │   ├── ModelError        a model or vector file that is not what it should be
    │   ├── DataError         a file, data set or corpus that cannot be read or does not have the expected form
    │   └── OutputError       a place where a result cannot be written
    ├── ConvergenceError  an iteration that ended without an answer
    └── MissingExtra      an optional package that is not installed
"""

from __future__ import annotations


class RepRankError(Exception):
    """Any error that RepRank raises on purpose."""


class InputError(RepRankError, ValueError):
    """Documents, options or files that cannot be used as given."""


class BudgetError(InputError):
    """A length that is missing, doubled or impossible."""


class LanguageError(InputError):
    """An unknown language code."""


class ModelError(InputError):
    """A model or vector file that is not what it should be."""


class DataError(InputError):
    """A file, data set or corpus that cannot be read or does not have the expected form."""


class OutputError(InputError):
    """A place where a result cannot be written."""


class ConvergenceError(RepRankError, ArithmeticError):
    """An iteration that ended without an answer; the message names the residual."""


class MissingExtra(RepRankError, ImportError):
    """An optional package that is not installed; the message names the extra."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an optional package: pip install 'reprank[{extra}]'")
        self.purpose, self.extra = purpose, extra

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), (self.purpose, self.extra)
