from __future__ import annotations

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.sentences import MAX_SENTENCE_WORDS
from reprank.text.units import Units, read_units


def units_of(text: str, code: str = "en") -> Units:
    return read_units([Document(text)], language(code))


def test_speech_without_full_stops_is_cut_at_pauses() -> None:
    units = units_of("the ferry came late again today, so the people on the pier got wet, but nobody said a word, " * 9)
    assert units.was_split
    assert units.lengths.max() <= MAX_SENTENCE_WORDS
    assert {text.split()[0] for text in units.texts[1:]} <= {"the", "so", "but"}


def test_a_long_sentence_of_punctuated_text_stays_whole() -> None:
    long = "the road to the bridge and the river and the ferry " * 9 + "was closed. "
    units = units_of(long + "It rained. We left. They came. Nobody was hurt.")
    assert not units.was_split
    assert units.lengths.max() > 60


def test_chinese_is_cut_at_its_own_commas() -> None:
    units = units_of("大桥在碰撞后关闭，" * 60, "zh")
    assert units.was_split
    assert units.lengths.max() <= 2 * MAX_SENTENCE_WORDS
    assert all(text.endswith("，") for text in units.texts)


def test_no_cut_tears_a_character_from_its_marks() -> None:
    units = units_of("น้ำท่วมเชียงใหม่" * 100, "th")
    assert units.was_split
    assert not any(text[0] in "\u0e33\u0e48\u0e49\u0e31\u0e35" for text in units.texts)
