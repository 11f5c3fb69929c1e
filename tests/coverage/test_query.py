from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.coverage.answer_types import answering
from reprank.coverage.query import LONG, TOO_LONG, AnswerValues, nearest_maximum, neighbour_maximum
from reprank.coverage.query_terms import SIGNED, read_query
from reprank.coverage.settings import QueryPull
from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

MINUTES = (
    "Present: Mayor Ann Holt, councillors Pike, Marsh, Doyle and Verne.\n\n"
    "Councillor Pike reported that the architect's estimate for the new primary school has risen to 7.4 million. "
    "The mayor said that the county will pay at most half. Doyle proposed to sell the old depot to cover the gap.\n\n"
    "Councillor Verne asked for a lower speed limit near the playground. Councillor Marsh warned that bumps slow the "
    "fire engines. Councillor Doyle thanked the clerk."
)
BRIDGE = [
    "The Alder Mill was founded by Henrik Vale. It stands beside the river and has forty looms.",
    "The town has a school and a market. The market is held on Friday. Bread is sold there.",
    "Henrik Vale was born in Osterby. He had two sisters who wove linen all their lives.",
    "The museum shows old tools. Visitors come from far away. The entrance is free for children.",
    "The river floods in spring. The meadows are then closed. Cattle are moved to the hills.",
]


def units_of(*texts: str, code: str = "en") -> Units:
    return read_units([Document(text) for text in texts], language(code))


def test_the_match_is_that_of_bm25() -> None:
    units = units_of("The pump failed. The pump has a seal and a pump. Lunch was soup.")
    plain = QueryPull(pair=0.0, stop_word=0.0, neighbour=0.0, passage=0.0, opening=0.0, centrality=0.0)
    asked = read_query("pump seal", units, plain)
    values = AnswerValues(units, asked, centrality=np.zeros(3), settings=plain).values()
    lengths = np.array([3, 8, 3]) / (14 / 3)
    damping = 1.2 * (0.25 + 0.75 * lengths)
    pump, seal = np.array([1, 2, 0]), np.array([0, 1, 0])
    expected = np.log(1 + 1.5 / 2.5) * pump * 2.2 / (pump + damping) + np.log(1 + 2.5 / 1.5) * seal * 2.2 / (
        seal + damping
    )
    np.testing.assert_allclose(values, expected)


def test_what_follows_a_hit_counts_and_an_attendance_list_does_not() -> None:
    summary = str(reprank.summarize(MINUTES, words=45, query="budget for the new school"))
    assert "estimate for the new primary school" in summary
    assert "county will pay" in summary or "sell the old depot" in summary
    assert "Present" not in summary


def test_a_question_in_two_steps_finds_both_sentences() -> None:
    made = reprank.compress(BRIDGE, "Where was the founder of the Alder Mill born?", words=15)
    assert "founded by Henrik Vale" in str(made)
    assert "born in Osterby" in str(made)


def test_without_names_of_the_first_step_the_second_is_further_away() -> None:
    units = units_of(*BRIDGE)
    asked = read_query("Who founded the Alder Mill, and what about the sisters of this person?", units, QueryPull())
    answer = AnswerValues(units, asked, centrality=np.zeros(len(units)), settings=QueryPull())
    birth = [text.startswith("Henrik Vale was born") for text in units.texts].index(True)
    before = answer.values()[birth]
    answer.select(0)
    assert answer.values()[birth] > before


def test_every_name_number_and_quoted_phrase_gets_a_sentence() -> None:
    text = (
        "The ferry costs ten crowns. The ferry leaves at nine. The ferry is blue and old. Ida Brandt drives a van. "
        "The pier has moved by 11 centimetres. A sign says that dogs must wait outside."
    )
    summary = str(reprank.summarize(text, words=36, query='ferry, Brandt, 11, and the sign "dogs must wait"'))
    assert "Ida Brandt" in summary
    assert "11 centimetres" in summary
    assert "dogs must wait" in summary


