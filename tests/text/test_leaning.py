from __future__ import annotations

import pytest

from reprank.text.documents import Document
from reprank.text.introductions import introductions
from reprank.text.languages import language
from reprank.text.leaning import CONNECTED, NOT_LEANING, POINTING, leaning, needed
from reprank.text.units import Units, read_units


def units_of(*texts: str, code: str = "en") -> Units:
    return read_units([Document(text) for text in texts], language(code))


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("He called it a disgrace.", POINTING),
        ("On Monday, she resigned from the board.", POINTING),
        ('"We are ready," he said.', POINTING),
        ("These animals produce methane.", POINTING),
        ("Such rules are rare.", POINTING),
        ("However, the bridge stayed closed.", CONNECTED),
        ("In addition, the school was flooded.", CONNECTED),
        ("But nothing changed.", CONNECTED),
        ("It's a record for this month.", POINTING),
        ("“They’re ready,” said the mayor.", POINTING),
        ("That's what the mayor told the council.", POINTING),
        ("This is a problem for the town.", POINTING),
        ("But she left early.", POINTING),
        ("And, to its credit, the county paid.", CONNECTED),
        ("For them, the ferry is too dear.", POINTING),
        ("Of these, nine were empty.", POINTING),
        ("Another house was flooded.", POINTING),
        ("The latter was older.", POINTING),
        ("When asked, he's said to have smiled.", POINTING),
        ("In his speech, Reyne thanked the divers.", NOT_LEANING),
        ("In his speech, he thanked the divers.", POINTING),
        ("Built between 1858 and 1864, it is 42 metres high.", POINTING),
        ("By 1900, they had left the island.", POINTING),
        ("When the bridge opened, it was the longest of the country.", NOT_LEANING),
        ("In this study, we count eels.", NOT_LEANING),
        ("It's not easy to count eels.", NOT_LEANING),
        ("It’s unclear how many eels are left.", NOT_LEANING),
        ("It is clear that the bridge will stay closed.", NOT_LEANING),
        ("This study was made in March.", NOT_LEANING),
        ("Mara Oduya said that she would resign.", NOT_LEANING),
        ("The county's engineer, Tomas Reyne, praised his team.", NOT_LEANING),
        ("Those who left early missed the vote.", NOT_LEANING),
        ("Andes villages were cut off.", NOT_LEANING),
        ("Theory and practice differ.", NOT_LEANING),
    ],
)
def test_what_leans_on_the_sentence_before(sentence: str, kind: int) -> None:
    units = units_of(f"The river rose. {sentence}")
    assert leaning(units, reviews=False)[1] == kind


@pytest.mark.parametrize(
    ("code", "text", "leans"),
    [
        (
            "de",
            "Der Fluss stieg. Er schloss die Brücke. Die Fähre fährt. Aber niemand kam.",
            [False, True, False, True],
        ),
        (
            "fr",
            "Le fleuve a monté. Il a fermé le pont. Il y a un bac. Mais personne ne vint.",
            [False, True, False, True],
        ),
        ("es", "El río creció. Este cerró el puente. Hay un barco. Pero nadie vino.", [False, True, False, True]),
        ("xx", "Ab cd ef. Gh ij kl.", [False, False]),
    ],
)
def test_other_languages_have_lists_of_their_own_or_nothing_leans(code: str, text: str, leans: list[bool]) -> None:
    units = units_of(text, code=code if code != "xx" else "und")
    assert (leaning(units, reviews=False) > 0).tolist() == leans


def test_an_answer_leans_on_its_question() -> None:
    units = units_of("Who closed the bridge? The county did. The ferry runs.")
    assert (leaning(units, reviews=False) > 0).tolist() == [False, True, False]


def test_nothing_comes_before_the_first_sentence_of_a_document_that_this_could_point_to() -> None:
    units = units_of("This fan is loud.", "The fan came. This fan is loud.", "He's a recruit from Leeds.")
    assert leaning(units, reviews=False).tolist() == [NOT_LEANING, NOT_LEANING, POINTING, POINTING]


def test_in_reviews_the_product_needs_no_introduction() -> None:
    units = units_of("Good phone. It lasts long. But the screen is dark.")
    assert (leaning(units, reviews=True) > 0).tolist() == [False, False, True]


def test_a_chain_ends_at_a_sentence_that_stands_alone_or_at_the_document() -> None:
    units = units_of("A. b ran. He fell. He rose. He left.", "He came. She went.")
    leans = leaning(units, reviews=False) > 0
    chains = needed(units, leans, max_members=3)
    for sentence, chain in enumerate(chains):
        assert chain[-1] == sentence
        assert len(chain) <= 3
        assert list(chain) == sorted(chain)
        assert len({int(units.document[i]) for i in chain}) == 1
    assert chains[len(units) - 2] == (len(units) - 2,)  # nothing stands before the second document


def test_a_surname_needs_the_full_name_once() -> None:
    text = "Mayor Ada Lindqvist spoke first. The ferry runs. Lindqvist praised the crew. Ada Lindqvist left."
    people, _ = introductions(units_of(text))
    assert people.tolist() == [-1, -1, 0, -1]


def test_a_thing_needs_the_sentence_that_first_mentions_it() -> None:
    text = "A barge struck the pier. Nobody was hurt. The barge sank later. The weather was calm."
    _, things = introductions(units_of(text))
    assert things.tolist() == [-1, -1, 0, -1]
