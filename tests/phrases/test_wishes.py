from __future__ import annotations

import pytest

import reprank
from reprank.errors import InputError

REVIEWS = (
    "The battery life is short. Battery life of the phone disappoints. The battery charger of the phone breaks. A "
    "battery "
    "cover is missing. The battery pack and the battery indicator fail. The screen of the phone is bright. The camera "
    "takes sharp pictures. The camera of the phone is slow, and the speaker is loud."
)


def texts(**options: object) -> list[str]:
    return [str(keyword) for keyword in reprank.keywords(REVIEWS, language="en", **options)]  # type: ignore[arg-type]


def test_more_diversity_gives_fewer_keywords_with_the_same_word() -> None:
    with_battery = [sum("battery" in text for text in texts(top=4, diversity=d)) for d in (0.0, 0.5, 1.0)]
    assert with_battery[0] > with_battery[2]
    assert with_battery == sorted(with_battery, reverse=True)
    assert with_battery[2] == 1


def test_scores_fall_whatever_the_diversity() -> None:
    for diversity in (0.0, 0.3, 1.0):
        scores = [keyword.score for keyword in reprank.keywords(REVIEWS, diversity=diversity)]
        assert scores[0] == 1.0
        assert scores == sorted(scores, reverse=True)


def test_the_name_of_a_thing_does_not_stand_beside_its_last_word_when_diversity_is_asked_for(
    articles: list[str],
) -> None:
    found = [str(keyword) for keyword in reprank.keywords(articles, diversity=0.6)]
    assert "Kestrel Bridge" in found
    assert "bridge" not in found


def test_no_keyword_contains_an_excluded_word_in_any_inflection() -> None:
    assert any("batter" in text.lower() for text in texts())
    assert not any("batter" in text.lower() for text in texts(top=50, exclude=["Batteries"]))


def test_an_excluded_phrase_leaves_its_words() -> None:
    found = texts(top=50, exclude="battery life")
    assert not any("battery life" in text.lower() for text in found)
    assert any("battery" in text for text in found)


def test_an_included_phrase_is_a_keyword_if_it_occurs_and_counts_among_the_top() -> None:
    assert "loud" not in texts(top=3)
    found = reprank.keywords(REVIEWS, top=3, include=["loud", "zeppelin"])
    assert len(found) == 3
    assert "loud" in [str(keyword) for keyword in found]
    assert "zeppelin" not in [str(keyword) for keyword in found]
    loud = next(keyword for keyword in found if keyword.text == "loud")
    assert [REVIEWS[place.start : place.end] for place in loud.occurrences] == ["loud"]


def test_own_candidates_are_the_only_keywords_and_are_found_by_their_stems() -> None:
    found = reprank.keywords(REVIEWS, candidates=["cameras", "slow", "battery life", "zeppelin"])
    assert {keyword.text.lower() for keyword in found} == {"camera", "slow", "battery life"}
    life = next(keyword for keyword in found if keyword.text.lower() == "battery life")
    assert {REVIEWS[place.start : place.end] for place in life.occurrences} == {"battery life", "Battery life"}
    assert reprank.keywords(REVIEWS, candidates=[]) == ()


def test_seeds_lift_phrases_that_hold_them_or_stand_beside_them() -> None:
    plain, bent = texts(top=50), texts(top=50, seeds=["pictures"])
    assert bent.index("sharp pictures") < plain.index("sharp pictures")
    assert bent.index("camera") <= plain.index("camera")


def test_a_query_moves_the_keywords_of_a_summary() -> None:
    asked = [str(keyword) for keyword in reprank.summarize(REVIEWS, query="Is the speaker loud?", keywords=3).keywords]
    assert "speaker" in asked
    assert "speaker" not in [str(keyword) for keyword in reprank.summarize(REVIEWS, keywords=3).keywords]


def test_phrases_have_at_least_as_many_words_as_asked_for() -> None:
    found = texts(top=50, min_words=2)
    assert found
    assert all(len(text.split()) >= 2 for text in found)


@pytest.mark.parametrize(
    "options", [{"diversity": 1.5}, {"diversity": "much"}, {"exclude": [3]}, {"candidates": 7}, {"min_words": -1}]
)
def test_an_option_that_cannot_be_used_is_named(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        texts(**options)


def test_a_system_that_ranks_words_its_own_way_says_which_options_it_follows() -> None:
    with pytest.raises(InputError, match="max_words only"):
        reprank.systems.KEYWORD_SYSTEMS["reprank-paper-glove"]().keywords(REVIEWS, exclude=["battery"])


OLD = (
    "A fire damaged the library of Norvik on Sunday night. The fire began in the reading room. Firefighters saved the "
    "archive. The library will stay closed, said the mayor. Nobody was hurt in the fire."
)
NEW = (
    "The fire in the library of Norvik was caused by a faulty heater, an inspector said. The heater in the reading "
    "room "
    "had been repaired by an electrician. The insurer refuses to pay for the library. The mayor will take the "
    "insurer to "
    "court because the library was insured against fire."
)


def test_keywords_beside_seen_documents_are_about_what_is_new() -> None:
    plain = [str(keyword) for keyword in reprank.keywords(NEW, top=3)]
    update = [str(keyword) for keyword in reprank.keywords(NEW, top=3, seen=[OLD])]
    assert "library" in plain
    assert "library" not in update
    assert "insurer" in update
    assert not any(word in OLD for text in update for word in text.split())
    assert [str(keyword) for keyword in reprank.summarize(NEW, seen=[OLD], keywords=3).keywords] == update


def test_a_keyword_prints_as_its_text_and_briefly() -> None:
    keyword = reprank.keywords(REVIEWS, top=1)[0]
    assert str(keyword) == keyword.text
    assert len(repr(keyword)) < 80
    assert keyword.text in repr(keyword)
