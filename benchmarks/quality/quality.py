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

from reprank.cli.evaluate import Bar
from reprank.evaluation.experiment import Conditions, Results, run
from reprank.evaluation.reporting import page
from reprank.evaluation.reporting import tables as report
from reprank.evaluation.reporting.standings import Table, View, tables
from reprank.evaluation.sets import NamedSet, Reading, SummarySet, read_set
from reprank.evaluation.significance import Estimate

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- quality:begin -->", "<!-- quality:end -->"
TIME_LIMIT = 60.0  # seconds for one cluster
IN_README = (
    "reprank", "lexrank", "textrank", "icsi", "affinity-walk", "submodular", "centroid", "lead", "reprank-paper",
    "oracle",
)  # fmt: skip


@dataclass(frozen=True)
class Group:
    """Sets that are averaged together; a number keeps the first so many of a large one."""

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
    parser.add_argument("--limit", type=int, help="at most so many of each set: a quick look that writes no document")
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
    sets = [_read(data / group.folder / f"{name}.jsonl", most, limit) for name, most in group.sets.items()]
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
        target = ROOT / "docs" / "results" / f"{group.name}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(report.to_json(results, found, view, outcomes=False), encoding="utf-8")
    print(report.text(found[:1], view))
    return group, results, found


def _read(path: Path, most: int | None, limit: int | None) -> NamedSet:
    limits = [number for number in (most, limit) if number is not None]
    return read_set(path, path.stem, Reading(limit=min(limits, default=None)))


def _write_documents(measured: Sequence[Measured]) -> None:
    long = [
        part for group, results, found in measured for part in (f"## {group.title}", *_document(group, results, found))
    ]
    _fill(ROOT / "docs" / "quality.md", "\n\n".join(long))
    _fill(ROOT / "README.md", "\n\n".join(_overview(group, found[0]) for group, _, found in measured))


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
        f"<details><summary>{report.headline(table)}</summary>\n\n{report.markdown_table(table, view)}\n\n</details>"
        for table in found[1:]
    ]
    return [remark, report.markdown_table(found[0], view), _beside(found), *folds]


def _beside(found: Sequence[Table]) -> str:
    """Write all sets beside each other: two metrics a cell, the best unaided system's in bold."""
    mean, *single = found
    shown = mean.metrics[:2]
    labels = " / ".join(report.metric_label(metric) for metric in shown)
    lines = [f"{labels}, set by set:", "", "| system | " + " | ".join(table.name for table in single) + " |"]
    lines.append("|---|" + "---:|" * len(single))
    for row in mean.rows:
        cells = []
        for table in single:
            own = next(other for other in table.rows if other.system == row.system)
            cells.append(" / ".join(_bold(table, own.system, metric, own.scores.get(metric)) for metric in shown))
        lines.append(f"| {row.system} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _bold(table: Table, system: str, metric: str, estimate: Estimate | None) -> str:
    number = "–" if estimate is None else f"{100 * estimate.mean:.1f}"
    best = metric in table.winners and table.winners[metric].system == system
    return f"**{number}**" if best else number


def _overview(group: Group, table: Table) -> str:
    """Write the short table of the README: the mean over sets for the systems that people know."""
    summaries = isinstance(table.sets[0], SummarySet)
    rows = [row for row in table.rows if not summaries or row.system in IN_README]
    metrics = table.metrics[:2]
    titles = [f"{report.metric_label(metric)} | Δ" for metric in metrics]
    lines = [
        f"**{group.title}**: mean over {len(table.sets)} sets, {table.items} {'clusters' if summaries else 'texts'}",
        "",
    ]
    lines += ["| system | " + " | ".join(titles) + " | seconds |", "|---|" + "---:|" * (2 * len(metrics) + 1)]
    for row in rows:
        cells = [
            f"{report.percent(row.scores.get(metric))} | "
            + report.difference(row.differences.get(metric)).replace("*", "\\*")
            for metric in metrics
        ]
        lines.append(f"| {report.marked(row)} | " + " | ".join(cells) + f" | {report.duration(row.seconds)} |")
    return "\n".join(lines)


def _fill(path: Path, content: str) -> None:
    """Put content between the markers; a document without them is left alone and named."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        print(f"{path.name} has no lines {BEGIN} and {END}: left alone", file=sys.stderr)
        return
    path.write_text(f"{before}{begin}\n\n{content}\n\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
