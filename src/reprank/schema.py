"""Every option and every result as JSON Schema: the one table of the command line, HTTP, OpenAPI, MCP and batches.

An option is a key of a ``TypedDict``, so that calls are type-checked; its annotation also has its JSON Schema: type,
limits, default and meaning. Results are named schemas that refer to each other as in OpenAPI.
"""

# Annotations are no strings here: each of them would be compiled at import.
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Literal, TypedDict, cast, get_type_hints

from reprank.budget import DEFAULT_WORDS, Length
from reprank.text.documents import KINDS, Documents

Schema = Mapping[str, object]
Schemas = Mapping[str, Schema]

REFERENCE = "#/components/schemas/"

WHOLE: Schema = {"type": "integer", "minimum": 1}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
PHRASES: Schema = {"type": "array", "items": TEXT}


def option(schema: Schema, meaning: str, *, default: object = None) -> Schema:
    """Add the meaning, and a default that is not null, to a schema."""
    return {**schema, **({} if default is None else {"default": default}), "description": meaning}


def list_of(items: Schema) -> Schema:
    """Describe a list."""
    return {"type": "array", "items": items}


def members(required: Schemas, optional: Schemas | None = None) -> Schema:
    """Describe an object by its members."""
    return {"type": "object", "required": list(required), "properties": {**required, **(optional or {})}}


def named(name: str) -> Schema:
    """Refer to a schema by its name."""
    return {"$ref": REFERENCE + name}


def types_of(schema: Schema) -> list[str]:
    """Return the JSON types that a value may have.

    >>> types_of(LENGTHS["words"])
    ['integer', 'string']
    """
    kinds = schema["type"]
    return [kinds] if isinstance(kinds, str) else cast("list[str]", kinds)


DOCUMENTS = list_of(named("Document"))
LANGUAGE = option(TEXT, "Language code, such as en or fr; detected if not given.")
SEEN = option(
    DOCUMENTS, "Documents that the reader already knows. They are not selected, and repetitions of them are penalised."
)


class _Words(TypedDict, total=False):
    words: Annotated[
        int | Literal["auto"] | None,
        option(
            {"type": ["integer", "string"], "minimum": 1, "pattern": "^auto$"},
            "Maximum number of words, or auto for the length beyond which more words add little; "
            f"{DEFAULT_WORDS} if no length is given.",
        ),
    ]


class _OtherLengths(TypedDict, total=False):
    sentences: Annotated[int | None, option(WHOLE, "Maximum number of sentences.")]
    ratio: Annotated[
        float | None,
        option({"type": "number", "exclusiveMinimum": 0, "maximum": 1}, "Maximum share of the words, such as 0.1."),
    ]
    characters: Annotated[
        int | None, option(WHOLE, "Maximum number of characters, including the spaces between sentences.")
    ]
    bytes: Annotated[int | None, option(WHOLE, "Maximum number of bytes of UTF-8.")]
    tokens: Annotated[int | None, option(WHOLE, "Maximum number of language-model tokens, estimated offline.")]


class LengthOptions(_Words, _OtherLengths, total=False):
    """The lengths, of which at most one is given."""


class SummaryOptions(LengthOptions, total=False):
    """The options of ``reprank.summarize``."""

    budget: Length | None
    keywords: Annotated[int, option(COUNT, "Number of keywords.", default=10)]
    query: Annotated[str | None, option(TEXT, "A question that the summary should answer.")]
    seen: Annotated[Documents, SEEN]
    language: Annotated[str | None, LANGUAGE]
    ranking: Annotated[bool, option(FLAG, "Also list every sentence with its score.")]
    sources: Annotated[bool, option(FLAG, "Also list the documents that report each sentence.")]
    conflicts: Annotated[bool, option(FLAG, "Also list what the documents disagree about.")]


class KeywordOptions(TypedDict, total=False):
    """The options of ``reprank.keywords``."""

    top: Annotated[int, option(COUNT, "Maximum number of keywords.", default=10)]
    min_words: Annotated[int, option(WHOLE, "Minimum number of words in a keyword.", default=1)]
    max_words: Annotated[int, option(WHOLE, "Maximum number of words in a keyword.", default=4)]
    diversity: Annotated[
        float | None, option(SHARE, "From 0 (the best phrases, however similar) to 1 (hardly any words in common).")
    ]
    exclude: Annotated[str | Iterable[str], option(PHRASES, "Words and phrases that no keyword may contain.")]
    include: Annotated[str | Iterable[str], option(PHRASES, "Words and phrases to include as keywords if they occur.")]
    candidates: Annotated[str | Iterable[str] | None, option(PHRASES, "The only phrases that may be keywords.")]
    seeds: Annotated[
        str | Iterable[str], option(PHRASES, "Words that boost the phrases that contain them or occur near them.")
    ]
    seen: Annotated[Documents, SEEN]
    language: Annotated[str | None, LANGUAGE]


