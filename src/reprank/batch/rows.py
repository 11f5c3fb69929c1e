"""Plain values to rows: an id, documents, and columns that are copied to the result."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from reprank.errors import InputError
from reprank.patterns import lazy_pattern

HALF_PAIR = lazy_pattern("[\ud800-\udfff]")


@dataclass(frozen=True)
class RowFormat:
    """How rows are written in a file.

    ``format`` (jsonl, csv, tsv, parquet or paths) is for files whose name does not end in one; ``paths`` is a list of
    documents, one name a line, each of which becomes a row. ``separator`` is that of CSV. ``encoding`` is that of the
    file, or of the documents. Columns are the fields of a JSON object too; every other column is copied to the result.
    """

    format: str | None = None
    separator: str | None = None
    encoding: str | None = None
    text_column: str = "text"
    id_column: str = "id"

    def __post_init__(self) -> None:
        if self.separator is not None and len(self.separator) != 1:
            raise InputError(f"separator must be one character; got {self.separator!r}")


@dataclass(frozen=True, slots=True)
class RowFile:
    """A file of any kind that ``reprank.read`` reads; the worker of the row reads it."""

    path: str
    size: int
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One input: its documents, the file that holds them or what is wrong, and the columns that are copied.

    ``notes`` say what was changed so that the row can be written, such as half a surrogate pair.
    """

    id: str | int
    documents: tuple[str, ...] = ()
    error: str | None = None
    copied: dict[str, object] = field(default_factory=dict)
    file: RowFile | None = None
    notes: tuple[str, ...] = ()

    def size(self) -> int:
        """Count the characters of the documents, or the bytes of the file."""
        return self.file.size if self.file else sum(map(len, self.documents))


def row_of(fields: object, place: str, number: int, format: RowFormat | None = None) -> Row:
    """Make a row of plain values: an id (the number if there is none), and documents or a text.

    >>> row_of({"id": "a", "text": "One text.", "year": 1999}, "line 1", 1)
    Row(id='a', documents=('One text.',), error=None, copied={'year': 1999}, file=None, notes=())
    """
    wanted = format or RowFormat()
    if not isinstance(fields, dict):
        return Row(number, error=f"{place}: an object was expected; got {type(fields).__name__}")
    identity = fields.get(wanted.id_column)
    if identity is None:
        identity = number
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return Row(number, error=f"{place}: id must be text or a whole number; got {type(identity).__name__}")
    if isinstance(identity, str) and not is_decoded(identity):
        return Row(number, error=f"{place}: id has half a surrogate pair, which no file can hold: {identity!a}")
    text, documents = fields.get(wanted.text_column), fields.get("documents")
    used = {wanted.id_column, wanted.text_column}
    if wanted.text_column != "text" or (text is not None and not isinstance(documents, list | None)):
        documents = None  # a column as any other
    else:
        used.add("documents")
    plain = _Plain()
    copied = {
        plain.text(str(name), "a name"): plain.of(value, str(name))
        for name, value in fields.items()
        if name not in used and name is not None
    }

    def wrong(message: str) -> Row:
        return Row(identity, error=f"{place}: {message}", copied=copied, notes=tuple(plain.notes))

    if text is not None and documents is not None:
        return wrong("both text and documents: give one of them")
    given = text if documents is None else documents
    texts = given if isinstance(given, list) else [given]
    if given is None or (documents is not None and not isinstance(documents, list)):
        return wrong(_expected(fields, wanted))
    whole = tuple(plain.text(document, "the text") for document in texts if isinstance(document, str))
    if len(whole) < len(texts):
        return wrong("every document must be text")
    return Row(identity, whole, copied=copied, notes=tuple(plain.notes))


def _expected(fields: Mapping[str, object], format: RowFormat) -> str:
    wanted = "text or documents (a list of texts)" if format.text_column == "text" else format.text_column
    names = ", ".join(map(str, fields)) or "nothing"
    return f"a field {wanted} was expected; got {names}: name the field of the text (--text-column)"


@dataclass
class _Plain:
    """Values to values that files can hold: a date becomes text; what has to be changed is noted."""

    notes: list[str] = field(default_factory=list)

    def of(self, value: object, where: str) -> object:
        """Return a value that JSON can hold; not a number is nothing, as in tables where it marks a missing value."""
        if isinstance(value, str):
            return self.text(value, where)
        if isinstance(value, float):
            if math.isinf(value):
                self._note(f"a number in {where} is too large: it is left out")
            return value if math.isfinite(value) else None
        if value is None or isinstance(value, int):
            return value
        if isinstance(value, dict):
            return {self.text(str(name), where): self.of(inner, where) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.of(inner, where) for inner in value]
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)

    def text(self, value: str, where: str) -> str:
        """Return a text of whole characters."""
        if is_decoded(value):
            return value
        self._note(f"{where} has half a surrogate pair: it is replaced by U+FFFD")
        return whole_characters(value)

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)


def whole_characters(text: str) -> str:
    """Replace halves of surrogate pairs, which no encoding can hold, by U+FFFD; the text keeps its length."""
    return text if is_decoded(text) else HALF_PAIR.sub("\ufffd", text)


def is_decoded(text: str) -> bool:
    r"""Return whether a text has only whole characters: bytes that could not be decoded are half surrogate pairs.

    >>> is_decoded("café"), is_decoded(b"caf\xe9".decode("utf-8", "surrogateescape"))
    (True, False)
    """
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
