from __future__ import annotations

import numpy as np

from reprank.terms import Terms, read_terms
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
