"""Tables to text, Markdown and JSON: scores with their intervals, the best system, times, reading, and what failed.

Scores are shown times 100. A difference carries ``*`` for p < .05 and ``**`` for p < .01.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from reprank.evaluation.flaws import MEASURES
from reprank.evaluation.reporting.rows import ReportOptions, SystemRow, Table, Winner
from reprank.evaluation.sets import NamedSet, SummarySet
from reprank.evaluation.significance import BOOTSTRAP_MIN_PAIRS, Estimate, PairedDifference

MAX_COLUMNS = 100
BLOCK_METRICS = 2  # beside each other, so that lines stay within the columns
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
    """Mark a difference that is unlikely to be chance."""
    return "**" if p_value < 0.01 else "*" if p_value < 0.05 else ""


def percent(estimate: Estimate | None) -> str:
    """Write a mean times 100."""
    return "–" if estimate is None else f"{100 * estimate.mean:.2f}"


def is_bounded(estimate: Estimate | None) -> bool:
    """Whether there is an interval; a single value has none."""
    return estimate is not None and math.isfinite(estimate.low) and math.isfinite(estimate.high)


def interval(estimate: Estimate | None) -> str:
    """Write an interval times 100, a dash if there is none.

    >>> interval(Estimate(0.3, 0.25, 0.35)), interval(Estimate(0.3, float("-inf"), float("inf")))
    ('25.0–35.0', '–')
    """
    if estimate is None or not is_bounded(estimate):
        return "–"
    separator = " to " if estimate.low < 0 else "–"
    return f"{100 * estimate.low:.1f}{separator}{100 * estimate.high:.1f}"


def difference(comparison: PairedDifference | None) -> str:
    """Write a difference times 100 with its stars."""
    return "" if comparison is None else f"{100 * comparison.mean:+.2f}{stars(comparison.p_value)}"


def duration(seconds: float | None) -> str:
    """Write seconds with three figures.

    >>> duration(0.01234), duration(12.345), duration(None)
    ('0.0123', '12.3', '–')
    """
    return "–" if seconds is None else f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}"


def headline(table: Table) -> str:
    """Describe a table in one line."""
    first = table.sets[0]
    things = "clusters" if isinstance(first, SummarySet) else "texts"
    if len(table.sets) > 1:
        return f"{table.name}: {len(table.sets)} sets, {table.items} {things}"
    length = f"{first.words} words, " if isinstance(first, SummarySet) else ""
    left_out = "" if isinstance(first, SummarySet) or not first.unscorable else f", {len(first.unscorable)} left out"
    return f"{table.name}: {table.items} {things}, {length}{language_of(first)}{left_out}"


def marked(row: SystemRow) -> str:
    """Name a system with the marks that the notes explain."""
    return row.system + (" ‡" if row.saw_references else "") + (" †" if row.failures else "")


def winner_line(metric: str, winner: Winner, score: str) -> str:
    """Name the best system by a metric, its lead, and how sure the lead is."""
    label = metric_label(metric, score)
    if winner.tied:
        line = f"best {label}: a tie of {', '.join([winner.system, *winner.tied])}"
    else:
        line = f"best {label}: {winner.system}"
    if winner.second is None or winner.lead is None:
        return line
    bounds = f" [{interval(winner.lead)}]" if is_bounded(winner.lead) else ""
    return f"{line}, {100 * winner.lead.mean:.2f}{bounds} above {winner.second}, p = {winner.lead.p_value:.4f}"


def reading_measures(table: Table) -> list[str]:
    """Return the reading measures that some row has, in order; none for keyphrases."""
    return [name for name in MEASURES if any(name in row.reading for row in table.rows)]


def share(row: SystemRow, measure: str) -> str:
    """Write a reading measure in percent."""
    return f"{100 * row.reading[measure]:.1f}" if measure in row.reading else "–"


def notes(table: Table) -> list[str]:
    """Explain the marks: which systems saw the references, are too long or failed; each kind of failure once."""
    lines = []
    informed = [row.system for row in table.rows if row.saw_references]
    if informed:
        lines.append(f"‡ {', '.join(informed)}: sees the references; an upper bound, not a competitor")
    lines += [
        f"{row.system}: {row.too_long} of {row.finished} summaries are longer than the length; compare with care"
        for row in table.rows
        if row.too_long
    ]
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


def text(tables: Sequence[Table], options: ReportOptions) -> str:
    """Write tables for a terminal, at most 100 columns wide."""
    blocks = [_text_table(table, options) for table in tables]
    settings = "\n".join(signatures(tables))
    return "\n\n".join([*blocks, settings] if settings else blocks) + "\n"


def _text_table(table: Table, options: ReportOptions) -> str:
    width = max(len("system"), *(len(marked(row)) for row in table.rows))
    lines = [headline(table)]
    for start in range(0, len(table.metrics), BLOCK_METRICS):
        metrics = table.metrics[start : start + BLOCK_METRICS]
        titles = (f"{metric_label(m, options.score):>8} {'95%':>12} {'Δ':<10}" for m in metrics)
        lines.append(f"{'system':<{width}}" + "".join(titles) + f"{'seconds':>8}")
        for row in table.rows:
            cells = "".join(
                f"{percent(row.scores.get(m)):>8} {interval(row.scores.get(m)):>12} "
                f"{difference(row.differences.get(m)):<10}"
                for m in metrics
            )
            lines.append(f"{marked(row):<{width}}{cells}{duration(row.seconds):>8}")
    lines += _reading_block(table, width)
    winners = [winner_line(metric, winner, options.score) for metric, winner in table.winners.items()]
    remarks = (_wrapped(line) for line in [*winners, *_explanation(table, options)])
    return "\n".join([*lines, *remarks])


def _reading_block(table: Table, width: int) -> list[str]:
    measures = reading_measures(table)
    if not measures:
        return []
    lines = [f"{'system':<{width}}" + "".join(f"{MEASURES[name]:>12}" for name in measures)]
    return lines + [
        f"{marked(row):<{width}}" + "".join(f"{share(row, name):>12}" for name in measures) for row in table.rows
    ]


def _wrapped(line: str) -> str:
    return textwrap.fill(line, MAX_COLUMNS, subsequent_indent="  ", break_on_hyphens=False)


def _explanation(table: Table, options: ReportOptions) -> list[str]:
    shown = SHOWN[options.score] if isinstance(table.sets[0], SummarySet) else "mean"
    against = f"; Δ from {table.against}, * p < .05, ** p < .01" if table.against else ""
    lines = [f"{shown} × 100 with its 95% interval{against}; seconds for one, mean"]
    if reading_measures(table):
        lines.append(READING_NOTE)
    return [*lines, *significance_notes(table), *notes(table)]


READING_NOTE = (
    "reading, lower is better: percent of sentences that are dangling, debris, unbalanced, fragments or told twice; "
    "percent of the length that is unused"
)


def significance_notes(table: Table) -> list[str]:
    """Explain how p-values were found where there are few clusters, and how small they can be."""
    found = [c for row in table.rows for c in row.differences.values() if c.test == "permutation"]
    if not found:
        return []
    pairs = max(comparison.pairs for comparison in found)
    line = f"p by permutation test, because a set has fewer than {BOOTSTRAP_MIN_PAIRS} clusters"
    smallest = 2 / 2**pairs
    return [f"{line}; with {pairs} of them p is never below {smallest:.2g}" if smallest > 0.01 else line]


def markdown(tables: Sequence[Table], options: ReportOptions) -> str:
    """Write tables as Markdown, with the best system of each metric in bold; the oracle does not count."""
    return "\n\n".join(markdown_table(table, options) for table in tables) + "\n"


def markdown_table(table: Table, options: ReportOptions) -> str:
    """Write one table as Markdown."""
    titles = [cell for m in table.metrics for cell in (metric_label(m, options.score), "95%", "Δ")]
    measures = reading_measures(table)
    titles += ["seconds", *(MEASURES[name] for name in measures)]
    lines = [f"**{headline(table)}**", "", "| system | " + " | ".join(titles) + " |"]
    lines.append("|---|" + "---:|" * len(titles))
    for row in table.rows:
        cells = []
        for metric in table.metrics:
            mean = percent(row.scores.get(metric))
            best = metric in table.winners and row.system in table.winners[metric]
            cells += [f"**{mean}**" if best else mean, interval(row.scores.get(metric))]
            cells.append(difference(row.differences.get(metric)).replace("*", "\\*"))
        cells += [duration(row.seconds), *(share(row, name) for name in measures)]
        lines.append("| " + " | ".join([marked(row), *cells]) + " |")
    winners = [winner_line(metric, winner, options.score) for metric, winner in table.winners.items()]
    remarks = [*winners, *(line.replace("*", "\\*") for line in _explanation(table, options))]
    return "\n".join([*lines, "", "<br>\n".join(line.replace("<", "&lt;") for line in remarks)])


def language_of(named: NamedSet) -> str:
    """Return the language that a set is scored in."""
    return named.rouge.language if isinstance(named, SummarySet) else named.settings.language
