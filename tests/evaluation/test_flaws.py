"""Reading measures on sentences written for this test; each rule is shown to fire and not to fire."""

from __future__ import annotations

import pytest

from reprank.evaluation.flaws import (
    Source,
    find_flaws,
    is_balanced,
    is_debris,
    is_fragment,
    repeated,
    summarize_flaws,
)

STORY = (
    "Anna Lee opened the new library on Monday. She thanked the town for its patience. However, the roof still leaks. "
    'The mayor said: "We will mend it. Nobody will get wet." Rain is expected on Friday.'
)
SOURCE = Source((STORY, "The library cost 3 million euros."), words=30)


def flaws(*sentences: str, source: Source = SOURCE) -> object:
    return find_flaws(sentences, source)


@pytest.mark.parametrize(
    ("sentences", "count"),
    [
        (["She thanked the town for its patience."], 1),
        (["Rain is expected on Friday.", "She thanked the town for its patience."], 1),
        (["Anna Lee opened the new library on Monday.", "She thanked the town for its patience."], 0),
        (["However, the roof still leaks."], 1),
        (["She thanked the town for its patience.", "However, the roof still leaks."], 1),  # the first of them only
        (["Rain is expected on Friday.", "The library cost 3 million euros."], 0),
    ],
)
def test_an_opening_dangles_unless_the_sentence_before_it_is_the_one_of_its_document(
    sentences: list[str], count: int
) -> None:
    assert flaws(*sentences).dangling == count


def test_this_at_the_beginning_of_a_document_points_to_nothing_that_is_missing() -> None:
    source = Source(("This fan is loud. It broke. This fan was cheap.", "They sold out."), words=50)
    for sentence, count in (("This fan is loud.", 0), ("This fan was cheap.", 1), ("They sold out.", 1)):
        assert flaws(sentence, source=source).dangling == count


@pytest.mark.parametrize(
    ("sentence", "points_back"),
    [
        ("This is why it failed.", True),
        ("“They left early,” said Tom.", True),
        ("But nobody came.", True),
        ("For example, bridges rust.", True),
        ("Another bridge fell.", True),
        ("Second, the bridge is old.", True),
        ("It is clear that the bridge is old.", False),
        ("It's not easy to count eels.", False),
        ("It’s unclear how many eels are left.", False),
        ("It took nine years to mend the bridge.", False),
        ("This study counts the eels of one river.", False),
        ("It's a record for the bridge.", True),
        ("This river has eels.", True),
        ("Second place went to Norway.", False),
        ("So many people came that the bridge shook.", False),
        ("Thistles grow on the bridge.", False),
        ("Its-a-Deal is a shop.", False),
        ("Theirs is a small town.", True),
    ],
)
def test_which_openings_point_back(sentence: str, points_back: bool) -> None:
    source = Source((f"The sun shone. {sentence}",), words=50)
    assert flaws(sentence, source=source).dangling == int(points_back)


def test_a_sentence_that_was_written_for_the_summary_points_to_the_one_before_it() -> None:
    assert flaws("Anna Lee is the mayor.", "She opened a library.").dangling == 0
    assert flaws("She opened a library.").dangling == 1  # nothing is before it


def test_openings_are_judged_in_english_only() -> None:
    assert flaws("Elle est venue.", source=Source(("Elle est venue.",), words=30, language="fr")).dangling is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Photo: A. Writer / Agency",
        "Figure 3. Growth of the town.",
        "CLOSE",
        "Advertisement",
        "UPDATE: the bridge is open.",
        "Read more: http://example.org/bridge",
        "Follow us on every channel.",
        "PORT ALDER (AP) - A bridge fell on Monday.",
        "(CNN) -- A bridge fell on Monday.",
        "| 12 | 14 | 9 |",
        "<p>A bridge fell.</p>",
        "[[File:Bridge.jpg]]",
        "ALL TRAINS STOP HERE UNTIL MONDAY",
        "12.5 13.7 (9.1) 77 % 3",
        "© The Town Paper",
        "write to news@example.org",
    ],
)
def test_debris_is_found(sentence: str) -> None:
    assert is_debris(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The photo was taken on Monday.",
        "NATO and the EU met in Brussels.",
        "In 2019 it cost 3.5 million euros.",
        "Close friends of the mayor came.",
        "Updated plans were shown.",
        "Видели мост.",
        "桥在星期一倒塌了。",
        "यह पुल टूट गया।",
        "Table tennis is popular.",
        "Sources close to the mayor agree.",
    ],
)
def test_prose_is_not_debris(sentence: str) -> None:
    assert not is_debris(sentence)


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        ("He said “no” and left (early).", True),
        ("He said “no and left.", False),
        ("He left (early.", False),
        ("early) he left.", False),
        ("a) first, b) second", True),
        ("1) The bridge fell (again).", True),
        ("It fell (March 29).", True),
        ("Nice :)", True),
        ("Sad :( but true.", True),
        ("«Oui», dit-il.", True),
        ("»Ja«, sagte er.", True),
        ("„Ja“, sagte er.", True),
        ("他说：「好。", False),
        ("(a [b) c]", False),
        ("It's 5 o'clock.", True),
    ],
)
def test_brackets_and_quotation_marks(text: str, balanced: bool) -> None:
    assert is_balanced(text) == balanced


