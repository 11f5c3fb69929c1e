"""Files to documents: one text after another, never all of them in memory."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from reprank.errors import DataError
from reprank.files import COMPRESSIONS, open_compressed

Record = Mapping[str, object]
Corpus = Sequence[str | Path] | Iterable[Record]


def documents(corpus: Corpus) -> Iterator[str]:
    """Yield the text of every document of a corpus, in order.

    A corpus is a sequence of paths (``.jsonl`` files with a ``text`` in every line, ``.txt`` files that are one
    document each, either of them also as ``.gz``, ``.bz2``, ``.xz`` or ``.zst``, or folders of such files), or any
    iterable of mappings with a ``text``, such as a ``datasets`` object.

    >>> list(documents([{"text": "One."}, {"text": "Two."}]))
    ['One.', 'Two.']

    Raises ``DataError`` for what is neither, for a line without a text and for bytes that are not UTF-8.
    """
    if isinstance(corpus, str | Path):
        raise DataError(
            f"a corpus must be a sequence of paths or of records, got the single path {corpus}: put it in a list"
        )
    for number, item in enumerate(corpus, 1):
        if isinstance(item, str | Path):
            for path in files(Path(item)):
                yield from _file_documents(path)
        else:
            yield _text(item, f"record {number}")


def files(path: Path) -> list[Path]:
    """Return the corpus files at a path: itself, or those inside when it is a folder, sorted by name."""
    if path.is_dir():
        inside = sorted(file for file in path.rglob("*") if file.is_file() and _kind(file) is not None)
        if not inside:
            raise DataError(f"no .jsonl or .txt file in {path}")
        return inside
    if not path.exists():
        raise DataError(f"no such corpus file: {path}")
    if _kind(path) is None:
        raise DataError(f"a corpus file must be .jsonl or .txt, also as .gz, .bz2, .xz or .zst; got {path.name}")
    return [path]


def fingerprint(corpus: Corpus) -> list[list[str | int]] | None:
    """Return name, size and time of every file of a corpus, or nothing if it is not made of files."""
    if not isinstance(corpus, Sequence):
        return None
    paths = [Path(item) for item in corpus if isinstance(item, str | Path)]
    if not paths or len(paths) != len(corpus):
        return None
    found = [file for path in paths for file in files(path)]
    return [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in found]


def _kind(path: Path) -> str | None:
    suffixes = [suffix for suffix in path.suffixes if suffix not in COMPRESSIONS]
    return suffixes[-1] if suffixes and suffixes[-1] in (".jsonl", ".txt") else None


def _file_documents(path: Path) -> Iterator[str]:
    try:
        with open_compressed(path) as stream, io.TextIOWrapper(cast(io.BufferedReader, stream), "utf-8") as lines:
            if _kind(path) == ".txt":
                yield lines.read()
                return
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _text(_record(line, f"{path.name}, line {number}"), f"{path.name}, line {number}")
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name} is not UTF-8: {error.reason} at byte {error.start}") from error


def _record(line: str, where: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"{where} is not JSON: {error.msg}") from error


def _text(record: object, where: str) -> str:
    text = record.get("text") if isinstance(record, Mapping) else None
    if not isinstance(text, str):
        raise DataError(f"{where} has no text: every record must be an object with a string under 'text'")
    return text
