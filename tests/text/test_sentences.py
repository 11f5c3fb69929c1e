from __future__ import annotations

import textwrap
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.languages import language
from reprank.text.sentences import MAX_WINDOW_CHARACTERS, WINDOW_CHARACTERS, _segmented, split_sentences
from reprank.text.tokens import flatten

REPORT = (
    "The committee of the Port of Alder met on Monday to talk about the old Harbour Road, which Mr. Oduya of the "
    "Ministry wants to close. In 2019 the road carried 3.5 million cars. J. Paul Reyne, who lives in Kestrel, told "
    'the Gazette at 9 a.m. that nobody had asked him. "We will appeal," he said. Will the Minister of Transport and '
    "the Mayor agree on a date before New Year? Engineers from Hamburg and Oslo doubt it."
)


def split(text: str, code: str = "en") -> list[str]:
    return [flatten(text[start:end]) for start, end in split_sentences(text, language(code))]


@pytest.mark.parametrize("width", [25, 30, 40, 60, 72, 80, 100, 140, 200])
def test_wrapped_text_has_the_same_sentences_as_unwrapped_text(width: int) -> None:
    wrapped = textwrap.fill(REPORT, width, break_long_words=False, break_on_hyphens=False)
    assert split(wrapped) == split(REPORT)
    assert len(split(REPORT)) == 6


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("No isolate of F. solani var. coeruleum was found. We left.", 2),
        ("We saw Alternaria spp. in the north. We saw none in the south.", 2),
        ("Smith et al. found it at approx. 50 sites (Fig. 2). We agree, cf. Table 3.", 2),
        ("Counts followed eq. 4 of the model. They rose.", 2),
        ("The train left at 9 a.m. and came at 4 p.m. in the rain. J. R. R. Tolkien was late.", 2),
        (
            "they occur in agrobacterium spp. and others. they are old. this is from p. syringae pv. nerii.",
            3,
        ),
        ("Their patio is on Front St. The menu was short.", 2),
    ],
)
def test_abbreviations_do_not_end_a_sentence(text: str, sentences: int) -> None:
    assert len(split(text)) == sentences


def test_a_german_ordinal_does_not_end_a_sentence() -> None:
    sentences = [
        "Im Laufe des 18. und frühen 19. Jahrhunderts wuchs die Mühle.",
        "Im 12. Jahrhundert stand hier ein Hof.",
        "Das Tal hatte 20.",
        "Danach kam die 3. Mühle hinzu.",
    ]
    assert split(" ".join(sentences), "de") == sentences


@pytest.mark.parametrize(
    "text",
    [
        "Anna Holt bought a boat for the ferry line in\nHamburg and sailed it to the island.",
        "He refused to believe it, and when he had reached apartment\n204 at Orange Street, he stopped.",
    ],
)
def test_a_line_that_cannot_end_a_sentence_goes_on_whatever_its_width(text: str) -> None:
    assert len(split(text)) == 1


def test_words_of_other_languages_tell_that_a_line_goes_on() -> None:
    assert len(split("Anna Holt fuhr mit dem Schiff von der\nInsel nach Hamburg.", "de")) == 1
    assert len(split("Anna Holt est partie de la\nSorbonne pour Hambourg.", "fr")) == 1


def test_a_heading_is_not_joined_with_the_paragraph_below() -> None:
    text = "About us\nWe build boats.\n\nWhere to find us\nWe are in Oslo."
    assert split(text) == ["About us", "We build boats.", "Where to find us", "We are in Oslo."]


def test_lines_of_a_transcript_that_break_off_are_not_joined_with_the_next_speaker() -> None:
    assert split("So we could of the\nWell I think not .\nand then the\nYeah .")[0] == "So we could of the"


def test_a_long_quotation_is_several_sentences_and_a_short_one_is_part_of_its_own() -> None:
    long = "The river rose over the lower road in the night and nobody was warned. " * 8
    sentences = split(f'He said: "{long.strip()}" "Then it fell," she said.')
    assert len(sentences) == 9
    assert sentences[7].endswith('warned."')
    assert sentences[8] == '"Then it fell," she said.'
    assert split('She said: "Go. Now." Then he went.') == ['She said: "Go. Now."', "Then he went."]


def test_a_bullet_does_not_keep_the_text_behind_it_from_being_split() -> None:
    assert len(split("• Peppers cost more. Though prices fell, they rose again. We paid.")) == 3