class CompareOptions(TypedDict, total=False):
    """The options of ``reprank.compare``."""

    words: Annotated[int, option(WHOLE, "Maximum number of words, not counting conflicts.", default=200)]
    language: Annotated[str | None, LANGUAGE]


class CompressOptions(_OtherLengths, total=False):
    """The options of ``reprank.compress`` that are plain values and hold for every call."""

    words: Annotated[int | None, option(WHOLE, "Maximum number of words.")]
    threshold: Annotated[
        float | None, option(SHARE, "Keep sentences worth at least this share of the best one for the query.")
    ]
    keep: Annotated[
        Sequence[str],
        option(
            list_of({"oneOf": [TEXT, {"type": "integer", "description": "Number of a chunk that is kept whole."}]}),
            "What must be kept: literal words and phrases, or any of these presets: numbers, paths, urls, quotes, "
            "code, tables, headings.",
        ),
    ]
    marker: Annotated[str | None, option(TEXT, "Text that marks omissions, such as […].")]
    language: Annotated[str | None, LANGUAGE]


@cache
def options_of(call: type) -> dict[str, Schema]:
    """Return the options of a call that are plain values, with their schemas.

    >>> list(options_of(CompareOptions))
    ['words', 'language']
    """
    hints = get_type_hints(call, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")}


LENGTHS = options_of(LengthOptions)
QUESTION = option(TEXT, "The question or task that the text is for.")  # to compress by

_OFFSETS: Schemas = {"start": COUNT, "end": COUNT}
_SENTENCE: Schemas = {"text": TEXT, "document": COUNT, **_OFFSETS}
_NULLABLE: Schema = {"type": ["string", "null"]}
_SPANS = list_of({"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2})
_SUMMARY: Schemas = {
    "text": TEXT,
    "sentences": list_of(named("Sentence")),
    "keywords": list_of(named("Keyword")),
    "budget": named("Budget"),
    "system": TEXT,
    "version": TEXT,
    "language": TEXT,
    "warnings": list_of(TEXT),
}
#: What a row of a batch has beside its id and the columns of the input; ``error`` stands in for all others.
ROW: Schemas = {"summary": TEXT, **{name: schema for name, schema in _SUMMARY.items() if name != "text"}}

#: Every result by name.
RESULTS: Schemas = {
    "Document": {
        "oneOf": [
            TEXT,
            members(
                {"text": TEXT},
                {
                    "title": _NULLABLE,
                    "id": _NULLABLE,
                    "blocks": list_of(members({**_OFFSETS, "kind": {"type": "string", "enum": sorted(KINDS)}})),
                    "places": list_of(members({"start": COUNT, "label": TEXT})),
                    "date": TEXT,
                },
            ),
        ]
    },
    "Sentence": members(
        {**_SENTENCE, "score": NUMBER, "rank": COUNT}, {"display": TEXT, "place": TEXT, "sources": list_of(COUNT)}
    ),
    "Keyword": members(
        {"text": TEXT, "score": NUMBER, "occurrences": list_of(members({"document": COUNT, **_OFFSETS}))}
    ),
    "Budget": members({"unit": TEXT, "limit": COUNT, "used": COUNT}),
    "Conflict": members(
        {
            "kind": TEXT,
            "values": list_of(TEXT),
            "text": TEXT,
            "first": members(_SENTENCE),
            "second": members(_SENTENCE),
        }
    ),
    "Summary": members(
        _SUMMARY,
        {"query": TEXT, "conflicts": list_of(named("Conflict")), "ranking": list_of(named("Sentence"))},
    ),
    "Error": members({"type": TEXT, "message": TEXT}),
    "Keywords": members({"keywords": list_of(named("Keyword")), "version": TEXT}),
    "ComparedSentence": members({**_SENTENCE, "score": NUMBER, "sources": list_of(COUNT)}),
    "Comparison": members(
        {
            "agreed": list_of(named("ComparedSentence")),
            "conflicts": list_of(named("Conflict")),
            "updates": list_of(named("Conflict")),
            "single": list_of(named("ComparedSentence")),
            "documents": list_of(TEXT),
            "version": TEXT,
        }
    ),
    "Compressed": members(
        {
            "chunks": list_of(members({"text": TEXT, "kept": _SPANS, "dropped": _SPANS, "id": _NULLABLE})),
            "budget": {"oneOf": [named("Budget"), {"type": "null"}]},
            "version": TEXT,
            "warnings": list_of(TEXT),
        }
    ),
}
