from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.coverage.curve import CoverageCurve
from tests.helpers import RIVER


def test_the_curve_rises_from_nothing_to_all(articles: list[str]) -> None:
    for documents in (articles, articles[0], RIVER):
        curve = reprank.coverage_curve(documents)
        assert (curve.words[0], curve.shares[0]) == (0, 0.0)
        assert curve.shares[-1] == pytest.approx(1.0)
        assert all(before <= after for before, after in pairwise(curve.shares))
        assert all(before < after for before, after in pairwise(curve.words))


def test_the_knee_is_at_least_one_sentence_and_at_most_the_whole(articles: list[str]) -> None:
    for documents in (articles, articles[0], RIVER, "The river rose."):
        curve = reprank.coverage_curve(documents)
        assert curve.words[1] <= curve.knee <= curve.words[-1]


@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0.001, 1)), min_size=1, max_size=30))
def test_the_knee_is_highest_above_the_straight_line(steps: list[tuple[int, float]]) -> None:
    words, shares = [0], [0.0]
    total = sum(gain for _, gain in steps)
    for length, gain in steps:
        words.append(words[-1] + length)
        shares.append(min(shares[-1] + gain / total, 1.0))
    curve = CoverageCurve(tuple(words), tuple(shares))
    height = {length: share - length / words[-1] for length, share in zip(words[1:], shares[1:], strict=True)}
    assert height[curve.knee] == pytest.approx(max(height.values()), abs=1e-9)


def test_an_automatic_length_is_the_knee_and_selects_something(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words="auto")
    assert summary.budget.unit == "words"
    assert summary.budget.limit == reprank.coverage_curve(articles).knee
    assert 1 <= len(summary) < len(reprank.coverage_curve(articles).words)


def test_repeated_documents_do_not_change_the_automatic_length(articles: list[str]) -> None:
    """A document that comes twice has nothing new the second time: the text is not twice as long."""
    once, twice = reprank.coverage_curve(articles[0]), reprank.coverage_curve([articles[0], articles[0]])
    assert twice.words[-1] == once.words[-1]


def test_known_documents_shorten_the_curve(articles: list[str]) -> None:
    whole, rest = reprank.coverage_curve(articles), reprank.coverage_curve(articles, seen=articles[:3])
    assert rest.words[-1] < whole.words[-1]


def test_every_system_accepts_an_automatic_length(articles: list[str]) -> None:
    summary = reprank.systems.make("lead").summarize(articles, words="auto")
    assert summary.budget.limit == reprank.coverage_curve(articles).knee


def test_an_empty_text_has_an_empty_curve() -> None:
    assert list(reprank.coverage_curve("")) == [(0, 0.0)]
    assert str(reprank.summarize("", words="auto")) == ""


def test_an_automatic_length_excludes_other_lengths(articles: list[str]) -> None:
    with pytest.raises(reprank.BudgetError, match="got words=auto and ratio="):
        reprank.summarize(articles, words="auto", ratio=0.1)
    with pytest.raises(reprank.BudgetError, match="at least 1 or \"auto\"; got 'long'"):
        reprank.summarize(articles, words="long")  # type: ignore[arg-type]
    with pytest.raises(reprank.BudgetError, match="compress needs a length in numbers"):
        reprank.compress(articles, query="bridge", words="auto")  # type: ignore[arg-type]
