"""Systems of RepRank, of users and of files, as an experiment sees them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.api import RepRank
from reprank.errors import DataError, InputError
from reprank.evaluation.datasets import Cluster, read_predictions
from reprank.evaluation.experiment import run
from reprank.evaluation.sets import SummarySet
from reprank.evaluation.systems import (
    Imported,
    SummaryRequest,
    Systems,
    call,
    choose,
    imported,
    registered,
    sentences_of,
    split_sentences,
)
from reprank.summary import Summary

TEXT = "The river rose all night. By dawn the water had closed the old bridge. A dog slept on the quay."
SMALL = SummarySet("small", (Cluster("1", (TEXT,), ("The river closed the bridge.",)),), words=8)


class FirstWords:
    """The least that a system can be."""

    def summarize(self, documents, words) -> str:
        return " ".join(documents[0].split()[:words])


class Asking(FirstWords):
    """Takes a query too."""

    def summarize(self, documents, words, query="nothing") -> str:
        return query


class Wrong:
    def summarize(self, documents, words) -> list[str]:
        return ["a", "list"]


class NeedsAnArgument(FirstWords):
    def __init__(self, size):
        self.size = size


class SummarizesNothing:
    pass


INSTANCE = FirstWords()
NUMBER = 3


def factory() -> FirstWords:
    return FirstWords()


def test_every_registered_system_survives_the_way_to_another_process() -> None:
    every = registered()
    again = pickle.loads(pickle.dumps(every))
    assert list(again.summarizers) == list(every.summarizers)
    assert isinstance(again.summarizers["reprank"](), RepRank)
    assert {"reprank", "lead", "oracle"} <= set(every.summarizers)
    assert "reprank" in every.keyword_systems


@pytest.mark.parametrize("name", ["FirstWords", "INSTANCE", "factory"])
def test_a_class_an_instance_and_a_factory_are_systems(name: str) -> None:
    systems = choose([f"{__name__}:{name}"])
    (outcome,) = run([SMALL], systems, workers=0).outcomes
    assert (outcome.system, outcome.error) == (name, None)
    assert outcome.output == ("The river rose all night.", "By dawn the")


def test_a_system_of_ones_own_runs_in_other_processes_too() -> None:
    (outcome,) = run([SMALL], choose([f"mine={__name__}:FirstWords"]), workers=1).outcomes
    assert (outcome.system, outcome.output[0]) == ("mine", "The river rose all night.")


def test_a_summary_is_taken_as_it_is() -> None:
    summary = RepRank().summarize(TEXT, sentences=1)
    assert isinstance(summary, Summary)
    assert sentences_of(summary, RepRank(), "en").sentences == tuple(s.text for s in summary.sentences)


def test_a_query_reaches_a_system_that_takes_one_and_no_other() -> None:
    request = SummaryRequest([TEXT], words=2, query="bridge", language="en")
    assert call(Asking(), request) == "bridge"
    assert call(FirstWords(), request) == "The river"


def test_a_wrong_result_is_a_failure_that_names_the_class_and_what_it_returned() -> None:
    (outcome,) = run([SMALL], Systems({"wrong": Wrong}), workers=0).outcomes
    assert outcome.error is not None
    assert outcome.error.message == "Wrong.summarize must return a text or a reprank.Summary; got list"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "unknown system 'nobody': use one of reprank, .* or module:Class"),
        ("no_such_module:Mine", "cannot import 'no_such_module' for no_such_module:Mine"),
        (f"{__name__}:Nothing", "has no 'Nothing': write module:Class"),
        ("a:", "written module:Class or NAME=module:Class; got 'a:'"),
        (":b", "written module:Class or NAME=module:Class; got ':b'"),
    ],
)
def test_a_system_that_does_not_exist_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        choose([name])


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("NeedsAnArgument", r"NeedsAnArgument\(\) failed: .*'size': it must be made without arguments"),
        ("SummarizesNothing", r"must have summarize\(documents, words=…\); got SummarizesNothing without it"),
        ("NUMBER", r"must have summarize\(documents, words=…\); got int without it"),
    ],
)
def test_an_object_that_is_no_system_says_what_it_lacks(attribute: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Imported(__name__, attribute)()


def test_two_systems_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two systems are named 'FirstWords': write NAME="):
        choose([f"{__name__}:FirstWords", f"{__name__}:FirstWords"])
    assert imported(f"lead={__name__}:FirstWords")[0] == "lead"
    with pytest.raises(InputError, match="two systems are named 'lead'"):
        choose(["lead", f"lead={__name__}:FirstWords"])
    with pytest.raises(InputError, match="'lead' is both a system and a file of predictions"):
        Systems({"lead": FirstWords}, predictions={"lead": {"1": "Text."}})


def test_a_maker_that_cannot_be_sent_to_a_process_is_named() -> None:
    local = type("Local", (FirstWords,), {})
    with pytest.raises(InputError, match=r"cannot be sent to another process .*use workers=0"):
        run([SMALL], Systems({"local": local}), workers=1)
    assert run([SMALL], Systems({"local": local}), workers=0).outcomes[0].error is None


def test_ready_summaries_are_scored_beside_systems_and_have_no_time() -> None:
    systems = Systems({"reprank": RepRank}, predictions={"ready": {"1": "The river rose. It closed the bridge."}})
    first, ready = run([SMALL], systems, workers=0).outcomes
    assert (first.system, ready.system) == ("reprank", "ready")
    assert ready.output == ("The river rose.", "It closed the bridge.")
    assert ready.seconds is None
    # Words of both: the, river, clos, the, bridg; seven words there, five in the reference.
    assert ready.scores["rouge-1"].recall == pytest.approx(5 / 5)
    assert ready.scores["rouge-1"].precision == pytest.approx(5 / 7)


def test_a_cluster_without_a_ready_summary_is_named() -> None:
    with pytest.raises(InputError, match="ready has no prediction for '1' of small; got 1 ids, such as '2'"):
        run([SMALL], Systems(predictions={"ready": {"2": "Text."}}), workers=0)


def test_a_changed_ready_summary_is_scored_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    outputs = [
        run([SMALL], Systems(predictions={"ready": {"1": text}}), workers=0, resume=file).outcomes[0].output
        for text in ("One.", "Two.", "One.")
    ]
    assert outputs == [("One.",), ("Two.",), ("One.",)]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2


def test_ready_summaries_are_read_from_either_field(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text('{"id": 1, "summary": "A."}\n{"id": "b", "text": "B.", "score": 3}\n', encoding="utf-8")
    assert read_predictions(file) == {"1": "A.", "b": "B."}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1}', "field 'summary' is missing; got 'id'"),
        ('{"summary": "A."}', "field 'id' is missing"),
        ('{"id": 1, "summary": ["A."]}', "'summary' must be text; got list"),
        ('{"id": 1, "error": {"type": "E"}}', "this row is an error and not a summary"),
        ('{"id": 0, "text": "A."}\n{"id": 0, "text": "B."}', "id '0' is used twice"),
    ],
)
def test_a_line_that_is_no_ready_summary_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=rf"mine\.jsonl:\d: {message}"):
        read_predictions(file)


@given(st.text(alphabet="ab. !?\n\"'é。", max_size=60))
def test_splitting_a_text_loses_no_character_and_makes_no_word(text: str) -> None:
    sentences = split_sentences(text, "en")
    assert "".join("".join(sentences).split()) == "".join(text.split())
    if "。" not in text:
        assert sum(len(sentence.split()) for sentence in sentences) == len(text.split())
