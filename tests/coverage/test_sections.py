"""Sections: headings above sentences, openings of sections, definitions, and what they count for in a summary."""

import numpy as np
import pytest

import reprank
from reprank.coverage.sections import (
    about_people,
    besides_people,
    definitions,
    headings,
    in_sections,
    section_places,
)
from reprank.coverage.worth import sentence_features
from reprank.roles.reading import roles_of
from tests.helpers import units_of

GUIDE = """# The mill

The mill grinds corn for four villages. It was built in 1801.

## The wheel

The wheel turns with the river. Its paddles are made of oak.

## The stones

Two stones grind the corn. The upper one turns.
"""
BOATS = """# Boats

A boat carries people over water. It floats because it is light.

## Sails

A sail drives the boat with wind. Sailors fold the cloth by night. They mend the cloth in winter.

## Oars

Why do people row a boat? An oar drives the boat with arms. Rowers rest the blades in rain.
"""
TERMS = """# Terms of the mill

## 1. Words

"Miller" means the person who grinds corn for others at the mill.

A "Sack" is a bag of corn with a weight of at most fifty kilograms.

## 2. Grant

The miller grants every farmer the right to have corn ground at the mill.
"""


def test_every_sentence_has_the_heading_above_it_in_its_own_document() -> None:
    units = units_of(GUIDE, "The river is high. The mill stands still.")
    above = headings(units)
    shown = [units.texts[heading] if heading >= 0 else "" for heading in above.tolist()]
    of = dict(zip(units.texts, shown, strict=True))
    assert of["The upper one turns."] == of["Two stones grind the corn."] == "The stones"
    assert of["The stones"] == of["The river is high."] == of["The mill stands still."] == ""


def test_the_first_sentence_under_each_heading_opens_its_section() -> None:
    units = units_of(GUIDE)
    opens = section_places(units, headings(units), np.ones(len(units), dtype=np.bool_))
    assert [units.texts[i] for i in np.flatnonzero(opens)] == [
        "The mill grinds corn for four villages.",
        "The wheel turns with the river.",
        "Two stones grind the corn.",
    ]


def test_among_questions_and_answers_a_sentence_without_its_question_counts_for_less() -> None:
    asked = "\n\n".join(f"{n}. Why is wheel {n} of oak?\n\nOak {n} is hard. Firs {n} rot." for n in (1, 2, 3))
    units = units_of(asked)
    places = section_places(units, headings(units), np.ones(len(units), dtype=np.bool_))
    assert {text[:3]: place for text, place in zip(units.texts, places.tolist(), strict=True)} == {"Why": 1, "Fir": -1}
    asked = asked.replace("rot.", "would rot in the water of the river.")
    units = units_of(asked)
    opening = sentence_features(units, roles_of(units), reviews=False)["opening"]
    assert opening.tolist() == [1, -1, 1, -1, 1, -1]


def test_a_text_without_headings_has_no_sections() -> None:
    units = units_of("The river is high. The mill stands still.")
    above = headings(units)
    assert not in_sections(units, above).any()
    assert not section_places(units, above, np.ones(len(units), dtype=np.bool_)).any()


def test_definitions_of_quoted_terms_are_found_in_documents_with_blocks_only() -> None:
    units = units_of(TERMS, '"The Mill" is a film about a miller. The miller means well.')
    assert [units.texts[i][:10] for i in np.flatnonzero(definitions(units))] == ['"Miller" m', 'A "Sack" i']


def test_a_summary_of_terms_has_the_grant_and_not_the_definitions() -> None:
    assert "grants every farmer" in str(reprank.summarize(TERMS, sentences=1))


README = """# The mill

The mill grinds corn for four villages. It was built by two brothers in the year 1801. The wheel turns with the river.

## Sponsors

The mill needs the help of every village that has corn. Ask your mayor whether the mill may count on you this year.
"""


def test_a_summary_leaves_room_free_rather_than_ask_for_money() -> None:
    summary = reprank.summarize(README, words=40)
    assert str(summary).startswith("The mill grinds corn")
    assert "mayor" not in str(summary)
    assert "mayor" in str(reprank.summarize(README, words=200))  # everything fits
    assert "mayor" in str(reprank.summarize(README, words=40, query="Whom do I ask?"))


def test_a_document_about_people_only_keeps_its_sentences() -> None:
    units = units_of("# The mill\n\n## Sponsors\n\nThe village pays.\n")
    selectable = units.selectable
    assert besides_people(units, selectable).tolist() == selectable.tolist()


def test_a_question_without_its_answer_is_not_selected_from_a_page() -> None:
    question = "Did you know what the upper stone of the mill is made of?"
    summary = reprank.summarize(GUIDE.replace("Two stones", f"{question} Two stones"), words=35)
    assert question not in str(summary)


def test_sponsors_and_contributors_of_a_thing_are_told_from_the_thing() -> None:
    text = (
        "# The mill\n\nThe mill grinds corn.\n\n## Sponsors\n\nThe village pays.\n\n"
        "## Who has the license?\n\nNobody has it.\n"
    )
    units = units_of(text)
    found = about_people(units, headings(units))
    assert [units.texts[i] for i in np.flatnonzero(found)] == ["The village pays."]
    units = units_of(text.replace("The mill\n", "Contributing\n", 1))
    assert not about_people(units, headings(units)).any()


def test_in_a_later_section_each_sentence_counts_for_less_than_the_one_before() -> None:
    units = units_of(BOATS)
    late = sentence_features(units, roles_of(units), reviews=False)["late"]
    place = dict(zip(units.texts, np.exp(2 * late).round(9), strict=True))
    assert [place[text] for text in units.texts if text.startswith(("A boat", "It floats"))] == [1, 1]
    assert [place[text] for text in units.texts if "cloth" in text or "sail" in text] == [1, 2, 3]


@pytest.mark.parametrize(
    "heading",
    ["Financial results", "Credit risk", "Community health", "Authorization", "Team sports", "Funding of 2025"],
)
def test_a_section_about_a_thing_is_not_about_people(heading: str) -> None:
    units = units_of(f"# The mill\n\nThe mill grinds corn.\n\n## {heading}\n\nThe village pays.\n")
    assert not about_people(units, headings(units)).any()
    units = units_of("# The mill\n\nThe mill grinds corn.\n\n## Our Sponsors\n\nThe village pays.\n")
    assert about_people(units, headings(units)).any()
