"""The tables of fields to a description of the service for programs: OpenAPI 3.1."""

from __future__ import annotations

from typing import cast

from reprank.schema import (
    COUNT,
    DOCUMENTS,
    FLAG,
    NUMBER,
    RESULTS,
    ROW,
    TEXT,
    Schema,
    Schemas,
    list_of,
    members,
    named,
    option,
    types_of,
)
from reprank.version import __version__
from reprank.web import fields
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
                    _parameter("name", option(TEXT, "The name of the file, for messages and places.")),
                    _parameter("encoding", option(TEXT, "The encoding of a text file; found if not given.")),
                ],
                "requestBody": {"required": True, "content": {"application/octet-stream": {}}},
                "responses": _responses({JSON: {"schema": named("ReadDocument")}}),
            }
        },
        "/api/batch": {
            "post": {
                "summary": "Summarize every line: JSON lines streamed in, JSON lines streamed out, in order",
                "parameters": [_parameter(name, schema) for name, schema in fields.BATCH.items()],
                "requestBody": {"required": True, "content": {"application/jsonl": {"schema": named("BatchRow")}}},
                "responses": _responses({"application/jsonl": {"schema": named("BatchResult")}}),
            }
        },
        "/api/example": _get("Return documents for a first try", members({"documents": DOCUMENTS})),
        "/api/health": _get("Return the version and the limits of the service", named("Health")),
    }


def _schemas() -> dict[str, object]:
    summary = RESULTS["Summary"]
    properties = cast("Schemas", summary["properties"])
    return {
        **RESULTS,
        "Summary": {**summary, "properties": {**properties, **_more_of_a_summary()}},
        "ReadDocument": members({"document": named("Document"), "warnings": list_of(TEXT)}),
        "BatchRow": {"type": "object", "properties": {"id": {}, **fields.SOURCES}},
        "BatchResult": {"type": "object", "required": ["id"], "properties": {"id": {}, **ROW, "error": named("Error")}},
        "Health": members(
            {"status": TEXT, "version": TEXT, "workers": COUNT, "limits": {"type": "object"}, "token_required": FLAG}
        ),
        "Problem": members({"type": TEXT, "title": TEXT, "status": COUNT, "detail": TEXT}, {"field": TEXT}),
        "SummarizeRequest": _request(fields.SUMMARIZE),
        "KeywordsRequest": _request(fields.KEYWORDS),
        "CompareRequest": {**_request(fields.COMPARE), "required": ["documents"]},
        "CompressRequest": {**_request(fields.COMPRESS), "required": ["chunks"]},
    }


def _more_of_a_summary() -> Schemas:
    """Describe what only the service adds to a summary."""
    sentence = members({"text": TEXT, "document": COUNT, "start": COUNT, "end": COUNT, "rank": COUNT})
    reasons = {
        "document": COUNT,
        "start": COUNT,
        "end": COUNT,
        "selected": FLAG,
        "reasons": list_of(members({"name": TEXT, "text": TEXT, "sentences": list_of(sentence)})),
        "support": list_of(sentence),
        "numbers": list_of(members({"title": TEXT, "text": TEXT})),
    }
    length = {"words": COUNT, "used": COUNT, "covered": NUMBER, "sentences": list_of(named("Sentence"))}
    return {
        "reasons": list_of(members(reasons)),
        "lengths": list_of(members(length, {"problem": TEXT})),
        "knee": COUNT,
        "outline": list_of(fields.PLACES),
        "answer": members({"sentences": fields.PLACES, "words": list_of(TEXT)}),
    }


def _request(table: Schemas) -> dict[str, object]:
    """Describe a request; a field that is null counts as not given."""
    described: dict[str, object] = {
        "type": "object",
        "properties": {name: _or_null(schema) for name, schema in table.items()},
        "additionalProperties": False,
    }
    sources = [{"required": [name]} for name in fields.SOURCES if name in table]
    return {**described, "anyOf": sources} if sources else described


def _or_null(schema: Schema) -> dict[str, object]:
    made = {**schema, "type": [*types_of(schema), "null"]}
    if "enum" in made:
        made["enum"] = [*cast("list[object]", made["enum"]), None]
    return made


def _parameter(name: str, schema: Schema) -> dict[str, object]:
    return {"name": name, "in": "query", "schema": schema}


def _post(summary: str, request: str, result: str) -> dict[str, object]:
    body = {"required": True, "content": {JSON: {"schema": named(request)}}}
    return {
        "post": {"summary": summary, "requestBody": body, "responses": _responses({JSON: {"schema": named(result)}})}
    }


def _get(summary: str, schema: object) -> dict[str, object]:
    return {"get": {"summary": summary, "responses": _responses({JSON: {"schema": schema}})}}


def _responses(content: object) -> dict[str, object]:
    problems = {status: {"$ref": f"#/components/responses/Problem{status}"} for status in PROBLEMS}
    return {"200": {"description": "Done.", "content": content}, **problems}


def _problem(text: str) -> dict[str, object]:
    return {"description": text, "content": {PROBLEM: {"schema": named("Problem")}}}
