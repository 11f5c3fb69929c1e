from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from reprank.api import KeywordSystem, RepRank, System
from reprank.errors import DataError, InputError
from reprank.evaluation.datasets import Cluster, KeyphraseText
from reprank.evaluation.experiment import Results, RunOptions, build, run
from reprank.evaluation.jobs import Outcome
from reprank.evaluation.results import read_results
from reprank.evaluation.rouge import Rouge
from reprank.evaluation.sets import KeyphraseSet, ReadOptions, SummarySet, read_sets, usual_words
from reprank.evaluation.systems import Systems, registered
from reprank.selection import Selection, Task
from reprank.summary import Keyword
from reprank.text.documents import Documents

TEXTS = (
    "The river rose all night. By dawn the water had closed the old bridge. A dog slept on the quay.",
    "A volcano woke on the island. Ash fell on the harbour for two days. Boats stayed in port.",
    "The mayor opened the new library. Children queued for the first books. Rain fell in the evening.",
)
CLUSTERS = tuple(
    Cluster(f"c{number}", (text,), (" ".join(text.split()[:9]),)) for number, text in enumerate(TEXTS, start=1)
)
SMALL = SummarySet("small", CLUSTERS, words=9)


@dataclass(frozen=True)
class First:
    """Takes the first sentence; fails, sleeps or dies where the text tells it to."""

    name: str = "first"

    def select(self, task: Task) -> Selection:
        """Take the first sentence."""
        text = task.units.texts[0]
        if self.name == "fragile" and "volcano" in text:
            raise ZeroDivisionError("no  volcanoes\nplease")
        if self.name == "slow" and "volcano" in text:
            time.sleep(5)
        if self.name == "deadly" and "volcano" in text:
            os._exit(1)
        return Selection([0], task.units.lengths * 0.0)


def first() -> System:
    return System(First())


def fragile() -> System:
    return System(First("fragile"))


def slow() -> System:
    return System(First("slow"))


def deadly() -> System:
    return System(First("deadly"))


def unmakeable() -> System:
    raise DataError("there is no model")


@dataclass(frozen=True)
class Copier:
    """Repeats the references: the best that any system can do."""

    references: tuple[str, ...] = ()

    def given(self, references: tuple[str, ...]) -> System:
        """Aim at the references."""
        return System(First()) if references else unmakeable()

    summarize = System.summarize


class Words:
    """Names the words of the text in order."""

    def keywords(
        self, documents: Documents, *, top: int = 10, max_words: int = 4, language: str | None = None
    ) -> tuple[Keyword, ...]:
        """Name them."""
        text = documents if isinstance(documents, str) else str(next(iter(documents)))
        return tuple(Keyword(word, 1.0, ()) for word in text.split()[:top])


def words() -> KeywordSystem:
    return Words()


def untimed(results: Results) -> list[Outcome]:
    return [replace(outcome, seconds=None) for outcome in results.outcomes]


def test_every_system_meets_every_cluster_in_a_fixed_order() -> None:
    results = run([SMALL], Systems({"first": first, "reprank": RepRank}), workers=0)
    expected = [(cluster, system) for cluster in ("c1", "c2", "c3") for system in ("first", "reprank")]
    assert [(outcome.id, outcome.system) for outcome in results.outcomes] == expected


def test_scores_are_those_of_rouge_on_the_output() -> None:
    outcome = run([SMALL], Systems({"first": first}), workers=0).outcomes[0]
    assert outcome.output == ("The river rose all night.",)
    own = Rouge().prepare(CLUSTERS[0].references).scores("The river rose all night.")
    for metric in ("rouge-1", "rouge-2"):
        assert outcome.scores[metric].f1 == own[metric].f1
    assert outcome.seconds is not None


def test_a_system_that_fails_on_a_cluster_is_reported_and_the_others_go_on() -> None:
    results = run([SMALL], Systems({"fragile": fragile, "first": first}), workers=0)
    errors = {(outcome.system, outcome.id): outcome.error for outcome in results.outcomes if outcome.error}
    assert list(errors) == [("fragile", "c2")]
    error = errors["fragile", "c2"]
    assert error is not None
    assert (error.type, error.message) == ("ZeroDivisionError", "no volcanoes please")


