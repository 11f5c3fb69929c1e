"""What can go wrong, as a tree: catch ``RepRankError`` for all of it.

::

    RepRankError
    ├── InputError        documents, options or files that cannot be used as given
    │   ├── BudgetError       a length that is missing, doubled or impossible
    │   ├── LanguageError     an unknown language code
    │   ├── ModelError        a model or vector file that is not what it should be
    │   ├── DataError         a file, data set or corpus that cannot be read or does not have the expected form
    │   │   └── MissingFileError  a file that does not exist; also a FileNotFoundError
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


class MissingFileError(DataError, FileNotFoundError):
    """A file that does not exist."""


class OutputError(InputError):
    """A place where a result cannot be written."""


class ConvergenceError(RepRankError, ArithmeticError):
    """An iteration that ended without an answer; the message names the residual."""


class MissingExtra(RepRankError, ImportError):
    """An optional package that is not installed or cannot be imported; the message names the extra.

    ``error`` is what the import raised: a package that is installed and broken is not installed again, so its own
    words are shown.

    >>> print(MissingExtra("reading web pages", "files", ImportError("part A is now a separate project")))
    reading web pages needs a package that cannot be imported: part A is now a separate project
    """

    def __init__(self, purpose: str, extra: str, error: ImportError | str | None = None) -> None:
        self.purpose, self.extra = purpose, extra
        self.reason = "" if error is None or isinstance(error, ModuleNotFoundError) else " ".join(str(error).split())
        if self.reason:
            super().__init__(f"{purpose} needs a package that cannot be imported: {self.reason}")
        else:
            super().__init__(f"{purpose} needs an optional package: pip install 'reprank[{extra}]'")

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str, str | None]]:
        return type(self), (self.purpose, self.extra, self.reason or None)