@pytest.mark.parametrize(
    ("code", "text", "count"),
    [
        ("km", "ស្ពានបានបិទ។ ទន្លេបានឡើង។", 2),
        ("my", "တံတားပိတ်ထားသည်။ မြစ်ရေတက်သည်။", 2),
        ("bo", "ཟམ་པ་བཀག་ཡོད། གཙང་པོ་རྒྱས།", 2),
        ("am", "ድልድዩ ተዘግቷል። ወንዙ ሞልቷል።", 2),
        ("ur", "پل بند ہے۔ دریا چڑھ گیا۔", 2),
        ("hy", "Կամուրջը փակ է։ Գետը բարձրացավ։", 2),
    ],
)
def test_full_stops_of_other_scripts_end_sentences(code: str, text: str, count: int) -> None:
    assert len(split(text, code)) == count


def test_thai_is_cut_at_spaces_between_clauses() -> None:
    clause = "สะพานปิดเพราะเรือชนเสาเมื่อคืนนี้และไม่มีใครรู้ว่าจะนานเท่าใด"
    sentences = split(" ".join([clause] * 8), "th")
    assert len(sentences) == 4
    assert all(sentence == f"{clause} {clause}" for sentence in sentences)


@given(st.text(alphabet='aAI.\n -•1é中"“”«»()।\u0e01\u0e33 ', max_size=120), st.sampled_from(["en", "zh", "th", "hi"]))
def test_sentences_keep_every_visible_character_in_order(text: str, code: str) -> None:
    spans = split_sentences(text, language(code))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(start < end for start, end in spans)


@pytest.mark.parametrize(
    "sentence",
    [
        "The council meets at 7 p.m. Friday in the old hall.",
        "The race begins at 2 p.m. Paris time in the rain.",
        "Doors open at 9 a.m. EST on the first day.",
        "Spc. Lena Ortiz was the last to leave.",
        "He works at the harbour ( dept. Of civil engineering ) and lives there.",
    ],
)
def test_abbreviations_inside_a_sentence_do_not_end_it(sentence: str) -> None:
    text = f"The ferry was late. {sentence} Nobody was hurt."
    spans = split_sentences(text, language("en"))
    assert [text[start:end] for start, end in spans] == ["The ferry was late.", sentence, "Nobody was hurt."]


def test_an_hour_may_end_a_sentence() -> None:
    text = "The council meets at 7 p.m. The doors close then."
    assert len(split_sentences(text, language("en"))) == 2


def test_a_long_passage_is_split_in_windows_as_it_is_split_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Italian, the time of sentencex grows with the square of the length of what it is given."""
    import sentencex

    pieces = [
        "Dr. Bruni “said yes. No.” and left.",
        "The U.S. ferry is late!",
        "It cost 3.5 million (or more. Or less).",
    ]
    text = " ".join(f"{number} ships came. {pieces[number % 3]}" for number in range(2_000))
    split, given = sentencex.segment, list[int]()

    def segment(code: str, passage: str) -> list[str]:
        given.append(len(passage))
        return list(split(code, passage))

    monkeypatch.setattr(sentencex, "segment", segment)
    for code in ("it", "en"):
        assert list(_segmented(text, code)) == split(code, text)
    assert max(given) <= 2 * WINDOW_CHARACTERS < len(text)


def test_a_passage_without_any_end_is_split_too() -> None:
    for passage in ("x" * 100_000, "x" * 50_000 + ". Y" + "z" * 50_000, ". " * 40_000):
        assert "".join(_segmented(passage, "en")) == passage


def test_a_long_passage_of_marks_that_end_nothing_is_cut_at_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among these, the time of sentencex grows with the square of the length of what it is given."""
    import sentencex

    split, given = sentencex.segment, list[int]()

    def segment(code: str, passage: str) -> list[str]:
        given.append(len(passage))
        return list(split(code, passage))

    monkeypatch.setattr(sentencex, "segment", segment)
    passage = "(a)-->½<? b? c, " * 20_000
    pieces = list(_segmented(passage, "en"))
    assert "".join(pieces) == passage
    assert all(piece.endswith(" ") for piece in pieces)
    assert max(given) <= 2 * MAX_WINDOW_CHARACTERS < len(passage)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("He died in May. Nobody came to the harbour.", 2),
        ("May. Nobody came to the harbour.", 2),
        ("The captain fell ill. Doctors came at noon.", 2),
        ("The answer was no. The council went home.", 2),
        ("It is a work of art. The museum bought it.", 2),
        ("Wait for 30 min. The dough will rise.", 2),
        ("The ship is no. 5 in the list. Nobody bought it.", 2),
        ("A firm in Chicago, Ill. bought the ferry. Nobody came.", 2),
        ("The hall was empty, Det.-Sgt. Susan Gomes said. Nobody came.", 2),
        ("The Show opens at 7 p.m. On Sundays the Hall is closed. Nobody came.", 3),
    ],
)
def test_words_and_abbreviations_are_told_apart(text: str, count: int) -> None:
    assert len(split(text)) == count


