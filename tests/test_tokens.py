from __future__ import annotations

import pytest

from reprank.tokens import normal_form, word_pattern


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
        ("snake_case 😀 100%", ["snake", "case", "100"]),
        ("\x00null\x00", ["null"]),
    ],
)
def test_words_are_found_in_every_script(text: str, words: list[str]) -> None:
    assert word_pattern(text).findall(text) == words


def test_ascii_and_general_patterns_agree_on_ascii() -> None:
    text = "The U.S. paid $3,500.25 for O'Neill's 4x4; don't ask (e.g.) why_not A1b2."
    assert word_pattern(text).findall(text) == word_pattern("é").findall(text)


def test_case_apostrophes_and_possessives_do_not_make_another_word() -> None:
    assert {normal_form(word) for word in ["Smith", "SMITH", "Smith's", "smith’s"]} == {"smith"}
    assert normal_form("it's") == "it"
