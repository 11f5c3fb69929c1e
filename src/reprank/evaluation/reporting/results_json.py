"""Results and tables to JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict

from reprank.evaluation.experiment import Results, items
from reprank.evaluation.reporting.rows import ReportOptions, SystemRow, Table
from reprank.evaluation.reporting.tables import language_of, signature
from reprank.evaluation.results import to_fields
from reprank.evaluation.sets import SummarySet
from reprank.evaluation.significance import Estimate


def to_json(results: Results, tables: Sequence[Table], options: ReportOptions, *, outcomes: bool = True) -> str:
    """Write everything as JSON: settings, tables and, unless unwanted, every outcome; a missing bound is ``null``."""
    fields: dict[str, object] = {
        "build": results.build,
        "run_options": asdict(results.options),
        "report_options": asdict(options),
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
        "language": language_of(named),
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
            metric: {
                "system": winner.system,
                "tied": list(winner.tied),
                "second": winner.second,
                "lead": _bounded(winner.lead) if winner.lead else None,
            }
            for metric, winner in table.winners.items()
        },
    }


def _row_fields(row: SystemRow) -> dict[str, object]:
    return {
        "system": row.system,
        "scores": {metric: _bounded(estimate) for metric, estimate in row.scores.items()},
        "differences": {metric: _bounded(comparison) for metric, comparison in row.differences.items()},
        "seconds": row.seconds,
        "finished": row.finished,
        "failed": len(row.failures),
        "saw_references": row.saw_references,
        "reading": dict(row.reading),
        "too_long": row.too_long,
    }


def _bounded(estimate: Estimate) -> dict[str, object]:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in asdict(estimate).items()
    }
