"""Calls of an assistant to answers: what a worker process does. It knows nothing of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from reprank.api import keywords as rank_keywords
from reprank.api import summarize as make_summary
from reprank.comparison import compare as compare_documents
from reprank.compression import compress as compress_chunks
from reprank.compression.keeping import literal
from reprank.errors import InputError, RepRankError
from reprank.mcp.answers import (
    CompareAnswer,
    CompressAnswer,
    KeywordsAnswer,
    ReadAnswer,
    SummaryAnswer,
    compare_answer,
    compress_answer,
    keywords_answer,
    read_answer,
    summary_answer,
)
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.sources import Sources


@dataclass(frozen=True)
class ToolCall:
    """A tool and its arguments."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer, in words for the model."""

    message: str


Answer = SummaryAnswer | KeywordsAnswer | CompareAnswer | CompressAnswer | ReadAnswer


def prepare(folders: AllowedFolders) -> Callable[[ToolCall], Answer | Refusal]:
    """Return the function for calls; files may be read under these folders and nowhere else."""
    return partial(_answer, Sources(folders))


def _answer(sources: Sources, call: ToolCall) -> Answer | Refusal:
    try:
        return TOOLS[call.tool](sources, **call.arguments)
    except RepRankError as error:
        return Refusal(str(error))
    except MemoryError:
        return Refusal("the call needs more memory than there is: give less text, or fewer files")


def _summarize(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> SummaryAnswer:
    documents, notes = sources.documents(texts, files)
    return summary_answer(make_summary(documents, **options), notes)


def _keywords(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> KeywordsAnswer:
    documents, notes = sources.documents(texts, files)
    return keywords_answer(rank_keywords(documents, **options), documents, notes)


def _compare(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> CompareAnswer:
    documents, notes = sources.documents(texts, files)
    return compare_answer(compare_documents(documents, **options), documents, notes)


def _compress(
    sources: Sources, texts: Sequence[str], files: Sequence[str], query: str, keep: Sequence[str], **options: Any
) -> CompressAnswer:
    documents, notes = sources.documents(texts, files)
    made = compress_chunks(documents, query, keep=literal(keep), **options)
    return compress_answer(made, documents, notes)


def _read(sources: Sources, file: str, start: int, characters: int) -> ReadAnswer:
    document, notes = sources.read(file)
    if start > len(document.text):
        raise InputError(f"start is {start}, but {document.id} has {len(document.text)} characters")
    return read_answer(document, start, start + characters, notes)


TOOLS: Mapping[str, Callable[..., Answer]] = {
    "summarize": _summarize,
    "keywords": _keywords,
    "compare": _compare,
    "compress": _compress,
    "read": _read,
}
