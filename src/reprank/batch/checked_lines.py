"""Values to the lines of a journal and back: each line has a checksum of it and of the lines before it."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reprank.errors import DataError

LINE = re.compile(rb"([0-9a-f]{8}) ")


@dataclass
class CheckedLines:
    r"""Writes lines; ``check`` is the checksum of all of them so far.

    >>> lines = CheckedLines(); lines.line([1]), lines.line([1])
    (b'4c2f32b8 [1]\n', b'c1c3f474 [1]\n')
    """

    check: int = 0

    def line(self, value: object) -> bytes:
        """Write a value as the next line."""
        written = json.dumps(value).encode()
        self.check = zlib.crc32(written, self.check)
        return b"%08x %s\n" % (self.check, written)


@dataclass(frozen=True)
class Checked:
    """What a journal holds: its heading, its entries, the bytes of its complete lines, and what writes the next one."""

    heading: Mapping[str, object] | None  # None if not even the first line is complete
    entries: list[object] = field(default_factory=list)
    size: int = 0
    following: CheckedLines = field(default_factory=CheckedLines)


def checked(path: Path) -> Checked:
    """Read a journal; what follows the last line break was cut off while it was written, and is left out.

    Raises DataError if a line is not what was written, or if the file is no journal.
    """
    lines = path.read_bytes().split(b"\n")[:-1]
    following, values, size = CheckedLines(), [], 0
    for number, line in enumerate(lines, start=1):
        found = LINE.match(line)
        if found is None and number == 1:
            raise DataError(
                f"{path} is no journal, or one of an earlier version that wrote results in another form: "
                "remove it and begin again, or name another output"
            )
        written = line[found.end() :] if found else b""
        check = zlib.crc32(written, following.check)
        if found is None or int(found[1], 16) != check:
            raise DataError(f"{path} is damaged at line {number}: remove it and its .part to begin again")
        following.check = check
        size += len(line) + 1
        values.append(json.loads(written))
    if not values:
        return Checked(None)
    return Checked(values[0], values[1:], size, following)
