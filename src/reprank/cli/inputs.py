"""Files to documents and results to files; ``-`` is standard input or standard output."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path

from reprank import files
from reprank.cli.terminal import printable
from reprank.errors import DataError, InputError
from reprank.progress import elapsed
from reprank.text.documents import Document

SOME_UNREADABLE = 3  # exit code: done, but some of the files could not be read


def read_documents(paths: Sequence[str], encoding: str | None) -> tuple[list[Document], bool]:
    """Read files, folders and patterns, ``-`` being standard input; return also whether all of them could be read.

    Files that cannot be read are named on standard error. If none can be read, that is an error.
    """
    from reprank.readers import collect

    if encoding:
        _check_encoding(encoding)

    with elapsed("reading"):
        found = collect(paths, encoding=encoding)
    warn(found.notes)
    if paths and not found.documents and len(found.problems) == 1:
        raise DataError(found.problems[0])
    warn(found.problems)
    if paths and not found.documents:
        raise DataError(f"none of the {len(found.problems)} files could be read")
    return list(found.documents), not found.problems


def _check_encoding(encoding: str) -> None:
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise InputError(f"unknown encoding {encoding!r}: use a name such as utf-8, cp1252, latin-1, utf-16") from None


def read_bytes(name: str) -> bytes:
    """Read a whole file, or standard input; raise DataError if it cannot be read."""
    return sys.stdin.buffer.read() if name == "-" else files.read_bytes(name)


def write(text: str, output: str | None) -> None:
    """Write a result to a file, whole or not at all and compressed by its name, or to standard output."""
    encoded = text.encode("utf-8", "replace")
    if output is None or output == "-":
        sys.stdout.buffer.write(encoded)
        return
    compression = files.compression_of(output)

    def fill(path: Path) -> None:
        with files.compressed(path, compression) as stream:
            stream.write(encoded)

    files.write_whole(output, fill)


def warn(warnings: Sequence[str]) -> None:
    """Write warnings to standard error, one line each."""
    for warning in warnings:
        print(f"reprank: {printable(warning)}", file=sys.stderr)
