from __future__ import annotations

import pytest

from reprank.text.languages import language
from reprank.text.marks import begin_inside, close_quotations, marks
from reprank.text.sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, language("en"))]


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ('"Rain," he said, "is good."', [True, False, True, False]),
        ("“Rain” and (“snow”)", [True, False, True, False]),
        ('a " rain " b', [True, False]),
        ('never closed "rain.\n"snow" fell', [True, True, False]),
        ('one "two three. "four" five', [True, True, False]),
        ("no marks", []),
    ],
)
def test_marks_open_and_close(text: str, opening: list[bool]) -> None:
    assert [opens for _, opens in marks(text)] == opening


def test_a_closing_mark_with_spaces_around_it_ends_its_sentence() -> None:
    text = 'The mayor called it a " sad affair. " nobody else spoke at the meeting. She left early.'
    assert sentences(text) == [
        'The mayor called it a " sad affair. "',
        "nobody else spoke at the meeting.",
        "She left early.",
    ]


def test_an_opening_mark_stays_with_its_sentence() -> None:
    text = 'The mayor spoke. " it is sad, " she said. " it is over. "'
    assert sentences(text) == ["The mayor spoke.", '" it is sad, " she said.', '" it is over. "']


def test_closing_changes_nothing_without_spaced_marks() -> None:
    text = 'One. "Two." Three.'
    assert close_quotations(text, [(0, 4), (5, 11), (12, 18)]) == [(0, 4), (5, 11), (12, 18)]


def test_a_quotation_ends_with_its_line() -> None:
    text = 'He said: "It rains.\nThe road is closed.'
    assert begin_inside(text, [0, 20]) == [False, False]
