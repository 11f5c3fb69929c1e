"""Published files to texts with keyphrases: ``{"id", "text", "keyphrases"}``."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

Row = dict[str, object]


def read_inspec(source: Path) -> Iterator[Row]:
    """Inspec: ``Validation.zip`` of Hulth's archive: abstracts, and the keys that editors were free to choose."""
    with zipfile.ZipFile(source) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(".abstr"):
                continue
            title, _, abstract = archive.read(name).decode("latin-1").partition("\r\n")
            keys = archive.read(name.removesuffix(".abstr") + ".uncontr").decode("latin-1").lower()
            stop = "" if title.rstrip().endswith(("?", "!", ".")) else "."
            yield {
                "id": PurePosixPath(name).stem,
                "text": f"{_joined(title)}{stop}\n{_joined(abstract)}",
                "keyphrases": _distinct(keys.split(";")),
            }


def read_text_and_key(source: Path) -> Iterator[Row]:
    """Read an archive with ``ID.txt`` and ``ID.key``: SemEval 2010 and 2017, WikiNews and 500N-KPCrowd."""
    with zipfile.ZipFile(source) as archive:
        names = {PurePosixPath(name).name: name for name in archive.namelist() if "__MACOSX" not in name}
        for name in sorted(names):
            key = name.removesuffix(".txt") + ".key"
            if name.endswith(".txt") and key in names:
                text = archive.read(names[name]).decode("utf-8-sig", errors="replace").strip()
                keys = archive.read(names[key]).decode("utf-8-sig", errors="replace")
                yield {"id": name.removesuffix(".txt"), "text": text, "keyphrases": _distinct(keys.splitlines())}


def _joined(text: str) -> str:
    return " ".join(text.split())


def _distinct(keys: list[str]) -> list[str]:
    """Return keys without white space around them, each once.

    >>> _distinct([" a b", "c ", "a  b", ""])
    ['a b', 'c']
    """
    return list(dict.fromkeys(joined for key in keys if (joined := _joined(key))))
