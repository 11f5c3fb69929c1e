from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.sentences import MAX_SENTENCE_WORDS
from tests.helpers import units_of


def sentences(*texts: str, code: str = "en") -> list[str]:
    units = units_of(*texts, code=code)
    return list(units.texts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Oduya paid $3.5 million. He left.", ["Dr. Oduya paid $3.5 million.", "He left."]),
        ('She said: "Go. Now." Then he went.', ['She said: "Go. Now."', "Then he went."]),
        ("It ended.Then it began.", ["It ended.", "Then it began."]),
        ("One ended.\r\nTwo began.\r\n", ["One ended.", "Two began."]),
        ("A\u00a0line ended.\tAnother began.", ["A\u00a0line ended.", "Another began."]),
        ("Nothing\x00here ends. So it goes.", ["Nothing\x00here ends.", "So it goes."]),
        ("We won! 😀 They lost.", ["We won!", "😀 They lost."]),
        ("THE RIVER ROSE. THE BRIDGE FELL.", ["THE RIVER ROSE.", "THE BRIDGE FELL."]),
        ("1. First we met. 2. Then we left.", ["1. First we met.", "2. Then we left."]),
        ("HEADING\n\nA sentence stands here.", ["HEADING", "A sentence stands here."]),
        ("- one thing\n- another thing", ["one thing", "another thing"]),
        (
            "Pseudomonas syringae pv. tomato was found. It grew. It spread to Xanthomonas spp. and others. It died. "
            "We saw it. We left. We wrote. We slept. We ate. We came. We won.",
            [
                "Pseudomonas syringae pv. tomato was found.",
                "It grew.",
                "It spread to Xanthomonas spp. and others.",
                *["It died.", "We saw it.", "We left.", "We wrote.", "We slept.", "We ate.", "We came.", "We won."],
            ],
        ),
        ("...!!! ???", []),
        ("", []),
    ],
)
def test_sentences_are_split_where_a_reader_would(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("code", "text", "count"),
    [
        ("zh", "今天下雨。河水上涨了！桥关闭了吗？", 3),
        ("ja", "雨が降った。川が増水した。", 2),
        ("ar", "هطل المطر. ارتفع النهر. هل أغلق الجسر؟", 3),
        ("hi", "बारिश हुई। नदी बढ़ी।", 2),
    ],
)
def test_other_scripts_have_their_own_full_stops(code: str, text: str, count: int) -> None:
    assert len(sentences(text, code=code)) == count


@given(st.lists(st.text(max_size=120), max_size=4))
def test_offsets_point_at_the_text_and_no_word_is_lost(texts: list[str]) -> None:
    units = units_of(*texts)
    for i in range(len(units)):
        text = units.texts[i]
        assert text == text.strip() != ""
        for word in range(int(units.offsets[i]), int(units.offsets[i + 1])):
            form = units.forms[units.form[word]]
            start = int(units.word_start[word])
            assert texts[units.document[i]][start : start + len(form)] == form
            assert units.start[i] <= start < units.end[i]
    assert units.offsets[-1] == len(units.form) == len(units.word_start)


def test_a_repeated_sentence_is_the_same_idea_whatever_its_case_and_punctuation() -> None:
    units = units_of("The bridge is closed. We wait.", "THE BRIDGE IS CLOSED! We leave.")
    assert units.duplicate_of.tolist() == [0, 1, 0, 3]


def test_a_sentence_with_markup_inside_a_word_is_the_same_as_one_without() -> None:
    units = units_of("The <b>har</b>bour is closed. The eels sleep. The harbour is closed.")
    assert units.duplicate_of.tolist() == [0, 1, 0]


def test_a_sentence_that_is_divided_at_the_end_of_a_line_is_the_same_as_one_that_is_not() -> None:
    units = units_of(
        "A well-\nknown harbour is closed.", "A well-known harbour is closed.", "A WELL-\n  known harbour is closed."
    )
    assert units.duplicate_of.tolist() == [0, 0, 0]
    units = units_of("The depart\u2010\nment sleeps. The depart-ment eats.", "The department sleeps.")
    assert units.duplicate_of.tolist() == [0, 1, 0]


def test_positions_start_anew_in_each_document() -> None:
    assert units_of("One is. Two is. Three is.", "", "One is. Two is.").position.tolist() == [1, 2, 3, 1, 2]


def test_a_stretch_without_full_stops_is_cut_at_pauses() -> None:
    clause = "and then the river rose over the lower road, "
    units = units_of(clause * 100)
    assert units.was_split
    assert units.lengths.max() <= MAX_SENTENCE_WORDS
    assert len(units.form) == 900
    assert all(units.texts[i].endswith(",") for i in range(len(units)))


def test_a_long_stretch_of_bare_words_is_cut_all_the_same() -> None:
    units = units_of("word " * 20_000)
    assert units.lengths.max() <= MAX_SENTENCE_WORDS
    assert units.offsets[-1] == 20_000


def test_an_invisible_joiner_behind_a_sentence_does_not_make_it_another_one() -> None:
    units = units_of("The bridge ។\n\nFour people were hurt.\n\nThe bridge ។\u200d\n\nIt rains.")
    assert units.duplicate_of.tolist() == [0, 1, 0, 3]
