from __future__ import annotations

import time

import pytest

from reprank.phrases.english import BREAK, MODIFIER, NOUN, english


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("of", BREAK), ("quickly", BREAK), ("family", NOUN), ("new", BREAK), ("tuesday", BREAK), ("2019", BREAK),
        ("11,000", BREAK), ("3d", NOUN), ("5-year", NOUN), ("bridge", NOUN), ("speed", NOUN), ("central", MODIFIER),
        ("hospital", NOUN), ("graph-based", MODIFIER), ("and/or", BREAK), ("we've", BREAK), ("hadn't", BREAK),
    ],
)  # fmt: skip
def test_words_do_in_a_phrase_what_a_reader_expects(word: str, part: int) -> None:
    assert english().part(word) == part


@pytest.mark.parametrize(
    "form", ["studies", "carries", "carried", "carrying", "stopping", "stopped", "proposes", "proposed", "agreeing"]
)
def test_inflected_verbs_end_a_phrase_unless_they_are_nouns_too(form: str) -> None:
    assert (form in english().breakers) == (form != "studies")


def test_participles_that_modify_nouns_stay_in_phrases() -> None:
    assert english().part("integrated") == MODIFIER
    assert english().part("learning") == NOUN
    assert english().part("integrating") == BREAK


def test_no_word_is_both_a_noun_by_list_and_a_breaker_by_its_ending() -> None:
    lexicon = english()
    for word in lexicon.not_adverbs - lexicon.breakers:
        assert lexicon.part(word) != BREAK


def test_the_lists_load_in_a_few_milliseconds() -> None:
    def load() -> float:
        english.cache_clear()
        start = time.perf_counter()
        english()
        return time.perf_counter() - start

    assert min(load() for _ in range(5)) < 0.01  # 1.6 ms on one core; a busy machine takes longer
