"""What every summary promises to a reader, with a query and without, and whatever door the text came through."""

from __future__ import annotations

import json
from statistics import fmean

import numpy as np
import pytest

import reprank
from reprank.evaluation.flaws import Source, find_flaws
from reprank.evaluation.rouge import Rouge
from tests.helpers import DATA

QUESTIONS = (
    "What happened to the bridge?", "Who pays for the ferry?", "What do dairies say?", "When will repairs end?",
    "What did the mayor promise?", "Marigold", "How do pupils get to school?", "Reyne",
)  # fmt: skip
MANUAL = """# Tidewater

Tidewater is a small tool that prints tide tables for harbours. It reads one file for each harbour.

## Install

Install the tool with one command and check that it runs.

```
tidewater --version
tidewater harbour.txt
```

## Files

Each harbour file has one line for every tide of the year. The tool sorts these lines and prints a table.
Lines that cannot be read are reported at the end of the table.

## References

[1] Oduya, M. (2019). Tables of tides. Journal of Harbours 4(2), 11-19.
[2] Lindqvist, A. (2021). Reading old tide tables. Coastal Notes 7, 1-8.
"""


def dangling(texts: list[str], documents: list[str], words: int) -> int:
    return find_flaws(texts, Source(documents, words)).dangling


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_does_not_open_with_what_points_back(question: str, articles: list[str]) -> None:
    for words in (40, 80, 150):
        texts = [sentence.text for sentence in reprank.summarize(articles, words=words, query=question)]
        assert dangling(texts[:1], articles, words) == 0


def test_what_an_answer_needs_comes_before_it() -> None:
    text = (
        "Mara Oduya built a tidal power plant in a small bay. She sold it to the city of Brekka for a million crowns. "
        "Fishermen fear for the bay. A new harbour was opened last year. Tidal power needs a coast with strong tides."
    )
    answer = [sentence.text for sentence in reprank.summarize(text, words=30, query="Who sold it to Brekka?")]
    assert answer[0].startswith("Mara Oduya")
    assert answer[1].startswith("She sold it")


def test_answers_to_questions_hardly_dangle() -> None:
    path = DATA / "questions" / "hotpotqa.jsonl"
    if not path.exists():
        pytest.skip("the development data are not here")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:40]]
    sentences = flagged = opened = 0
    for row in rows:
        texts = [it.text for it in reprank.summarize(row["documents"], words=80, query=row["question"], keywords=0)]
        sentences += len(texts)
        flagged += dangling(texts, row["documents"], 80)
        opened += dangling(texts[:1], row["documents"], 80)
    assert flagged <= 0.05 * sentences
    assert opened <= 0.03 * len(rows)


def test_a_heading_lifts_the_sentences_below_it() -> None:
    text = MANUAL.split("## References")[0]
    assert "one command" in str(reprank.summarize(text, words=12, query="install"))


def test_a_text_is_summarized_alike_as_a_string_and_as_a_file() -> None:
    given, read = reprank.summarize(MANUAL, words=40), reprank.read(MANUAL.encode(), name="a.md")
    assert [it.display for it in given] == [it.display for it in reprank.summarize(read, words=40)]
    assert "Journal of Harbours" not in str(given)
    assert "--version" not in str(given)


def test_the_similarity_that_is_shown_is_the_one_that_ranks(articles: list[str]) -> None:
    ranked = reprank.rank(articles[0])
    matrix = ranked.similarities(ranked.sentences)
    for row, sentence in enumerate(ranked.sentences):
        shown = {(it.sentence.start): it.similarity for it in ranked.similar(sentence, top=len(matrix))}
        own = [shown.get(other.start, 0.0) for other in ranked.sentences]
        np.testing.assert_allclose(matrix[row], own, atol=1e-12)
    unit = ranked._prepared.ranking.graph.unit.dense()
    cosine = unit @ unit.T
    np.fill_diagonal(cosine, 0.0)
    np.testing.assert_allclose(matrix, cosine, atol=1e-12)


def test_summaries_keep_a_floor_of_rouge_on_development_inputs() -> None:
    paths = [DATA / "summaries" / f"{name}.jsonl" for name in ("cnn", "multi-news", "amazon", "pubmed")]
    if not all(path.exists() for path in paths):
        pytest.skip("the development data are not here")
    scores = []
    for path in paths:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        words = max(round(fmean(len(text.split()) for row in rows for text in row["references"])), 20)
        for row in rows[:10]:
            summary = reprank.summarize(row["documents"], words=words, keywords=0)
            found = Rouge().prepare(row["references"]).scores(str(summary), ("rouge-1", "rouge-2"))
            scores.append([found[metric].f1 for metric in ("rouge-1", "rouge-2")])
    one, two = np.mean(scores, axis=0)
    assert one >= 0.39
    assert two >= 0.125


def test_summaries_keep_a_floor_of_what_editors_marked() -> None:
    from benchmarks.quality.columns import mean_columns, read_marked

    from reprank import RepRank

    paths = sorted((DATA / "editors").glob("*.jsonl"))
    if not paths:
        pytest.skip("the marks of editors are not here")
    columns = mean_columns(read_marked(paths, limit=8), RepRank())
    assert columns["points"] >= 60
    assert columns["core"] >= 80
    assert columns["debris"] <= 9
    assert columns["unmet"] <= 20
    assert columns["twice"] <= 6
