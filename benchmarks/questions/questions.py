"""Measure which share of questions can still be answered after compression, against other selectors.

A question counts if all its gold spans are kept at 10, 20, 30 or 50 % of the words. Meetings, where hundreds of turns
are relevant, count by the share of kept words that stand in relevant turns. BM25 is the package bm25s on our stems.

    python -m benchmarks.questions.questions ../shared/data              all sets: about ten minutes
    python -m benchmarks.questions.questions ../shared/data --limit 20   a first look, nothing is written
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from time import perf_counter

import numpy as np

from benchmarks.questions.selectors import (
    SELECTORS,
    Question,
    Selector,
    all_kept,
    read_questions,
    relevant_share,
    with_settings,
)
from benchmarks.report import RESULTS, ROOT, write_between
from reprank import compress
from reprank.coverage import Coverage, QueryPull
from reprank.evaluation.significance import paired_bootstrap

SHARES = (0.1, 0.2, 0.3, 0.5)
ENGLISH = ("hotpotqa", "musique", "covidqa", "xquad-en")
LANGUAGES = tuple(f"xquad-{code}" for code in ("de", "es", "ru", "zh", "ar", "hi", "tr", "vi", "el", "th", "ro"))
MEETINGS = "qmsum"
NAMES = {"hotpotqa": "HotpotQA", "musique": "MuSiQue", "covidqa": "COVID-QA", "xquad-en": "XQuAD English"}
PARTS = {  # settings with one part switched off
    "all parts": QueryPull(),
    "without neighbours": replace(QueryPull(), neighbour=0.0),
    "without the passage": replace(QueryPull(), passage=0.0),
    "without openings": replace(QueryPull(), opening=0.0),
    "without the walk": replace(QueryPull(), centrality=0.0),
    "without absorption": replace(QueryPull(), absorption=0.0),
    "without the second step": replace(QueryPull(), hops=0),
    "without pairs and stop words": replace(QueryPull(), pair=0.0, stop_word=0.0),
    "without options, paths and identifiers": replace(QueryPull(), signed=0.0),
    "without the type of the answer": replace(QueryPull(), answer=0.0),
    "with pieces like whole sentences": replace(QueryPull(), piece=1.0),
    "without the price of a missing sentence": replace(QueryPull(), misunderstood=0.0),
    "without forms, compounds and vectors": replace(QueryPull(), word_form=0.0, compound=0.0, related=0.0),
    "without vectors": replace(QueryPull(), related=0.0),
}
PARTS_SHARE = 0.2
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6)
PAGE = ROOT / "docs" / "lab" / "questions.md"
GUIDE = ROOT / "docs" / "compressing-context.md"  # what a threshold means is for users
Figures = dict[str, dict[str, list[list[float]]]]  # set, selector: for each question, one value a share


def measure(questions: Sequence[Question], selector: Selector, score: Callable[..., float]) -> list[list[float]]:
    """Return the score of every question at every share."""
    return [[score(question, selector(question, share)) for share in SHARES] for question in questions]


def milliseconds(questions: Sequence[Question], selector: Selector) -> float:
    """Return the median time of one call on text that was never read before."""
    times = []
    for question in questions:
        fresh = replace(question)  # without its remembered sentences
        start = perf_counter()
        selector(fresh, PARTS_SHARE)
        times.append(1000 * (perf_counter() - start))
    return float(np.median(times))


def percentages(values: Sequence[Sequence[float]]) -> str:
    """Write the means for the four shares."""
    return " / ".join(f"{100 * fmean(column):.1f}" for column in zip(*values, strict=True))


def differences(ours: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> list[tuple[float, float, float]]:
    """Return mean, low and high end of the paired difference for each share, in points."""
    made = []
    for one, two in zip(zip(*ours, strict=True), zip(*other, strict=True), strict=True):
        change = paired_bootstrap(one, two, rng=np.random.default_rng(0))
        made.append((100 * change.mean, 100 * change.low, 100 * change.high))
    return made


def shown(changes: Sequence[tuple[float, float, float]]) -> str:
    """Write differences with their intervals; bold where the interval leaves out zero."""
    cells = []
    for mean, low, high in changes:
        text = f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"
        cells.append(f"**{text}**" if low > 0 or high < 0 else text)
    return " | ".join(cells)


def answers_table(figures: Figures, sets: Sequence[str]) -> str:
    """Write one row a selector, one column a set."""
    lines = [
        "| selector | " + " | ".join(f"{NAMES.get(name, name)} ({len(figures[name]['BM25'])})" for name in sets) + " |",
        "|---|" + "---|" * len(sets),
    ]
    for selector in SELECTORS:
        cells = [percentages(figures[name][selector]) for name in sets]
        lines.append(f"| {selector} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def differences_table(figures: Figures) -> str:
    """Write our lead over BM25 on every set, and on each half of its questions."""
    lines = ["| set | 10 % | 20 % | 30 % | 50 % | halves, mean of the four |", "|---|---|---|---|---|---|"]
    for name, systems in figures.items():
        ours, other = np.array(systems["reprank"]), np.array(systems["BM25"])
        halves = [100 * float((ours[half::2] - other[half::2]).mean()) for half in (0, 1)]
        parts = " / ".join(f"{value:+.1f}" for value in halves)
        lines.append(
            f"| {NAMES.get(name, name)} | {shown(differences(systems['reprank'], systems['BM25']))} | {parts} |"
        )
    return "\n".join(lines)


def means_table(figures: Figures) -> str:
    """Write the mean over sets and the mean over the languages of XQuAD."""
    groups = {
        "mean of all sets": [*ENGLISH, *LANGUAGES],
        "XQuAD, mean of 12 languages": ["xquad-en", *LANGUAGES],
        "QMSum: share of kept words in relevant turns": [MEETINGS],
    }
    lines = ["| selector | " + " | ".join(groups) + " |", "|---|" + "---|" * len(groups)]
    for selector in SELECTORS:
        cells = [
            percentages([np.mean(figures[name][selector], axis=0).tolist() for name in names])
            for names in groups.values()
        ]
        lines.append(f"| {selector} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def parts_table(sets: dict[str, list[Question]]) -> tuple[str, dict[str, dict[str, float]]]:
    """Switch off one part after the other."""
    names = [*ENGLISH, "xquad-ru", "xquad-th"]
    results: dict[str, dict[str, float]] = {}
    for label, settings in PARTS.items():
        selector = with_settings(Coverage(query=settings))
        results[label] = {
            name: 100 * fmean(all_kept(question, selector(question, PARTS_SHARE)) for question in sets[name])
            for name in names
        }
    lines = ["| | " + " | ".join(NAMES.get(name, name) for name in names) + " |", "|---|" + "---:|" * len(names)]
    lines += [
        f"| {label} | " + " | ".join(f"{values[name]:.1f}" for name in names) + " |"
        for label, values in results.items()
    ]
    return "\n".join(lines), results


def thresholds_table(sets: dict[str, list[Question]]) -> tuple[str, dict[str, dict[str, list[float]]]]:
    """Measure what a threshold keeps, and how many questions stay answerable."""
    results: dict[str, dict[str, list[float]]] = {}
    for threshold in THRESHOLDS:
        results[str(threshold)] = {}
        for name in ENGLISH:
            kept, answered = [], []
            for question in sets[name]:
                made = compress(question.chunks, question.text, threshold=threshold)
                spans = [(i, a, b) for i, chunk in enumerate(made.chunks) for a, b in chunk.kept]
                kept.append(sum(len(chunk.text.split()) for chunk in made.chunks) / max(question.words, 1))
                answered.append(all_kept(question, spans))
            results[str(threshold)][name] = [100 * fmean(kept), 100 * fmean(answered)]
    lines = ["| threshold | " + " | ".join(NAMES[name] for name in ENGLISH) + " |", "|---|" + "---|" * len(ENGLISH)]
    for label, values in results.items():
        cells = [f"{values[name][0]:.0f} % kept, {values[name][1]:.1f} answerable" for name in ENGLISH]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines), results


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int, help="questions of each set: a first look, nothing is written")
    options = parser.parse_args()
    names = [*ENGLISH, *LANGUAGES, MEETINGS]
    sets = {name: list(read_questions(options.data / "questions" / f"{name}.jsonl", options.limit)) for name in names}
    times = {
        name: {label: milliseconds(sets[name][:20], selector) for label, selector in SELECTORS.items()}
        for name in (*ENGLISH, MEETINGS)
    }
    figures: Figures = {}
    for name, questions in sets.items():
        score = relevant_share if name == MEETINGS else all_kept
        figures[name] = {label: [] for label in SELECTORS}
        for question in questions:
            fresh = replace(question)
            for label, selector in SELECTORS.items():
                figures[name][label] += measure([fresh], selector, score)
        print(name, {label: percentages(values) for label, values in figures[name].items()}, flush=True)
    written = options.limit is None
    report: dict[str, object] = {"shares": SHARES, "sets": summary_of(figures), "milliseconds": times}
    tables = {
        "answers": answers_table(figures, ENGLISH),
        "means": means_table(figures),
        "differences": differences_table(figures),
        "times": times_table(times),
    }
    publish(tables, report, written=written)
    table, report["parts"] = parts_table(sets)
    publish({"parts": table}, report, written=written)
    table, report["thresholds"] = thresholds_table(sets)
    publish({"thresholds": table}, report, written=written)


def summary_of(figures: Figures) -> dict[str, object]:
    """Return the means of every set and our lead over BM25."""
    return {
        name: {
            "questions": len(systems["BM25"]),
            "kept": {label: [round(100 * fmean(c), 2) for c in zip(*v, strict=True)] for label, v in systems.items()},
            "over BM25": [[round(x, 2) for x in change] for change in differences(systems["reprank"], systems["BM25"])],
        }
        for name, systems in figures.items()
    }


def times_table(times: dict[str, dict[str, float]]) -> str:
    """Write milliseconds, one row a selector."""
    lines = [
        "| selector | " + " | ".join(NAMES.get(name, name) for name in times) + " |",
        "|---|" + "---:|" * len(times),
    ]
    lines += [
        f"| {label} | " + " | ".join(f"{values[label]:.1f}" for values in times.values()) + " |" for label in SELECTORS
    ]
    return "\n".join(lines)


def publish(tables: dict[str, str], report: dict[str, object], *, written: bool) -> None:
    """Print tables; write them and the figures if all questions were asked."""
    for name, table in tables.items():
        print(table, "\n", flush=True)
        if written:
            write_between(GUIDE if name == "thresholds" else PAGE, name, table)
    if written:
        (RESULTS / "questions.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
