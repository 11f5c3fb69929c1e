"""Files to rows: JSON lines, CSV and Parquet, one row at a time; an error in a row stays in its place."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import IO, Protocol, cast

from reprank.batch.storage import Raw, format_of, is_decoded, text_lines, unpacked
from reprank.errors import DataError, InputError, RepRankError
from reprank.files import import_extra

PARQUET_ROWS = 256  # read at a time
ARRAY = re.compile(r"\s*\[\s*(?:\{|$)")  # the beginning of a file that is one JSON array of objects

Fields = dict[str, object]


@dataclass(frozen=True)
class RowFormat:
    """How rows are written in a file.

    ``format`` (jsonl, csv, tsv or parquet) is for files whose name does not end in one. ``separator`` is that of CSV.
    Columns are the fields of a JSON object too; every other column is copied to the result.
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
class Row:
    """One input: its documents or what is wrong with it, and the columns that are copied to the result."""

    id: str | int
    documents: tuple[str, ...] = ()
    error: str | None = None
    copied: Fields = field(default_factory=dict)

    def size(self) -> int:
        """Count the characters of the documents."""
        return sum(map(len, self.documents))


class Source:
    """A file of rows and how much of it has been read.

    The file is opened and its first row is read at once, so that an unusable file is reported before any work. Raises
    DataError for a file that is absent, of an unknown format, or broken.
    """

    def __init__(self, place: str, format: RowFormat | None = None) -> None:
        self.format = format or RowFormat()
        reader = READERS[format_of(place, self.format.format)]
        self.raw = Raw(place)
        self.fingerprint = self.raw.fingerprint()
        found = reader(self.raw, self.format)
        try:
            self.rows = chain(list(islice(found, 1)), found, self._end())
        except RepRankError:
            self.close()
            raise

    def _end(self) -> Iterator[Row]:
        """Yield nothing, at the end of the rows."""
        self.raw.check_unchanged()
        yield from ()

    def share(self) -> float:
        """Return how much has been read, from 0 to 1."""
        return self.raw.share()

    def close(self) -> None:
        """Close the file."""
        self.raw.close()


def row_of(fields: object, place: str, number: int, format: RowFormat | None = None) -> Row:
    """Make a row of plain values: an id (the number if there is none), and documents or a text.

    >>> row_of({"id": "a", "text": "One text.", "year": 1999}, "line 1", 1)
    Row(id='a', documents=('One text.',), error=None, copied={'year': 1999})
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


def _read_json_lines(raw: Raw, format: RowFormat) -> Iterator[Row]:
    for number, line in enumerate(text_lines(raw, format.encoding, "\n"), start=1):
        if line.strip():
            if number == 1 and ARRAY.match(line):
                raise DataError(f"{raw.place}: one JSON object a line was expected; got an array: write JSON lines")
            yield _json_row(line, number, format)


def _json_row(line: str, number: int, format: RowFormat) -> Row:
    place = f"line {number}"
    if not is_decoded(line):
        return Row(number, error=f"{place}: {_not_decoded(format)}")
    try:
        return row_of(json.loads(line), place, number, format)
    except json.JSONDecodeError as error:
        return Row(number, error=f"{place}: not JSON: {error.msg} at column {error.colno}")
    except ValueError as error:  # a number of thousands of digits
        return Row(number, error=f"{place}: not JSON that can be read: {error}")
    except RecursionError:
        return Row(number, error=f"{place}: not JSON that can be read: nested too deeply")


def _not_decoded(format: RowFormat) -> str:
    return f"not {format.encoding}" if format.encoding else "not UTF-8: name the encoding (--encoding)"


def _read_csv(raw: Raw, format: RowFormat) -> Iterator[Row]:
    return _read_table(raw, format, format.separator or ",")


def _read_tsv(raw: Raw, format: RowFormat) -> Iterator[Row]:
    return _read_table(raw, format, format.separator or "\t")


def _read_table(raw: Raw, format: RowFormat, separator: str) -> Iterator[Row]:
    _lift_field_limit()
    table = csv.DictReader(text_lines(raw, format.encoding, ""), delimiter=separator, restval="")
    line = 1
    try:
        _check_columns(raw.place, list(table.fieldnames or []), format)
        line = table.line_num + 1
        for fields in table:
            yield _table_row(fields, line, format)
            line = table.line_num + 1  # a row may be many lines long
    except csv.Error as error:
        raise DataError(f"{raw.place}: not CSV at line {line}: {error}") from None


def _check_columns(place: str, names: list[str], format: RowFormat) -> None:
    if format.text_column in names:
        if format.id_column not in (*names, RowFormat.id_column):
            raise DataError(f"{place}: a column named {format.id_column} was expected; got {', '.join(names)}")
        return
    hint = ": name the column of the text (--text-column)"
    for separator, name in {"\t": "tab", ";": ";", "|": "|", ",": ","}.items():
        if len(names) == 1 and separator in names[0]:
            hint = f": name the separator (--separator '{name}')"
            break
    raise DataError(
        f"{place}: a column named {format.text_column} was expected; got {', '.join(names) or 'none'}{hint}"
    )


def _lift_field_limit() -> None:
    """Let a field hold a book: the module's own limit is 128 kB, and the largest possible one is found by trial."""
    limit = sys.maxsize
    while True:
        try:
            csv.field_size_limit(limit)
        except OverflowError:
            limit //= 2
        else:
            return


