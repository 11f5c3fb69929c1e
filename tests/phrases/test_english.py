from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank.phrases.english import english
from reprank.phrases.parts import BREAK, EIGHTHS, MODIFIER, NOUN, PARTS
from reprank.phrases.traits import read_traits
from reprank.phrases.words import read_words
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

NOUNS_LIKE_OTHER_WORDS = str.split("""
    pandemic epidemic mosaic attic arsenal rehearsal burial removal survival refusal syllable diary missionary monopoly
    homily gully folly warning hearing killing spending bed greed garlic scandal anniversary burglary judiciary cleric
    rhetoric mural ordeal riverbed repeal cathedral memorial revival dismissal
""")
NAMES_LIKE_OTHER_WORDS = (
    "Nelly",
    "Kelly",
    "Emily",
    "Sicily",
    "Billy",
    "Beverly",
    "Molly",
    "Reilly",
    "Kimberly",
    "Holly",
    "Drew",
    "Rich",
    "Young",
    "Long",
)


def parts_of(text: str) -> dict[str, int]:
    units = read_units([Document(text)], language("en"))
    traits = read_traits(read_words(units), np.ones(len(units), dtype=np.bool_))
    words = traits.words
    spelled = [words.spellings[i] for i in words.spelling_index.tolist()]
    return dict(zip(spelled, traits.part.tolist(), strict=True))


@pytest.mark.parametrize("noun", NOUNS_LIKE_OTHER_WORDS)
def test_a_noun_with_the_ending_of_another_part_of_speech_can_be_a_keyword(noun: str) -> None:
    text = f"The town spoke about the {noun}. Nobody had expected the {noun} of last year. It was a {noun}."
    assert noun in [keyword.text for keyword in reprank.keywords(text, top=3, language="en")]


@pytest.mark.parametrize("name", NAMES_LIKE_OTHER_WORDS)
def test_a_name_with_the_ending_of_an_adverb_or_the_spelling_of_an_adjective_can_be_a_keyword(name: str) -> None:
    text = f"The town saw {name} on the square. People asked {name} about the bridge. In the end {name} left."
    assert name in [keyword.text for keyword in reprank.keywords(text, top=3, language="en")]


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        ("The storm hit the coast.", "hit"),
        ("The emergency ferry tied up at noon.", "tied"),
        ("The sensor network needs a battery.", "needs"),
        ("The ferry reaches Sorrel at dusk.", "reaches"),
        ("Schools stay closed.", "stay"),
        ("Revenue rose by ten percent.", "rose"),
        ("Cities plan their streets.", "plan"),
        ("The words stand in the text.", "stand"),
        ("They ferry cattle over the river.", "ferry"),
        ("Scientists want to study whales.", "study"),
    ],
)
def test_a_verb_that_can_be_a_noun_ends_a_phrase(sentence: str, verb: str) -> None:
    assert parts_of(sentence)[verb] == BREAK


@pytest.mark.parametrize(
    ("sentence", "noun"),
    [
        ("The hit of the summer came from Lisbon.", "hit"),
        ("The needs of patients differ.", "needs"),
        ("He described a plan for the city.", "plan"),
        ("The study of whales was long.", "study"),
        ("Machine learning is a field.", "learning"),
        ("The hearing took five hours.", "hearing"),
    ],
)
def test_the_same_word_after_a_determiner_or_before_of_is_a_noun(sentence: str, noun: str) -> None:
    assert parts_of(sentence)[noun] == NOUN


def test_participles_modify_a_noun_after_them_and_are_verbs_behind_one() -> None:
    assert parts_of("She built an integrated circuit.")["integrated"] == MODIFIER
    assert parts_of("The team integrated the circuit.")["integrated"] == BREAK
    assert parts_of("A graph-based method failed.")["graph-based"] == MODIFIER


@pytest.mark.parametrize("word", ["of", "new", "tuesday", "2019", "11,000", "and/or", "we've", "hadn't", "proposed"])
def test_words_that_are_never_part_of_a_topic_end_a_phrase(word: str) -> None:
    assert english().breaks(word)


@pytest.mark.parametrize("word", ["bridge", "3d", "5-year", "central", "warning"])
def test_other_words_may_stand_in_a_phrase(word: str) -> None:
    assert not english().breaks(word)


def test_an_empty_adjective_with_a_capital_is_part_of_a_name() -> None:
    assert parts_of("She moved to New York in the spring.")["New"] == NOUN
    assert parts_of("She moved to new rooms in the spring.")["new"] == BREAK


def test_an_unknown_word_in_ly_is_an_adverb_only_if_it_is_made_of_an_adjective() -> None:
    adverb = PARTS.index("adverb")
    assert english().shares("unhurriedly")[adverb] == EIGHTHS
    assert english().shares("brimsoly")[adverb] == 0


def test_the_shares_of_every_word_add_up() -> None:
    lexicon = english()
    assert all(sum(shares) == EIGHTHS and len(shares) == len(PARTS) for shares in lexicon.profiles)
    assert len(lexicon.profiles) < 256  # a profile is a byte
    assert len(lexicon.table) > 20_000
