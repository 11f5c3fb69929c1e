"""Files that are whole or absent, whatever happens while they are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reprank.errors import InputError


def whole_file(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file beside the path and move it there when it is complete.

    On a full disk, an interruption or any other failure nothing new is at the path and what was there is still whole.
    Raises ``InputError`` if the file cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        try:
            write(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror or error}; free some space or choose another place"
        ) from error
