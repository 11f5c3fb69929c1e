"""Measure every system on every development set and write the tables of docs/quality.md and README.md.

    python -m benchmarks.quality.quality ../shared/data

It compares all systems on English sets, on sets in other languages and on keyphrases. Standings go to
docs/results/*.json; tables go between the lines <!-- quality:begin --> and <!-- quality:end --> of both documents.
Outputs hold sentences of the data and stay in build/quality/, with a page for each group; a run that was interrupted
takes them up again, as long as the code that makes summaries is the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import DOCS, RESULTS, ROOT, table, write_between
from reprank.cli.evaluate import Bar
from reprank.evaluation.experiment import Conditions, Results, run
from reprank.evaluation.reporting import page
from reprank.evaluation.reporting import tables as report
from reprank.evaluation.reporting.standings import Standing, Table, View, tables
from reprank.evaluation.sets import NamedSet, Reading, SummarySet, read_set
from reprank.evaluation.significance import Estimate

TIME_LIMIT = 60.0  # seconds for one cluster
IN_README = (
    "reprank", "lexrank", "textrank", "icsi", "affinity-walk", "submodular", "centroid", "lead", "reprank-paper",
    "oracle",
)  # fmt: skip


@dataclass(frozen=True)
class Group:
    """Sets that are averaged together; a number is how many clusters or texts of a large one are read."""

    name: str
    title: str
    folder: str
    sets: dict[str, int | None]


GROUPS = (
    Group(
        "english",
        "Summaries in English",
        "summaries",
        {
            "multiling-en": None,
            "multi-news": None,
            "multi-news-truncated": 100,
            "yelp": None,
            "amazon": None,
            "opinosis": None,
            "cnn": 150,
            "pubmed": 50,
            "squality": 40,
            "meetings": None,
        },
    ),
    Group(
        "languages",
        "Summaries in other languages",
        "summaries",
        {"multiling-fr": None, "multiling-el": None, "vietnamese": None},
    ),
    Group(
        "keyphrases",
        "Keyphrases",
        "keyphrases",
        {"inspec": 250, "semeval2010": 50, "semeval2017": None, "500n": 100, "wikinews-fr": None},
    ),
)


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/ and keyphrases/")
    parser.add_argument("--workers", type=int, help="processes (default: one a core)")
    parser.add_argument("--limit", type=int, help="at most this many of each set: a quick look that writes no page")
    options = parser.parse_args()
    start = time.monotonic()
    measured = [_measure(group, options.data, options.workers, options.limit) for group in GROUPS]
    minutes = (time.monotonic() - start) / 60
    if options.limit is None:
        _write_documents(measured)
    print(f"{sum(len(results.outcomes) for _, results, _ in measured)} runs, {minutes:.1f} minutes this time")
    return 0


Measured = tuple[Group, Results, tuple[Table, ...]]


def _measure(group: Group, data: Path, workers: int | None, limit: int | None) -> Measured:
    sets = read_group(group, data, limit)
    work = ROOT / "build" / "quality"
    with Bar() as bar:
        results = run(
            sets,
            conditions=Conditions(time_limit=TIME_LIMIT),
            workers=workers,
            resume=work / f"{group.name}.jsonl",
            progress=bar.show,
        )
    view = View()
    found = tables(results, view)
    (work / f"{group.name}.html").write_text(page.page(results, found, view), encoding="utf-8")
    if limit is None:
        RESULTS.mkdir(parents=True, exist_ok=True)
        (RESULTS / f"{group.name}.json").write_text(
            report.to_json(results, found, view, outcomes=False), encoding="utf-8"
        )
    print(report.text(found[:1], view))
    return group, results, found


def read_group(group: Group, data: Path, limit: int | None = None) -> list[NamedSet]:
    """Read the sets of a group, each cut to its number and to the limit."""
    return [_read(data / group.folder / f"{name}.jsonl", most, limit) for name, most in group.sets.items()]


def _read(path: Path, most: int | None, limit: int | None) -> NamedSet:
    limits = [number for number in (most, limit) if number is not None]
    return read_set(path, path.stem, Reading(limit=min(limits, default=None)))


def _write_documents(measured: Sequence[Measured]) -> None:
    long = [
        part for group, results, found in measured for part in (f"## {group.title}", *_document(group, results, found))
    ]
    write_between(DOCS / "quality.md", "quality", "\n\n".join(long))
    short = [_overview(group, found[0]) for group, _, found in measured]
    write_between(ROOT / "README.md", "quality", "\n\n".join(short))


def _document(group: Group, results: Results, found: Sequence[Table]) -> list[str]:
    """Write the mean over sets, all sets beside each other, and each set in full behind a fold."""
    view = View()
    seconds = sum(outcome.seconds or 0.0 for outcome in results.outcomes)
    cut = ", ".join(f"the first {most} of {name}" for name, most in group.sets.items() if most is not None)
    remark = (
        f"{len(results.outcomes):,} runs, {seconds / 60:.0f} minutes of one core, RepRank {results.build}"
        f"{f'; of large sets {cut}' if cut else ''}. Every number: [results/{group.name}.json]"
        f"(results/{group.name}.json)."
    )
    folds = [
        f"<details><summary>{report.headline(one)}</summary>\n\n{report.markdown_table(one, view)}\n\n</details>"
        for one in found[1:]
    ]
    return [remark, report.markdown_table(found[0], view), _beside(found), *folds]


def _beside(found: Sequence[Table]) -> str:
    """Write all sets beside each other: two metrics a cell, the best unaided system's in bold."""
    mean, *single = found
    shown = mean.metrics[:2]
    labels = " / ".join(report.metric_label(metric) for metric in shown)
    rows = [[row.system, *(_cell(one, row.system, shown) for one in single)] for row in mean.rows]
    return table(["system", *(one.name for one in single)], rows, caption=f"{labels}, set by set:")


def _cell(one: Table, system: str, metrics: Sequence[str]) -> str:
    row = next(other for other in one.rows if other.system == system)
    return " / ".join(_bold(one, system, metric, row.scores.get(metric)) for metric in metrics)


def _bold(one: Table, system: str, metric: str, estimate: Estimate | None) -> str:
    number = "–" if estimate is None else f"{100 * estimate.mean:.1f}"
    best = metric in one.winners and one.winners[metric].system == system
    return f"**{number}**" if best else number


def _overview(group: Group, mean: Table) -> str:
    """Write the short table of the README: the mean over sets for the systems that people know."""
    summaries = isinstance(mean.sets[0], SummarySet)
    metrics = mean.metrics[:2]
    head = ["system", *(title for metric in metrics for title in (report.metric_label(metric), "Δ")), "seconds"]
    rows = [
        [
            report.marked(row),
            *(cell for metric in metrics for cell in _score_and_difference(row, metric)),
            report.duration(row.seconds),
        ]
        for row in mean.rows
        if not summaries or row.system in IN_README
    ]
    items = f"{mean.items} {'clusters' if summaries else 'texts'}"
    return table(head, rows, caption=f"**{group.title}**: mean over {len(mean.sets)} sets, {items}")


def _score_and_difference(row: Standing, metric: str) -> tuple[str, str]:
    difference = report.difference(row.differences.get(metric)).replace("*", "\\*")
    return report.percent(row.scores.get(metric)), difference


if __name__ == "__main__":
    sys.exit(main())
