"""Some thousands of inputs of the fuzzer, the inputs that once broke something, and whether its checks can fail."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fuzz.cases import MAKERS, Case, kept_cases, make_case
from fuzz.engine import HELD, Tally, run, try_cases
from fuzz.guided import ByteChance
from fuzz.invariants import Broken, check_compressed, check_document, check_html, check_keywords, check_summary
from hypothesis import given, settings
from hypothesis import strategies as st

import reprank
from reprank.text.documents import Document, Place
from tests.helpers import BRIDGE, RIVER

KEPT = kept_cases()


def failures(tally: Tally) -> str:
    return "\n".join(f"{case.to_json()[:3000]}\n{trace}" for case, trace in tally.failures[:3])


@pytest.mark.parametrize("name", KEPT)
def test_an_input_that_once_broke_something_does_so_no_more(name: str) -> None:
    tally = try_cases([KEPT[name]])
    assert not tally.failures, failures(tally)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_inputs_keep_every_promise(seed: int) -> None:
    chance = random.Random(seed)
    tally = try_cases(make_case(chance) for _ in range(1_000))
    assert not tally.failures, failures(tally)
    assert set(tally.held) == set(MAKERS)  # no kind of call is refused every time


@given(st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_inputs_that_hypothesis_makes_keep_every_promise(chance: random.Random) -> None:
    tally = try_cases([make_case(chance)])
    assert not tally.failures, failures(tally)


@given(st.binary(max_size=200))
def test_bytes_of_the_guided_fuzzer_make_cases(raw: bytes) -> None:
    case = make_case(ByteChance(raw))
    assert Case.from_json(case.to_json()).to_json() == case.to_json()


@pytest.mark.slow
def test_hashes_and_threads_change_no_byte_of_any_result() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "fuzz", "--cases", "200", "--seed", "1", "--digest"],
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()[-1]
        for seed, threads in [("0", "1"), ("1", "2"), ("77", "4")]
    }
    assert len(outputs) == 1


def test_another_exception_is_a_failure_and_ours_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = try_cases([Case("summarize", {"documents": [RIVER], "words": 0})])
    assert refused.refused["summarize"] == refused.tried == 1
    monkeypatch.setattr(reprank.RepRank, "summarize", lambda *_, **__: {}["missing"])
    assert len(try_cases([Case("summarize", {"documents": [RIVER]})]).failures) == 1


DOCUMENTS = [Document(RIVER), Document(BRIDGE)]
SUMMARY = reprank.summarize(DOCUMENTS, words=20, keywords=3, ranking=True)
FIRST, *OTHERS = SUMMARY.sentences


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (replace(SUMMARY, sentences=(replace(FIRST, start=FIRST.start + 1), *OTHERS)), "offsets are exact"),
        (replace(SUMMARY, sentences=(replace(FIRST, document=9), *OTHERS)), "one of the documents"),
        (replace(SUMMARY, sentences=(replace(FIRST, score=float("nan")), *OTHERS)), "scores are finite"),
        (replace(SUMMARY, sentences=(FIRST, FIRST)), "no sentence is there twice"),
        (replace(SUMMARY, sentences=SUMMARY.ranking), "no more words than asked for"),
        (replace(SUMMARY, sentences=(), keywords=()), "an empty summary says why"),
        (replace(SUMMARY, ranking=SUMMARY.ranking[::-1]), "scores never rise"),
        (replace(SUMMARY, keywords=SUMMARY.keywords[:1] * 2), "no keyword is there twice"),
    ],
)
def test_a_summary_that_breaks_a_promise_is_found(broken: reprank.Summary, promise: str) -> None:
    check_summary(SUMMARY, DOCUMENTS, (), {"words": 20})
    with pytest.raises(Broken, match=promise):
        check_summary(broken, DOCUMENTS, (), {"words": 20})


def test_a_misplaced_keyword_and_a_seen_sentence_are_found() -> None:
    keyword = SUMMARY.keywords[0]
    with pytest.raises(Broken, match="written as it occurs"):
        check_keywords([replace(keyword, text="another")], DOCUMENTS)
    with pytest.raises(Broken, match="no more keywords"):
        check_keywords(SUMMARY.keywords, DOCUMENTS, 1)
    with pytest.raises(Broken, match="seen"):
        check_summary(SUMMARY, DOCUMENTS, [FIRST.text], {"words": 20})


def test_a_compression_that_breaks_a_promise_is_found() -> None:
    made = reprank.compress(DOCUMENTS, "Who cooked soup?", words=10)
    check_compressed(made, DOCUMENTS, {"words": 10})
    with pytest.raises(Broken, match="as many chunks"):
        check_compressed(made, DOCUMENTS[:1], {"words": 10})
    with pytest.raises(Broken, match="no more words"):
        check_compressed(made, DOCUMENTS, {"words": 2})
    lost = replace(made, chunks=tuple(replace(chunk, dropped=()) for chunk in made.chunks))
    with pytest.raises(Broken, match="is the whole chunk"):
        check_compressed(lost, DOCUMENTS, {"words": 10})


@pytest.mark.parametrize(
    "markup",
    [
        "<script>x</script>",
        "<img src=x>",
        "<a href='http://x.org'>x</a>",
        "<p onclick='x'>",
        "<!-- x -->",
        "</p>",
        "<p>",
    ],
)
def test_a_page_that_is_not_inert_is_found(markup: str) -> None:
    page = SUMMARY.to_html()
    check_html(page, DOCUMENTS)
    with pytest.raises(Broken):
        check_html(page.replace("</h1>", f"</h1>{markup}", 1), DOCUMENTS)


def test_a_place_outside_its_text_is_found() -> None:
    check_document(Document(RIVER))
    with pytest.raises(Broken, match="places are inside"):
        check_document(Document(RIVER, places=(Place(len(RIVER) + 1, "page 2"),)))


def test_a_case_gives_the_same_bytes_twice(tmp_path: Path) -> None:
    chance = random.Random(3)
    for case in (make_case(chance, {"summarize": 1, "keywords": 1, "compress": 1}) for _ in range(60)):
        assert run(case, tmp_path) == run(case, tmp_path)


def test_a_plain_call_gives_a_result(tmp_path: Path) -> None:
    verdict, _ = run(Case("summarize", {"documents": [RIVER], "words": 20}), tmp_path)
    assert verdict == HELD
