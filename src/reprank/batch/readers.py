"""Files to rows: JSON lines, CSV and Parquet, one row at a time, what is wrong with a row kept in its place."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Protocol, cast

from reprank.batch.storage import Raw, format_of, lines, optional
from reprank.errors import DataError, InputError, RepRankError

PARQUET_ROWS = 256  # read at a time
ESCAPED = [chr(code) for code in range(0xDC80, 0xDD00)]  # what bytes that are not UTF-8 decode to


@dataclass(frozen=True, slots=True)
class Row:
    """One input: its documents, or what is wrong with it."""

    id: str | int
    documents: tuple[str, ...] = ()
    error: str | None = None

    def size(self) -> int:
        """Count the characters."""
        return sum(map(len, self.documents))


class Source:
    """A file of rows and how much of it has been read.

    The file is opened and its first row read at once, so that an unusable one is reported before any work. Raises
    DataError for a file that is absent, of an unknown format, or broken.
    """

    def __init__(self, place: str) -> None:
        kind = format_of(place)
        self.raw = Raw(place)
        self.fingerprint = self.raw.fingerprint()
        readers: dict[str, Callable[[Raw], Iterator[Row]]] = {
            ".jsonl": _read_json_lines,
            ".csv": _read_csv,
            ".parquet": _read_parquet,
        }
        found = readers[kind](self.raw)
        try:
            self.rows = chain(list(islice(found, 1)), found)
        except RepRankError:
            self.close()
            raise

    def share(self) -> float:
        """Return how much has been read, from 0 to 1."""
        return self.raw.share()

    def close(self) -> None:
        """Let go of the file."""
        self.raw.stream.close()


def row_of(fields: object, number: int) -> Row:
    """Make a row of plain values: an id (the row's number if there is none), and documents or a text.

    >>> row_of({"id": "a", "text": "One text."}, 1)
    Row(id='a', documents=('One text.',), error=None)
    """
    if not isinstance(fields, dict):
        return Row(number, error=f"row {number}: an object was expected; got {type(fields).__name__}")
    known = fields.get("id")
    if known is None:
        known = number
    if isinstance(known, bool) or not isinstance(known, str | int):
        return Row(number, error=f"row {number}: id must be text or a whole number; got {type(known).__name__}")
    documents = fields.get("documents")
    if documents is None and fields.get("text") is not None:
        documents = [fields["text"]]
    if not isinstance(documents, list):
        return Row(known, error=f"row {number}: documents (a list of texts) or text was expected")
    if not all(isinstance(document, str) for document in documents):
        return Row(known, error=f"row {number}: every document must be text")
    return Row(known, tuple(documents))


def _read_json_lines(raw: Raw) -> Iterator[Row]:
    number = 0
    for line in lines(raw):
        if not line.strip():
            continue
        number += 1
        yield _json_row(line, number)


def _json_row(line: bytes, number: int) -> Row:
    try:
        return row_of(json.loads(line.removeprefix(b"\xef\xbb\xbf")), number)
    except UnicodeDecodeError as error:
        return Row(number, error=f"row {number}: not UTF-8 at byte {error.start}")
    except json.JSONDecodeError as error:
        return Row(number, error=f"row {number}: not JSON: {error.msg} at column {error.colno}")
    except ValueError as error:  # a number of thousands of digits
        return Row(number, error=f"row {number}: not JSON that can be read: {error}")
    except RecursionError:
        return Row(number, error=f"row {number}: not JSON that can be read: nested too deeply")


def _read_csv(raw: Raw) -> Iterator[Row]:
    _lift_field_limit()
    table = csv.DictReader(line.decode("utf-8", "surrogateescape") for line in _without_mark(lines(raw)))
    named = table.fieldnames or []
    if "text" not in named:
        raise DataError(f"{raw.place}: a column named text was expected; got {', '.join(named) or 'none'}")
    number = 0
    try:
        for number, fields in enumerate(table, start=1):
            yield _csv_row(fields, number)
    except csv.Error as error:
        raise DataError(f"{raw.place}: not CSV after row {number}: {error}") from None


def _lift_field_limit() -> None:
    """Let a field hold a book: the module's own limit is 128 kB, and that of the platform is found by trying."""
    limit = sys.maxsize
    while True:
        try:
            csv.field_size_limit(limit)
        except OverflowError:
            limit //= 2
        else:
            return


def _csv_row(fields: dict[str, str], number: int) -> Row:
    text = fields.get("text")
    if text is not None and not text.isascii() and any(character in text for character in ESCAPED):
        return Row(number, error=f"row {number}: not UTF-8")
    return row_of({"id": fields.get("id") or None, "text": text}, number)


def _without_mark(found: Iterator[bytes]) -> Iterator[bytes]:
    for first in found:
        yield first.removeprefix(b"\xef\xbb\xbf")
        break
    yield from found


class _Table(Protocol):
    """The part of ``pyarrow.parquet.ParquetFile`` that is used here."""

    schema_arrow: _Schema
    metadata: _Metadata

    def iter_batches(self, *, batch_size: int, columns: Sequence[str]) -> Iterator[_Batch]: ...


class _Schema(Protocol):
    names: list[str]


class _Metadata(Protocol):
    num_rows: int


class _Batch(Protocol):
    def to_pylist(self) -> list[dict[str, object]]: ...


def _read_parquet(raw: Raw) -> Iterator[Row]:
    arrow = optional("pyarrow", "Parquet")
    parquet = optional("pyarrow.parquet", "Parquet")
    try:
        table = cast(_Table, parquet.ParquetFile(raw.stream))
        columns = [name for name in ("id", "documents", "text") if name in table.schema_arrow.names]
        if columns in ([], ["id"]):
            named = ", ".join(table.schema_arrow.names) or "none"
            raise DataError(f"{raw.place}: a column named text or documents was expected; got {named}")
        number = 0
        for batch in table.iter_batches(batch_size=PARQUET_ROWS, columns=columns):
            for fields in batch.to_pylist():
                number += 1
                raw.rows_share = number / table.metadata.num_rows
                yield row_of(fields, number)
    except (arrow.ArrowException, OSError) as error:
        raise DataError(f"{raw.place}: not Parquet, or broken: {str(error).splitlines()[0]}") from None


def grouped(rows: Iterator[Row], size: int) -> Iterator[Row]:
    """Gather the documents of many rows, so many at a time; the id is the number of the first document.

    Raises DataError for a row without documents: one summary of everything cannot leave some of it out in silence.

    >>> [row.documents for row in grouped(iter([Row("a", ("x",)), Row("b", ("y",)), Row("c", ("z",))]), 2)]
    [('x', 'y'), ('z',)]
    """
    if size < 1:
        raise InputError(f"partition must be at least 1 document; got {size}")
    first, gathered = 0, list[str]()
    for row in rows:
        if row.error is not None:
            raise DataError(f"{row.error}: mend or remove it, for all rows make one summary")
        for document in row.documents:
            gathered.append(document)
            if len(gathered) == size:
                yield Row(first, tuple(gathered))
                first, gathered = first + size, []
    if gathered:
        yield Row(first, tuple(gathered))
