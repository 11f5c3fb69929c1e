"""Files to documents and results to files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from reprank.errors import InputError
from reprank.text.documents import Document

SOME_UNREADABLE = 3  # exit code: done, but some of the files could not be read


def read_documents(paths: Sequence[str], encoding: str | None) -> tuple[list[Document], bool]:
    """Read files, folders and patterns, ``-`` being standard input; return also whether all of them could be read.

    Files that cannot be read are named on standard error. If none can be read, that is an error.
    """
    from reprank.readers import collect

    found = collect(paths, encoding=encoding)
    warn(found.notes)
    if paths and not found.documents and len(found.problems) == 1:
        raise InputError(found.problems[0])
    warn(found.problems)
    if paths and not found.documents:
        raise InputError(f"none of the {len(found.problems)} files could be read")
    return list(found.documents), not found.problems


def write(text: str, output: str | None) -> None:
    """Write a result to a file, whole or not at all, or to standard output."""
    if output is None or output == "-":
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        return
    target = Path(output)
    part = target.with_name(target.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", errors="replace", newline="")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def warn(warnings: Sequence[str]) -> None:
    """Write warnings to standard error, one line each."""
    for warning in warnings:
        print(f"reprank: {warning}", file=sys.stderr)