def test_a_quotation_may_span_sentences_that_follow_each_other_in_the_document() -> None:
    assert flaws('The mayor said: "We will mend it.', 'Nobody will get wet."').unbalanced == 0
    assert flaws('The mayor said: "We will mend it.').unbalanced == 1
    assert flaws('Nobody will get wet."', 'The mayor said: "We will mend it.').unbalanced == 2


@pytest.mark.parametrize(
    ("sentence", "fragment"),
    [
        ("The bridge fell on Monday.", False),
        ("The bridge fell on", True),
        ("of the bridge on Monday.", True),
        (", which fell on Monday.", True),
        ("iPhones sell very well.", False),
        ("The mayor said:", True),
        ("So what?", True),
        ("“The bridge fell on Monday.”", False),
        ("Мост упал в понедельник.", False),
        ("мост упал в понедельник.", True),
        ("桥在星期一倒塌了。", False),
        ("桥在星期一倒塌", True),
        ("यह पुल टूट गया।", False),
        ("It fell on Monday.[3]", False),
    ],
)
def test_fragments_lack_a_beginning_an_end_or_words(sentence: str, fragment: bool) -> None:
    assert is_fragment(sentence) == fragment


def test_ends_and_capitals_count_only_where_the_documents_have_them() -> None:
    talk = Source(("yeah so we talk about the remote and then we go on with the plan " * 20,), words=20)
    assert not talk.marks_ends
    assert flaws("so we talk about the remote", source=talk).fragments == 0
    small = Source(("the cells grew. the mice did not. the dose was small. we saw no effect.",), words=20)
    assert small.marks_ends
    assert not small.capitalizes
    assert flaws("the mice did not.", source=small).fragments == 0


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (
            "The Kestrel bridge collapsed on Monday after a barge hit its central pier.",
            "A barge hit the central pier of the Kestrel bridge on Monday and it collapsed.",
            True,
        ),
        (
            "Repairs of the Kestrel bridge will take four months, the mayor said.",
            "Repairs of the Kestrel bridge will take eight months, the mayor said.",
            True,  # numbers in words are not seen
        ),
        (
            "Repairs of the Kestrel bridge will take 4 months, the mayor said.",
            "Repairs of the Kestrel bridge will take 8 months, the mayor said.",
            False,
        ),
        (
            "The Kestrel bridge collapsed on Monday after a barge hit its central pier.",
            "Ferry tickets across the river cost twice as much as a week ago.",
            False,
        ),
    ],
)
def test_the_same_event_is_told_twice_if_most_content_words_are_common(first: str, second: str, same: bool) -> None:
    assert list(repeated([first, second], "en")) == [False, same]


def test_unused_length_counts_only_where_there_is_more_to_say() -> None:
    assert flaws("Rain is expected on Friday.").unused == pytest.approx(25 / 30)
    assert flaws("Rain is expected.", source=Source(("Rain is expected. Snow too.",), words=30)).unused is None
    assert flaws("one two three four", source=Source(("one two three four five six",), words=3)).over == 1


def test_shares_are_over_all_sentences_and_unused_over_summaries() -> None:
    found = [
        flaws("She thanked the town for its patience.", "Rain is expected on Friday."),
        flaws("The library cost 3 million euros.", "Rain is expected on Friday."),
    ]
    shares = summarize_flaws(found)
    assert shares["dangling"] == pytest.approx(1 / 4)
    assert shares["unused"] == pytest.approx((18 / 30 + 19 / 30) / 2)
    assert summarize_flaws([]) == {}
