"""Results to one self-contained HTML page: sortable tables, plots, and outputs beside references."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from reprank.evaluation.experiment import Results, items
from reprank.evaluation.flaws import MEASURES
from reprank.evaluation.jobs import Outcome
from reprank.evaluation.reporting.excerpts import side_by_side
from reprank.evaluation.reporting.plots import Dot, box_plot, scatter
from reprank.evaluation.reporting.rows import ReportOptions, SystemRow, Table, differences
from reprank.evaluation.reporting.tables import (
    READING_NOTE,
    SHOWN,
    difference,
    duration,
    headline,
    interval,
    marked,
    metric_label,
    notes,
    percent,
    reading_measures,
    share,
    signatures,
    significance_notes,
    stars,
    winner_line,
)
from reprank.evaluation.sets import NamedSet, SummarySet

MAX_SHOWN_CLUSTERS = 20  # of a set, written out
MAX_SHOWN_CHARACTERS = 4_000_000  # of all written out clusters of the page, roughly


def page(results: Results, tables: Sequence[Table], options: ReportOptions) -> str:
    """Write the page."""
    sections = "".join(_section(number, table, results, options) for number, table in enumerate(tables))
    links = "".join(f'<a href="#t{number}">{escape(table.name)}</a>' for number, table in enumerate(tables))
    settings = "".join(f"<li><code>{escape(line)}</code></li>" for line in signatures(tables))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>RepRank evaluation</title><style>{_beside('.css')}</style></head><body>"
        f"<header><h1>Evaluation</h1><p>{escape(_subject(results, tables))}</p><nav>{links}</nav></header>"
        f"<main>{sections}</main><footer><h2>Settings of the scores</h2><ul>{settings}</ul></footer>"
        f"<script>{_beside('.js')}</script></body></html>\n"
    )


def _beside(suffix: str) -> str:
    """Read the file beside this one that has another suffix."""
    return Path(__file__).with_suffix(suffix).read_text(encoding="utf-8")


def _subject(results: Results, tables: Sequence[Table]) -> str:
    systems = {row.system for table in tables for row in table.rows}
    done = sum(outcome.error is None for outcome in results.outcomes)
    failed = len(results.outcomes) - done
    count = sum(len(items(named)) for named in results.sets)
    return (
        f"{len(systems)} systems on {count} clusters or texts of {len(results.sets)} sets: {done} outputs, "
        f"{failed} failures. RepRank {results.build}."
    )


def _section(number: int, table: Table, results: Results, options: ReportOptions) -> str:
    names = {named.name for named in table.sets}
    outcomes = [outcome for outcome in results.outcomes if outcome.set in names]
    winners = "".join(
        f"<li>{escape(winner_line(metric, winner, options.score))}</li>" for metric, winner in table.winners.items()
    )
    remarks = "".join(f'<p class="note">{escape(note)}</p>' for note in [*significance_notes(table), *notes(table)])
    only = table.sets[0] if len(table.sets) == 1 else None
    return (
        f'<section class="set" id="t{number}"><h2>{escape(headline(table))}</h2>'
        f'<ul class="winners">{winners}</ul>{_table(table, options)}{remarks}'
        f'<div class="plots">{_plots(table, outcomes, options)}</div>'
        f"{_excerpts(only, outcomes, results, options) if only else ''}</section>"
    )


def _table(table: Table, options: ReportOptions) -> str:
    against = f"difference from {table.against}" if table.against else "difference"
    groups = "".join(
        f'<th colspan="3" class="group">{escape(metric_label(metric, options.score))}</th>' for metric in table.metrics
    )
    shown = SHOWN[options.score] if isinstance(table.sets[0], SummarySet) else "mean"
    titles = "".join(
        f'<th>{shown}</th><th>95%</th><th title="{escape(against)}; * p < .05, ** p < .01">Δ</th>'
        for _ in table.metrics
    )
    rows = "".join(_row(row, table) for row in table.rows)
    measures = reading_measures(table)
    group = f'<th colspan="{len(measures)}" class="group">reading</th>' if measures else ""
    names = "".join(f"<th>{escape(MEASURES[name])}</th>" for name in measures)
    explained = f" {READING_NOTE[0].upper()}{READING_NOTE[1:]}." if measures else ""
    return (
        f'<div class="wide"><table class="sortable"><thead><tr><th></th>{groups}<th></th><th></th>{group}</tr>'
        f'<tr class="keys"><th>system</th>{titles}<th>seconds</th><th>done</th>{names}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="note">Means × 100 with their 95% bootstrap interval; Δ is the '
        f"{escape(against)}, * p &lt; .05, ** p &lt; .01; seconds are the mean for one.{escape(explained)} "
        "A click on a title sorts.</p>"
    )


def _row(row: SystemRow, table: Table) -> str:
    cells = []
    for metric in table.metrics:
        estimate, comparison = row.scores.get(metric), row.differences.get(metric)
        best = metric in table.winners and row.system in table.winners[metric]
        sure = comparison is not None and stars(comparison.p_value)
        side = ("up" if comparison.mean > 0 else "down") if comparison and sure else ""
        cells.append(_cell(percent(estimate), estimate.mean if estimate else None, "best" if best else ""))
        cells.append(_cell(interval(estimate), estimate.low if estimate else None, "soft"))
        cells.append(_cell(difference(comparison), comparison.mean if comparison else 0.0, side))
    cells.append(_cell(duration(row.seconds), row.seconds))
    cells.append(_cell(f"{row.finished}/{table.items}", row.finished, "" if row.finished == table.items else "down"))
    cells += [_cell(share(row, name), row.reading.get(name), "soft") for name in reading_measures(table)]
    kind = ' class="favourite"' if row.system == table.against else ' class="informed"' if row.saw_references else ""
    return f'<tr{kind}><th scope="row" data-v="{escape(row.system)}">{escape(marked(row))}</th>{"".join(cells)}</tr>'


def _cell(text: str, value: float | None, kind: str = "") -> str:
    number = "" if value is None or not math.isfinite(value) else f"{value:.9g}"
    return f'<td data-v="{number}" class="{kind}">{escape(text)}</td>'


def _plots(table: Table, outcomes: Sequence[Outcome], options: ReportOptions) -> str:
    """Draw quality against time by the second metric, where there is one, and the differences by the first two.

    Systems that saw the references are left out: their scores would compress the scale of the others.
    """
    metric = table.metrics[min(1, len(table.metrics) - 1)]
    label = metric_label(metric, options.score)
    points = [
        Dot(row.system, row.seconds, 100 * row.scores[metric].mean, row.system == table.against)
        for row in table.rows
        if row.seconds is not None and metric in row.scores and not row.saw_references
    ]
    drawn = []
    if table.against:
        rivals = [row for row in table.rows if row.system != table.against and not row.saw_references]
        for shown in table.metrics[:2]:
            sure = {row.system for row in rivals if shown in row.differences and stars(row.differences[shown].p_value)}
            found = differences(outcomes, shown, against=table.against, score=options.score)
            title = f"{metric_label(shown, options.score)}: each cluster's difference from {table.against}"
            boxes = {row.system: found[row.system] for row in rivals if row.system in found}
            drawn.append(box_plot(boxes, title=title, against=table.against, sure=sure))
    drawn.append(scatter(points, title=f"{label} against time, {table.name}", metric=label))
    return "".join(f"<figure>{plot}</figure>" for plot in drawn if plot)


def _excerpts(named: NamedSet, outcomes: Sequence[Outcome], results: Results, options: ReportOptions) -> str:
    """Write the first clusters out, as many as the page has room for, and say how many are left out."""
    every = items(named)
    shown = every[: _room(outcomes, len(every), len(results.sets))]
    by_item: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_item.setdefault(outcome.id, []).append(outcome)
    blocks = "".join(
        f"<details><summary>{escape(item.id)}</summary>"
        f"{side_by_side(named, item, by_item[item.id], options.score)}</details>"
        for item in shown
    )
    legend = (
        "Marked in an output: pairs of words that occur in a reference. Marked in a reference: pairs that some system "
        "found; a stronger mark means more systems. Numbers are the scores in the order of the table."
        if isinstance(named, SummarySet)
        else "Marked: gold phrases that were found; a stronger mark in the gold means more systems."
    )
    count = f"the first {len(shown)} of {len(every)}" if len(shown) < len(every) else f"all {len(every)}"
    return (
        f'<details class="excerpts"><summary>References and outputs side by side ({count})</summary>'
        f'<p class="note">{legend}</p>{blocks}</details>'
    )


def _room(outcomes: Sequence[Outcome], count: int, sets: int) -> int:
    typical = 2 * sum(sum(map(len, outcome.output)) + 100 for outcome in outcomes) / max(count, 1)
    return max(1, min(MAX_SHOWN_CLUSTERS, int(MAX_SHOWN_CHARACTERS / max(sets, 1) / max(typical, 1))))
