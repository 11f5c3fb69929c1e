"""What only heads, lists or surrounds a text: questions, contents, notices."""

from __future__ import annotations

from reprank.text.blocks import plain_blocks
from reprank.text.documents import Block
from reprank.text.outline import outlined
from tests.helpers import units_of

BODY = "\n\n".join(
    f"The mill of the village ground {grain} for six hundred years." for grain in "abcdefghijklmnopqrstuvwxyz"
)


def kinds(text: str) -> dict[str, str]:
    """Return the kind of each block by its first words; of two blocks that begin alike, that of the last one."""
    blocks = outlined(text, list(plain_blocks(text)))
    return {" ".join(text[block.start : block.end].split())[:24]: block.kind for block in blocks}


def test_a_claim_of_copyright_and_its_terms_at_the_head_of_a_manual_are_furniture() -> None:
    notice = "Copyright © 1998 Ada Miller\n\nLicence\n\nYou may redistribute this manual under any licence."
    found = kinds(f"The Mill Manual\n\n{notice}\n\nThis manual explains mills.\n\n{BODY}")
    assert found["Copyright © 1998 Ada Mil"] == found["Licence"] == found["You may redistribute thi"] == "furniture"
    assert found["This manual explains mil"] == "prose"


def test_items_and_addresses_among_terms_at_the_head_of_a_manual_are_furniture() -> None:
    items = "  * The origin of the mill must not be misrepresented by anybody who uses it.\n  * Mark what is new."
    notice = f"Copyright © 1998 Ada Miller\n\n    <ada@mill.example>\n\nYou may redistribute it:\n\n{items}"
    found = kinds(f"The Mill Manual\n\n{notice}\n\nThere is no warranty.\n\nThis manual explains mills.\n\n{BODY * 3}")
    assert {kind for start, kind in found.items() if start[:8] in ("* The or", "* Mark w", "There is")} == {"furniture"}
    assert found["This manual explains mil"] == "prose"


def test_features_between_a_claim_and_a_licence_are_no_notice() -> None:
    items = "- The mill grinds oats and corn without the help of a miller.\n- It turns backwards in a flood."
    found = kinds(f"# Mill\n\nCopyright 2020 Ada Miller\n\n{items}\n\nIt comes with a licence.\n\n{BODY * 3}")
    assert {kind for start, kind in found.items() if "The mill grinds" in start or "It turns back" in start} == {"list"}


def test_a_permission_to_redistribute_is_a_notice_at_the_very_beginning_only() -> None:
    permission = "Ce document peut être librement redistribué par tous."
    about = "Le manuel décrit les moulins du village et leurs roues."
    assert kinds(f"{permission}\n\n{about}\n\n{BODY}")[permission[:24]] == "furniture"
    assert kinds(f"{about}\n\n{permission}\n\n{BODY}").get(permission[:24]) != "furniture"


def test_a_licence_keeps_its_terms() -> None:
    terms = "\n\n".join(f"Permission {number} is granted to use the mill, and no warranty." for number in range(20))
    for head in ("The Mill License\n\nCopyright 1998 Ada Miller\n\n", "Copyright 1998 Ada Miller\n\n"):
        assert set(kinds(head + terms).values()) == {"prose"}


def test_a_copyright_in_the_middle_of_a_text_is_no_notice() -> None:
    found = kinds(f"{BODY}\n\nThe copyright of the plans is with the licence office.\n\n{BODY}")
    assert set(found.values()) == {"prose"}


def test_titles_that_come_again_are_a_table_of_contents_and_headings() -> None:
    titles = ["The old mill", "Its wheel", "Its last miller"]
    sections = "\n\n".join(f"{title}\n\nThis part is about it." for title in titles)
    text = "Contents\n\n" + "\n\n".join(titles) + "\n\nThis book has three parts.\n\n" + sections
    blocks = outlined(text, list(plain_blocks(text)))
    named = [(text[block.start : block.end], block.kind) for block in blocks]
    assert named[:4] == [("Contents", "furniture"), *((title, "furniture") for title in titles)]
    assert all((title, "heading") in named for title in titles)


def test_numbered_questions_head_their_answers_and_are_one_block_with_them() -> None:
    text = "1. What?\n\nIt is a mill.\n\n2. Who built it?\n\nNobody knows.\n\n3. Where is it?\n\nIt is in the village."
    assert kinds(text) == {
        "What? It is a mill.": "prose",
        "Who built it? Nobody kno": "prose",
        "Where is it? It is in th": "prose",
    }


def test_questions_without_numbers_head_their_answers_where_they_are_a_good_part_of_the_text() -> None:
    questions = ("Where is the mill?", "Who has the key?", "When does it open?")
    text = "\n\n".join(f"{question}\nAda knows it." for question in questions)
    assert list(kinds(text)) == [f"{question} Ada knows it."[:24] for question in questions]
    among_prose = f"{BODY}\n\n{text}"
    assert set(questions) <= set(kinds(among_prose))


