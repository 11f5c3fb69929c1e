from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from reprank.text.word_cache import WordCache


@given(st.lists(st.lists(st.sampled_from(["a", "b", "cc", "ddd", "eeee"])), max_size=8), st.integers(0, 5))
def test_answers_are_those_of_the_function_and_no_word_that_fits_is_asked_for_twice(
    questions: list[list[str]], most: int
) -> None:
    asked: list[str] = []

    def measure(words: Sequence[str]) -> list[int]:
        asked.extend(set(words))
        return [len(word) for word in words]

    lengths = WordCache(measure, most=most)
    for words in questions:
        assert lengths(words) == [len(word) for word in words]
    if most == 5:
        assert len(asked) == len(set(asked))
