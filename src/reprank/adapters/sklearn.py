"""Texts to summaries and to keyword features, for scikit-learn: a transformer and an analyzer for vectorizers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reprank.adapters.core import summaries
from reprank.api import keywords
from reprank.errors import InputError, MissingExtra

try:
    from sklearn.base import BaseEstimator, TransformerMixin
except ImportError as error:
    raise MissingExtra("reprank.adapters.sklearn", "scikit-learn") from error


class SummaryTransformer(TransformerMixin, BaseEstimator):
    """Replace each text by its summary: a step before a vectorizer that drops what matters little.

    The parameters are those of ``reprank.summarize``; there is nothing to fit.

    >>> texts = ["Heavy snow closed the mountain road on Friday. A dog barked.", "It rained."]
    >>> SummaryTransformer(sentences=1).fit_transform(texts).tolist()
    ['Heavy snow closed the mountain road on Friday.', 'It rained.']
    """

    def __init__(
        self,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        query: str | None = None,
        language: str | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.words = words
        self.sentences = sentences
        self.ratio = ratio
        self.query = query
        self.language = language
        self.n_jobs = n_jobs

    def fit(self, X: Iterable[str], y: object = None) -> SummaryTransformer:  # noqa: N803 (the name is scikit-learn's)
        """Do nothing: each text is summarized by itself."""
        return self

    def transform(self, X: Iterable[str]) -> NDArray[np.object_]:  # noqa: N803 (the name is scikit-learn's)
        """Return one summary for each text."""
        texts = _checked_texts(X)
        options = self.get_params()
        found = summaries(texts, workers=_workers(options.pop("n_jobs")), **options)
        return np.array(found, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = False
        return tags


@dataclass(frozen=True)
class KeywordAnalyzer:
    """Turn a text into its keywords, each as often as it occurs: ``TfidfVectorizer(analyzer=KeywordAnalyzer())``.

    Features are phrases in lower case. The options are those of ``reprank.keywords``.

    >>> KeywordAnalyzer(top=1)("The battery is empty. A new battery is small. Batteries age.")
    ['battery', 'battery', 'battery']
    """

    top: int = 20
    min_words: int = 1
    max_words: int = 4
    exclude: tuple[str, ...] = ()
    language: str | None = None

    def __call__(self, text: str) -> list[str]:
        """Return the features of one text."""
        found = keywords(text, **vars(self))
        return [keyword.text.lower() for keyword in found for _ in keyword.occurrences]


def _checked_texts(texts: Iterable[str]) -> Sequence[str]:
    """Return a list of texts; raise InputError for one bare text and for a table."""
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise InputError(f"X must be a list or a column of texts; got {type(texts).__name__}")
    if getattr(texts, "ndim", 1) != 1:
        raise InputError("X must be one column of texts; got a table: select a column, such as table['text']")
    found = list(texts)
    for number, text in enumerate(found):
        if not isinstance(text, str):
            raise InputError(f"X must have texts only; got {type(text).__name__} in row {number}: fill or drop it")
    return found


def _workers(jobs: int | None) -> int | None:
    """Return the number of worker processes for ``n_jobs``, of which -1 means all processors and -2 all but one."""
    if jobs is None or jobs in (0, 1):
        return None
    if jobs > 0:
        return jobs
    import os

    return max((os.cpu_count() or 1) + 1 + jobs, 1)
