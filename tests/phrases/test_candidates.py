from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reprank.phrases.candidates import Phrases, read_phrases
from reprank.phrases.grams import Grams, recurring, windows
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units


def phrases_of(*texts: str, code: str = "en", max_words: int = 4) -> Phrases:
    units = read_units([Document(text) for text in texts], language(code))
    return read_phrases(units, np.ones(len(units), dtype=np.bool_), max_words=max_words)


def counts(phrases: Phrases) -> dict[str, tuple[int, int]]:
    """Whole and all occurrences of each phrase."""
    whole = phrases.total(phrases.whole)
    return {phrases.key(i): (int(whole[i]), int(phrases.count[i])) for i in range(len(phrases))}


def test_phrases_are_runs_of_nouns_and_what_modifies_them_by_hand() -> None:
    text = "The county has closed the central pier of the bridge, traffic engineers said. They inspect piers."
    assert counts(phrases_of(text)) == {
        "counti": (1, 1), "central pier": (1, 1), "bridg": (1, 1), "traffic engin": (1, 1), "pier": (1, 2)
    }  # fmt: skip


def test_a_modifier_behind_the_last_noun_is_left_out() -> None:
    assert counts(phrases_of("The river central was of a central river.")) == {"river": (1, 2), "central river": (1, 1)}


def test_after_a_modal_or_a_pronoun_a_word_is_a_verb() -> None:
    assert set(counts(phrases_of("Boats can ferry farmers. They ferry cattle to market."))) == {
        "boat", "farmer", "cattl", "market"
    }  # fmt: skip
    assert "studi" not in counts(phrases_of("Scientists want to study whales."))
    assert "studi" in counts(phrases_of("Scientists read the study of whales."))


def test_hyphenated_and_inflected_spellings_are_one_phrase() -> None:
    assert counts(phrases_of("Sensor-network lifetimes fail. The sensor network lifetime of it."))[
        "sensor network lifetim"
    ] == (2, 2)


def test_a_hyphenated_word_is_one_of_the_four_words() -> None:
    text = "The real-time sensor network lifetime of the plain sensor network lifetime model estimate tool."
    found = counts(phrases_of(text))
    assert "real time sensor network lifetim" in found
    assert not any("estim" in key for key in found)


def test_a_possessive_ends_a_phrase() -> None:
    assert set(counts(phrases_of("The harbour's engineers of the Sorrel’s ferry."))) == {
        "harbour", "engin", "sorrel", "ferri"
    }  # fmt: skip


def test_sentences_that_are_not_new_hold_no_phrases() -> None:
    units = read_units([Document("A barge struck the pier."), Document("A ferry left the harbour.")], language("en"))
    phrases = read_phrases(units, units.document == 0)
    assert {phrases.key(i) for i in range(len(phrases))} == {"barg", "pier"}


def test_of_a_run_that_is_too_long_the_part_that_recurs_is_a_phrase() -> None:
    run = "river bridge county harbour ferry"
    assert counts(phrases_of(f"The {run} of the boat. A dog of the {run}.")) == {
        "river bridg counti harbour": (0, 2), "bridg counti harbour ferri": (0, 2), "boat": (1, 1), "dog": (1, 1)
    }  # fmt: skip
    assert set(counts(phrases_of("A sensor network of sensor networks.", max_words=1))) == {"sensor", "network"}


def test_chinese_phrases_are_stretches_that_recur() -> None:
    found = counts(
        phrases_of("驳船撞上了中央桥墩。工程师检查中央桥墩，中央桥墩的修复很慢。桥墩有裂缝，桥墩旧了。", code="zh")
    )
    assert found["中 央 桥 墩"] == (3, 3)
    assert found["桥 墩"] == (2, 5)
    assert "央 桥 墩" not in found
    assert not any(len(key) == 1 for key in found)


def test_chinese_phrases_do_not_cross_stop_words_or_punctuation() -> None:
    found = counts(phrases_of("桥的墩。桥的墩。桥，墩。桥，墩。我们渡轮。我们渡轮。", code="zh"))
    assert set(found) == {"渡 轮"}


def test_japanese_phrases_stand_between_endings_and_katakana_is_a_word() -> None:
    found = counts(phrases_of("はしけがケストレル橋の中央橋脚に衝突した。フェリーは橋を渡る。", code="ja"))
    assert {"ケストレル 橋", "中 央 橋 脚", "衝 突", "フェリー"} == set(found)


def test_nothing_comes_of_nothing() -> None:
    for text in ("", "the of and", "42 17.5", "!?", "\ud83d"):
        assert len(phrases_of(text)) == 0


NOUNS = {"boat": "boat", "river": "river", "pier": "pier"}
SENTENCES = st.lists(st.sampled_from([*NOUNS, "of", "of"]), min_size=1, max_size=14)


@given(st.lists(SENTENCES, min_size=1, max_size=2))  # of three sentences, only well-formed ones would count
def test_occurrences_are_those_of_a_search_by_hand(sentences: list[list[str]]) -> None:
    runs = [
        tuple(words)
        for sentence in sentences
        for noun, group in groupby(sentence, key=NOUNS.__contains__)
        if noun
        for words in [list(group)]
    ]
    phrases = phrases_of("\n\n".join(f"Of {' '.join(sentence)}." for sentence in sentences))
    whole = Counter(run for run in runs if len(run) <= 4)
    found = counts(phrases)
    for run, count in whole.items():
        everywhere = sum(other[i : i + len(run)] == run for other in runs for i in range(len(other)))
        assert found[" ".join(run)] == (count, everywhere)
    assert {key for key, (times, _) in found.items() if times} == {" ".join(run) for run in whole}


@given(st.lists(st.integers(0, 2), max_size=12), st.integers(1, 4))
def test_recurring_stretches_are_those_of_a_search_by_hand(stems: list[int], longest: int) -> None:
    grams = Grams(np.array(stems, np.intp))
    first, last = np.array([0]), np.array([len(stems)])
    every = np.ones(len(stems), dtype=np.bool_)
    codes, _ = recurring(grams, first, last, sizes=range(1, longest + 1), may_end=every)
    expected: list[tuple[int, ...]] = []
    spans: list[tuple[int, int]] = []
    for size in range(longest, 0, -1):
        places: dict[tuple[int, ...], list[int]] = {}
        for at in range(len(stems) - size + 1):
            places.setdefault(tuple(stems[at : at + size]), []).append(at)
        longer = list(spans)
        for stretch, at in places.items():
            outside = [a for a in at if not any(x <= a and a + size <= y for x, y in longer)]
            if len(at) > 1 and outside:
                expected.append(stretch)
                spans += [(a, a + size) for a in at]
    assert len(codes) == len(set(codes.tolist())) == len(expected)
    for stretch in expected:
        at = next(a for a in range(len(stems)) if tuple(stems[a : a + len(stretch)]) == stretch)
        assert grams.codes(np.array([at]), np.array([at + len(stretch)]))[0] in codes


def test_windows_stay_inside_their_runs() -> None:
    assert windows(np.array([0, 5, 9]), np.array([4, 6, 11]), 2).tolist() == [0, 1, 2, 9]
