"""Tables to text, Markdown and JSON: scores with their intervals, the winner, times, and what failed.

Scores are shown times 100. A difference carries ``*`` for p < .05 and ``**`` for p < .01.
"""

from __future__ import annotations

import json
import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from reprank.evaluation.experiment import Results, items
from reprank.evaluation.reporting.standings import Standing, Table, View, Winner
from reprank.evaluation.results import to_fields
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.significance import Comparison, Estimate

COLUMNS = 100
PER_BLOCK = 2  # metrics beside each other, so that lines stay within the columns
SHOWN = {"f1": "F1", "recall": "recall", "precision": "precision"}


def metric_label(metric: str, score: str = "f1") -> str:
    """Name a metric as papers do.

    >>> metric_label("rouge-su4"), metric_label("keyphrases@10"), metric_label("keyphrases@5", "recall")
    ('R-SU4', 'F1@10', 'recall@5')
    """
    if metric.startswith("keyphrases"):
        return SHOWN[score] + metric.removeprefix("keyphrases")
    return metric.upper().replace("ROUGE", "R")


def stars(p_value: float) -> str:
    """Mark a difference that chance hardly makes."""
    return "**" if p_value < 0.01 else "*" if p_value < 0.05 else ""


def percent(estimate: Estimate | None) -> str:
    """Write a mean times 100."""
    return "–" if estimate is None else f"{100 * estimate.mean:.2f}"


def interval(estimate: Estimate | Comparison | None) -> str:
    """Write an interval times 100; an unbounded one is written as what it is: unknown.

    >>> interval(Estimate(0.3, 0.25, 0.35)), interval(Estimate(0.3, float("-inf"), float("inf")))
    ('25.0–35.0', '–')
    """
    if estimate is None or not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return "–"
    separator = " to " if estimate.low < 0 else "–"
    return f"{100 * estimate.low:.1f}{separator}{100 * estimate.high:.1f}"


def difference(comparison: Comparison | None) -> str:
    """Write a difference times 100 with its stars."""
    return "" if comparison is None else f"{100 * comparison.mean:+.2f}{stars(comparison.p_value)}"


def duration(seconds: float | None) -> str:
    """Write seconds with three figures.

    >>> duration(0.01234), duration(12.345), duration(None)
    ('0.0123', '12.3', '–')
    """
    return "–" if seconds is None else f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}"


def headline(table: Table) -> str:
    """Say in one line what a table is about."""
    first = table.sets[0]
    things = "clusters" if isinstance(first, SummarySet) else "texts"
    if len(table.sets) > 1:
        return f"{table.name}: {len(table.sets)} sets, {table.items} {things}"
    length = f"{first.words} words, " if isinstance(first, SummarySet) else ""
    left_out = "" if isinstance(first, SummarySet) or not first.unscorable else f", {len(first.unscorable)} left out"
    return f"{table.name}: {table.items} {things}, {length}{_language(first)}{left_out}"


def marked(row: Standing) -> str:
    """Name a system with the marks that the notes explain."""
    return row.system + (" ‡" if row.aided else "") + (" †" if row.failures else "")


def winner_line(metric: str, winner: Winner, score: str) -> str:
    """Say who is best by a metric and how sure that is."""
    line = f"best {metric_label(metric, score)}: {winner.system}"
    if winner.second is None or winner.lead is None:
        return line
    spread = interval(winner.lead)
    bounds = "" if spread == "–" else f" [{spread}]"
    return f"{line}, {100 * winner.lead.mean:.2f}{bounds} above {winner.second}, p = {winner.lead.p_value:.4f}"


def notes(table: Table) -> list[str]:
    """Explain the marks: who saw the references and what failed, each kind of mistake once, with an example."""
    lines = []
    aided = [row.system for row in table.rows if row.aided]
    if aided:
        lines.append(f"‡ {', '.join(aided)}: sees the references; a ceiling, not a rival")
    for row in table.rows:
        kinds = Counter((o.error.type, o.error.message) for o in row.failures if o.error)
        for (kind, message), count in kinds.most_common(3):
            example = next(o for o in row.failures if o.error and (o.error.type, o.error.message) == (kind, message))
            lines.append(
                f"† {row.system} failed on {count} of {table.items}, {example.set}/{example.id} first: "
                f"{kind}: {message[:200]}"
            )
        if len(kinds) > 3:
            lines.append(f"† {row.system}: {len(kinds) - 3} further kinds of failure; the JSON has them all")
    return lines


def signatures(tables: Iterable[Table]) -> list[str]:
    """List the settings of all scores, each once, with the sets that they belong to."""
    lines: dict[str, list[str]] = {}
    for table in tables:
        if len(table.sets) == 1:
            lines.setdefault(signature(table.sets[0], table.metrics), []).append(table.name)
    return [f"{', '.join(names)}: {line}" for line, names in lines.items()]


def signature(named: NamedSet, metrics: Sequence[str]) -> str:
    """Write the settings of a set's scores in one line."""
    if isinstance(named, SummarySet):
        return named.rouge.signature("+".join(metrics))
    return named.settings.signature


