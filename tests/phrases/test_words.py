from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.phrases.words import Words, read_words
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units


def words_of(*texts: str, code: str = "en") -> Words:
    return read_words(read_units([Document(text) for text in texts], language(code)))


def spelled(words: Words) -> list[str]:
    return [words.spellings[kind] for kind in words.spelling_index]


def runs(words: Words) -> list[list[str]]:
    """Words that nothing but white space parts."""
    parts: list[list[str]] = []
    for word, separated in zip(spelled(words), words.separated, strict=True):
        if separated:
            parts.append([])
        parts[-1].append(word)
    return parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Real-time systems fail", [["Real-time", "systems", "fail"]]),
        ("a state-of-the-art sensor", [["a", "state-of-the-art", "sensor"]]),
        ("rivers, bridges (and boats)", [["rivers"], ["bridges"], ["and", "boats"]]),
        ("the river's bridge", [["the", "river"], ["bridge"]]),
        ("the rivers' bridge", [["the", "rivers"], ["bridge"]]),
        ("wrapped in\n   two lines", [["wrapped", "in", "two", "lines"]]),
        ("a  -  dash and a – dash", [["a"], ["dash", "and", "a"], ["dash"]]),
        ("C++ and C# code", [["C++", "and", "C#", "code"]]),
        ("the U.S. Senate", [["the", "U.S.", "Senate"]]),
        ("a +1 rating", [["a"], ["1", "rating"]]),
        ("snake_case names", [["snake"], ["case", "names"]]),
    ],
)
def test_what_stands_between_tokens_makes_and_parts_words(text: str, expected: list[list[str]]) -> None:
    assert runs(words_of(text)) == expected


def test_an_elided_article_is_no_part_of_a_french_word() -> None:
    words = words_of("L’eau de l'Himalaya qu'aujourd'hui on boit", code="fr")
    assert runs(words)[:2] == [["eau", "de"], ["Himalaya"]]
    assert "aujourd'hui" in spelled(words)


def test_an_irish_name_keeps_its_apostrophe() -> None:
    assert spelled(words_of("Mr O'Brien left")) == ["Mr", "O'Brien", "left"]


def test_characters_without_spaces_go_on_and_a_space_parts_them() -> None:
    assert runs(words_of("中央桥墩，红隼 大桥", code="zh")) == [list("中央桥墩"), list("红隼"), list("大桥")]


def test_a_gap_as_wide_as_a_column_parts_words() -> None:
    assert runs(words_of("left" + " " * 40 + "right")) == [["left"], ["right"]]


def test_a_word_alone_in_braces_is_a_mark_and_no_text() -> None:
    words = words_of("{rain} So the <unk> river {very old} rose", "end}")
    assert [word for word, mark in zip(spelled(words), words.is_markup, strict=True) if mark] == ["rain", "unk"]


def test_words_of_two_documents_are_apart() -> None:
    words = words_of("one river", "two rivers")
    assert runs(words) == [["one", "river"], ["two", "rivers"]]
    assert words.place.tolist() == [0, 1, 0, 1]


TEXTS = st.text(st.sampled_from("aB’'s-.+#é 中,\n_3\U0001f600\u00ad"), max_size=40)


@given(st.lists(TEXTS, max_size=3), st.sampled_from(["en", "fr", "zh"]))
def test_a_word_is_spelled_as_its_place_in_the_text_says(texts: list[str], code: str) -> None:
    words = words_of(*texts, code=code)
    starts, ends = words.start[words.first[:-1]], words.end[words.first[1:] - 1]
    for kind, document, start, end in zip(words.spelling_index, words.document, starts, ends, strict=True):
        assert words.spellings[kind] == texts[document][start:end]


@given(TEXTS)
def test_every_token_belongs_to_one_word(text: str) -> None:
    words = words_of(text)
    assert words.first[-1] == len(words.units.form)
    assert np.all(np.diff(words.first) > 0)
    assert words.of_token.tolist() == sorted(words.of_token.tolist())
