from __future__ import annotations

import pytest

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.leaning import NOT_LEANING, POINTING, leaning
from reprank.text.quotations import begin_inside, close_quotations, marks
from reprank.text.sentences import split_sentences
from reprank.text.units import read_units


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


def test_a_sentence_inside_a_quotation_leans_on_the_one_before_it() -> None:
    quotation = "It was dark and the whole street was under water for days. " * 8
    text = f'Mara Oduya remembers the flood. "{quotation}Nobody came to help us," Oduya said. The street is open again.'
    units = read_units([Document(text)], language("en"))
    leans = dict(zip(units.texts, leaning(units, reviews=False).tolist(), strict=True))
    assert leans['Nobody came to help us," Oduya said.'] == POINTING
    assert leans["The street is open again."] == NOT_LEANING
