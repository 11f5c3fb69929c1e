"""Inputs without their texts: which part of which file, the limit in words, the sentences as offsets.

A line of ``inputs.jsonl`` is one input:

    {"set": kind of text, "id": …, "language": …, "words": limit of the extract,
     "documents": [{"package", "path", "form", "part", "start", "end", "sha256"}, …],
     "sentences": [[document, start, end, words], …]}

A document is the characters from ``start`` to ``end`` of the text of a file. Its ``sha256`` shows whether the file has
changed. Sentences are numbered from 0; their offsets count the characters of their document.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.data.split import is_held_back

INPUTS = Path(__file__).with_name("inputs.jsonl")
IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"  # kana and Han
IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
WORD_OR_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]|[^\\s{IDEOGRAPHS}。、，．！？；：（）「」『』“”…《》・]+")


class Texts(Protocol):
    """Where the text of a file comes from."""

    def text(self, package: str, path: str, form: str, part: str = "") -> str:
        """Return the text of a file of a package."""


@dataclass(frozen=True)
class Origin:
    """Where a document comes from: a part of the text of a file in a package, and its digest."""

    package: str
    path: str
    form: str
    part: str
    start: int
    end: int
    sha256: str


@dataclass(frozen=True)
class Span:
    """A sentence: its document, its characters there, and its words."""

    document: int
    start: int
    end: int
    words: int


@dataclass(frozen=True)
class Input:
    """What an editor reads: documents, their sentences, and how many words the extract may have."""

    set: str
    id: str
    language: str
    words: int
    documents: tuple[Origin, ...]
    sentences: tuple[Span, ...]

    @property
    def held_back(self) -> bool:
        """Tell whether a document is in the held-back part of the development data: nothing may be fitted to it."""
        return any(origin.package.startswith("data:") and is_held_back(origin.part) for origin in self.documents)


class ChangedTextError(ValueError):
    """The text of a document is not the one that editors read."""


def read_inputs(path: Path = INPUTS) -> tuple[Input, ...]:
    """Return all inputs."""
    with path.open(encoding="utf-8") as file:
        return tuple(_input(json.loads(line)) for line in file)


def documents_of(given: Input, files: Texts) -> tuple[str, ...]:
    """Return the texts of an input, as editors read them; raise ``ChangedTextError`` if a file has changed."""
    texts = tuple(
        files.text(each.package, each.path, each.form, each.part)[each.start : each.end] for each in given.documents
    )
    for origin, text in zip(given.documents, texts, strict=True):
        if digest(text) != origin.sha256:
            raise ChangedTextError(f"{given.id}: {origin.path} of {origin.package} is not the text that was marked")
    return texts


def digest(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def count_words(text: str) -> int:
    """Count words between white space; in Chinese and Japanese, characters.

    >>> count_words("It rained all day."), count_words("今日は雨。 Rain!")
    (4, 5)
    """
    return len(WORD_OR_IDEOGRAPH.findall(text)) if IDEOGRAPH.search(text) else len(text.split())


def _input(row: dict[str, object]) -> Input:
    documents, sentences = row["documents"], row["sentences"]
    assert isinstance(documents, Iterable)
    assert isinstance(sentences, Iterable)
    origins, spans = tuple(Origin(**each) for each in documents), tuple(Span(*each) for each in sentences)
    set_name, identifier, language = str(row["set"]), str(row["id"]), str(row["language"])
    words = row["words"]
    assert isinstance(words, int)
    return Input(set_name, identifier, language, words, origins, spans)
