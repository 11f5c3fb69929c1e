"""A pandas column of texts to a column of summaries or keywords."""

from __future__ import annotations

from typing import Literal, Unpack

from reprank.adapters.core import keyword_lists, summaries
from reprank.errors import InputError, MissingExtra
from reprank.schema import KeywordOptions, SummaryOptions

try:
    import pandas as pd
except ImportError as error:
    raise MissingExtra("reprank.adapters.pandas", "pandas") from error

Errors = Literal["raise", "coerce"]


def summarize(
    texts: pd.Series, *, workers: int | None = None, errors: Errors = "raise", **options: Unpack[SummaryOptions]
) -> pd.Series:
    """Return one summary for each row, with the same index and name; a missing value stays missing.

    Args:
        texts: a column of texts.
        workers: worker processes; 0 or None works in this process.
        errors: ``"raise"``, or ``"coerce"`` for a missing value where a row cannot be summarized.
        options: those of ``reprank.summarize``, such as ``words=60``.

    >>> texts = pd.Series(["Heavy snow closed the mountain road on Friday. A dog barked.", None])
    >>> summarize(texts, sentences=1).tolist()
    ['Heavy snow closed the mountain road on Friday.', nan]
    """
    found = summaries(_texts(texts), workers=workers, strict=_is_strict(errors), **options)
    return pd.Series(found, index=texts.index, name=texts.name)


def keywords(
    texts: pd.Series, *, workers: int | None = None, errors: Errors = "raise", **options: Unpack[KeywordOptions]
) -> pd.Series:
    """Return a list of keywords for each row; all but the options of ``reprank.keywords`` is as in ``summarize``.

    >>> keywords(pd.Series(["The battery is empty. A new battery is small."]), top=1).tolist()
    [['battery']]
    """
    found = keyword_lists(_texts(texts), workers=workers, strict=_is_strict(errors), **options)
    return pd.Series(found, index=texts.index, name=texts.name, dtype=object)


def _texts(texts: pd.Series) -> list[str | None]:
    if not isinstance(texts, pd.Series):
        raise InputError(
            f"texts must be a pandas Series; got {type(texts).__name__}: select a column, such as df['text']"
        )
    return [None if missing else text for text, missing in zip(texts, texts.isna(), strict=True)]


def _is_strict(errors: Errors) -> bool:
    if errors not in ("raise", "coerce"):
        raise InputError(f"errors must be 'raise' or 'coerce'; got {errors!r}")
    return errors == "raise"
