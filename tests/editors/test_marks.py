"""Marks of editors: what is refused, what is left out, what two editors agree on, and what comes back from a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.editors.agreement import agreement, pairs
from benchmarks.editors.assemble import gather, table_of, table_of_kinds
from benchmarks.editors.inputs import ChangedTextError, Input, Origin, Span, digest, documents_of
from benchmarks.editors.marks import Marks, MarksError, check, read_marks, write_marks
from benchmarks.editors.packets import item, spread
from benchmarks.editors.rebuild import rebuilt

TEXT = "Notice\nThe bridge closed on Monday. It will open in May. Ada Moss, the mayor, said so. The bridge is closed."
STARTS = [TEXT.index(words) for words in ("Notice", "The bridge closed", "It will", "Ada", "The bridge is")]
ENDS = [6, *(TEXT.index(".", start) + 1 for start in STARTS[1:])]
SPANS = tuple(
    Span(0, start, end, len(TEXT[start:end].split())) for start, end in zip(STARTS, ENDS, strict=True)
)  # 1, 5, 5, 6 and 4 words
INPUT = Input(
    "press", "bridge", "en", 11, (Origin("own:bridge.txt", "", "plain", "", 0, len(TEXT), digest(TEXT)),), SPANS
)
GOOD = {
    "pick": [1, 2],
    "core": [1],
    "key": [2, 1, 4],
    "debris": [0],
    "leans": {"2": 1, "0": 1},
    "same": [[4, 1], [2]],
    "note": "short",
}


class Shelf:
    """Texts by the names of their packages."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts

    def text(self, package: str, path: str, form: str, part: str = "") -> str:
        return self.texts[package.split(":")[1].removesuffix(".txt")]


def test_marks_are_ordered_and_needs_of_debris_and_groups_of_one_are_left_out() -> None:
    marks = check(INPUT, GOOD)
    assert marks == Marks("bridge", 1, (1, 2), (1,), (1, 2, 4), (0,), {2: 1}, ((1, 4),), "short")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pick": [1, 2, 4]}, "14 words selected, 11 allowed"),
        ({"pick": []}, "no sentence selected"),
        ({"core": []}, "no core"),
        ({"pick": [0, 1]}, r"selected though debris: \[0\]"),
        ({"key": [0, 1]}, r"key though debris: \[0\]"),
        ({"key": [5]}, r"no such sentences \(there are 5\): \[5\]"),
        ({"leans": {"2": 9}}, r"no such sentences \(there are 5\): \[9\]"),
        ({"leans": {"2": 2}}, r"need themselves: \[2\]"),
        ({"leans": {"two": 1}}, "not numbers"),
        ({"pick": ["1"]}, "not numbers"),
        ({"same": [1, 4]}, "not numbers"),
        ({"picks": [1]}, "not known: picks"),
    ],
)
def test_marks_that_do_not_fit_are_refused_with_the_reason(change: dict[str, object], message: str) -> None:
    with pytest.raises(MarksError, match=message):
        check(INPUT, GOOD | change)


def test_a_need_that_nothing_supplies_is_allowed() -> None:
    assert check(INPUT, GOOD | {"leans": {"1": -1}}).leans == {1: -1}


def test_a_missing_field_is_named() -> None:
    with pytest.raises(MarksError, match="fields missing: key;"):
        check(INPUT, {name: value for name, value in GOOD.items() if name != "key"})


def test_marks_come_back_from_their_file(tmp_path: Path) -> None:
    marks = (check(INPUT, GOOD), check(INPUT, GOOD | {"note": "größer"}, editor=2))
    write_marks(marks, tmp_path / "marks.jsonl")
    assert read_marks(tmp_path / "marks.jsonl") == marks


def test_agreement_of_a_case_worked_by_hand() -> None:
    first = check(INPUT, GOOD | {"key": [1, 2, 4], "leans": {"2": 1, "3": -1}})
    second = check(INPUT, GOOD | {"pick": [1, 3], "core": [3], "key": [1], "leans": {"2": 3}}, editor=2)
    found = agreement(pairs([first, second]), {"bridge": INPUT})
    assert found.inputs == 1
    assert found.pick == pytest.approx(2 * 5 / (10 + 11))  # sentence 1 has five words
    assert found.core == 0
    assert found.key == pytest.approx(2 * 1 / (3 + 1))
    assert found.debris == 1
    assert found.leans == pytest.approx(2 * 1 / (2 + 1))
    assert found.need == 0  # both say that 2 needs a sentence, but not the same one


