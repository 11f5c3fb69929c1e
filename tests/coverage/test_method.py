from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank import RepRank
from reprank.coverage import Coverage, Length, Position, Register
from reprank.coverage.factors import cut_off, document_overlap, is_stray, sentence_factors, shared_words
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


def test_talk_is_worth_less_than_report() -> None:
    text = (
        "I think you and I should tell your brother about my bridge and your river. "
        "The bridge over the river was closed by the county on Tuesday after a flood. "
        "The river had risen by two metres and the county closed the bridge."
    )
    assert not str(reprank.summarize(text, sentences=1)).startswith("I think")


def test_when_most_of_the_text_is_kept_repetition_is_not_punished() -> None:
    strict = RepRank(Coverage(length=Length(fades_over=(0.9, 1.0))))
    mild = RepRank()
    text = REPORT.replace("The mayor", "The flood closed the harbour road and the old school for days. The mayor")
    half = {"ratio": 0.55}
    assert strict.summarize(text, **half).sentences != mild.summarize(text, **half).sentences


STORM = (
    "Heavy rain flooded the lower town of Averne on Sunday night. Streets near the river stood under water for hours. "
    "Firemen carried forty people from their homes. The rain stopped at dawn and the river began to fall."
)
RETOLD = (
    "Averne was flooded by heavy rain on Sunday night. The river left its bed and streets stood under water. "
    "Forty people were carried from their homes by firemen. At dawn the rain stopped and the water began to fall."
)


def test_words_in_common_are_counted_document_by_document() -> None:
    def overlap(*texts: str) -> float:
        return document_overlap(*shared_words(units_of(*texts)))

    assert overlap(STORM) == 0
    assert overlap(STORM, STORM) == 1
    assert overlap("Rain flooded Averne.", "Snow closed Averne.", "") == pytest.approx(1 / 3)
    assert overlap(STORM, RETOLD) > 0.6 > overlap(STORM, REPORT)


def test_openings_count_for_more_where_documents_tell_one_story() -> None:
    position, plain = (
        Position(exponent=0.2, overlap_from=0.5, overlap_gain=0.3),
        Register(address=0.0, label=0.0, disfluency=0.0),
    )
    for texts, exponent in (((STORM, REPORT), 0.2), ((STORM, STORM), 0.5)):
        units = units_of(*texts)
        factors = sentence_factors(units, 1.0, position=position, register=plain)
        np.testing.assert_allclose(factors, units.position**-exponent)


@pytest.mark.parametrize(("room", "exponent"), [(1.0, 0.5), (2.5, 0.35), (9.0, 0.2)])
def test_openings_of_one_document_count_for_more_where_there_is_room_for_few_sentences(
    room: float, exponent: float
) -> None:
    position = Position(exponent=0.2, room_gain=0.3, room_fades_over=(1.0, 4.0))
    plain = Register(address=0.0, label=0.0, disfluency=0.0)
    for texts, expected in (((REPORT,), exponent), ((STORM, REPORT), 0.2)):
        units = units_of(*texts)
        factors = sentence_factors(units, 1.0, position=position, register=plain, room=room)
        np.testing.assert_allclose(factors, units.position**-expected)


def test_a_page_that_has_nothing_to_do_with_the_others_is_hardly_chosen() -> None:
    notice = "Each crawl keeps pages when somebody makes them. Collections are stored twice and described in lists."
    summary = reprank.summarize([STORM, notice, RETOLD], sentences=3)
    assert 1 not in {sentence.document for sentence in summary.sentences}
    units = units_of(STORM, notice, RETOLD)
    plain = sentence_factors(units, 1.0, position=Position(), register=Register(stray=0.0))
    lowered = sentence_factors(units, 1.0, position=Position(), register=Register())
    assert ((lowered < plain) == (units.document == 1)).all()
    of_reviews = sentence_factors(units, 1.0, position=Position(), register=Register(), reviews=True)
    assert (of_reviews == plain).all()


def test_documents_on_different_subjects_are_not_stray() -> None:
    subjects = ["Glaciers melt in summer.", "Violins need strings.", "Ferries cross the strait."]
    assert not is_stray(*shared_words(units_of(*subjects))).any()


def test_an_article_that_was_cut_off_hardly_ends_in_half_a_sentence() -> None:
    long = (
        "The ferry carries cars, bicycles, bread, mail and schoolchildren from the island to the mainland every hour. "
    )
    cut = "The county said that repairs will cost nine million crowns"
    assert [units_of(long * 8 + cut).texts[i] for i in cut_off(units_of(long * 8 + cut))] == [cut]
    assert not cut_off(units_of(long * 8))
    assert not cut_off(units_of(long + cut))
    assert not cut_off(units_of(long, long + cut))
    assert len(cut_off(units_of(long + cut, long + cut, long))) == 2
    assert not cut_off(units_of("\n\n".join(["we spoke about the ferry and the bridge for a while today"] * 12)))
