"""Files and folders to clusters with references and texts with keyphrases.

A set of clusters is one of

- JSON lines, ``{"id", "documents": [text…], "references": [text…]}`` and optionally ``"query"``, one cluster a line,
  plain or compressed (``.jsonl``, ``.jsonl.gz``, ``.jsonl.xz``, ``.jsonl.bz2``, ``.jsonl.zst``);
- a folder of text files, UTF-8, one folder per cluster, read in the order of their names::

      my-set/
        floods/
          documents/   monday.txt  tuesday.txt …
          references/  anna.txt  ben.txt …
          query.txt    (optional: what the summary should answer)

- a folder in the layout of DUC 2002 or DUC 2007 (see ``reprank.evaluation.duc``).

A set of texts with keyphrases is JSON lines, ``{"id", "text", "keyphrases": [phrase…]}``. Summaries that are ready to
be scored are JSON lines, ``{"id", "summary"}`` or ``{"id", "text"}``.

A file that does not have this form raises DataError, which names the file and the line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from reprank.errors import DataError
from reprank.files import read_bytes


@dataclass(frozen=True, slots=True)
class Cluster:
    """Documents on one subject and the summaries people wrote of them."""

    id: str
    documents: tuple[str, ...]
    references: tuple[str, ...]
    query: str | None = None


@dataclass(frozen=True, slots=True)
class KeyphraseText:
    """A text and the keyphrases people gave it."""

    id: str
    text: str
    keyphrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """A ready summary of the cluster with this id."""

    id: str
    summary: str


Fields = dict[str, object]
Record = TypeVar("Record", Cluster, KeyphraseText, Prediction)


def read_clusters(path: str | Path) -> tuple[Cluster, ...]:
    """Read a set of clusters from JSON lines or a folder, whichever the path is."""
    path = Path(path)
    if not path.is_dir():
        return _read_lines(path, _cluster)
    # Imported here because the readers of the DUC layouts build on this module.
    from reprank.evaluation import duc

    reader = None if _cluster_folders(path) else duc.layout(path)
    return reader(path) if reader else read_folder(path)


def read_keyphrase_texts(path: str | Path) -> tuple[KeyphraseText, ...]:
    """Read texts with keyphrases from JSON lines."""
    return _read_lines(Path(path), _keyphrase_text)


def read_predictions(path: str | Path) -> dict[str, str]:
    """Read ready summaries from JSON lines: the id of a cluster to its summary."""
    return {prediction.id: prediction.summary for prediction in _read_lines(Path(path), _prediction)}


def has_keyphrases(path: Path) -> bool:
    """Whether the first line of a file is a text with keyphrases. A file that cannot be read has none."""
    try:
        _, line = next(_lines(path))
        fields = _fields(line, str(path))
    except (DataError, StopIteration):
        return False
    return "keyphrases" in fields and "documents" not in fields


def read_folder(path: str | Path) -> tuple[Cluster, ...]:
    """Read a folder with one folder per cluster, each with ``documents/*.txt`` and ``references/*.txt``."""
    path = Path(path)
    folders = _cluster_folders(path)
    if not folders:
        raise DataError(f"{path}: no cluster here: wanted {path / 'NAME' / 'documents' / '*.txt'} or a DUC layout")
    return tuple(_folder_cluster(folder) for folder in folders)


def read_text(path: Path) -> str:
    """Read a UTF-8 file; raise DataError if it is in another encoding."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 (byte {error.start}): convert the file first") from error


def _cluster_folders(path: Path) -> list[Path]:
    if not path.is_dir():
        raise DataError(f"{path}: no such folder")
    return sorted(folder for folder in path.iterdir() if (folder / "documents").is_dir())


def _folder_cluster(folder: Path) -> Cluster:
    texts = {}
    for part in ("documents", "references"):
        files = sorted((folder / part).glob("*.txt"))
        if not files:
            raise DataError(f"{folder / part}: no text here: wanted files *.txt")
        texts[part] = tuple(read_text(file) for file in files)
    query = folder / "query.txt"
    return Cluster(folder.name, **texts, query=read_text(query).strip() if query.exists() else None)


def _read_lines(path: Path, parse: Callable[[Fields, str], Record]) -> tuple[Record, ...]:
    records: dict[str, Record] = {}
    for number, line in _lines(path):
        place = f"{path}:{number}"
        record = parse(_fields(line, place), place)
        if record.id in records:
            raise DataError(f"{place}: id {record.id!r} is used twice: ids must differ")
        records[record.id] = record
    if not records:
        raise DataError(f"{path}: the file is empty: wanted one JSON object a line")
    return tuple(records.values())


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if not path.exists():
        raise DataError(f"{path}: no such file or folder")
    for number, line in enumerate(read_bytes(path).split(b"\n"), start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"{path}:{number}: not UTF-8: convert the file first") from error
        if text.strip():
            yield number, text


def _fields(line: str, place: str) -> Fields:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"{place}: not JSON: {error.msg} at column {error.colno}") from error
    if not isinstance(fields, dict):
        raise DataError(f"{place}: wanted a JSON object; got {type(fields).__name__}")
    return fields


def _cluster(fields: Fields, place: str) -> Cluster:
    query = fields.get("query")
    return Cluster(
        id=_id(fields, place),
        documents=_texts(fields, "documents", place),
        references=_texts(fields, "references", place),
        query=None if query is None else _text(fields, "query", place),
    )


def _keyphrase_text(fields: Fields, place: str) -> KeyphraseText:
    return KeyphraseText(
        id=_id(fields, place), text=_text(fields, "text", place), keyphrases=_texts(fields, "keyphrases", place)
    )


def _prediction(fields: Fields, place: str) -> Prediction:
    if "error" in fields:
        raise DataError(f"{place}: this row is an error and not a summary: make its summary again, or leave its id out")
    name = "summary" if "summary" in fields or "text" not in fields else "text"
    return Prediction(id=_id(fields, place), summary=_text(fields, name, place))


def _id(fields: Fields, place: str) -> str:
    value = fields.get("id")
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(fields, "id", place)


def _text(fields: Fields, name: str, place: str) -> str:
    value = _field(fields, name, place)
    if not isinstance(value, str):
        raise DataError(f"{place}: {name!r} must be text; got {type(value).__name__}")
    return value


def _texts(fields: Fields, name: str, place: str) -> tuple[str, ...]:
    value = _field(fields, name, place)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise DataError(f"{place}: {name!r} must be a list of texts; got {_kind(value)}")
    if not value:
        raise DataError(f"{place}: {name!r} is empty: wanted at least one text")
    return tuple(value)


def _field(fields: Fields, name: str, place: str) -> object:
    if name not in fields:
        raise DataError(f"{place}: field {name!r} is missing; got {', '.join(map(repr, fields)) or 'no field'}")
    return fields[name]


def _kind(value: object) -> str:
    if not isinstance(value, list):
        return type(value).__name__
    return "a list with " + next(type(item).__name__ for item in value if not isinstance(item, str))