def test_an_initial_does_not_end_a_clause_in_thai() -> None:
    text = "ขณะที่ นาย ว. พี่เขยของเขากล่าวกับผู้สื่อข่าวว่าเรือออกจากท่าแล้ว"
    assert split_sentences(text, language("th")) == [(0, len(text))]


def test_a_full_stop_inside_a_name_of_code_ends_no_sentence() -> None:
    first = "Use datetime.UTC, HEAD..<branch> or the asyncio.StreamWriter class."
    text = f"{first} They came late.Nobody saw them."
    spans = split_sentences(text, language("en"))
    assert text[slice(*spans[0])] == first
    assert text[slice(*spans[-1])] == "Nobody saw them."


@pytest.mark.parametrize("name", ["vm.Script", "Mr.Oduya", "stream.web.Reader", "tclX.Y-dev", "System.Out"])
def test_two_words_that_a_full_stop_joins_more_than_once_are_a_name(name: str) -> None:
    assert split(f"It needs {name} for that. Nobody has {name} here.The ship sank.") == [
        f"It needs {name} for that.",
        f"Nobody has {name} here.",
        "The ship sank.",
    ]


def test_a_stop_word_behind_a_full_stop_begins_a_sentence() -> None:
    assert len(split("They asked the minister about it.He said no. They wrote to the king about it.He said yes.")) == 4


def test_in_a_document_with_code_words_that_a_full_stop_joins_are_a_name_unless_a_stop_word_follows() -> None:
    text = "It needs vm.Script for that.The ship sank."
    spans = split_sentences(text, language("en"), has_code=True)
    assert [text[start:end] for start, end in spans] == ["It needs vm.Script for that.", "The ship sank."]
    assert len(split(text)) == 3


def test_a_word_with_an_underscore_before_a_full_stop_is_part_of_a_name() -> None:
    assert split("Set max_size.default to nine. Nobody came.There was no wind.") == [
        "Set max_size.default to nine.",
        "Nobody came.",
        "There was no wind.",
    ]


def test_accents_behind_a_full_stop_belong_to_the_sentence_before_them() -> None:
    text = "The harbour was closed on Monday.\u0301 The ferry waited outside the gate."
    first, second = (text[start:end] for start, end in split_sentences(text, language("en")))
    assert first.endswith(".\u0301")
    assert second == "The ferry waited outside the gate."


@pytest.mark.parametrize("mark", ["1.", "(b).", "IV.", "3.1.", "§ 2."])
def test_the_mark_of_an_item_belongs_to_the_sentence_behind_it(mark: str) -> None:
    text = f"{mark} The mill has a wheel of oak."
    assert split(f"{text} It turns.") == [text, "It turns."]


def test_a_number_before_a_full_stop_is_an_ordinal_in_german_only() -> None:
    assert len(split("Han kom den 19. Derefter gik han hjem.", "da")) == 2
    assert len(split("They rolled a die 12. Then they left.", "en")) == 2


@pytest.mark.parametrize("aside", ["(Nobody saw it coming.)", "[Nobody saw it. Why?]", "(Nobody did!)"])
def test_a_sentence_in_brackets_ends_with_them(aside: str) -> None:
    assert split(f"It rained. {aside} The mill stood still.") == ["It rained.", aside, "The mill stood still."]
    assert split(f"It rained. {aside} the mill stood still.")[-1].endswith("the mill stood still.")


@given(st.lists(st.sampled_from(["(", ")", "[", "]", "5 min.", "It rained.", "ill.", "The mill", "“", "”", "\n"])))
def test_sentences_never_overlap(parts: list[str]) -> None:
    text = " ".join(parts)
    spans = split_sentences(text, language("en"))
    assert all(start < end for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_a_direction_of_one_word_is_a_sentence() -> None:
    assert split("[Applause.] Thank you all for coming. (Laughter.) The next point is the mill.") == [
        "[Applause.]",
        "Thank you all for coming.",
        "(Laughter.)",
        "The next point is the mill.",
    ]


@pytest.mark.parametrize("text", ["(Никто!) закричал мельник.", "(U.S.) Steel rose.", "(Nobody came!) he cried."])
def test_a_name_or_a_cry_in_brackets_ends_no_sentence(text: str) -> None:
    assert split(text) == [text]
