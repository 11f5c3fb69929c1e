from __future__ import annotations

from reprank.text.cutting import PROSE, SPEECH, UNSPACED
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units


def units_of(text: str, code: str = "en") -> Units:
    return read_units([Document(text)], language(code))


def test_unpunctuated_speech_is_cut_at_speakers() -> None:
    said = "so we thought about the old bridge and the river for a while in the rain today"
    units = units_of(f"ANN: {said} BOB: {said} ANN: {said} BOB: {said}")
    assert units.texts == (said,) * 4


def test_unpunctuated_speech_is_cut_before_clauses_if_it_has_no_marks() -> None:
    units = units_of("the ferry came late again today so the people on the pier got wet but nobody said a word " * 5)
    assert units.was_split
    assert units.lengths.max() <= SPEECH.longest
    assert {text.split()[0] for text in units.texts[1:]} <= {"so", "but"}


def test_a_long_sentence_of_punctuated_text_stays_whole() -> None:
    long = "the road to the bridge and the river and the ferry " * 9 + "was closed. "
    units = units_of(long + "It rained. We left. They came. Nobody was hurt.")
    assert not units.was_split
    assert SPEECH.longest < units.lengths.max() <= PROSE.longest


def test_chinese_is_cut_at_its_own_commas() -> None:
    units = units_of("大桥在碰撞后关闭，" * 60, "zh")
    assert units.was_split
    assert units.lengths.max() <= UNSPACED.longest
    assert all(text.endswith("，") for text in units.texts)


def test_no_cut_tears_a_character_from_its_marks() -> None:
    units = units_of("น้ำท่วมเชียงใหม่" * 100, "th")
    assert units.was_split
    assert not any(text[0] in "\u0e33\u0e48\u0e49\u0e31\u0e35" for text in units.texts)