def test_a_system_that_cannot_be_made_fails_everywhere_and_says_why() -> None:
    results = run([SMALL], Systems({"unmakeable": unmakeable}), workers=0)
    assert [outcome.error and outcome.error.message for outcome in results.outcomes] == ["there is no model"] * 3


def test_a_system_that_takes_too_long_is_stopped() -> None:
    start = time.monotonic()
    results = run([SMALL], Systems({"slow": slow}), options=RunOptions(time_limit=0.2), workers=0)
    assert time.monotonic() - start < 4
    assert [outcome.error and outcome.error.type for outcome in results.outcomes] == [None, "TimeExceeded", None]


@pytest.mark.slow
def test_processes_give_what_this_process_gives_and_outlive_one_that_dies() -> None:
    systems = Systems({"first": first, "reprank": RepRank, "deadly": deadly})
    spread = run([SMALL], systems, workers=2)
    dead = [outcome for outcome in spread.outcomes if outcome.error]
    assert [(outcome.system, outcome.id) for outcome in dead] == [("deadly", "c2")]
    assert dead[0].error is not None
    assert dead[0].error.type == "WorkerLost"
    single = run([SMALL], Systems({"first": first, "reprank": RepRank}), workers=0)
    assert [outcome for outcome in untimed(spread) if outcome.system != "deadly"] == untimed(single)


def test_one_thread_each_is_for_the_workers_only() -> None:
    before = dict(os.environ)
    run([SMALL], Systems({"reprank": RepRank}), workers=1)
    assert dict(os.environ) == before


def test_an_interrupted_run_continues_to_the_same_results(tmp_path: Path) -> None:
    systems = Systems({"first": first, "fragile": fragile, "reprank": RepRank})
    whole = run([SMALL], systems, workers=0, resume=tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(lines[:4]) + lines[4][:30])  # killed in the middle of a line
    reports: list[int] = []
    again = run([SMALL], systems, workers=0, resume=part, progress=lambda done, total, last: reports.append(done))
    assert untimed(again) == untimed(whole)
    assert reports[0] == 4
    assert {outcome.key for outcome in read_results(part)} == {outcome.key for outcome in whole.outcomes}


def test_what_is_in_the_file_is_not_done_again_but_failures_are(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run([SMALL], Systems({"first": first, "x": fragile}), workers=0, resume=file)
    done: list[str] = []
    repaired = run(
        [SMALL],
        Systems({"first": unmakeable, "x": first}),
        workers=0,
        resume=file,
        progress=lambda number, total, last: done.append(last.id if last else "start"),
    )
    assert done == ["start", "c2"]
    assert not any(outcome.error for outcome in repaired.outcomes)


@pytest.mark.parametrize(
    ("named", "options"),
    [
        (replace(SMALL, words=12), RunOptions()),
        (SMALL, RunOptions(metrics=("rouge-1",))),
        (SMALL, RunOptions(language="en")),
        (SMALL, RunOptions(time_limit=9)),
        (replace(SMALL, clusters=tuple(replace(c, references=("Another.",)) for c in CLUSTERS)), RunOptions()),
    ],
    ids=["length", "metrics", "language", "time limit", "content"],
)
def test_results_under_other_settings_are_not_taken_up(tmp_path: Path, named: SummarySet, options: RunOptions) -> None:
    file = tmp_path / "results.jsonl"
    run([SMALL], Systems({"first": first}), workers=0, resume=file)
    reports: list[int] = []
    run(
        [named],
        Systems({"first": first}),
        options=options,
        workers=0,
        resume=file,
        progress=lambda done, total, last: reports.append(done),
    )
    assert reports == [0, 1, 2, 3]


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"id": "1"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"other\.jsonl:1: not a result"):
        run([SMALL], Systems({"first": first}), workers=0, resume=file)


