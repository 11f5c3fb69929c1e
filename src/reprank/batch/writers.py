"""Results to files: JSON lines, CSV and Parquet, a bounded number of rows in memory at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from reprank.batch.rows import whole_characters
from reprank.batch.storage import is_remote, name_of, upload
from reprank.files import compressed, compression_of, import_extra, write_whole
from reprank.result_rows import RESULT_COLUMNS, Fields
from reprank.schema import REFERENCE, RESULTS, ROW, named

Lines = Callable[[], Iterable[bytes]]  # gives, each time, all results: one JSON object a line

PARQUET_ROWS = 1000  # in one row group
MAX_INTEGER = 2**63 - 1


def encode(fields: Fields) -> bytes:
    r"""Write a result as one line of JSON; half a surrogate pair, which a reader of files may have left, is replaced.

    >>> encode({"id": 1, "summary": "é"})
    b'{"id": 1, "summary": "\xc3\xa9"}\n'
    """
    line = json.dumps(fields, ensure_ascii=False, allow_nan=False)
    return whole_characters(line).encode() + b"\n"


def write_json_lines(path: Path, compression: str, lines: Lines) -> None:
    """Write one object a line."""
    with compressed(path, compression) as stream:
        for line in lines():
            stream.write(line)


def write_table(path: Path, compression: str, lines: Lines, *, separator: str) -> None:
    """Write id, copied columns, summary, keywords, warnings and error, one row a result."""
    copied = list(_copied_columns(lines()))
    with compressed(path, compression) as stream:
        text = io.TextIOWrapper(cast(io.BufferedWriter, stream), encoding="utf-8", newline="", write_through=True)
        table = csv.writer(text, delimiter=separator, lineterminator="\n")
        table.writerow(["id", *copied, "summary", "keywords", "warnings", "error"])
        table.writerows(_table_row(json.loads(line), copied) for line in lines())
        text.detach()


def _copied_columns(lines: Iterable[bytes]) -> dict[str, set[type]]:
    """Find the columns that were copied from the input, with the types of their values."""
    found: dict[str, set[type]] = {}
    for line in lines:
        fields: Fields = json.loads(line)
        for name, value in fields.items():
            if name not in RESULT_COLUMNS:
                found.setdefault(name, set()).update(() if value is None else (_type_of(value),))
    return found


def _type_of(value: object) -> type:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_INTEGER:
        return str
    return type(value)


def _table_row(fields: Fields, copied: Iterable[str]) -> list[object]:
    keywords = cast(list[dict[str, str]], fields.get("keywords", []))
    error = cast(dict[str, str], fields.get("error", {}))
    return [
        fields["id"],
        *(_flat(fields.get(name)) for name in copied),
        fields.get("summary", ""),
        "; ".join(keyword["text"] for keyword in keywords),
        "; ".join(cast(list[str], fields.get("warnings", []))),
        error.get("message", ""),
    ]


def _flat(value: object) -> object:
    """Write a list or an object as JSON; other values stay as they are."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def write_parquet(path: Path, compression: str, lines: Lines) -> None:
    """Write results as one table with the fields of the JSON, ids as text."""
    arrow = import_extra("pyarrow", purpose="Parquet", extra="batch")
    parquet = import_extra("pyarrow.parquet", purpose="Parquet", extra="batch")
    copied = _copied_columns(lines())
    kinds = {name: _arrow_type(arrow, types) for name, types in copied.items()}
    as_text = [name for name, kind in kinds.items() if kind == arrow.string()]
    schema = _schema(arrow, kinds)
    with parquet.ParquetWriter(path, schema) as writer:
        for rows in _groups(lines()):
            for fields in rows:
                fields["id"] = str(fields["id"])
                fields.update((name, _text(fields[name])) for name in as_text if fields.get(name) is not None)
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))


def _arrow_type(arrow: ModuleType, types: set[type]) -> object:
    """Choose the narrowest type that holds all values of a copied column; mixed values become text."""
    if types == {bool}:
        return arrow.bool_()
    if types == {int}:
        return arrow.int64()
    return arrow.float64() if types in ({float}, {int, float}) else arrow.string()


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _schema(arrow: ModuleType, copied: dict[str, object]) -> object:
    columns = {name: _column_type(arrow, schema) for name, schema in {**ROW, "error": named("Error")}.items()}
    return arrow.schema([("id", arrow.string()), *copied.items(), *columns.items()])


def _column_type(arrow: ModuleType, schema: Any) -> object:
    """Return the Arrow type of values of a schema."""
    if "$ref" in schema:
        return _column_type(arrow, RESULTS[schema["$ref"].removeprefix(REFERENCE)])
    if schema["type"] == "array":
        return arrow.list_(_column_type(arrow, schema["items"]))
    if schema["type"] == "object":
        return arrow.struct([(name, _column_type(arrow, member)) for name, member in schema["properties"].items()])
    return {"string": arrow.string(), "integer": arrow.int64(), "number": arrow.float64()}[schema["type"]]


def _groups(lines: Iterable[bytes]) -> Iterator[list[Fields]]:
    remaining = iter(lines)
    while group := [cast(Fields, json.loads(line)) for line in islice(remaining, PARQUET_ROWS)]:
        yield group


WRITERS: dict[str, Callable[[Path, str, Lines], None]] = {
    ".jsonl": write_json_lines,
    ".csv": partial(write_table, separator=","),
    ".tsv": partial(write_table, separator="\t"),
    ".parquet": write_parquet,
}


def write_result(target: str, format: str, lines: Lines) -> None:
    """Write results whole or not at all, to a file or to object storage, where nothing can be moved."""
    compression = compression_of(name_of(target))
    if not is_remote(target):
        write_whole(target, lambda path: WRITERS[format](path, compression, lines))
        return
    ready = Path("." + name_of(target))
    WRITERS[format](ready, compression, lines)
    upload(ready, target)
    ready.unlink()
