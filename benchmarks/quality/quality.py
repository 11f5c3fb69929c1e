"""Measure every system on every development set and write the tables of docs/lab/quality.md and README.md.

    python -m benchmarks.quality.quality ../shared/data

It compares all systems on English sets, on sets in other languages and on keyphrases. Numbers go to
docs/results/*.json; tables go between the lines <!-- quality:begin --> and <!-- quality:end --> of both documents. With
``--limit`` both go to build/quality/ instead. Outputs hold sentences of the data and stay in build/quality/, with a
page for each group; a run that was interrupted continues from them if the code that makes summaries is the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.data.split import held_back
from benchmarks.models.fit_sfour import LEARNED
from benchmarks.report import RESULTS, ROOT, write_between
from reprank.cli.evaluate import show_progress
from reprank.evaluation.experiment import Results, RunOptions, run
from reprank.evaluation.reporting import page, results_json
from reprank.evaluation.reporting import tables as report
from reprank.evaluation.reporting.rows import ReportOptions, SystemRow, Table, tables
from reprank.evaluation.sets import NamedSet, ReadOptions, SummarySet, read_set
from reprank.evaluation.significance import Estimate
from reprank.progress import ProgressLine

WORK = ROOT / "build" / "quality"
TIME_LIMIT_SECONDS = 60.0  # for one cluster
# What README.md shows: the metric of each group with its title, and the systems with their names.
README_METRICS = {
    "english": ("rouge-1", "English summaries, ROUGE-1"),
    "languages": ("rouge-1", "French, Greek, Vietnamese, ROUGE-1"),
    "keyphrases": ("keyphrases@10", "keywords, F1@10"),
}
README_ROWS = {
    "reprank": "**RepRank**",
    "sfour": "SFOUR (learned weights)",
    "lexrank": "LexRank",
    "icsi": "ICSI",
    "textrank": "TextRank",
    "lead": "first sentences",
    "tf-idf": "tf-idf phrases",
    "reprank-paper": "the paper as printed",
}
SHOWN_SYSTEMS = 11
HELD_BACK_SYSTEMS = 8
DEVELOPMENT = "The sets are development sets: RepRank's settings were chosen on them."

# Systems that are not the authors' own: what was built where their papers leave something open.
RECONSTRUCTIONS = {
    "sfour": "the coverage model of Sipos et al. (2012) with features and a learner of our own",
    "sparse": "an objective based on the description by Liu et al. (2015), not from their equations or code",
    "affinity-walk": "based on the abstract of Wang et al. (2017) and on what later papers write about it",
    "mutual-reinforcement": "the equations of Wan et al. (2007) with word similarities of the input, not of a corpus",
    "icsi": "the concept weights and optimum of Gillick et al. (2009); any room left over is filled greedily",
    "lead": "the first sentence of each document in turn; `lead-latest` is NIST's Lead of DUC 2007",
}


@dataclass(frozen=True)
class Group:
    """Sets that are averaged together; a number keeps only the first clusters of a large one."""

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
    parser.add_argument("--limit", type=int, help="clusters of each set, for a quick look that writes no document")
    options = parser.parse_args()
    start = time.monotonic()
    measured = [_measure(group, options.data, options.workers, options.limit) for group in GROUPS]
    minutes = (time.monotonic() - start) / 60
    long, short = _pages(measured)
    if options.limit is None:
        write_between(ROOT / "docs" / "lab" / "quality.md", "quality", f"\n{long}\n")
        write_between(ROOT / "README.md", "quality", f"\n{short}\n")
    else:
        (WORK / "quality.md").write_text(long, encoding="utf-8")
        (WORK / "readme.md").write_text(short, encoding="utf-8")
    print(f"{sum(len(results.outcomes) for _, results, _ in measured)} runs, {minutes:.1f} minutes this time")
    return 0


Measured = tuple[Group, Results, tuple[Table, ...]]


def _measure(group: Group, data: Path, workers: int | None, limit: int | None) -> Measured:
    sets = read_group(group, data, limit)
    with ProgressLine("runs") as line:
        results = run(
            sets,
            options=RunOptions(time_limit=TIME_LIMIT_SECONDS),
            workers=workers,
            resume=WORK / f"{group.name}.jsonl",
            progress=partial(show_progress, line),
        )
    options = ReportOptions()
    found = tables(results, options)
    (WORK / f"{group.name}.html").write_text(page.page(results, found, options), encoding="utf-8")
    target = (RESULTS if limit is None else WORK) / f"{group.name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(results_json.to_json(results, found, options, outcomes=False), encoding="utf-8")
    print(report.text(found[:1], options))
    return group, results, found


def read_group(group: Group, data: Path, limit: int | None = None) -> list[NamedSet]:
    """Read the sets of a group, each cut to its number and to the limit."""
    return [_read(data / group.folder / f"{name}.jsonl", most, limit) for name, most in group.sets.items()]


def _read(path: Path, most: int | None, limit: int | None) -> NamedSet:
    limits = [number for number in (most, limit) if number is not None]
    return read_set(path, path.stem, ReadOptions(limit=min(limits, default=None)))


def _pages(measured: Sequence[Measured]) -> tuple[str, str]:
    """Write what goes into docs/lab/quality.md and into README.md."""
    long = [
        part for group, results, found in measured for part in (f"## {group.title}", *_document(group, results, found))
    ]
    long.append(_reconstructions(measured))
    note = f"{DEVELOPMENT}{_best_note(measured)} [Quality](docs/lab/quality.md) lists all systems and sets."
    short = f"{_overview(measured)}\n\n{note}"
    return "\n\n".join(long), short


def _document(group: Group, results: Results, found: Sequence[Table]) -> list[str]:
    """Write the mean over sets, all sets next to each other, SFOUR apart, and the held-back part."""
    options = ReportOptions()
    seconds = sum(outcome.seconds or 0.0 for outcome in results.outcomes)
    cut = ", ".join(f"the first {most} of {name}" for name, most in group.sets.items() if most is not None)
    remark = (
        f"{len(results.outcomes):,} runs in {seconds / 60:.0f} min of core time with RepRank {results.build}"
        f"{f'; of large sets, only {cut}' if cut else ''}. [results/{group.name}.json](../results/{group.name}.json) "
        "lists every number."
    )
    unlearned = _without_learned(results)
    apart = [_sfour_apart(tables(unlearned, options)[0], found[0])] if unlearned else []
    reserved = held_back(results)
    reserved_part = [_held_back(tables(reserved, options)[0], found[0])] if reserved else []
    # Every system in English; elsewhere the best ones, because docs/results has the others.
    shown = found[0] if group.name == "english" else replace(found[0], rows=tuple(_shown(found[0])))
    return [remark, report.markdown_table(shown, options), _beside(found), *apart, *reserved_part]


def _held_back(reserved: Table, every: Table) -> str:
    """Show the best systems on the part of every set that no script chooses settings on."""
    names = [row.system for row in reserved.rows if not row.saw_references]
    shown = {"reprank", "lead", *names[:HELD_BACK_SYSTEMS]}
    titles = " | ".join(f"{report.metric_label(metric)} | Δ" for metric in reserved.metrics[:2])
    lines = [
        f"On the [held-back part](data.md) alone, {reserved.items} of {every.items}:",
        "",
        f"| system | {titles} |",
        "|---|" + "---:|" * (2 * len(reserved.metrics[:2])),
    ]
    lines += [f"| {row.system} | {_scores(row, reserved)} |" for row in reserved.rows if row.system in shown]
    return "\n".join(lines)


def _without_learned(results: Results) -> Results | None:
    """Leave out the clusters that SFOUR's weights were learned on; ``None`` if there are none or nothing is left."""
    kept: dict[str, set[str]] = {}
    for named in results.sets:
        if not isinstance(named, SummarySet):
            return None
        clusters = named.clusters[1::2] if named.name in LEARNED else named.clusters
        kept[named.name] = {cluster.id for cluster in clusters}
    if not set(kept) & set(LEARNED) or not all(kept.values()):
        return None
    sets = tuple(
        replace(named, clusters=tuple(cluster for cluster in named.clusters if cluster.id in kept[named.name]))
        for named in results.sets
        if isinstance(named, SummarySet)
    )
    outcomes = tuple(outcome for outcome in results.outcomes if outcome.id in kept[outcome.set])
    return replace(results, sets=sets, outcomes=outcomes)


