"""A request body to an answer: what a worker process does. It knows nothing of HTTP but status codes."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from reprank.api import RepRank
from reprank.comparison import compare
from reprank.compression import compress
from reprank.compression.keeping import literal
from reprank.errors import RepRankError
from reprank.examples import TRIAL_TEXT
from reprank.readers import FileLimits
from reprank.readers.reading import read_with_notes
from reprank.result_rows import error_columns, result_row, summary_columns
from reprank.schema import types_of
from reprank.summary import keyword_fields
from reprank.text.documents import Document
from reprank.version import __version__
from reprank.web import fields
from reprank.web.log import place_of
from reprank.web.problems import Answer, Problem, encode, problem_of
from reprank.web.ranked_texts import RankedTexts, answer_of, lengths_to_dict, outline_of, reasons_at

MEDIA_TYPES = {
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
SHARED_OPTIONS = ("pinned", "banned", "sources")  # of a summary and of those of other lengths
DEFECT = "the request failed ({}), which is a defect of RepRank: please report it"


@dataclass(frozen=True, slots=True)
class WorkRequest:
    """What is sent to a worker: the verb, the bytes of the body, and what the address says."""

    verb: str
    body: bytes
    max_documents: int
    options: Mapping[str, str] = field(default_factory=dict)

    def out_of_time(self, seconds: float) -> str:
        """Say that the work took too long, and what to do."""
        if self.verb == "read":
            name = self.options.get("name", "the file")
            return f"{name} took longer to read than the limit of {seconds:g} seconds: split it, or send its text"
        return f"not done after {seconds:g} seconds: send less text"


def prepare() -> Callable[[WorkRequest], Answer]:
    """Load what the first request needs; return the function for requests, which keeps the texts ranked last."""
    texts = RankedTexts()
    RepRank().summarize(TRIAL_TEXT, sentences=1)
    return partial(answer, texts=texts)


def answer(request: WorkRequest, texts: RankedTexts) -> Answer:
    """Do what was asked; a mistake in the request is an answer too."""
    given: dict[str, object] = {}
    try:
        if request.verb == "read":
            return _read(request)
        if request.verb == "batch":
            return _line(request)
        given = fields.check(parse(request.body), TABLES[request.verb])
        return VERBS[request.verb](dict(given), request.max_documents, texts)
    except Problem as problem:
        return problem.answer()
    except RepRankError as error:
        return problem_of(error, given).answer()
    except MemoryError:
        return Problem(413, "the request needs more memory than there is: send less text").answer()
    except Exception as error:  # noqa: BLE001 - it is not hidden: the client is told, and the service logs the fault
        return replace(Problem(500, DEFECT.format(type(error).__name__)).answer(), fault=place_of(error))


def parse(body: bytes) -> Any:
    """Read JSON; raise Problem for anything else."""
    try:
        return _value(body)
    except (ValueError, RecursionError) as error:
        raise Problem(400, f"not JSON: {error}") from None


def _value(written: str | bytes) -> Any:
    return json.loads(written, parse_constant=_no_constant, parse_float=_finite)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number in JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits} is too large a number")
    return number


def _sources(given: dict[str, Any], max_documents: int) -> list[Document]:
    """Take the documents out of a request."""
    if ("text" in given) == ("documents" in given):
        raise Problem(422, "give either documents or text", "documents")
    if "text" in given:
        return [Document(given.pop("text"))]
    return fields.documents_of(given.pop("documents"), "documents", max_documents)


def _read_seen(given: dict[str, Any], room: int) -> None:
    """Make documents of the texts that the reader knows; there may be as many as ``room``."""
    if "seen" in given:
        given["seen"] = fields.documents_of(given["seen"], "seen", max(room, 0))


def _summarize(given: dict[str, Any], max_documents: int, texts: RankedTexts) -> Answer:
    documents = _sources(given, max_documents)
    _read_seen(given, max_documents - len(documents))
    form = given.pop("format", "json")
    heading = {name: given.pop(name, None) for name in ("title", "date")}
    lengths, explained = fields.lengths_of(given.pop("lengths", [])), given.pop("explain", False)
    outline, with_answer = given.pop("outline", False), given.pop("answer", False)
    for name in ("pinned", "banned"):
        given[name] = fields.places_of(given.get(name, []), name)
    ranked = texts.rank(documents, given.pop("seen", []), given.pop("query", None), given.pop("language", None))
    summary = texts.summarize(ranked, **given)
    if form != "json":
        reasons = explained is True
        written = {
            "text": lambda: f"{summary}\n",
            "markdown": lambda: summary.to_markdown(explain=reasons, **heading),
            "html": lambda: summary.to_html(explain=reasons, **heading),
        }
        return Answer(written[form]().encode("utf-8", "replace"), MEDIA_TYPES[form])
    members = summary.to_dict()
    if explained is True:
        members["reasons"] = [reasons_at(ranked, summary, it) for it in summary.by_rank().sentences]
    elif explained:
        members["reasons"] = [reasons_at(ranked, summary, ranked.sentence_at(*fields.place_of(explained, "explain")))]
    if outline:
        members["outline"] = outline_of(ranked)
    if with_answer and ranked.query:
        members["answer"] = answer_of(ranked, summary)
    if lengths:
        members |= lengths_to_dict(ranked, lengths, {name: given[name] for name in SHARED_OPTIONS if name in given})
    return Answer(encode(members))


def _keywords(given: dict[str, Any], max_documents: int, texts: RankedTexts) -> Answer:
    documents = _sources(given, max_documents)
    _read_seen(given, max_documents - len(documents))
    found = texts.rank(documents, given.pop("seen", []), None, given.pop("language", None)).keywords(**given)
    return Answer(encode({"keywords": [keyword_fields(keyword) for keyword in found], "version": __version__}))


def _compress(given: dict[str, Any], max_documents: int, texts: RankedTexts) -> Answer:
    if "chunks" not in given:
        raise Problem(422, "chunks is missing: give a list of texts", "chunks")
    chunks = fields.documents_of(given.pop("chunks"), "chunks", max_documents)
    keep = given.pop("keep", ())
    return Answer(encode(compress(chunks, **given, keep=literal(keep)).to_dict()))


def _compare(given: dict[str, Any], max_documents: int, texts: RankedTexts) -> Answer:
    if "documents" not in given:
        raise Problem(422, "documents is missing: give a list of two or more texts", "documents")
    documents = fields.documents_of(given.pop("documents"), "documents", max_documents)
    return Answer(encode({**compare(documents, **given).to_dict(), "version": __version__}))


VERBS: Mapping[str, Callable[[dict[str, Any], int, RankedTexts], Answer]] = {
    "summarize": _summarize,
    "keywords": _keywords,
    "compare": _compare,
    "compress": _compress,
}
TABLES = {
    "summarize": fields.SUMMARIZE,
    "keywords": fields.KEYWORDS,
    "compare": fields.COMPARE,
    "compress": fields.COMPRESS,
}


def _read(request: WorkRequest) -> Answer:
    """Read one file; the service limits bytes and seconds, the readers limit pages and unpacked size."""
    if not request.body:
        raise Problem(422, "the body is empty: send the bytes of one file")
    name, encoding = request.options.get("name"), request.options.get("encoding")
    limits = FileLimits(max_bytes=max(len(request.body), 1))
    document, notes = read_with_notes(request.body, name=name, encoding=encoding, limits=limits)
    return Answer(encode({"document": document_fields(document), "warnings": notes}))


def document_fields(document: Document) -> dict[str, object]:
    """Return a document as plain values; requests take documents in the same form."""
    fields = asdict(document)
    date = fields.pop("date")
    return {**fields, "date": date.isoformat()} if date else fields


def _line(request: WorkRequest) -> Answer:
    """Summarize one line of a batch; its answer is a line, with an error where there is no summary."""
    row_id: object = int(request.options["line"])
    copied: dict[str, object] = {}
    fault = ""
    try:
        row = parse(request.body)
        if not isinstance(row, dict):
            raise Problem(422, "a line must be a JSON object with text or documents")
        row_id = row.get("id", row_id)
        copied = {name: value for name, value in row.items() if name not in ("id", *fields.SOURCES)}
        sources = fields.check({name: row[name] for name in fields.SOURCES if name in row}, fields.SOURCES)
        documents = _sources(sources, request.max_documents)
        columns = summary_columns(RepRank().summarize(documents, **batch_options(request.options)))
    except Problem as problem:
        columns = error_columns("DataError", problem.detail)
    except RepRankError as error:
        columns = error_columns(type(error).__name__, str(error))
    except Exception as error:  # noqa: BLE001 - as in answer
        fault = place_of(error)
        columns = error_columns(type(error).__name__, DEFECT.format(type(error).__name__))
    return Answer(encode(result_row(row_id, copied, columns)) + b"\n", fault=fault)


def batch_options(options: Mapping[str, str]) -> dict[str, Any]:
    """Read the options of a batch, which come as text in the address; raise Problem for one that cannot be used.

    >>> batch_options({"words": "60", "line": "7"})
    {'words': 60}
    """
    read: dict[str, Any] = {}
    for name, text in options.items():
        if name == "line":  # the number of the line, which we added
            continue
        if name not in fields.BATCH:
            raise Problem(422, f"unknown option {name!r}: use {', '.join(fields.BATCH)}", name)
        kinds = types_of(fields.BATCH[name])
        try:
            read[name] = text if kinds == ["string"] else _value(text)
        except (ValueError, RecursionError):
            if "string" not in kinds:
                raise Problem(422, f"{name} must be a number, true or false; got {text!r}", name) from None
            read[name] = text
    return fields.check(read, fields.BATCH)
