"""The tables of fields to a description of the service for programs: OpenAPI 3.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from reprank.text.documents import KINDS
from reprank.version import __version__
from reprank.web import fields
from reprank.web.fields import COUNT, FLAG, TEXT, Schema, about
from reprank.web.problems import JSON, PROBLEM

PROBLEMS = {
    "400": "The body is not JSON.",
    "401": "A token is needed.",
    "403": "The request comes from a page of another site.",
    "408": "The request did not arrive in time.",
    "413": "The request is larger than the operator allows.",
    "415": "The body has another content type than application/json.",
    "421": "The service does not answer to this host name.",
    "422": "A field cannot be used as given; `field` names it.",
    "500": "The worker process ended before its answer.",
    "501": "An optional package is not installed on the server.",
    "503": "Too many requests are waiting or in memory; `Retry-After` says when to try again.",
    "504": "The work took longer than the operator allows.",
}
NUMBER = {"type": "number"}


def description() -> dict[str, object]:
    """Describe every route of the API.

    >>> sorted(description()["paths"])[:2]
    ['/api/batch', '/api/compare']
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "RepRank",
            "version": __version__,
            "description": "Summaries and keywords. Offsets count Unicode characters (code points) of a document.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "responses": {f"Problem{status}": _problem(text) for status, text in PROBLEMS.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _paths() -> dict[str, object]:
    return {
        "/api/summarize": _post("Summarize documents", "SummarizeRequest", "Summary"),
        "/api/keywords": _post("Rank the keywords of documents", "KeywordsRequest", "Keywords"),
        "/api/compare": _post("Say what documents agree and disagree about", "CompareRequest", "Comparison"),
        "/api/compress": _post("Shorten chunks to what answers a query", "CompressRequest", "Compressed"),
        "/api/read": {
            "post": {
                "summary": "Read one file: its bytes in, a document out",
                "parameters": [
                    _parameter("name", about(TEXT, "The name of the file, for messages and places.")),
                    _parameter("encoding", about(TEXT, "The encoding of a text file; found if not given.")),
                ],
                "requestBody": {"required": True, "content": {"application/octet-stream": {}}},
                "responses": _responses({JSON: {"schema": _ref("ReadDocument")}}),
            }
        },
        "/api/batch": {
            "post": {
                "summary": "Summarize every line: JSON lines streamed in, JSON lines streamed out, in order",
                "parameters": [_parameter(name, schema) for name, schema in fields.BATCH.items()],
                "requestBody": {"required": True, "content": {"application/jsonl": {"schema": _ref("BatchRow")}}},
                "responses": _responses({"application/jsonl": {"schema": _ref("BatchResult")}}),
            }
        },
        "/api/example": _get("Return documents for a first try", _object({"documents": fields.DOCUMENTS})),
        "/api/health": _get("Return the version and the limits of the service", _ref("Health")),
    }