def test_an_editor_agrees_with_himself_and_order_does_not_matter() -> None:
    first, second = check(INPUT, GOOD), check(INPUT, GOOD | {"pick": [2, 1]}, editor=2)
    found = agreement(pairs([second, first]), {"bridge": INPUT})
    assert (found.pick, found.core, found.key, found.debris, found.leans, found.need) == (1, 1, 1, 1, 1, 1)


def test_inputs_of_one_editor_do_not_count_for_agreement() -> None:
    assert pairs([check(INPUT, GOOD)]) == []


def test_files_of_both_editors_are_gathered_and_mistakes_are_named(tmp_path: Path) -> None:
    other = replace(INPUT, id="road")
    (tmp_path / "packet-01.json").write_text(json.dumps({"road": GOOD, "bridge": GOOD, "sea": GOOD}), encoding="utf-8")
    (tmp_path / "second-01.json").write_text(
        json.dumps({"road": GOOD | {"pick": [7]}, "bridge": GOOD}), encoding="utf-8"
    )
    marks, problems = gather(tmp_path, {"bridge": INPUT, "road": other})
    assert [(each.id, each.editor) for each in marks] == [("bridge", 1), ("road", 1), ("bridge", 2)]
    assert [problem.split(":")[:2] for problem in problems] == [
        ["packet-01.json", " sea"],
        ["second-01.json", " road"],
    ]
    assert "| two editors, 1 inputs | agreement |" in table_of(agreement(pairs(marks), {"bridge": INPUT}))
    assert "| press | 2 | 10 | en |" in table_of_kinds([INPUT, other])


@pytest.mark.parametrize("content", ["{", "[]"])
def test_a_file_that_is_no_object_of_items_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "packet-01.json").write_text(content, encoding="utf-8")
    marks, problems = gather(tmp_path, {"bridge": INPUT})
    assert marks == []
    assert problems[0].startswith("packet-01.json: not a JSON object of items")


def test_texts_and_marks_are_rebuilt_for_scores() -> None:
    (row,) = rebuilt([INPUT], {"bridge": check(INPUT, GOOD)}, Shelf(bridge=TEXT))
    sentences = row["sentences"]
    assert isinstance(sentences, list)
    assert [TEXT[each["start"] : each["end"]] for each in sentences][2] == "It will open in May."
    assert row["documents"] == [TEXT]
    assert (row["pick"], row["leans"], row["held_back"]) == ((1, 2), {2: 1}, False)
    assert json.loads(json.dumps(row))["leans"] == {"2": 1}


def test_a_changed_text_is_noticed_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    shelf = Shelf(bridge=TEXT.replace("May", "June"))
    with pytest.raises(ChangedTextError, match="not the text that was marked"):
        documents_of(INPUT, shelf)
    assert list(rebuilt([INPUT], {"bridge": check(INPUT, GOOD)}, shelf)) == []
    assert "bridge is left out" in capsys.readouterr().err


def test_an_input_without_marks_is_not_rebuilt() -> None:
    assert list(rebuilt([INPUT], {}, Shelf(bridge=TEXT))) == []


def test_a_packet_shows_numbers_words_and_sentences() -> None:
    lines = item(INPUT, [TEXT]).splitlines()
    assert lines[0] == "## ITEM bridge"
    assert lines[1].startswith("Limit: 11 words.")
    assert lines[3] == "1 (5) The bridge closed on Monday."


def test_several_documents_are_told_apart() -> None:
    two = replace(INPUT, documents=INPUT.documents * 2, sentences=(SPANS[1], replace(SPANS[1], document=1)))
    shown = item(two, [TEXT, TEXT])
    assert shown.index("--- document 1 of 2") < shown.index("0 (5)") < shown.index("--- document 2 of 2")


def test_kinds_are_spread_over_packets() -> None:
    inputs = [replace(INPUT, id=str(i), set="mail" if i % 2 else "press") for i in range(8)]
    packets = spread(inputs, 4)
    assert sorted(given.id for packet in packets for given in packet) == [str(i) for i in range(8)]
    assert all({given.set for given in packet} == {"mail", "press"} for packet in packets)
