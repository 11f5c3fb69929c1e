"""Real text for measuring speed: encyclopaedia and news from data that is on this machine, never shipped.

``DATA/corpus/wiki-en-0.jsonl.xz`` has an encyclopaedia, ``DATA/summaries/cnn.jsonl`` news articles; docs/evaluation.md
says what the rows look like. Each kind of text becomes a folder of files as ``speed_child`` wants them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from reprank.files import open_compressed

ENCYCLOPAEDIA, NEWS = Path("corpus", "wiki-en-0.jsonl.xz"), Path("summaries", "cnn.jsonl")
SHORTEST, LONGEST = 10, 80  # sentences of an encyclopaedia's article that is measured
LONG_SENTENCES = 1000  # of a text that others read too
VERY_LONG_CHARACTERS = 1_000_000  # of a text that is too long for the others


@dataclass(frozen=True)
class RealText:
    """One kind of text: its name, the folder of its files, what is in them, and whether others are measured on it."""

    name: str
    folder: Path
    texts: int
    sentences: int
    characters: int
    with_peer: bool = True


def write_real_texts(data: Path, folder: Path, articles: int) -> list[RealText]:
    """Write all kinds of text; exit with a line that says what is missing."""
    for needed in (ENCYCLOPAEDIA, NEWS):
        if not (data / needed).exists():
            raise SystemExit(f"{data / needed} is missing: name the folder of the data, or leave it out")
    news = list(islice(rows_of(data / NEWS), articles))
    entries = list(islice(rows_of(data / ENCYCLOPAEDIA), 20 * articles))
    short = [text for text in entries if SHORTEST <= len(split(text)) <= LONGEST][:articles]
    long = _long(entries)
    very_long = "\n".join(entries)[:VERY_LONG_CHARACTERS]
    return [
        _write(folder, "news articles", news),
        _write(folder, "encyclopaedia articles", short),
        _write(folder, "encyclopaedia, one text", [long]),
        _write(folder, "the same on one line", [long], one_line=True),
        _write(folder, "encyclopaedia, 1 MB", [very_long], with_peer=False),
        _write(folder, "1 MB on one line", [very_long], one_line=True, with_peer=False),
    ]


def rows_of(path: Path) -> Iterator[str]:
    """Yield the texts of a file of rows."""
    with open_compressed(path) as stream:
        for line in stream:
            row = json.loads(line)
            yield row.get("text") or "\n\n".join(row["documents"])


def split(text: str) -> list[str]:
    """Split a text for the systems that want sentences."""
    from sentencex import segment

    found = (" ".join(sentence.split()) for paragraph in text.splitlines() for sentence in segment("en", paragraph))
    return [sentence for sentence in found if sentence]


def _long(entries: list[str]) -> str:
    """Join entries until there are enough sentences."""
    gathered: list[str] = []
    count = 0
    for entry in entries:
        gathered.append(entry)
        count += len(split(entry))
        if count >= LONG_SENTENCES:
            break
    return "\n".join(gathered)


def _write(folder: Path, name: str, texts: list[str], *, one_line: bool = False, with_peer: bool = True) -> RealText:
    place = folder / f"real-{name.replace(',', '').replace(' ', '-')}-{len(texts)}"
    place.mkdir(parents=True, exist_ok=True)
    count = 0
    for number, text in enumerate(texts):
        sentences = split(text)
        count += len(sentences)
        running = " ".join(text.split()) if one_line else text
        (place / f"{number:06d}.txt").write_text(running, encoding="utf-8")
        (place / f"{number:06d}.lines").write_text("\n".join(sentences) + "\n", encoding="utf-8")
    return RealText(name, place, len(texts), count, sum(map(len, texts)), with_peer)