def _table_row(fields: Mapping[str, str], line: int, format: RowFormat) -> Row:
    place = f"line {line}"
    if None in fields:
        return Row(line, error=f"{place}: more fields than the first line has columns")
    if not all(map(is_decoded, fields.values())):
        return Row(line, error=f"{place}: {_not_decoded(format)}")
    return row_of({**fields, format.id_column: fields.get(format.id_column) or None}, place, line, format)


class _Table(Protocol):
    """The part of ``pyarrow.parquet.ParquetFile`` that is used here."""

    schema_arrow: _Schema
    metadata: _Metadata

    def iter_batches(self, *, batch_size: int) -> Iterator[_Batch]: ...


class _Schema(Protocol):
    names: list[str]


class _Metadata(Protocol):
    num_rows: int


class _Batch(Protocol):
    def to_pylist(self) -> list[Fields]: ...


def _read_parquet(raw: Raw, format: RowFormat) -> Iterator[Row]:
    arrow = import_extra("pyarrow", purpose="Parquet", extra="batch")
    parquet = import_extra("pyarrow.parquet", purpose="Parquet", extra="batch")
    try:
        table = cast(_Table, parquet.ParquetFile(_seekable(raw)))
        names = table.schema_arrow.names
        if not (format.text_column == "text" and "documents" in names):
            _check_columns(raw.place, names, format)
        number = 0
        for batch in table.iter_batches(batch_size=PARQUET_ROWS):
            for fields in batch.to_pylist():
                number += 1
                raw.rows_share = number / table.metadata.num_rows
                yield row_of(fields, f"row {number}", number, format)
    except (arrow.ArrowException, OSError) as error:
        raise DataError(f"{raw.place}: not Parquet, or broken: {str(error).splitlines()[0]}") from None


def _seekable(raw: Raw) -> IO[bytes]:
    """Return the stream, or its contents where it can be read only from the beginning to the end."""
    stream = unpacked(raw)
    return stream if stream.seekable() else io.BytesIO(stream.read())


READERS: dict[str, Callable[[Raw, RowFormat], Iterator[Row]]] = {
    ".jsonl": _read_json_lines,
    ".csv": _read_csv,
    ".tsv": _read_tsv,
    ".parquet": _read_parquet,
}


def grouped(rows: Iterator[Row], size: int) -> Iterator[Row]:
    """Gather the documents of many rows into rows of ``size`` documents; the id is the number of the first document.

    Raises DataError for a row with an error: a summary of all rows must not leave some of them out silently.

    >>> [row.documents for row in grouped(iter([Row("a", ("x",)), Row("b", ("y",)), Row("c", ("z",))]), 2)]
    [('x', 'y'), ('z',)]
    """
    if size < 1:
        raise InputError(f"partition must be at least 1 document; got {size}")
    first, gathered = 0, list[str]()
    for row in rows:
        if row.error is not None:
            raise DataError(f"{row.error}: correct or remove it, because all rows make one summary")
        for document in row.documents:
            gathered.append(document)
            if len(gathered) == size:
                yield Row(first, tuple(gathered))
                first, gathered = first + size, []
    if gathered:
        yield Row(first, tuple(gathered))


def remaining_rows(source: Source, done: Callable[[int], bool], partition: int | None) -> Iterator[tuple[int, Row]]:
    """Yield rows with their numbers from 0, grouped by ``partition`` if there is one, without those that are done."""
    rows = grouped(source.rows, partition) if partition else source.rows
    return ((number, row) for number, row in enumerate(rows) if not done(number))
