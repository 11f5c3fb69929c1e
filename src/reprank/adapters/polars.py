"""A Polars column of texts to a column of summaries or keywords: expressions, for data frames and lazy frames."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack

from reprank.adapters.core import keyword_lists, summaries
from reprank.errors import MissingExtra
from reprank.schema import KeywordOptions, SummaryOptions

try:
    import polars as pl
except ImportError as error:
    raise MissingExtra("reprank.adapters.polars", "polars") from error


def summarize(
    texts: str | pl.Expr, *, workers: int | None = None, strict: bool = True, **options: Unpack[SummaryOptions]
) -> pl.Expr:
    """Return the expression of one summary for each row; null stays null.

    Args:
        texts: the name of a column, or an expression.
        workers: worker processes; 0 or None works in this process.
        strict: whether a row that cannot be summarized is an error; if not, it gives null.
        options: those of ``reprank.summarize``, such as ``words=60``.

    >>> table = pl.DataFrame({"text": ["Heavy snow closed the mountain road on Friday. A dog barked.", None]})
    >>> table.select(summarize("text", sentences=1)).to_series().to_list()
    ['Heavy snow closed the mountain road on Friday.', None]
    """
    return _mapped(texts, pl.String(), partial(summaries, workers=workers, strict=strict, **options))


def keywords(
    texts: str | pl.Expr, *, workers: int | None = None, strict: bool = True, **options: Unpack[KeywordOptions]
) -> pl.Expr:
    """Return the expression of a list of keywords for each row; all but ``options`` is as in ``summarize``.

    >>> table = pl.DataFrame({"text": ["The battery is empty. A new battery is small."]})
    >>> table.select(keywords("text", top=1)).to_series().to_list()
    [['battery']]
    """
    return _mapped(texts, pl.List(pl.String), partial(keyword_lists, workers=workers, strict=strict, **options))


def _mapped(texts: str | pl.Expr, kind: pl.DataType, results: Callable[[list[str | None]], list[Any]]) -> pl.Expr:
    def batch(column: pl.Series) -> pl.Series:
        return pl.Series(column.name, results(column.to_list()), dtype=kind)

    column = pl.col(texts) if isinstance(texts, str) else texts
    return column.map_batches(batch, return_dtype=kind, is_elementwise=True)
