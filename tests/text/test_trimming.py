from __future__ import annotations

import pytest

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

BODY = (
    "The river rose all night and closed the bridge. Engineers found a fracture in the central pier. "
    "The ferry will carry cars from Thursday on. Repairs will take between four and six months."
)


def units_of(*texts: str) -> Units:
    return read_units([Document(text) for text in texts], language("en"))


@pytest.mark.parametrize(
    ("dateline", "sentence"),
    [
        ("LIMA, Peru (AP) — ", "The river rose by two metres."),
        ("(CNN) ", "The river rose by two metres."),
        ("(The Harbour Gazette) ", "The river rose by two metres."),
        ("PORT ALDER -- ", "The river rose by two metres."),
        ("PORT ALDER -- ", "eBay sold it for two crowns."),
        ("SEOUL, Aug. 20 (Yonhap) -- ", "The river rose by two metres."),
        ("Port Alder — ", "the river rose by two metres."),
        ("Port Alder, Sorrel ( ap ) — ", "the river rose by two metres."),
        ("(Lena Ortiz, Harbour Gazette) ", "The river rose by two metres."),
        ("( wavy ) ", "the river rose by two metres."),
        ("- ", "The river rose by two metres."),
    ],
)
def test_a_dateline_is_no_part_of_its_sentence(dateline: str, sentence: str) -> None:
    units = units_of(f"{dateline}{sentence} {BODY}")
    assert units.texts[0] == sentence
    assert units.documents[0].text[units.start[0] : units.end[0]] == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "NASA will launch two satellites on Friday.",
        "The bridge (built in 1931) was closed.",
        "Port Alder - a town of fishermen - was flooded.",
        "Port Alder — a town of fishermen — was flooded.",
        "RIVERS -- a guide for fishermen.",
        "DNA — das Molekül des Lebens.",
        "NET -- the North Eel Trust -- is a club of fishermen.",
        "World Health Organization (WHO) officials came on Friday.",
        "Port Authority (PA) Director Lena Ortiz resigned on Friday.",
        "The Port Authority (PA) is the oldest office of the town.",
        "Sorrelite (SRL) is a green mineral.",
        "Sorrelite (SRL), a green mineral, was found in 1901.",
    ],
)
def test_ordinary_openings_stay(sentence: str) -> None:
    assert units_of(f"{sentence} {BODY}").texts[0] == sentence


def test_a_headline_a_byline_and_two_dates_may_stand_before_a_dateline() -> None:
    head = "The river rises\n\nBy Lena Ortiz\n\nPublished at 9.12 a.m.\n\nUpdated at 2.40 p.m."
    assert "The river rose by two metres." in units_of(f"{head}\n\nPORT ALDER — The river rose by two metres.").texts


def test_a_dash_later_in_a_document_is_no_dateline() -> None:
    assert "Port Alder — the old town is flooded." in units_of(f"{BODY} Port Alder — the old town is flooded.").texts


def test_words_outside_sentences_are_not_counted() -> None:
    units = units_of(f"LIMA, Peru (AP) — {BODY}")
    assert "peru" not in [word for i, word in enumerate(units.words) if (units.word == i).any()]
    assert units.offsets[-1] == len(units.form) == len(units.word_start)


@pytest.mark.parametrize(
    ("dateline", "sentence", "code"),
    [
        ("【6月18日 通信】", "川の水が二メートル上がった。", "ja"),
        ("新河社北京11月17日电 ", "河水上涨了两米。", "zh"),
        ("新河社港口3日电（记者李明）", "河水上涨了两米。", "zh"),
    ],
)
def test_a_dateline_of_east_asia_is_no_part_of_its_sentence(dateline: str, sentence: str, code: str) -> None:
    assert read_units([Document(dateline + sentence)], language(code)).texts == (sentence,)


def test_a_lone_quotation_mark_is_no_sentence_and_does_not_move_the_others() -> None:
    units = units_of('"\n\nThe river rose. It fell to [the sea](https://example.org/a/long/address/of/a/page).\n')
    assert units.texts == ("The river rose.", "It fell to the sea.")
    assert len(units.sentence_of_word) == len(units.word)


def test_a_dash_between_a_date_and_a_sentence_is_no_part_of_the_sentence() -> None:
    assert units_of("JUNE 10TH.—The heat of the sun increases.").texts[-1] == "The heat of the sun increases."
