"""What people pass in to documents: strings, lists of strings or of ``Document``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reprank.errors import InputError


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
    if isinstance(documents, bytes) or not isinstance(documents, Iterable):
        raise InputError(_not_text(documents))
    return tuple(item if isinstance(item, Document) else Document(item) for item in documents)


def _not_text(value: object) -> str:
    advice = "decode it first" if isinstance(value, bytes) else "pass str, Document, or a list of these"
    return f"a document must be text; got {type(value).__name__}: {advice}"
