import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.scanning import scanner
from reprank.text.tokens import word_pattern

WESTERN = st.text(st.sampled_from("aZ19 0'’.,-_\n\té½²ªßŸ“…"), max_size=40)


@given(st.one_of(WESTERN, st.text(st.characters(codec="cp1252"), max_size=40), st.text(max_size=40)))
def test_the_words_of_a_text_are_those_that_the_pattern_finds(text: str) -> None:
    words, starts = scanner(text)(text)

    found = list(word_pattern(text).finditer(text))
    assert words == [match[0] for match in found]
    assert starts.tolist() == [match.start() for match in found]


@given(WESTERN, WESTERN)
def test_a_part_of_a_text_is_read_like_the_whole(before: str, behind: str) -> None:
    whole = f"{before} {behind}"
    scan = scanner(whole)

    parts = [scan(before), scan(f" {behind}")]

    assert parts[0][0] + parts[1][0] == scan(whole)[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rock'n'roll isn’t 'quoted'", ["rock'n'roll", "isn’t", "quoted"]),
        ("1,000.5 kg, 3.5kg. 90's a1.5", ["1,000.5", "kg", "3.5kg", "90", "s", "a1", "5"]),
        ("snake_case x-ray 4,a ,5", ["snake", "case", "x", "ray", "4", "a", "5"]),
        ("", []),
    ],
)
def test_marks_inside_words_join_and_others_divide(text: str, words: list[str]) -> None:
    assert scanner(text)(text)[0] == words
