from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank.terms import TITLE_WORDS, Terms, read_terms, title_pull
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import read_units

TEXT = "The old bridge fell. The old bridges fall over the river. A river fell."


def named(terms: Terms) -> dict[str, list[int]]:
    """Write out each term and the sentences that it stands in."""
    names = terms.stems.names
    return {
        names[first] + (f" {names[second]}" if second >= 0 else ""): terms.counts.source[
            terms.counts.target == i
        ].tolist()
        for i, (first, second) in enumerate(zip(terms.first.tolist(), terms.second.tolist(), strict=True))
    }


def test_terms_are_stems_outside_the_stop_list_and_pairs_that_recur() -> None:
    units = read_units([Document(TEXT)], language("en"))
    terms = named(read_terms(units))
    assert terms["bridg"] == [0, 1]
    assert terms["old bridg"] == [0, 1]
    assert "the river" not in terms
    assert "the" not in terms
    assert "river fell" not in terms


def test_pairs_that_occur_once_can_be_asked_for() -> None:
    units = read_units([Document(TEXT)], language("en"))
    assert "the river" in named(read_terms(units, recurring=1))


def test_stop_words_come_after_all_other_terms_and_their_pairs_never() -> None:
    units = read_units([Document("It is of the river. That is of the town.")], language("en"))
    terms = read_terms(units, function_words=True)
    words = named(terms)
    assert words["the"] == [0, 1]
    assert "of the" not in words
    assert list(words)[: terms.topical] == list(named(read_terms(units)))
    assert list(words)[terms.topical :] == [word for word in words if word not in named(read_terms(units))]


def test_only_the_sentences_asked_for_are_counted() -> None:
    units = read_units([Document(TEXT)], language("en"))
    terms = read_terms(units, among=np.array([True, False, True]))
    assert set(terms.counts.source.tolist()) == {0, 2}
    assert terms.counts.shape[0] == 3


def test_frequencies_count_sentences_and_documents_once() -> None:
    units = read_units([Document("Rain and rain. Rain again."), Document("No rain.")], language("en"))
    terms = read_terms(units)
    rain = terms.stems.names.index("rain")
    column = terms.first.tolist().index(rain)
    assert terms.sentence_frequency[column] == 3
    assert terms.document_frequency(units.document)[column] == 2
    assert terms.counts.target_sums()[column] == 4


def test_nothing_is_lost_on_an_empty_text() -> None:
    terms = read_terms(read_units([Document("")], language("en")))
    assert terms.counts.shape == (0, 0)


BODY = (
    "The council met on Monday. A storm tore a gravel barge from its moorings. The barge closed the bridge for a week. "
    "Members praised the cook. Island farmers sold their milk at home. The meeting ended at nine."
)
HEADLINE = "Gravel barge closes bridge to island farmers"


def pulled(*documents: Document, new: bool = True) -> dict[str, float]:
    units = read_units(documents, language("en"))
    terms = read_terms(units)
    pull = title_pull(units, terms, np.ones(terms.topical), new=np.full(len(units), new))
    names = [terms.stems.names[stem] for stem in terms.first.tolist()]
    return {names[i]: pull[i] for i in np.flatnonzero(pull).tolist()}


@pytest.mark.parametrize(
    "document",
    [
        Document(BODY, title=HEADLINE),
        Document(f"{HEADLINE}\n\n{BODY}"),
        Document(f"{HEADLINE}\n\n{BODY}", title="harbour-gazette.txt"),  # a name does not hide the headline
    ],
)
def test_the_words_of_a_headline_share_more_than_half_of_the_prior(document: Document) -> None:
    pull = pulled(document)
    assert set(pull) == {"gravel", "barg", "close", "bridg", "island", "farmer"}
    assert sum(pull.values()) == pytest.approx(6 / (6 + TITLE_WORDS))


@pytest.mark.parametrize("title", ["", "Barge", "Bridge closed", "Prices of copper fall in northern markets again"])
def test_a_name_and_a_title_of_other_words_pull_nothing(title: str) -> None:
    assert not pulled(Document(BODY, title=title))
    assert not pulled(Document(f"{title}\n\n{BODY}"))


def test_each_document_has_its_part_of_the_prior() -> None:
    one, two = Document(BODY, title=HEADLINE), Document("Rain fell on the hills. The river rose. Nobody was hurt.")
    assert sum(pulled(one, two).values()) == pytest.approx(sum(pulled(one).values()) / 2)


def test_titles_of_documents_that_the_reader_knows_pull_nothing() -> None:
    assert not pulled(Document(BODY, title=HEADLINE), new=False)


def test_sentences_that_say_what_the_headline_says_rank_higher() -> None:
    plain, titled = (reprank.rank(Document(BODY, title=title)) for title in (None, "Island farmers sold milk at home"))
    before, after = (next(it.score for it in made.sentences if "milk" in it.text) for made in (plain, titled))
    assert after > 1.1 * before
