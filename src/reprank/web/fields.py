"""The fields of every request: the options of the library, what only the service has, and the check of both.

Requests are checked by these tables, and ``openapi.json`` is written from them.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import cast

from reprank.errors import InputError
from reprank.schema import (
    COUNT,
    DOCUMENTS,
    FLAG,
    LENGTHS,
    PHRASES,
    QUESTION,
    TEXT,
    WHOLE,
    CompareOptions,
    CompressOptions,
    KeywordOptions,
    Schema,
    Schemas,
    SummaryOptions,
    list_of,
    option,
    options_of,
    types_of,
)
from reprank.text.documents import Block, Document, Place
from reprank.web.problems import Problem

PLACE: Schema = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
PLACES = list_of(PLACE)
MAX_LENGTHS = 64
FORMATS = ("json", "text", "markdown", "html")

SOURCES: Schemas = {
    "documents": option(DOCUMENTS, "Texts that get one result: strings, or objects as /api/read returns them."),
    "text": option(TEXT, "One text, instead of documents."),
}
SUMMARIZE: Schemas = {
    **SOURCES,
    **options_of(SummaryOptions),
    "lengths": option(
        {**list_of(WHOLE), "maxItems": MAX_LENGTHS},
        "Also return the sentences of a summary of each of these lengths in words, from the same ranking.",
    ),
    "pinned": option(PLACES, "Sentences that must be in the summary, each as [document, start]."),
    "banned": option(PLACES, "Sentences that must not be in the summary, each as [document, start]."),
    "outline": option(FLAG, "Also return the start and end of every sentence of each document."),
    "answer": option(
        FLAG, "With a query, also return the sentences that answer it, and the words of it that were found."
    ),
    "explain": option(
        {**PLACE, "type": ["boolean", "array"]},
        "Also return the reasons: true for the sentences of the summary, or [document, start] for any one sentence.",
    ),
    "title": option(TEXT, "A title for the Markdown or HTML in the response."),
    "date": option(TEXT, "A date for the Markdown or HTML in the response."),
    "format": option({"type": "string", "enum": list(FORMATS)}, "The format of the response.", default="json"),
}
KEYWORDS: Schemas = {**SOURCES, **options_of(KeywordOptions)}
COMPARE: Schemas = {
    "documents": option(DOCUMENTS, "Two or more texts on the same subject; their dates show what changed."),
    **options_of(CompareOptions),
}
COMPRESS: Schemas = {
    "chunks": option(DOCUMENTS, "Texts to shorten; each comes back, in the same order."),
    "query": QUESTION,
    **options_of(CompressOptions),
}
BATCH: Schemas = {
    name: SUMMARIZE[name] for name in (*LENGTHS, "keywords", "query", "language", "ranking")
}  # in the address, for all lines

DOCUMENT_FIELDS = ("text", "title", "id", "blocks", "places", "date")
_TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "boolean": (bool,),
    "array": (list,),
}


def check(given: object, table: Schemas) -> dict[str, object]:
    """Return the fields of a request without those that are null; raise Problem for an unknown or misused field.

    >>> check({"words": 50, "query": None}, SUMMARIZE)
    {'words': 50}
    """
    if not isinstance(given, dict):
        raise Problem(422, f"the request must be a JSON object; got {_kind(given)}")
    for name, value in given.items():
        if name not in table:
            raise Problem(422, f"unknown field {name!r}: use {', '.join(table)}", name)
        if value is not None:
            _check_value(name, value, table[name])
    return {name: value for name, value in given.items() if value is not None}


def _check_value(name: str, value: object, schema: Schema) -> None:
    kinds = types_of(schema)
    fits = any(isinstance(value, _TYPES[kind]) for kind in kinds)
    if not fits or (isinstance(value, bool) and "boolean" not in kinds):
        raise Problem(422, f"{name} must be of type {' or '.join(kinds)}; got {_kind(value)}", name)
    if "enum" in schema and value not in cast("list[object]", schema["enum"]):
        raise Problem(422, f"{name} must be one of {', '.join(cast('list[str]', schema['enum']))}; got {value!r}", name)
    if isinstance(value, list) and schema.get("items") == PHRASES["items"]:
        for number, item in enumerate(value):
            if not isinstance(item, str):
                raise Problem(422, f"{name}[{number}] must be of type string; got {_kind(item)}", name)


def places_of(given: object, name: str) -> list[tuple[int, int]]:
    """Read the places of sentences in a field."""
    if not isinstance(given, list):
        raise Problem(422, f"{name} must be of type array; got {_kind(given)}", name)
    return [place_of(item, name) for item in given]


def place_of(given: object, name: str) -> tuple[int, int]:
    """Read the place of one sentence."""
    if not isinstance(given, list) or len(given) != 2 or not all(type(it) is int and it >= 0 for it in given):
        raise Problem(422, f"{name} needs places [document, start], two whole numbers each", name)
    return given[0], given[1]


def lengths_of(given: object) -> list[int]:
    """Read several lengths."""
    if not isinstance(given, list) or not all(type(it) is int and it >= 1 for it in given):
        raise Problem(422, "lengths must be a list of whole numbers, each at least 1", "lengths")
    if len(given) > MAX_LENGTHS:
        raise Problem(422, f"lengths has {len(given)} entries, more than the limit of {MAX_LENGTHS}", "lengths")
    return given


def documents_of(given: object, name: str, max_documents: int) -> list[Document]:
    """Read the documents in a field."""
    if not isinstance(given, list):
        raise Problem(422, f"{name} must be of type array; got {_kind(given)}", name)
    if len(given) > max_documents:
        raise Problem(413, f"{name} has {len(given)} documents, more than the limit of {max_documents}", name)
    return [_document(item, f"{name}[{number}]", name) for number, item in enumerate(given)]


def _document(given: object, where: str, field: str) -> Document:
    if isinstance(given, str):
        return Document(given)
    if not isinstance(given, dict):
        raise Problem(422, f"{where} must be a string or an object with text; got {_kind(given)}", field)
    if unknown := set(given) - set(DOCUMENT_FIELDS):
        raise Problem(422, f"{where} has an unknown field {min(unknown)!r}: use {', '.join(DOCUMENT_FIELDS)}", field)
    if not isinstance(given.get("text"), str):
        raise Problem(422, f"{where}.text must be of type string; got {_kind(given.get('text'))}", field)
    for name in ("title", "id", "date"):
        if not isinstance(given.get(name), str | None):
            raise Problem(422, f"{where}.{name} must be of type string; got {_kind(given[name])}", field)
    try:
        blocks = tuple(Block(int(it["start"]), int(it["end"]), str(it["kind"])) for it in given.get("blocks") or ())
        places = tuple(Place(int(it["start"]), str(it["label"])) for it in given.get("places") or ())
        date = datetime.date.fromisoformat(given["date"]) if given.get("date") else None
        return Document(given["text"], given.get("title"), given.get("id"), blocks, places, date)
    except InputError as error:
        raise Problem(422, f"{where}: {error}", field) from None
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError):
        message = (
            f"{where}: blocks must be objects with start, end and kind, places objects with start and label, "
            "a date must be written like 2026-03-02"
        )
        raise Problem(422, message, field) from None


def _kind(value: object) -> str:
    """Name a value as JSON does."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")
