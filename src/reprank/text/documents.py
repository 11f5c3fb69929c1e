"""Arguments to documents: a text, a ``Document``, or a list of these."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reprank.errors import InputError

#: One word that ends as names of files do: nobody wants a summary of it.
FILE_NAME = re.compile(
    r"[^\s<>|]{1,255}\.(?:txt|text|md|pdf|docx?|odt|rtf|html?|epub|jsonl?|csv|tsv|xml|eml|srt|gz|zip)"
)


@dataclass(frozen=True, slots=True)
class Document:
    """A text, with a title and an identifier for people if there are any.

    Offsets of sentences and keywords count the characters of ``text``.
    """

    text: str
    title: str | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError(_not_text(self.text))

    def __getitem__(self, span: slice) -> str:
        return self.text[span]


Documents = str | Document | Iterable[str | Document]


def as_documents(documents: Documents) -> tuple[Document, ...]:
    """Turn whatever was passed into documents; one bare text and a list of one are the same.

    >>> as_documents("One text.") == as_documents(["One text."])
    True
    """
    if isinstance(documents, str | Document):
        documents = [documents]
    if isinstance(documents, bytes | Mapping) or hasattr(documents, "read") or not isinstance(documents, Iterable):
        raise InputError(_not_text(documents))
    made = tuple(item if isinstance(item, Document) else Document(item) for item in documents)
    if made and all(FILE_NAME.fullmatch(document.text) for document in made):
        raise InputError(
            f"{made[0].text!r} looks like the name of a file, not like a text: pass what the file contains"
        )
    return made


def _not_text(value: object) -> str:
    if isinstance(value, bytes):
        advice = "decode it first"
    elif isinstance(value, Mapping):
        advice = "pass the texts that it contains, for example list(texts.values())"
    elif hasattr(value, "read"):
        advice = "pass the text that it contains, file.read()"
    elif isinstance(value, os.PathLike):
        advice = "pass what the file contains, for example path.read_text()"
    else:
        advice = "pass str, Document, or a list of these"
    return f"a document must be text; got {type(value).__name__}: {advice}"