def _sfour_apart(unlearned: Table, every: Table) -> str:
    """Explain what SFOUR learned from, and show it and the best systems on the other clusters."""
    names = [row.system for row in unlearned.rows if not row.saw_references]
    shown = {"reprank", "sfour", *names[:6]}
    titles = " | ".join(f"{report.metric_label(metric)} | Δ" for metric in unlearned.metrics)
    lines = [
        f"SFOUR's weights were learned on every other cluster of {', '.join(LEARNED)}, so above it is measured in part "
        f"on its own training data. Without these clusters, on {unlearned.items} of {every.items}:",
        "",
        f"| system | {titles} |",
        "|---|" + "---:|" * (2 * len(unlearned.metrics)),
    ]
    lines += [f"| {row.system} | {_scores(row, unlearned)} |" for row in unlearned.rows if row.system in shown]
    return "\n".join(lines)


def _reconstructions(measured: Sequence[Measured]) -> str:
    """List the systems that are reconstructions, if they take part."""
    systems = {row.system for _, _, found in measured for row in found[0].rows}
    lines = [f"- `{name}`: {what}" for name, what in RECONSTRUCTIONS.items() if name in systems]
    return "\n".join(
        [
            "## Which systems are reconstructions",
            "",
            "These systems differ from what their authors ran, or fill in what their papers leave open:",
            "",
            *lines,
        ]
    )