def _schemas() -> dict[str, object]:
    offsets = {"start": COUNT, "end": COUNT}
    occurrence = _object({"document": COUNT, **offsets})
    sentence = _object(
        {"text": TEXT, "document": COUNT, **offsets, "score": NUMBER, "rank": COUNT},
        {"place": TEXT, "display": TEXT, "sources": _list(COUNT)},
    )
    keyword = _object({"text": TEXT, "score": NUMBER, "occurrences": _list(occurrence)})
    budget = _object({"unit": TEXT, "limit": COUNT, "used": COUNT})
    block = _object({**offsets, "kind": {"type": "string", "enum": sorted(KINDS)}})
    place = _object({"start": COUNT, "label": TEXT})
    summary = {
        "text": TEXT, "sentences": _list(_ref("Sentence")), "keywords": _list(_ref("Keyword")),
        "budget": _ref("Budget"), "system": TEXT, "version": TEXT, "language": TEXT, "warnings": _list(TEXT),
    }  # fmt: skip
    row = {"summary": TEXT, **{name: schema for name, schema in summary.items() if name != "text"}}
    more: dict[str, object] = {
        "ranking": _list(_ref("Sentence")),
    }
    told = _object({"text": TEXT, "document": COUNT, **offsets})
    compared = _object({"text": TEXT, "document": COUNT, **offsets, "score": NUMBER, "sources": _list(COUNT)})
    conflict = _object({"kind": TEXT, "values": _list(TEXT), "text": TEXT, "first": told, "second": told})
    more["conflicts"] = _list(conflict)
    point = _object({"title": TEXT, "text": TEXT})
    named = _object({"text": TEXT, "document": COUNT, **offsets, "rank": COUNT})
    reason = _object({"name": TEXT, "text": TEXT, "sentences": _list(named)})
    more["reasons"] = _list(_object({"document": COUNT, **offsets, "selected": FLAG, "reasons": _list(reason),
                                     "support": _list(named), "numbers": _list(point)}))  # fmt: skip
    length = _object({"words": COUNT, "used": COUNT, "covered": NUMBER, "sentences": _list(_ref("Sentence"))},
                     {"problem": TEXT})  # fmt: skip
    more |= {
        "query": TEXT,
        "lengths": _list(length),
        "knee": COUNT,
        "outline": _list(fields.PLACES),
        "answer": _object({"sentences": fields.PLACES, "words": _list(TEXT)}),
    }
    span = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
    nullable = {"type": ["string", "null"]}
    chunk = _object({"text": TEXT, "kept": _list(span), "dropped": _list(span), "id": nullable})
    document = _object(
        {"text": TEXT},
        {"title": nullable, "id": nullable, "blocks": _list(block), "places": _list(place), "date": TEXT},
    )
    return {
        "Document": {"oneOf": [TEXT, document]},
        "Sentence": sentence,
        "Keyword": keyword,
        "Budget": budget,
        "Summary": _object(summary, more),
        "Keywords": _object({"keywords": _list(_ref("Keyword")), "version": TEXT}),
        "Comparison": _object(
            {"agreed": _list(compared), "conflicts": _list(conflict), "updates": _list(conflict),
             "single": _list(compared), "documents": _list(TEXT), "version": TEXT}
        ),
        "Compressed": _object(
            {"chunks": _list(chunk), "budget": {"oneOf": [_ref("Budget"), {"type": "null"}]}, "version": TEXT,
             "warnings": _list(TEXT)}
        ),
        "ReadDocument": _object({"document": _ref("Document"), "warnings": _list(TEXT)}),
        "BatchRow": {"type": "object", "properties": {"id": {}, **fields.SOURCES}},
        "BatchResult": {"type": "object", "required": ["id"], "properties": {
            "id": {}, "error": _object({"type": TEXT, "message": TEXT}), **row}},
        "Health": _object({"status": TEXT, "version": TEXT, "workers": COUNT, "limits": {"type": "object"},
                           "token_required": FLAG}),
        "Problem": _object({"type": TEXT, "title": TEXT, "status": COUNT, "detail": TEXT}, {"field": TEXT}),
        "SummarizeRequest": _request(fields.SUMMARIZE),
        "KeywordsRequest": _request(fields.KEYWORDS),
        "CompareRequest": {**_request(fields.COMPARE), "required": ["documents"]},
        "CompressRequest": {**_request(fields.COMPRESS), "required": ["chunks"]},
    }  # fmt: skip


def _request(table: Mapping[str, Schema]) -> dict[str, object]:
    """Describe a request; a field that is null counts as not given."""
    members: dict[str, object] = {
        "type": "object",
        "properties": {name: _or_null(schema) for name, schema in table.items()},
        "additionalProperties": False,
    }
    sources = [{"required": [name]} for name in fields.SOURCES if name in table]
    return {**members, "anyOf": sources} if sources else members


def _or_null(schema: Schema) -> dict[str, object]:
    made = {**schema, "type": [*fields.types_of(schema), "null"]}
    if "enum" in made:
        made["enum"] = [*cast("list[object]", made["enum"]), None]
    return made


def _object(required: Mapping[str, object], more: Mapping[str, object] | None = None) -> dict[str, object]:
    return {"type": "object", "required": list(required), "properties": {**required, **(more or {})}}


def _list(items: object) -> dict[str, object]:
    return {"type": "array", "items": items}


def _ref(name: str) -> dict[str, object]:
    return {"$ref": f"#/components/schemas/{name}"}


def _parameter(name: str, schema: Schema) -> dict[str, object]:
    return {"name": name, "in": "query", "schema": schema}


def _post(summary: str, request: str, result: str) -> dict[str, object]:
    body = {"required": True, "content": {JSON: {"schema": _ref(request)}}}
    return {
        "post": {"summary": summary, "requestBody": body, "responses": _responses({JSON: {"schema": _ref(result)}})}
    }


def _get(summary: str, schema: object) -> dict[str, object]:
    return {"get": {"summary": summary, "responses": _responses({JSON: {"schema": schema}})}}


def _responses(content: object) -> dict[str, object]:
    problems = {status: {"$ref": f"#/components/responses/Problem{status}"} for status in PROBLEMS}
    return {"200": {"description": "Done.", "content": content}, **problems}


def _problem(text: str) -> dict[str, object]:
    return {"description": text, "content": {PROBLEM: {"schema": _ref("Problem")}}}