@pytest.mark.parametrize(
    ("code", "text", "query", "found"),
    [
        ("en", "The bridge was inspected. Lunch was soup. A dog slept.", "inspections", "inspected"),
        ("de", "Die Versicherungskosten steigen. Das Essen war gut. Ein Hund schlief.", "Versicherung", "steigen"),
        ("zh", "大桥已经关闭。市场今天开放。狗在睡觉。", "市场什么时候开放？", "市场"),
        ("th", "สะพานปิดแล้ว ตลาดเปิดวันนี้", "ตลาดเปิดเมื่อไร", "ตลาด"),
    ],
)
def test_other_forms_and_compounds_match(code: str, text: str, query: str, found: str) -> None:
    assert found in str(reprank.summarize(text, sentences=1, query=query, language=code))


def test_a_related_word_matches_where_no_other_does_and_is_named() -> None:
    text = "Lunch was soup. The ship left the harbour at noon. A dog slept in the sun. Bread is sold there."
    summary = reprank.summarize(text, sentences=1, query="vessel")
    assert "ship" in str(summary)
    assert any("related words: ship" in warning for warning in summary.warnings)


def test_an_exact_match_leaves_vectors_unused() -> None:
    units = units_of("The ship left. The vessel stayed. A dog slept.")
    assert read_query("vessel", units, QueryPull()).related == ()


def test_a_query_that_matches_nothing_warns() -> None:
    summary = reprank.summarize(MINUTES, words=30, query="xylophone zeugma")
    assert any("no word of the query" in warning for warning in summary.warnings)
    assert str(summary) == str(reprank.summarize(MINUTES, words=30))


def test_an_abbreviation_is_not_a_stop_word() -> None:
    units = units_of("The WHO met in Geneva. Lunch was soup.")
    assert read_query("What did the WHO do?", units, QueryPull()).found
    assert not read_query("Who was that?", units, QueryPull()).found


def test_i_and_a_are_stop_words_although_the_table_of_frequencies_lacks_them() -> None:
    units = units_of("I saw a ship. The pilot left the harbour. Nobody saw him.")
    asked = read_query("May I see a pilot?", units, QueryPull())
    topical = [term for term, is_topical in zip(asked.terms, asked.topical, strict=True) if is_topical]
    assert topical == ["pilot"]


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("What does -e do?", ["-e"]),
        ("Is --dry-run the same as -n?", ["--dry-run", "-n"]),
        ("What is kept in /var/tmp, and does dh_make use ~/notes.txt?", ["/var/tmp", "dh_make", "~/notes.txt"]),
        ("Does the well-known U.S. map end in 1992-93?", []),
    ],
)
def test_options_paths_and_identifiers_are_terms_as_they_are_written(query: str, terms: list[str]) -> None:
    assert SIGNED.findall(query) == terms


def test_an_option_is_matched_with_its_sign_and_best_where_it_is_defined() -> None:
    units = units_of("Five e of ten fit. Never use -e for a list. -e prints each line. The tool -ex is old.")
    asked = read_query("What does -e do?", units, QueryPull())
    assert asked.counts[:, asked.terms.index("-e")].tolist() == [0, 1, 2, 0]
    assert asked.found


def test_a_query_of_stop_words_alone_counts_as_none() -> None:
    assert not read_query("who is that", units_of("That is who it is."), QueryPull()).found


def test_keywords_follow_the_query(articles: list[str]) -> None:
    words = " ".join(word.text for word in reprank.summarize(articles, query="milk and dairies", words=60).keywords)
    assert "milk" in words
    assert "dair" in words


def test_a_near_duplicate_with_another_number_is_not_dropped() -> None:
    text = (
        "Repairs to the pier will take four months and cost 30 million crowns. Lunch was soup. "
        "Repairs to the pier will take four months and cost 45 million crowns. A dog slept in the sun all day long."
    )
    summary = str(reprank.summarize(text, words=30, query="What do repairs to the pier cost?"))
    assert "30 million" in summary
    assert "45 million" in summary


def test_a_summary_ends_where_the_answer_ends() -> None:
    text = "Lunch was soup. The dog slept.\n\nThe ferry costs ten crowns.\n\nBread is sold there. The town is old."
    assert str(reprank.summarize(text, words=14, query="ferry costs")) == "The ferry costs ten crowns."


def test_a_long_query_is_cut_to_its_heaviest_terms() -> None:
    words = [f"word{number}" for number in range(400)]
    units = units_of(". ".join(" ".join(words[i : i + 8]) for i in range(0, 400, 8)))
    assert read_query(" ".join(words), units, QueryPull()).counts.shape[1] == 128