def test_questions_without_answers_are_what_matters() -> None:
    text = "Where is the mill?\n\nWho has the key?\n\nWhen does it open?\n\nWe asked Ada."
    assert list(kinds(text))[:2] == ["Where is the mill?", "Who has the key?"]


def test_a_message_that_was_sent_twice_is_no_table_of_contents() -> None:
    message = "Subject: The mill\n\nWho has the key to it?\n\nWith many thanks\n\nAda\n\n"
    found = kinds(f"{message}{message}{BODY}")
    assert found["Who has the key to it?"] == "prose"


def test_what_project_gutenberg_writes_around_a_book_is_not_part_of_it() -> None:
    lines = [f"*** {word} OF THE PROJECT GUTENBERG EBOOK THE MILL ***" for word in ("START", "END")]
    found = kinds(f"This ebook is for all.\n\n{lines[0]}\n\n{BODY}\n\n{lines[1]}\n\nYou may copy this ebook.")
    assert found["This ebook is for all."] == found["You may copy this ebook."] == "furniture"
    assert found[BODY[:24]] == "prose"


def test_what_stands_between_two_books_or_quotes_project_gutenberg_is_text() -> None:
    first, last = (f"*** {word} OF THE PROJECT GUTENBERG EBOOK THE MILL ***" for word in ("START", "END"))
    found = kinds(f"{first}\n\nA mill stood here.\n\n{last}\n\n{first}\n\n{BODY}\n\n{last}")
    assert found["A mill stood here."] == "prose"
    quoted = kinds(f"The mill stood here.\n\nA line such as {first} is in each book.\n\n{BODY}")
    assert "furniture" not in quoted.values()


def test_no_blocks_have_no_outline() -> None:
    assert outlined("© 1998", []) == []
    assert outlined("One.", [Block(0, 4)]) == [Block(0, 4)]


FAQ = """Questions about the mill

1. Who owns the mill?

The village of Averne has owned it since 1801. It was sold twice.

2. Does it still grind?

Yes. It grinds corn every Monday.

3. Where does it stand?

At the river. A path leads to it.
"""


def test_a_question_on_a_line_of_its_own_is_one_sentence_with_the_beginning_of_its_answer() -> None:
    text = FAQ.replace("?\n\n", "?\n").replace("1. ", "").replace("2. ", "").replace("3. ", "")
    shown = [" ".join(text.split()) for text in units_of(text).texts]
    assert "Does it still grind? Yes. It grinds corn every Monday." in shown
    assert "Where does it stand? At the river. A path leads to it." in shown


def test_a_question_is_one_sentence_with_the_beginning_of_its_answer() -> None:
    shown = [" ".join(text.split()) for text in units_of(FAQ).texts]
    assert shown[1:] == [
        "Who owns the mill? The village of Averne has owned it since 1801.",
        "It was sold twice.",
        "Does it still grind? Yes. It grinds corn every Monday.",
        "Where does it stand? At the river. A path leads to it.",
    ]


def test_a_question_of_two_sentences_is_one_with_its_answer() -> None:
    shown = [" ".join(text.split()) for text in units_of(FAQ.replace("Who owns", "I see a sign. Who owns")).texts]
    assert shown[1] == "I see a sign. Who owns the mill? The village of Averne has owned it since 1801."
    lines = FAQ.replace("1. Who", "The owner\nWho").replace("?\n\n", "?\n")
    assert "The owner Who" not in " ".join(" ".join(text.split()) for text in units_of(lines).texts[:2])


def test_a_question_at_the_end_of_a_line_of_prose_takes_no_sentences_with_it() -> None:
    first = "The mill has stood at the river since 1801. Its wheel is made"
    text = f"{first}\nof oak. The village pays for it every year. And who pays then, the villagers?\nNobody knows it."
    texts = [" ".join(each.split()) for each in units_of(f"THE MILL\n\n{text}").texts]
    assert texts[1:4] == [
        "The mill has stood at the river since 1801.",
        "Its wheel is made of oak.",
        "The village pays for it every year.",
    ]


def test_a_question_of_two_sentences_may_be_wrapped() -> None:
    asked = "My mill stands still in the summer. What should I do to\n   make it turn again?"
    shown = [" ".join(text.split()) for text in units_of(FAQ.replace("Does it still grind?", asked)).texts]
    assert any(text.startswith("My mill stands") and text.endswith("Monday.") for text in shown)


def test_a_document_may_begin_with_a_question() -> None:
    text = FAQ.partition("\n\n")[2].replace("?\n\n", "?\n")
    assert units_of(text).texts[0].split()[-1] == "1801."


def test_a_few_questions_among_other_headings_stay_headings() -> None:
    text = "# Eels\n\n## What are they?\n\nFish.\n\n## Food\n\nSnails.\n\n## Life\n\nLong.\n\n## Where?\n\nHere.\n"
    assert "What are they?" in units_of(text).texts
