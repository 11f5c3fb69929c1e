from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.tokens import join_hyphenated
from reprank.text.units import read_units


def words(text: str) -> tuple[str, ...]:
    return read_units([Document(text)], language("en")).words


@pytest.mark.parametrize("gap", ["-\n", "-\r\n", "- \n    ", "\u2010\n", "\u00ad"])
def test_a_word_that_is_hyphenated_at_the_end_of_a_line_is_one_word(gap: str) -> None:
    assert words(f"The depart{gap}ment of the old department closed.") == ("the", "department", "of", "old", "closed")


def test_the_place_of_a_hyphenated_word_is_exact() -> None:
    text = "The depart-\nment closed."
    units = read_units([Document(text)], language("en"))
    assert units.texts == (text,)
    assert units.forms[1] == text[4:16] == "depart-\nment"
    assert units.word_start.tolist() == [0, 4, 17]


@pytest.mark.parametrize(
    "text",
    [
        "A well-\nknown man, well-known to all.",
        "The high-\nspeed line: the high price, the speed of it.",
        "The Anglo-\nSaxon king.",
        "In 2001-\n2003 we met.",
    ],
)
def test_compounds_stay_two_words(text: str) -> None:
    assert not any("\n" in form for form in read_units([Document(text)], language("en")).forms)


@given(
    st.lists(st.sampled_from(["a", "b", "ab", "-", "-\n", " ", ""]), min_size=1).filter(lambda parts: len(parts) % 2)
)
def test_joining_keeps_every_character(parts: list[str]) -> None:
    parts = [part if i % 2 == 0 else part.strip("- \n") or "a" for i, part in enumerate(parts)]
    joined = join_hyphenated(parts)
    assert "".join(joined) == "".join(parts)
    assert len(joined) % 2
