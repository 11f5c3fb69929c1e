from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.cutting import PROSE
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


def test_positions_start_anew_in_each_document() -> None:
    assert units_of("One is. Two is. Three is.", "", "One is. Two is.").position.tolist() == [1, 2, 3, 1, 2]


def test_headings_tables_bylines_and_fragments_are_not_presentable() -> None:
    text = (
        "Annual report of the harbour office\n\n"
        "By Ann Lee, staff writer\n\n"
        "2019 | 34.5 | 12.2 | 99.1 | 18.4 | 3.3 | 12.9\n\n"
        "No way.\n\n"
        "The harbour handled more ships than ever before."
    )
    body = "It was a good year for everybody who works there. " * 20
    units = units_of(text, body)
    assert {units.texts[i] for i in np.flatnonzero(units.well_formed)} == {
        "The harbour handled more ships than ever before.",
        body[:49].strip(),
    }


@pytest.mark.parametrize(
    "text",
    [
        "It is just um the {disfmarker}",
        "Read the whole story at https://example.org/story today.",
        "Ann Lee and Bo Chan contributed to this report.",
        "2005/01/08 Donations for the victims of the flood",
    ],
)
def test_boilerplate_and_broken_off_speech_are_not_presentable(text: str) -> None:
    assert not units_of(text).well_formed.any()


def test_speech_without_full_stops_is_presentable() -> None:
    assert units_of("So we thought we might start\n\nWell yes let us begin then\n\nRight.").well_formed.sum() == 2


def test_a_stretch_without_full_stops_is_cut_at_pauses() -> None:
    clause = "and then the river rose over the lower road, "
    units = units_of(clause * 100)
    assert units.was_split
    assert units.lengths.max() <= PROSE.longest
    assert len(units.form) == 900
    assert all(units.texts[i].endswith(",") for i in range(len(units)))


def test_a_long_stretch_of_bare_words_is_cut_all_the_same() -> None:
    units = units_of("word " * 20_000)
    assert units.lengths.max() <= PROSE.longest
    assert units.offsets[-1] == 20_000


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("hi", "मुख्यमंत्री ने कहा कि यह सौ साल की सबसे भीषण बाढ़ है।"),
        ("bn", "মুখ্যমন্ত্রী বলেছেন যে এটি একশো বছরের সবচেয়ে ভয়াবহ বন্যা।"),
        ("ta", "இது நூறு ஆண்டுகளில் மிக மோசமான வெள்ளம் என்று முதலமைச்சர் கூறினார்."),
        ("te", "ఇది వందేళ్లలో అత్యంత దారుణమైన వరద అని ముఖ్యమంత్రి అన్నారు."),
        ("my", "တံတားကို ပိတ်ထားပြီး မြစ်ရေ တက်လာသည်။"),
        ("ar", "قَالَ الوَزِيرُ إِنَّ الجِسْرَ أُغْلِقَ بَعْدَ الحَادِثِ فِي اللَّيْلِ."),
        ("he", "רֹאשׁ הַמֶּמְשָׁלָה אָמַר כִּי הַגֶּשֶׁר נִסְגַּר אַחֲרֵי הַהִתְנַגְּשׁוּת."),
    ],
)
def test_sentences_in_scripts_with_vowel_signs_are_presentable(code: str, text: str) -> None:
    assert units_of(text, code=code).well_formed.all()
