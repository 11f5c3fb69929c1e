"""Files to rows and rows to files: JSON lines, CSV and Parquet, compressed or not, one row at a time."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from reprank.errors import DataError, MissingExtra

Fields = dict[str, object]

COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst")
FORMATS = (".jsonl", ".csv", ".parquet")


@dataclass(frozen=True, slots=True)
class Row:
    """One input: its documents, or what is wrong with it."""

    id: str | int
    documents: tuple[str, ...] = ()
    error: str | None = None


def format_of(path: Path) -> str:
    """Tell the format by the name; raise DataError for one that is not read or written here."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    last = suffixes[-1] if suffixes else ""
    found = {".json": ".jsonl", ".ndjson": ".jsonl"}.get(last, last)
    if found not in FORMATS:
        raise DataError(f"{path}: unknown format {last or 'without a suffix'!r}: use .jsonl, .csv or .parquet")
    return found


def read_rows(path: Path) -> Iterator[Row]:
    """Read rows one by one; a row that is not as it should be comes with its error instead of documents."""
    readers: dict[str, Callable[[Path], Iterator[Row]]] = {
        ".jsonl": _read_json_lines,
        ".csv": _read_csv,
        ".parquet": _read_parquet,
    }
    if not path.is_file():
        raise DataError(f"{path}: no such file")
    return readers[format_of(path)](path)


def row_of(fields: object, number: int) -> Row:
    """Make a row of plain values: an id, and documents or a text.

    >>> row_of({"id": "a", "text": "One text."}, 1)
    Row(id='a', documents=('One text.',), error=None)
    """
    if not isinstance(fields, dict):
        return Row(number, error=f"row {number}: an object was expected; got {type(fields).__name__}")
    name = fields.get("id")
    known = name if isinstance(name, str | int) and not isinstance(name, bool) else number
    documents = fields.get("documents")
    if documents is None:
        documents = [fields["text"]] if fields.get("text") is not None else None
    if not isinstance(documents, list):
        return Row(known, error=f"row {number}: neither documents (a list of texts) nor text")
    if not all(isinstance(document, str) for document in documents):
        return Row(known, error=f"row {number}: every document must be text")
    return Row(known, tuple(documents))


@contextmanager
def opened(path: Path, mode: str) -> Iterator[IO[bytes]]:
    """Open a file for reading or writing bytes, through its compression."""
    openers: dict[str, Callable[[Path, str], object]] = {
        ".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open, ".zst": _open_zst
    }  # fmt: skip
    opener = openers.get(path.suffix.lower(), lambda path, mode: path.open(mode))
    with cast(IO[bytes], opener(path, mode)) as stream:
        yield stream


def _open_zst(path: Path, mode: str) -> object:
    try:
        import zstandard
    except ImportError:
        raise MissingExtra(f"reading {path.name}", "batch") from None
    return zstandard.open(path, mode)


def _read_json_lines(path: Path) -> Iterator[Row]:
    with opened(path, "rb") as stream:
        number = 0
        for line in stream:
            if not line.strip():
                continue
            number += 1
            try:
                yield row_of(json.loads(line), number)
            except UnicodeDecodeError as error:
                yield Row(number, error=f"row {number}: not UTF-8 at offset {error.start}")
            except json.JSONDecodeError as error:
                yield Row(number, error=f"row {number}: not JSON: {error.msg} at column {error.colno}")


def _read_csv(path: Path) -> Iterator[Row]:
    csv.field_size_limit(sys.maxsize)
    with opened(path, "rb") as stream:
        table = csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline=""))
        if "text" not in (table.fieldnames or []):
            raise DataError(
                f"{path}: a column named text was expected; got {', '.join(table.fieldnames or []) or 'none'}"
            )
        for number, fields in enumerate(table, start=1):
            yield row_of(dict(fields), number)


def _read_parquet(path: Path) -> Iterator[Row]:
    parquet = import_parquet()
    table = parquet.ParquetFile(path)
    columns = [name for name in ("id", "documents", "text") if name in table.schema_arrow.names]
    number = 0
    for batch in table.iter_batches(batch_size=256, columns=columns):
        for fields in batch.to_pylist():
            number += 1
            yield row_of(fields, number)


def write_json_lines(path: Path, results: Iterable[Fields]) -> None:
    """Write one object a line."""
    with opened(path, "wb") as stream:
        for fields in results:
            stream.write(encode(fields))


def encode(fields: Fields) -> bytes:
    """Write a result as one line of JSON."""
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def write_csv(path: Path, results: Iterable[Fields]) -> None:
    """Write the text, the keywords and what went wrong, one row a result."""
    with opened(path, "wb") as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="", write_through=True)
        table = csv.writer(text)
        table.writerow(["id", "text", "keywords", "warnings", "error"])
        for fields in results:
            keywords = cast(list[dict[str, str]], fields.get("keywords", []))
            error = cast(dict[str, str], fields.get("error", {}))
            table.writerow(
                [
                    fields["id"],
                    fields.get("text", ""),
                    "; ".join(keyword["text"] for keyword in keywords),
                    "; ".join(cast(list[str], fields.get("warnings", []))),
                    error.get("message", ""),
                ]
            )
        text.detach()


def write_parquet(path: Path, results: Iterable[Fields]) -> None:
    """Write results as one table, a thousand rows at a time."""
    parquet = import_parquet()
    import pyarrow

    place = pyarrow.struct([("document", pyarrow.int64()), ("start", pyarrow.int64()), ("end", pyarrow.int64())])
    sentence = pyarrow.struct(
        [("text", pyarrow.string()), *place, ("score", pyarrow.float64()), ("rank", pyarrow.int64())]
    )
    keyword = pyarrow.struct(
        [("text", pyarrow.string()), ("score", pyarrow.float64()), ("occurrences", pyarrow.list_(place))]
    )
    schema = pyarrow.schema(
        [
            ("id", pyarrow.string()),
            ("text", pyarrow.string()),
            ("sentences", pyarrow.list_(sentence)),
            ("keywords", pyarrow.list_(keyword)),
            (
                "budget",
                pyarrow.struct([("unit", pyarrow.string()), ("limit", pyarrow.int64()), ("used", pyarrow.int64())]),
            ),
            ("system", pyarrow.string()),
            ("version", pyarrow.string()),
            ("warnings", pyarrow.list_(pyarrow.string())),
            ("error", pyarrow.struct([("type", pyarrow.string()), ("message", pyarrow.string())])),
        ]
    )
    with parquet.ParquetWriter(path, schema) as writer:
        pending: list[Fields] = []
        for fields in results:
            pending.append({**fields, "id": str(fields["id"])})
            if len(pending) == 1000:
                writer.write_table(pyarrow.Table.from_pylist(pending, schema=schema))
                pending = []
        writer.write_table(pyarrow.Table.from_pylist(pending, schema=schema))


def import_parquet():  # type: ignore[no-untyped-def]
    """Import pyarrow's Parquet part, or say what to install."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet", "batch") from None
    return pyarrow.parquet


WRITERS: dict[str, Callable[[Path, Iterable[Fields]], None]] = {
    ".jsonl": write_json_lines,
    ".csv": write_csv,
    ".parquet": write_parquet,
}
