from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from reprank.caching import WordCache


class Measure:
    """Length of words, with a record of the words that were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, words: Sequence[str]) -> list[int]:
        self.asked.extend(words)
        return [len(word) for word in words]


@given(st.lists(st.lists(st.sampled_from(["a", "b", "cc", "ddd", "eeee"])), max_size=8), st.integers(0, 5))
def test_answers_are_those_of_the_function_and_the_cache_stays_small(questions: list[list[str]], most: int) -> None:
    measure = Measure()
    lengths = WordCache(measure, most=most)
    for words in questions:
        assert lengths(words) == [len(word) for word in words]
        assert len(lengths) <= 2 * most
    if most == 5:
        assert all(measure.asked.count(word) == 1 for word in measure.asked)


def test_a_stream_that_changes_language_is_served_from_the_cache_again() -> None:
    measure = Measure()
    lengths = WordCache(measure, most=4)
    lengths(["the", "of", "and", "to"])
    for _ in range(5):
        lengths(["der", "und", "die", "das"])
    assert measure.asked.count("der") == 1


def test_a_word_that_keeps_occurring_is_never_asked_for_again() -> None:
    measure = Measure()
    lengths = WordCache(measure, most=4)
    for number in range(50):
        lengths(["the", f"word{number}"])
    assert measure.asked.count("the") == 1


def test_a_very_long_word_is_answered_and_not_kept() -> None:
    measure = Measure()
    lengths = WordCache(measure)
    for number in range(3):
        assert lengths(["the", f"{number}" * 1_000_000]) == [3, 1_000_000]
    assert len(lengths) == 1  # "the"
