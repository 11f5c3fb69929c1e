from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

import reprank
from reprank.coverage import Coverage, WorthWeights
from reprank.coverage.worth import position_among, sentence_features, worth
from reprank.roles.reading import roles_of
from tests.helpers import units_of

REPORT = (
    "The council met on Monday to discuss the flood. The flood closed the harbour road and the school. "
    "Repairs to the harbour road will cost two million crowns. The school will open again next week. "
    "Volunteers brought food to families whose houses the flood had damaged. A new sea wall is planned for the spring. "
    "The mayor thanked the volunteers for their help. The sea wall will protect the harbour road and the school."
)


def test_two_sentences_about_the_same_thing_are_not_both_chosen_first() -> None:
    text = (
        "The barge struck the bridge at dawn on Tuesday. At dawn on Tuesday the barge struck the bridge again. "
        "Divers found a fracture in the pier below the water. The ferry will carry cars from Thursday on."
    )
    selected = [sentence.text for sentence in reprank.summarize(text, sentences=2).sentences]
    assert sum("struck the bridge" in sentence for sentence in selected) <= 1


def test_a_query_moves_the_summary_to_its_answer() -> None:
    plain = str(reprank.summarize(REPORT, words=12))
    asked = str(reprank.summarize(REPORT, words=12, query="food for families"))
    assert "Volunteers brought food" in asked
    assert asked != plain


def test_a_query_of_unknown_words_changes_nothing() -> None:
    assert str(reprank.summarize(REPORT, words=30, query="zebra xylophone")) == str(reprank.summarize(REPORT, words=30))


def test_an_update_tells_what_is_new() -> None:
    seen = "The council met on Monday to discuss the flood that closed the harbour road and the school."
    update = str(reprank.summarize(REPORT, words=25, seen=seen))
    assert "The council met" not in update
    assert "The flood closed the harbour road and the school." not in update


def test_nearly_equal_sentences_of_two_documents_are_one_idea() -> None:
    first = (
        "The minister for transport promised on Friday that the state would pay for the emergency ferry to the island."
    )
    second = first.replace("Friday", "Saturday")
    rest = "Divers found a fracture in the pier. The bridge will stay closed for months. Milk is running out in shops."
    summary = str(reprank.summarize([f"{first} {rest}", f"{second} {rest}"], words=45))
    assert summary.count("promised on") == 1


def test_personal_words_lower_the_worth_of_reviews_and_reports_but_hardly_of_letters() -> None:
    weights = WorthWeights(**{field.name: 0.0 for field in fields(WorthWeights)})
    units = units_of("I told my brother to buy it. The battery lasts two days.")
    roles, personal = roles_of(units), replace(weights, personal=-3.0)
    of_review = worth(sentence_features(units, roles, reviews=True), personal)
    np.testing.assert_allclose(of_review, [np.exp(-3 * 2 / 7), 1.0])
    of_report = worth(sentence_features(units, roles, reviews=False), personal)
    np.testing.assert_allclose(of_report, [np.exp(-3 * 2 / 7 * 0.5**2), 1.0])
    letter = units_of("I told my brother to buy it. I think my battery lasts two days.")
    np.testing.assert_array_equal(worth(sentence_features(letter, roles_of(letter), reviews=False), personal), 1.0)


STORM = (
    "Heavy rain flooded the lower town of Averne on Sunday night. Streets near the river stood under water for hours. "
    "Firemen carried forty people from their homes. The rain stopped at dawn and the river began to fall."
)


def test_early_sentences_count_for_more() -> None:
    weights = WorthWeights(**{field.name: 0.0 for field in fields(WorthWeights)})
    units = units_of(STORM, REPORT)
    roles = roles_of(units)
    features = sentence_features(units, roles, reviews=False)
    place = position_among(units, roles.prose)
    np.testing.assert_allclose(worth(features, replace(weights, position=-0.2)), place**-0.2)


def test_the_position_of_a_sentence_does_not_count_headings() -> None:
    units = units_of("Flood closes the school\n\n" + REPORT)
    position = position_among(units, roles_of(units).prose)
    assert position[1] == 1
    assert position[2] == 2


def test_every_weight_has_its_feature_and_shapes_the_worth() -> None:
    units = units_of(STORM, REPORT)
    features = sentence_features(units, roles_of(units), reviews=False)
    assert set(features) == {field.name for field in fields(WorthWeights)}
    weights = WorthWeights()
    total = sum(getattr(weights, name) * column for name, column in features.items())
    np.testing.assert_allclose(worth(features, weights), np.exp(total))


def test_only_a_single_document_has_an_opening_that_counts_for_more() -> None:
    one, two = units_of(STORM), units_of(STORM, REPORT)
    assert sentence_features(one, roles_of(one), reviews=False)["opening"].sum() == 1
    assert not sentence_features(two, roles_of(two), reviews=False)["opening"].any()


def test_sentences_are_selected_alone_where_pairs_are_turned_off() -> None:
    articles = reprank.example_documents()
    alone = reprank.RepRank(Coverage(together=False)).summarize(articles, words=190)
    assert str(alone) != str(reprank.RepRank().summarize(articles, words=190))
