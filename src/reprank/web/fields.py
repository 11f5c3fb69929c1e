"""The fields of every request: what they mean, and what they must be.

One table serves three purposes: requests are checked by it, ``openapi.json`` is written from it, and tests compare it
with the arguments of the library.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import cast

from reprank.errors import InputError
from reprank.text.documents import Block, Document, Place
from reprank.web.problems import Problem

Schema = Mapping[str, object]

WHOLE = {"type": "integer", "minimum": 1}
COUNT = {"type": "integer", "minimum": 0}
SHARE = {"type": "number", "minimum": 0, "maximum": 1}
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
PHRASES = {"type": "array", "items": {"type": "string"}}
PLACE = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
PLACES = {"type": "array", "items": PLACE}
MAX_LENGTHS = 64
DOCUMENTS = {"type": "array", "items": {"$ref": "#/components/schemas/Document"}}


def about(schema: Schema, description: str) -> Schema:
    """Add a description to a schema."""
    return {**schema, "description": description}


LENGTHS: Mapping[str, Schema] = {
    "words": about(
        {"type": ["integer", "string"], "minimum": 1, "pattern": "^auto$"},
        'Maximum number of words, or "auto" for a length that suits the text. Give at most one length.',
    ),
    "sentences": about(WHOLE, "Maximum number of sentences."),
    "ratio": about({"type": "number", "exclusiveMinimum": 0, "maximum": 1}, "Maximum share of the words."),
    "characters": about(WHOLE, "Maximum number of characters, including the spaces between sentences."),
    "bytes": about(WHOLE, "Maximum number of bytes of UTF-8."),
    "tokens": about(WHOLE, "Maximum number of tokens of a language model, by an offline estimate."),
}
SOURCES: Mapping[str, Schema] = {
    "documents": about(DOCUMENTS, "Texts that get one result: strings, or objects as /api/read returns them."),
    "text": about(TEXT, "One text, instead of documents."),
}
READING: Mapping[str, Schema] = {
    "seen": about(
        DOCUMENTS, "Texts that the reader already knows. They are not selected, and repetitions of them are penalised."
    ),
    "language": about(TEXT, "The code of the language, such as en; detected if not given."),
}
FORMATS = ("json", "text", "markdown", "html")

SUMMARIZE: Mapping[str, Schema] = {
    **SOURCES,
    **LENGTHS,
    "keywords": about(COUNT, "Number of keywords; 10 if not given."),
    "query": about(TEXT, "A question that the summary should answer."),
    **READING,
    "ranking": about(FLAG, "Also list every sentence with its score."),
    "conflicts": about(FLAG, "Also list what the documents disagree about."),
    "sources": about(FLAG, "Also list the documents that report each sentence."),
    "lengths": about(
        {"type": "array", "items": WHOLE, "maxItems": MAX_LENGTHS},
        "Also return the sentences of a summary of each of these lengths in words, from the same ranking.",
    ),
    "pinned": about(PLACES, "Sentences that must be in the summary, each as [document, start]."),
    "banned": about(PLACES, "Sentences that must not be in the summary, each as [document, start]."),
    "outline": about(FLAG, "Also return the start and end of every sentence of each document."),
    "answer": about(
        FLAG, "With a query, also return the sentences that answer it, and the words of it that were found."
    ),
    "explain": about(
        {"type": ["boolean", "array"], "items": COUNT, "minItems": 2, "maxItems": 2},
        "Also return the reasons: true for the sentences of the summary, or [document, start] for any one sentence.",
    ),
    "title": about(TEXT, "A title for the Markdown or HTML in the response."),
    "date": about(TEXT, "A date for the Markdown or HTML in the response."),
    "format": about({"type": "string", "enum": list(FORMATS)}, "The format of the response; json if not given."),
}
KEYWORDS: Mapping[str, Schema] = {
    **SOURCES,
    "top": about(COUNT, "Maximum number of keywords; 10 if not given."),
    "min_words": about(WHOLE, "Minimum number of words in a keyword."),
    "max_words": about(WHOLE, "Maximum number of words in a keyword; 4 if not given."),
    "diversity": about(SHARE, "From 0 (the best phrases, however similar) to 1 (hardly any word in common)."),
    "exclude": about(PHRASES, "Words and phrases that no keyword may contain."),
    "include": about(PHRASES, "Words and phrases that are keywords if they occur."),
    "candidates": about(PHRASES, "The only phrases that may be keywords."),
    "seeds": about(PHRASES, "Words that boost the phrases that contain them or occur near them."),
    **READING,
}
COMPARE: Mapping[str, Schema] = {
    "documents": about(DOCUMENTS, "Two or more texts on the same subject; their dates show what changed."),
    "words": about(WHOLE, "Maximum number of words, not counting conflicts; 200 if not given."),
    "language": READING["language"],
}
COMPRESS: Mapping[str, Schema] = {
    "chunks": about(DOCUMENTS, "Texts to shorten; each comes back, in the same order."),
    "query": about(TEXT, "The question or task that the text is for."),
    **LENGTHS,
    "threshold": about(SHARE, "Keep sentences worth at least this share of the best one for the query."),
    "keep": about(
        {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]}},
        "What must be kept: literal words and phrases, numbers of chunks, or presets such as numbers.",
    ),
    "marker": about(TEXT, "Text that marks omissions."),
    "language": READING["language"],
}
BATCH: Mapping[str, Schema] = {
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


def check(given: object, table: Mapping[str, Schema]) -> dict[str, object]:
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


def types_of(schema: Schema) -> list[str]:
    """Return the types that a value may have."""
    kinds = schema["type"]
    return [kinds] if isinstance(kinds, str) else cast("list[str]", kinds)


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
