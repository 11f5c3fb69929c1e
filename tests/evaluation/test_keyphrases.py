"""Keyphrase scores against cases worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.errors import InputError
from reprank.evaluation.datasets import KeyphraseText
from reprank.evaluation.keyphrases import CUTOFFS, Keyphrases, KeyphraseSettings

TEXT = KeyphraseText(
    "walks",
    "Absorbing random walks rank sentences. A Markov chain, once absorbed, stays; multi-document input helps.",
    ("random walk", "Markov chains", "absorbing state", "multi document"),
)


def scores(phrases, **options) -> dict:
    return Keyphrases(KeyphraseSettings(**options)).prepare(TEXT).scores(phrases)


def values(score) -> tuple[float, float, float]:
    return (score.precision, score.recall, score.f1)


def test_precision_and_recall_at_each_cutoff_are_those_worked_by_hand() -> None:
    ranked = ["random walks", "w1", "w2", "w3", "w4", "markov chain", *(f"x{i}" for i in range(6)), "multi-document"]
    found = scores(ranked)
    assert values(found[5]) == pytest.approx((1 / 5, 1 / 4, 2 / 9))
    assert values(found[10])[:2] == pytest.approx((2 / 10, 2 / 4))
    assert values(found[15])[:2] == pytest.approx((3 / 13, 3 / 4))  # only thirteen were returned
    assert values(found[15]) == values(found[None])


def test_phrases_match_by_stem_whatever_case_and_hyphens() -> None:
    assert scores(["MULTI-DOCUMENTS", "random-walks", "markov\u2010chain"])[5].precision == 1.0
    assert scores(["random walks"], stem=False)[5].precision == 0.0


def test_a_part_of_a_phrase_is_no_match() -> None:
    assert scores(["walk", "markov", "random walk sentence"])[None].f1 == 0.0


def test_duplicates_count_once_and_do_not_use_up_the_cutoff() -> None:
    repeated = ["random walk", "random walks", "Random-Walk", "a1", "a2", "a3", "markov chain"]
    assert values(scores(repeated)[5]) == pytest.approx((2 / 5, 2 / 4, 2 * 0.4 * 0.5 / 0.9))


def test_gold_phrases_absent_from_the_text_can_be_left_out() -> None:
    phrases = ["random walk", "markov chain", "multi document"]
    assert scores(phrases)[5].recall == pytest.approx(3 / 4)
    assert scores(phrases, gold="present")[5].recall == 1.0


def test_a_phrase_is_present_only_as_whole_words() -> None:
    text = KeyphraseText("1", "Dammed rivers, damage done.", ("dam", "river damage", "mag", "rivers done"))
    assert Keyphrases(KeyphraseSettings(gold="present")).prepare(text).keys == {"dam", "river damag"}


def test_other_languages_use_their_own_stems() -> None:
    text = KeyphraseText("1", "", ("élection présidentielle",))
    found = Keyphrases(KeyphraseSettings(language="fr")).prepare(text).scores(["Élections présidentielles"])
    assert found[5].f1 == 1.0


def test_a_score_prints_with_its_settings() -> None:
    assert str(scores([])[None]).startswith("F1@all = 0.0000  [keyphrases|lang:en|gold:all|stem:porter|v:")


@given(st.lists(st.sampled_from([*TEXT.keyphrases, "dam", "river", "", "--"]), max_size=20))
def test_recall_grows_with_the_cutoff_and_all_values_are_shares(phrases) -> None:
    found = scores(phrases)
    assert sorted(found[cutoff].recall for cutoff in CUTOFFS) == [found[cutoff].recall for cutoff in CUTOFFS]
    assert all(0 <= value <= 1 for score in found.values() for value in values(score))


def test_wrong_calls_say_what_was_wanted() -> None:
    with pytest.raises(InputError, match="one of all, present"):
        KeyphraseSettings(gold="some")
