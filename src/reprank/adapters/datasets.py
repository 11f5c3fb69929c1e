"""Functions for ``datasets.Dataset.map``: a batch of texts to a column of summaries or keywords.

The package ``datasets`` is not imported here: ``map`` needs only a function that it can send to other processes and
whose settings it can hash for its cache.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from reprank.adapters.core import keyword_lists, summaries
from reprank.errors import InputError
from reprank.schema import KeywordOptions, SummaryOptions
from reprank.version import __version__

Batch = Mapping[str, list[Any]]


def summarize(column: str = "text", output: str = "summary", **options: Unpack[SummaryOptions]) -> AddColumn:
    """Return a function for ``dataset.map(…, batched=True)`` that adds a column of summaries.

    Args:
        column: the name of the column of texts. None in it stays None.
        output: the name of the new column.
        options: those of ``reprank.summarize``, such as ``words=60``.

    >>> summarize(sentences=1)({"text": ["Heavy snow closed the mountain road on Friday. A dog barked.", None]})
    {'summary': ['Heavy snow closed the mountain road on Friday.', None]}
    """
    return AddColumn(column, output, summaries, options)


def keywords(column: str = "text", output: str = "keywords", **options: Unpack[KeywordOptions]) -> AddColumn:
    """Return a function for ``dataset.map(…, batched=True)`` that adds a column of lists of keywords.

    >>> keywords(top=1)({"text": ["The battery is empty. A new battery is small."]})
    {'keywords': [['battery']]}
    """
    return AddColumn(column, output, keyword_lists, options)


@dataclass(frozen=True)
class AddColumn:
    """Add a column of summaries or keywords to a batch."""

    column: str
    output: str
    results: Callable[..., list[Any]]
    options: Mapping[str, Any]
    version: str = __version__  # another version is another entry in the cache of ``map``

    def __call__(self, batch: Batch) -> dict[str, list[Any]]:
        """Return the new column."""
        return {self.output: self.results(_texts(batch, self.column), **self.options)}


def _texts(batch: Batch, column: str) -> list[str | None]:
    if column not in batch:
        raise InputError(f"no column {column!r}: name one of {', '.join(batch)}")
    texts = batch[column]
    if isinstance(texts, str) or texts is None:
        raise InputError("got one row instead of a batch: call map with batched=True")
    return texts
