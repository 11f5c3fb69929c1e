"""Summary to a row of results, beside the columns of the input; files and the service write the same row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reprank.schema import ROW
from reprank.summary import Summary

Fields = dict[str, object]

#: The columns of a result.
RESULT_COLUMNS = ("id", *ROW, "ranking", "error")


def result_row(identity: object, copied: Mapping[str, object], columns: Mapping[str, object]) -> Fields:
    """Put together a row: the id, the columns copied from the input, and those of the result.

    A copied column that has the name of a result gets the prefix ``input_``, so that nothing is overwritten.

    >>> result_row(1, {"year": 1999, "summary": "Old."}, {"summary": "Short."})
    {'id': 1, 'year': 1999, 'input_summary': 'Old.', 'summary': 'Short.'}
    """
    row: Fields = {"id": identity}
    taken = {*RESULT_COLUMNS, *(name for name in copied if name not in RESULT_COLUMNS)}
    for name, value in copied.items():
        free = name
        while name in RESULT_COLUMNS and free in taken:
            free = f"input_{free}"
        row[free] = value
        taken.add(free)
    return {**row, **columns}


def summary_columns(summary: Summary, notes: Iterable[str] = ()) -> Fields:
    """Write a summary as columns: its JSON with the text under ``summary``, and more warnings before its own.

    >>> import reprank
    >>> summary_columns(reprank.summarize("The river rose.", words=9), ["a note"])["warnings"][0]
    'a note'
    """
    fields = summary.to_dict()
    return {"summary": fields.pop("text"), **fields, "warnings": [*notes, *summary.warnings]}


def error_columns(kind: str, message: str, notes: Iterable[str] = ()) -> Fields:
    """Write why there is no summary as columns."""
    warnings = list(notes)
    return {"error": {"type": kind, "message": message}, **({"warnings": warnings} if warnings else {})}