def text(tables: Sequence[Table], view: View) -> str:
    """Write tables for a terminal, at most 100 columns wide."""
    blocks = [_text_table(table, view) for table in tables]
    settings = "\n".join(signatures(tables))
    return "\n\n".join([*blocks, settings] if settings else blocks) + "\n"


def _text_table(table: Table, view: View) -> str:
    width = max(len("system"), *(len(marked(row)) for row in table.rows))
    lines = [headline(table)]
    for start in range(0, len(table.metrics), PER_BLOCK):
        metrics = table.metrics[start : start + PER_BLOCK]
        titles = (f"{metric_label(m, view.score):>8} {'95%':>12} {'Δ':<10}" for m in metrics)
        lines.append(f"{'system':<{width}}" + "".join(titles) + f"{'seconds':>8}")
        for row in table.rows:
            cells = "".join(
                f"{percent(row.scores.get(m)):>8} {interval(row.scores.get(m)):>12} "
                f"{difference(row.differences.get(m)):<10}"
                for m in metrics
            )
            lines.append(f"{marked(row):<{width}}{cells}{duration(row.seconds):>8}")
    winners = [winner_line(metric, winner, view.score) for metric, winner in table.winners.items()]
    remarks = (_wrapped(line) for line in [*winners, *_explanation(table, view)])
    return "\n".join([*lines, *remarks])


def _wrapped(line: str) -> str:
    return textwrap.fill(line, COLUMNS, subsequent_indent="  ", break_on_hyphens=False)


def _explanation(table: Table, view: View) -> list[str]:
    shown = SHOWN[view.score] if isinstance(table.sets[0], SummarySet) else "mean"
    against = f"; Δ from {table.against}, * p < .05, ** p < .01" if table.against else ""
    return [f"{shown} × 100 with its 95% interval{against}; seconds for one, mean", *notes(table)]


def markdown(tables: Sequence[Table], view: View) -> str:
    """Write tables as Markdown, the best unaided system of each metric in bold."""
    return "\n\n".join(markdown_table(table, view) for table in tables) + "\n"


def markdown_table(table: Table, view: View) -> str:
    """Write one table as Markdown."""
    titles = [cell for m in table.metrics for cell in (metric_label(m, view.score), "95%", "Δ")]
    lines = [f"**{headline(table)}**", "", "| system | " + " | ".join([*titles, "seconds"]) + " |"]
    lines.append("|---|" + "---:|" * (len(titles) + 1))
    for row in table.rows:
        cells = []
        for metric in table.metrics:
            mean = percent(row.scores.get(metric))
            best = metric in table.winners and table.winners[metric].system == row.system
            cells += [f"**{mean}**" if best else mean, interval(row.scores.get(metric))]
            cells.append(difference(row.differences.get(metric)).replace("*", "\\*"))
        lines.append("| " + " | ".join([marked(row), *cells, duration(row.seconds)]) + " |")
    winners = [winner_line(metric, winner, view.score) for metric, winner in table.winners.items()]
    remarks = [*winners, *(line.replace("*", "\\*") for line in _explanation(table, view))]
    return "\n".join([*lines, "", "<br>\n".join(line.replace("<", "&lt;") for line in remarks)])


def to_json(results: Results, tables: Sequence[Table], view: View, *, outcomes: bool = True) -> str:
    """Write everything as JSON: settings, standings and, unless unwanted, every outcome; no bound is ``null``."""
    fields: dict[str, object] = {
        "build": results.build,
        "conditions": asdict(results.conditions),
        "view": asdict(view),
        "sets": [_set_fields(table) for table in tables if len(table.sets) == 1],
        "tables": [_table_fields(table) for table in tables],
    }
    if outcomes:
        fields["outcomes"] = [to_fields(outcome) for outcome in results.outcomes]
    return json.dumps(fields, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _set_fields(table: Table) -> dict[str, object]:
    named = table.sets[0]
    return {
        "name": named.name,
        "kind": "summaries" if isinstance(named, SummarySet) else "keyphrases",
        "items": len(items(named)),
        "words": named.words if isinstance(named, SummarySet) else None,
        "language": _language(named),
        "unscorable": [] if isinstance(named, SummarySet) else list(named.unscorable),
        "signatures": {metric: signature(named, (metric,)) for metric in table.metrics},
    }


def _table_fields(table: Table) -> dict[str, object]:
    return {
        "name": table.name,
        "sets": [named.name for named in table.sets],
        "against": table.against,
        "systems": [_row_fields(row) for row in table.rows],
        "winners": {
            metric: {"system": w.system, "second": w.second, "lead": _bounded(w.lead) if w.lead else None}
            for metric, w in table.winners.items()
        },
    }


def _row_fields(row: Standing) -> dict[str, object]:
    return {
        "system": row.system,
        "scores": {metric: _bounded(estimate) for metric, estimate in row.scores.items()},
        "differences": {metric: _bounded(comparison) for metric, comparison in row.differences.items()},
        "seconds": row.seconds,
        "finished": row.finished,
        "failed": len(row.failures),
        "aided": row.aided,
    }


def _bounded(estimate: Estimate | Comparison) -> dict[str, float | None]:
    return {name: value if math.isfinite(value) else None for name, value in asdict(estimate).items()}


def _language(named: NamedSet) -> str:
    return named.rouge.language if isinstance(named, SummarySet) else named.settings.language
