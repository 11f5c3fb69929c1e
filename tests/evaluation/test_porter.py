"""The stemmer against NLTK's, which rouge-score uses, and against examples of Porter's paper."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.evaluation.porter import IRREGULAR, porter, porter_rouge155
from tests.helpers import DATA

nltk_porter = pytest.importorskip("nltk.stem.porter", reason="nltk comes with rouge-score")
SHARED = DATA / "summaries"

# Porter (1980), the examples beside steps 1 to 5 whose outcome no later step changes.
PAPER = {
    "caresses": "caress", "ponies": "poni", "cats": "cat", "feed": "feed", "plastered": "plaster", "bled": "bled",
    "motoring": "motor", "sing": "sing", "hopping": "hop", "falling": "fall", "hissing": "hiss", "filing": "file",
    "happy": "happi", "formative": "form", "hopeful": "hope", "goodness": "good", "revival": "reviv",
    "allowance": "allow", "airliner": "airlin", "adjustable": "adjust", "replacement": "replac",
    "adoption": "adopt", "communism": "commun", "effective": "effect", "bowdlerize": "bowdler",
    "probate": "probat", "rate": "rate", "cease": "ceas", "controlling": "control", "rolling": "roll",
}  # fmt: skip
DEPARTURES = ["dies", "died", "flies", "spied", "enjoy", "enjoyment", "fly", "possibly", "geology", "theology",
              "hopefully", "nationally", "rationally", "used", "aging", "yyyy", "2007s", "1990ed", "sss"]  # fmt: skip


@pytest.fixture(scope="module")
def nltk() -> nltk_porter.PorterStemmer:
    return nltk_porter.PorterStemmer()


@pytest.mark.parametrize(("word", "stem"), PAPER.items())
def test_the_examples_of_porters_paper_come_out_as_printed(word, stem) -> None:
    assert porter(word) == stem


@pytest.mark.parametrize("word", [*DEPARTURES, *IRREGULAR])
def test_departures_from_the_paper_are_those_of_nltk(word, nltk) -> None:
    assert porter(word) == nltk.stem(word)


SUFFIXES = [
    "s", "es", "ies", "ied", "eed", "ed", "ing", "y", "ational", "tional", "enci", "anci", "izer", "bli", "ably",
    "alli", "ally", "ently", "ely", "ously", "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness",
    "ality", "ivity", "bility", "fully", "logy", "icate", "ative", "alize", "icity", "ical", "ful", "ness", "al",
    "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "sion", "tion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize", "e", "l", "ll", "",
]  # fmt: skip


@given(
    st.text("abcdelnorstuvyz1", max_size=6),
    st.lists(st.sampled_from(SUFFIXES), max_size=3),
)
def test_any_word_made_of_suffixes_gets_nltks_stem(beginning, suffixes) -> None:
    word = beginning + "".join(suffixes)
    assert porter(word) == nltk_porter.PorterStemmer().stem(word)


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the development data are not here: set REPRANK_DATA")
def test_every_word_of_the_development_summaries_gets_nltks_stem(nltk) -> None:
    words = set()
    for path in sorted(SHARED.glob("*.jsonl")):
        words.update(re.findall(r"[a-z0-9]+", path.read_text(encoding="utf-8").lower()))
    assert len(words) > 10_000
    assert [word for word in sorted(words) if porter(word) != nltk.stem(word)] == []


# Printed by the stemmer inside ROUGE-1.5.5: words where its steps differ from NLTK's variant.
PERL = {
    "away": "awai", "died": "di", "boys": "boi", "skies": "ski", "enjoy": "enjoi", "aged": "ag", "argument": "argum",
    "argumentative": "argum", "establishment": "establish", "adjustment": "adjust", "replacement": "replac",
    "geology": "geologi", "technology": "technolog", "softly": "softli", "hopefully": "hopefulli",
    "abatement": "abat", "employmention": "employment", "documents": "docum",
}  # fmt: skip


@pytest.mark.parametrize(("word", "stem"), {**PAPER, **PERL}.items())
def test_the_stems_of_rouge_155_are_porters_and_the_programs(word, stem) -> None:
    assert porter_rouge155(word) == stem


def test_the_stems_of_rouge_155_are_martin_porters_own_but_for_step_4() -> None:
    martin = nltk_porter.PorterStemmer(nltk_porter.PorterStemmer.MARTIN_EXTENSIONS)
    words = [*PAPER, *DEPARTURES, "relational", "vietnamization", "electricity", "knightly", "yearly", "syzygy"]
    differing = [word for word in words if porter_rouge155(word) != martin.stem(word)]
    assert differing == []
