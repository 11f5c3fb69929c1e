"""Plain values to rows: an id, documents, and columns that are copied to the result."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from reprank.errors import InputError

Fields = dict[str, object]


@dataclass(frozen=True)
class RowFormat:
    """How rows are written in a file.

    ``format`` (jsonl, csv, tsv, parquet or paths) is for files whose name does not end in one; ``paths`` is a list of
    documents, one name a line, each of which becomes a row. ``separator`` is that of CSV. ``encoding`` is that of the
    file, or of the documents. Columns are the fields of a JSON object too; every other column is copied to the result.
    """

    format: str | None = None
    separator: str | None = None
    encoding: str | None = None
    text_column: str = "text"
    id_column: str = "id"

    def __post_init__(self) -> None:
        if self.separator is not None and len(self.separator) != 1:
            raise InputError(f"separator must be one character; got {self.separator!r}")


@dataclass(frozen=True, slots=True)
class RowFile:
    """A file of any kind that ``reprank.read`` reads; the worker of the row reads it."""

    path: str
    size: int
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One input: its documents, the file that holds them or what is wrong, and the columns that are copied."""

    id: str | int
    documents: tuple[str, ...] = ()
    error: str | None = None
    copied: Fields = field(default_factory=dict)
    file: RowFile | None = None

    def size(self) -> int:
        """Count the characters of the documents, or the bytes of the file."""
        return self.file.size if self.file else sum(map(len, self.documents))


def row_of(fields: object, place: str, number: int, format: RowFormat | None = None) -> Row:
    """Make a row of plain values: an id (the number if there is none), and documents or a text.

    >>> row_of({"id": "a", "text": "One text.", "year": 1999}, "line 1", 1)
    Row(id='a', documents=('One text.',), error=None, copied={'year': 1999}, file=None)
    """
    wanted = format or RowFormat()
    if not isinstance(fields, dict):
        return Row(number, error=f"{place}: an object was expected; got {type(fields).__name__}")
    identity = fields.get(wanted.id_column)
    if identity is None:
        identity = number
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return Row(number, error=f"{place}: id must be text or a whole number; got {type(identity).__name__}")
    documents = fields.get("documents") if wanted.text_column == "text" else None
    text = fields.get(wanted.text_column)
    if documents is None and text is not None:
        documents = text if isinstance(text, list) else [text]
    copied = _copied(fields, wanted)
    if not isinstance(documents, list):
        return Row(identity, error=f"{place}: {_expected(fields, wanted)}", copied=copied)
    if not all(isinstance(document, str) for document in documents):
        return Row(identity, error=f"{place}: every document must be text", copied=copied)
    return Row(identity, tuple(documents), copied=copied)


def _expected(fields: Mapping[str, object], format: RowFormat) -> str:
    wanted = "text or documents (a list of texts)" if format.text_column == "text" else format.text_column
    names = ", ".join(map(str, fields)) or "nothing"
    return f"a field {wanted} was expected; got {names}: name the field of the text (--text-column)"


def _copied(fields: Mapping[str, object], format: RowFormat) -> Fields:
    used = {format.id_column, format.text_column, *(("documents",) if format.text_column == "text" else ())}
    return {str(name): _plain(value) for name, value in fields.items() if name not in used and name is not None}


def _plain(value: object) -> object:
    """Return a value that JSON can hold: a date becomes text, a number that is not finite becomes nothing."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, dict):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