def _best_note(measured: Sequence[Measured]) -> str:
    """Name the best system of the first group and its lead."""
    _, _, found = measured[0]
    winner = found[0].winners[found[0].metrics[0]]
    if winner.second is None or winner.lead is None or winner.tied:
        return ""
    lead = f"{100 * winner.lead.mean:.2f} points [{report.interval(winner.lead)}] ahead of {winner.second}"
    return f" On English summaries, {winner.system} comes first, {lead} (p = {winner.lead.p_value:.4f})."


def _shown(table: Table) -> list[SystemRow]:
    """Return the best systems and those that a reader looks for; docs/results has all of them."""
    rows = [row for row in table.rows if not row.saw_references]
    shown = {"oracle", "lead", "reprank-paper", *(row.system for row in rows[:SHOWN_SYSTEMS])}
    return [row for row in table.rows if row.system in shown]


def _beside(found: Sequence[Table]) -> str:
    """Write all sets beside each other: two metrics a cell, those of the best system in bold; the oracle is not one."""
    mean, *single = found
    shown = mean.metrics[:2]
    labels = " / ".join(report.metric_label(metric) for metric in shown)
    lines = [f"{labels}, set by set:", "", "| system | " + " | ".join(table.name for table in single) + " |"]
    lines.append("|---|" + "---:|" * len(single))
    for row in _shown(mean):
        cells = []
        for table in single:
            own = next(other for other in table.rows if other.system == row.system)
            cells.append(" / ".join(_bold(table, own.system, metric, own.scores.get(metric)) for metric in shown))
        lines.append(f"| {row.system} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _bold(table: Table, system: str, metric: str, estimate: Estimate | None) -> str:
    number = "–" if estimate is None else f"{100 * estimate.mean:.1f}"
    best = metric in table.winners and system in table.winners[metric]
    return f"**{number}**" if best else number


def _overview(measured: Sequence[Measured]) -> str:
    """Write the small table of the README: one line a system, one column a group of sets, means over the sets."""
    columns = {group.name: {row.system: row for row in found[0].rows} for group, _, found in measured}
    metrics = {group.name: README_METRICS[group.name] for group, _, _ in measured}
    lines = [
        "| system | "
        + " | ".join(f"{title} (n = {_items(measured, name)})" for name, (_, title) in metrics.items())
        + " |",
        "|---|" + "---:|" * len(columns),
    ]
    for name, label in README_ROWS.items():
        cells = []
        for group, rows in columns.items():
            row = rows.get(name)
            cells.append(report.percent(row.scores.get(metrics[group][0])) if row else "")
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _items(measured: Sequence[Measured], name: str) -> int:
    return next(found[0].items for group, _, found in measured if group.name == name)


def _scores(row: SystemRow, table: Table) -> str:
    """Write two metrics with their differences."""
    return " | ".join(
        f"{report.percent(row.scores.get(metric))} | "
        + report.difference(row.differences.get(metric)).replace("*", "\\*")
        for metric in table.metrics[:2]
    )


if __name__ == "__main__":
    sys.exit(main())
