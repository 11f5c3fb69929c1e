"""Files to rows: JSON lines, CSV and Parquet, one row at a time; an error in a row stays in its place."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import IO

from reprank.batch.rows import Row, RowFormat, is_decoded, row_of
from reprank.batch.storage import Raw, text_lines, unpacked
from reprank.errors import DataError
from reprank.files import import_extra
from reprank.patterns import lazy_pattern

PARQUET_ROWS = 256  # read at a time
BYTE_ORDER_MARK = "\ufeff"  # also where files with one were put together
ARRAY = lazy_pattern(r"\s*\[\s*(?:\{|$)")  # the beginning of a file that is one JSON array of objects


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
        return row_of(json.loads(line.lstrip(BYTE_ORDER_MARK)), place, number, format)
    except json.JSONDecodeError as error:
        return Row(number, error=f"{place}: not JSON: {error.msg} at column {error.colno}")
    except ValueError as error:  # a number of thousands of digits
        return Row(number, error=f"{place}: not JSON that can be read: {error}")
    except RecursionError:
        return Row(number, error=f"{place}: not JSON that can be read: nested too deeply")


def _not_decoded(format: RowFormat) -> str:
    return f"not {format.encoding}" if format.encoding else "not UTF-8: name the encoding (--encoding)"


def _read_table(raw: Raw, format: RowFormat, *, separator: str) -> Iterator[Row]:
    """Read rows that are separated as the format says, or else by the usual separator."""
    _lift_field_limit()
    table = csv.DictReader(text_lines(raw, format.encoding, ""), delimiter=format.separator or separator, restval="")
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


def _read_parquet(raw: Raw, format: RowFormat) -> Iterator[Row]:
    arrow = import_extra("pyarrow", purpose="Parquet", extra="batch")
    parquet = import_extra("pyarrow.parquet", purpose="Parquet", extra="batch")
    try:
        table = parquet.ParquetFile(_seekable(raw))
        names = list(table.schema_arrow.names)
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
    ".csv": partial(_read_table, separator=","),
    ".tsv": partial(_read_table, separator="\t"),
    ".parquet": _read_parquet,
}
