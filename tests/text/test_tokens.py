from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reprank.text.tokens import _special_character, any_word, is_plainly_spaced, is_western, normal_form, word_pattern


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't panic, it's 3.5 million.", ["Don't", "panic", "it's", "3.5", "million"]),
        ("state-of-the-art", ["state", "of", "the", "art"]),
        ("café naïve", ["café", "naïve"]),
        ("cafe\u0301 closed", ["cafe\u0301", "closed"]),
        ("नमस्ते दुनिया।", ["नमस्ते", "दुनिया"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
        ("北京大学", ["北", "京", "大", "学"]),
        ("データを見る", ["データ", "を", "見", "る"]),
        ("ในบ้าน", ["ใ", "น", "บ้", "า", "น"]),
        ("น้ำ", ["น้ำ"]),
        ("ခ္ခ က", ["ခ္ခ", "က"]),
        ("ស្ពាន", ["ស្ពា", "ន"]),
        ("ន។नदी", ["ន", "។", "नदी"]),
        ("བཀྲ་ཤིས", ["བཀྲ", "ཤིས"]),
        ("depart\u00adment", ["depart\u00adment"]),
        ("snake_case 😀 100%", ["snake", "case", "100"]),
        ("\x00null\x00", ["null"]),
    ],
)
def test_words_are_found_in_every_script(text: str, words: list[str]) -> None:
    assert word_pattern(text).findall(text) == words


@given(st.text(st.sampled_from("aZ0.,'’_- éß–“\u0301中あ\u0e31น\n")) | st.text())
@example("The U.S. paid $3,500.25 for O'Neill's 4x4; don't ask (e.g.) why_not A1b2.")
def test_faster_patterns_agree_with_the_general_one(text: str) -> None:
    assert word_pattern(text).findall(text) == any_word().findall(text)


def test_case_apostrophes_and_possessives_do_not_make_another_word() -> None:
    assert {normal_form(word) for word in ["Smith", "SMITH", "Smith's", "smith’s"]} == {"smith"}
    assert normal_form("it's") == "it"


def test_vowel_points_soft_hyphens_and_composition_do_not_make_another_word() -> None:
    assert normal_form("שָׁלוֹם") == normal_form("שלום")
    assert normal_form("كِتَاب") == normal_form("كتاب")
    assert normal_form("cafe\u0301") == normal_form("café")
    assert normal_form("depart\u00adment") == "department"
    assert normal_form("\u0651") != ""


@given(st.text())
def test_no_word_has_an_empty_normal_form(text: str) -> None:
    assert all(normal_form(word) for word in word_pattern(text).findall(text))


def test_no_western_character_needs_the_patterns_of_all_scripts() -> None:
    western = [character for character in map(chr, range(0x110000)) if is_western(character)]
    assert {"a", "é", "’", "–", "€"} <= set(western)
    assert not any(_special_character().match(character) for character in western)
    assert not is_western("co\u00adoperate")
    assert not is_western("三")


def test_a_text_is_plainly_spaced_if_it_has_no_white_space_but_spaces() -> None:
    characters = map(chr, range(0x110000))

    special = [character for character in characters if not is_plainly_spaced(character)]

    assert special == [character for character in map(chr, range(0x110000)) if character.isspace() and character != " "]