@given(st.lists(st.tuples(st.floats(0, 9), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=8))
def test_the_nearest_maximum_is_the_maximum_over_all_paths(pairs: list[tuple[float, float]]) -> None:
    values, links = np.array([value for value, _ in pairs]), np.array([link for _, link in pairs[1:]])
    n = len(values)
    reach = [[np.prod(links[min(i, j) : max(i, j)]) for j in range(n)] for i in range(n)]
    np.testing.assert_allclose(nearest_maximum(values, links), (np.array(reach) * values).max(axis=1))


def test_neighbours_in_another_document_do_not_count() -> None:
    match = np.array([[5.0], [0.0], [3.0]])
    np.testing.assert_array_equal(neighbour_maximum(match, np.array([0.0, 1.0])).ravel(), [0, 3, 0])


def test_a_definition_of_an_option_answers_a_question_about_it() -> None:
    text = (
        "OPTIONS\n-e  Exit immediately if a command fails.\n-u  Treat unset variables as an error.\n\n"
        "The shell reads its options when it starts. A plus sign turns an option off again. Options can be combined."
    )
    assert str(reprank.summarize(text, words=12, query="What does -e do?")).startswith("-e Exit immediately")
    assert "-e" not in str(reprank.summarize(text, words=20))


def test_a_match_by_stem_alone_is_said() -> None:
    text = "You can capitalize the first letter of every name. The town has a market. Bread is sold on Fridays."
    asked = reprank.summarize(text, words=15, query="What is the capital?")
    assert any("same stem: capitalize" in warning for warning in asked.warnings)
    assert not reprank.summarize(text, words=15, query="markets").warnings


def test_a_query_that_only_a_heading_contains_is_answered_by_what_stands_below() -> None:
    text = (
        "# Guide\n\n## Backups\n\nCopies are written every night at two. They are kept for thirty days.\n\n"
        "## Printing\n\nThe queue is shared by all offices. Paper is stored in the cellar of the house."
    )
    assert str(reprank.summarize(text, words=14, query="backups")).startswith("Copies are written")


def test_if_all_that_matches_is_too_long_there_is_a_summary_and_a_warning() -> None:
    long = "The harbour master, " + "who had seen it all before, " * 12 + "counted the passengers of the ferry."
    text = [long, "The bridge was closed on Monday. Engineers inspect the bridge every week."]
    asked = reprank.summarize(text, words=20, query="Who counted the passengers?")
    assert "bridge" in str(asked)
    assert TOO_LONG in asked.warnings
    assert TOO_LONG not in reprank.summarize(text, words=100, query="Who counted the passengers?").warnings


def test_an_item_and_a_lead_in_answer_but_a_summary_does_not_have_them() -> None:
    text = (
        "# Kiln\n\nThe kiln bakes clay. It stands in a shed behind the mill.\n\n## Firing\n\n"
        "Bowls are stacked before dawn. The door is shut with bricks. For glazed bowls, set the dial to:\n\n"
        "- nine hundred degrees for earthenware\n- twelve hundred degrees for porcelain\n\n"
        "The potter sleeps beside the shed. She sells her bowls in the town on Saturdays.\n"
    )
    document = reprank.read(text.encode(), name="kiln.md")
    asked = str(reprank.summarize(document, words=20, query="How hot must it be for porcelain?"))
    assert "twelve hundred degrees" in asked
    assert "twelve hundred degrees" not in str(reprank.summarize(document, words=20))


def test_a_piece_fills_no_room_behind_a_better_answer() -> None:
    text = (
        "# Kiln\n\nThe kiln bakes clay. It stands in a shed behind the mill.\n\n## Repairs\n\n"
        "Repairs of the kiln are paid by the guild of the potters. The potter sleeps beside the shed.\n\n"
        "- the door and its kiln bricks\n- the repairs from before the war\n"
    )
    document = reprank.read(text.encode(), name="kiln.md")
    answer = str(reprank.summarize(document, words=40, query="Who pays repairs of the kiln?"))
    assert "paid by the guild" in answer
    assert "kiln bricks" not in answer
    assert "before the war" not in answer


def test_what_answers_nothing_has_the_summary_of_a_text_without_a_query() -> None:
    text = (
        "# Kiln\n\nThe kiln bakes clay for the town. It stands in a shed behind the mill.\n\n"
        "- made of brick and of old iron\n\nThe potter sleeps there every night.\n"
    )
    document = reprank.read(text.encode(), name="kiln.md")
    assert str(reprank.summarize(document, words=16, query="zebra")) == str(reprank.summarize(document, words=16))


def test_a_duration_answers_how_long_two_sentences_behind_the_words_of_the_question() -> None:
    text = (
        "The ferry of Orrin carries cars and people. Bread is sold on board. Dogs stay on deck.\n\n"
        "The crossing begins at the old pier. Passengers wait in a hut. They land forty minutes later.\n\n"
        "The crew lives in the village. Each sailor has a garden. The garden has apples."
    )
    assert "forty minutes" in str(reprank.summarize(text, words=20, query="How long is the crossing?"))


def test_a_word_that_is_absent_is_matched_by_a_false_form_and_by_a_word_of_its_meaning() -> None:
    text = (
        "The club has a plan for the harvest. It owns nine aircraft and a hangar. Its members meet on Fridays. "
        "The field is mown in May. A fence keeps out the sheep."
    )
    assert "nine aircraft" in str(reprank.summarize(text, words=20, query="Which planes are there?"))


def test_an_option_is_explained_from_the_entry_that_the_question_names() -> None:
    text = (
        "COMMANDS\n"
        "       halt [-a]\n              Stop the mill.\n\n"
        "              -a     Stop all the wheels of the mill at once, whatever they grind.\n\n"
        "              -q     Say nothing.\n\n"
        "       walk [-a] [-q]\n              Walk around the pond.\n\n"
        "              -a     Go alone and leave the dog at home with the miller.\n\n"
        "              -q     Say nothing.\n\n"
    )
    assert "leave the dog" in str(reprank.summarize(text, words=16, query="What does walk -a do?"))
    assert "all the wheels" in str(reprank.summarize(text, words=16, query="What does halt -a do?"))


def test_a_reason_answers_why_and_a_list_answers_which() -> None:
    text = (
        "The mill of Tarn closed in May. The mill was old and the mill was dear to Tarn. "
        "It was closed because the river fell dry. Visitors came to see the mill of Tarn closed. "
        "Farmers from Orrin, Selby and Marne used the mill. The farmers of the valley liked the mill."
    )
    assert "fell dry" in str(reprank.summarize(text, words=18, query="Why was the mill closed?"))
    assert "Selby" in str(reprank.summarize(text, words=18, query="Which farmers liked the mill?"))


def test_a_number_answers_how_many_and_when_in_other_languages() -> None:
    german = (
        "Die Fähre von Orrin ist alt. Die Fähre fährt im Sommer jeden Tag zur Insel. Auf der Fähre gibt es Kaffee. "
        "Die Fähre hat Platz für 90 Wagen. Der Kapitän der Fähre wohnt im Hafen. Auf der Insel liegt ein Dorf."
    )
    assert "90 Wagen" in str(
        reprank.summarize(german, words=8, query="Wie viele Autos trägt die Fähre?", language="de")
    )


def test_the_rest_of_a_very_long_query_is_not_asked_and_a_warning_says_so() -> None:
    text = "The mill grinds corn. The ferry carries sheep."
    asked = " ".join(f"word{number}" for number in range(999)) + " ferry"
    assert LONG in reprank.summarize(text, words=5, query=f"{asked} mill").warnings
    assert LONG not in reprank.summarize(text, words=5, query=asked).warnings
    assert read_query(f"{asked} mill", units_of(text), QueryPull()).terms == ("ferry",)


def test_a_quotation_that_is_longer_than_the_text_is_not_found_in_it() -> None:
    asked = read_query('"The mill grinds corn for the whole town"', units_of("The mill grinds corn."), QueryPull())
    assert "the mill grinds corn for the whole town" not in [term.lower() for term in asked.terms]


@pytest.mark.parametrize("query", ["Which is the longest river?", "Which bus goes?", "Which process grinds corn?"])
def test_a_question_for_one_thing_is_not_answered_by_a_list(query: str) -> None:
    text = "The mill grinds corn. Boats, carts and mules carry the flour to the longest river."
    found = answering(query, units_of(text))
    assert found is None or not found[0].startswith("which")