def test_references_are_shown_only_to_those_that_ask_and_that_is_noted() -> None:
    results = run([SMALL], Systems({"first": first, "copier": Copier}), workers=0)
    assert {(outcome.system, outcome.saw_references) for outcome in results.outcomes} == {
        ("first", False),
        ("copier", True),
    }


def test_keyphrases_are_scored_at_three_cutoffs() -> None:
    text = KeyphraseText("t", "graph walk rank " + "filler " * 20, ("walks", "rank", "chain"))
    outcome = run([KeyphraseSet("k", (text,))], Systems(keyword_systems={"words": words}), workers=0).outcomes[0]
    # The four different words among the first fifteen are graph, walk, rank, filler: two of three gold phrases.
    assert outcome.scores["keyphrases@5"].precision == pytest.approx(2 / 4)
    assert outcome.scores["keyphrases@5"].recall == pytest.approx(2 / 3)
    assert list(outcome.scores) == ["keyphrases@5", "keyphrases@10", "keyphrases@15"]


def test_a_set_without_a_system_is_refused() -> None:
    with pytest.raises(InputError, match="needs at least one keyword system"):
        run([KeyphraseSet("k", (KeyphraseText("t", "a", ("a",)),))], Systems({"first": first}), workers=0)


def test_run_options_and_workers_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="at least one metric"):
        RunOptions(metrics=())
    with pytest.raises(InputError, match="more than 0 seconds"):
        RunOptions(time_limit=0)
    with pytest.raises(InputError, match="workers must be at least 0"):
        run([SMALL], Systems({"first": first}), workers=-1)


def test_the_registered_systems_are_all_there() -> None:
    assert "reprank" in registered().summarizers
    assert "reprank" in registered().keyword_systems
    assert build() == build()


def lines_of(path: Path, *fields: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in fields), encoding="utf-8")
    return path


def test_paths_become_sets_of_the_kind_that_their_lines_have(tmp_path: Path) -> None:
    clusters = lines_of(tmp_path / "news.jsonl", {"id": 1, "documents": ["Text."], "references": ["one two " * 21]})
    phrases = lines_of(
        tmp_path / "keys.jsonl",
        {"id": 1, "text": "The graph.", "keyphrases": ["graph"]},
        {"id": 2, "text": "The graph.", "keyphrases": ["..."]},
    )
    news, keys = read_sets([clusters, phrases])
    assert isinstance(news, SummarySet)
    assert (news.name, news.words) == ("news", 40)
    assert isinstance(keys, KeyphraseSet)
    assert keys.unscorable == ("2",)
    shorter = read_sets([clusters], ReadOptions(words=7, language="fr"))[0]
    assert isinstance(shorter, SummarySet)
    assert (shorter.words, shorter.rouge.language) == (7, "fr")


def test_sets_of_the_same_name_are_told_apart_and_the_same_file_twice_is_refused(tmp_path: Path) -> None:
    line: dict[str, object] = {"id": 1, "documents": ["Text."], "references": ["Text."]}
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        lines_of(tmp_path / folder / "test.jsonl", line)
    paths = [tmp_path / "a" / "test.jsonl", tmp_path / "b" / "test.jsonl"]
    assert [named.name for named in read_sets(paths)] == [str(path) for path in paths]
    with pytest.raises(InputError, match="given twice"):
        read_sets([paths[0], paths[0]])


def test_duc_folders_bring_their_length_and_limit(tmp_path: Path) -> None:
    documents = tmp_path / "duc" / "docs" / "d061j"
    models = tmp_path / "duc" / "models" / "d061ja"
    documents.mkdir(parents=True)
    models.mkdir(parents=True)
    (documents / "AP880911-0016").write_text("<DOC><TEXT>The storm hit.</TEXT></DOC>", encoding="utf-8")
    (models / "200").write_text("<SUM>The storm hit the coast.</SUM>", encoding="utf-8")
    (named,) = read_sets([tmp_path / "duc"])
    assert isinstance(named, SummarySet)
    assert (named.words, named.rouge.word_limit) == (200, 200)


def test_the_usual_length_is_never_too_short_for_a_sentence() -> None:
    assert usual_words([Cluster("1", ("Text.",), ("Four words are here.",))]) == 15
