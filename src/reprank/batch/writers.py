"""Results to files: JSON lines, CSV and Parquet, a few rows in memory at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import cast

from reprank.batch.storage import optional, packed

Fields = dict[str, object]
Lines = Iterable[bytes]  # one JSON object each, as in the part that the journal guards

PARQUET_ROWS = 1000  # in one row group


def encode(fields: Fields) -> bytes:
    r"""Write a result as one line of JSON.

    >>> encode({"id": 1, "text": "é"})
    b'{"id": 1, "text": "\xc3\xa9"}\n'
    """
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def write_json_lines(path: Path, compression: str, lines: Lines) -> None:
    """Write one object a line."""
    with packed(path, compression) as stream:
        for line in lines:
            stream.write(line)


def write_csv(path: Path, compression: str, lines: Lines) -> None:
    """Write the text, the keywords and what went wrong, one row a result."""
    with packed(path, compression) as stream:
        text = io.TextIOWrapper(cast(io.BufferedWriter, stream), encoding="utf-8", newline="", write_through=True)
        table = csv.writer(text, lineterminator="\n")
        table.writerow(["id", "text", "keywords", "warnings", "error"])
        table.writerows(map(_csv_row, lines))
        text.detach()


def _csv_row(line: bytes) -> list[object]:
    fields: Fields = json.loads(line)
    keywords = cast(list[dict[str, str]], fields.get("keywords", []))
    error = cast(dict[str, str], fields.get("error", {}))
    return [
        fields["id"],
        fields.get("text", ""),
        "; ".join(keyword["text"] for keyword in keywords),
        "; ".join(cast(list[str], fields.get("warnings", []))),
        error.get("message", ""),
    ]


def write_parquet(path: Path, compression: str, lines: Lines) -> None:
    """Write results as one table with the fields of the JSON, ids as text."""
    arrow = optional("pyarrow", "Parquet")
    parquet = optional("pyarrow.parquet", "Parquet")
    text, whole, real = arrow.string(), arrow.int64(), arrow.float64()
    place = [("document", whole), ("start", whole), ("end", whole)]
    sentence = arrow.struct([("text", text), *place, ("score", real), ("rank", whole)])
    keyword = arrow.struct([("text", text), ("score", real), ("occurrences", arrow.list_(arrow.struct(place)))])
    schema = arrow.schema(
        [
            ("id", text),
            ("text", text),
            ("sentences", arrow.list_(sentence)),
            ("keywords", arrow.list_(keyword)),
            ("budget", arrow.struct([("unit", text), ("limit", whole), ("used", whole)])),
            ("system", text),
            ("version", text),
            ("language", text),
            ("warnings", arrow.list_(text)),
            ("error", arrow.struct([("type", text), ("message", text)])),
        ]
    )
    with parquet.ParquetWriter(path, schema) as writer:
        for rows in _groups(lines):
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))


def _groups(lines: Lines) -> Iterator[list[Fields]]:
    remaining = iter(lines)
    while group := [json.loads(line) for line in islice(remaining, PARQUET_ROWS)]:
        yield [{**fields, "id": str(fields["id"])} for fields in group]


WRITERS: dict[str, Callable[[Path, str, Lines], None]] = {
    ".jsonl": write_json_lines,
    ".csv": write_csv,
    ".parquet": write_parquet,
}
