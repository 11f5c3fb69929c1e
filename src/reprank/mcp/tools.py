"""Calls of an assistant to answers: what a worker process does. It knows nothing of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, get_type_hints

from reprank.api import keywords as rank_keywords
from reprank.api import summarize as make_summary
from reprank.budget import DEFAULT_WORDS
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
from reprank.readers.reading import read_with_notes
from reprank.schema import (
    COUNT,
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
    option,
    options_of,
)
from reprank.text.documents import FILE_NAME, Document

MAX_FILES = 100  # in one call


@dataclass(frozen=True)
class ToolCall:
    """A tool and its arguments."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer, in words for the model."""

    message: str


@dataclass(frozen=True)
class Sources:
    """Read what a tool was given."""

    folders: AllowedFolders

    def documents(self, texts: Sequence[str], files: Sequence[str]) -> tuple[list[Document], list[str]]:
        """Return the texts, then the files, each with an id; and what readers had to guess or leave out."""
        if not texts and not files:
            raise InputError("nothing to work on: give texts (the text itself) or files (names of files)")
        if len(files) > MAX_FILES:
            raise InputError(f"at most {MAX_FILES} files in one call; got {len(files)}: make several calls")
        for text in texts:
            if FILE_NAME.fullmatch(text):
                raise InputError(f"{text!r} in texts looks like the name of a file: pass it in files")
        found = [Document(text, id=f"text {number}") for number, text in enumerate(texts, start=1)]
        notes: list[str] = []
        for name in files:
            document, remarks = self.read(name)
            found.append(document)
            notes += remarks
        return found, notes

    def read(self, name: str) -> tuple[Document, list[str]]:
        """Read one allowed file; return also what its reader had to guess or leave out."""
        path = self.folders.find(name)
        shown = self.folders.shown(path)
        document, notes = read_with_notes(path, name=shown)
        return replace(document, id=shown), notes


Answer = SummaryAnswer | KeywordsAnswer | CompareAnswer | CompressAnswer | ReadAnswer


def prepare(folders: AllowedFolders) -> Callable[[ToolCall], Answer | Refusal]:
    """Return the function for calls; files may be read under these folders and nowhere else."""
    return partial(_answer, Sources(folders))


def _answer(sources: Sources, call: ToolCall) -> Answer | Refusal:
    try:
        return TOOLS[call.tool].function(sources, **call.arguments)
    except RepRankError as error:
        return Refusal(str(error))
    except MemoryError:
        return Refusal("the call needs more memory than there is: give less text, or fewer files")


def _summarize(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> SummaryAnswer:
    """Select the most important sentences of one or many sources, within one length, with their places."""
    documents, notes = sources.documents(texts, files)
    return summary_answer(make_summary(documents, **options), notes)


def _keywords(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> KeywordsAnswer:
    """Rank the most important phrases of all sources, best first, with the places where they occur."""
    documents, notes = sources.documents(texts, files)
    return keywords_answer(rank_keywords(documents, **options), documents, notes)


def _compare(sources: Sources, texts: Sequence[str], files: Sequence[str], **options: Any) -> CompareAnswer:
    """List what several sources agree and disagree about, what changed, and what only one of them reports."""
    documents, notes = sources.documents(texts, files)
    return compare_answer(compare_documents(documents, **options), documents, notes)


def _compress(
    sources: Sources, texts: Sequence[str], files: Sequence[str], query: str, keep: Sequence[str], **options: Any
) -> CompressAnswer:
    """Keep the sentences that answer a query, in their places, so that long sources fit into a context window."""
    documents, notes = sources.documents(texts, files)
    made = compress_chunks(documents, query, keep=literal(keep), **options)
    return compress_answer(made, documents, notes)


def _read(sources: Sources, file: str, start: int, characters: int) -> ReadAnswer:
    """Read the text of a file part by part, with its pages; for long files, compress or summarize first."""
    document, notes = sources.read(file)
    if start > len(document.text):
        raise InputError(f"start is {start}, but {document.id} has {len(document.text)} characters")
    return read_answer(document, start, start + characters, notes)


@dataclass(frozen=True)
class Tool:
    """A function for calls and its options; the docstring of the function tells an assistant what it does."""

    function: Callable[..., Answer]
    options: Schemas
    required: tuple[str, ...] = ()

    @property
    def does(self) -> str:
        """What the tool does."""
        return self.function.__doc__ or ""

    @property
    def answer(self) -> type:
        """The class of its answers."""
        kind: type = get_type_hints(self.function)["return"]
        return kind


def _chosen(call: type, *names: str, **defaults: int) -> Schemas:
    """Choose options of a call for an assistant, some with a default of their own; sources come first."""
    chosen = {name: options_of(call)[name] for name in (*names, *defaults)}
    return SOURCES | chosen | {name: {**chosen[name], "default": value} for name, value in defaults.items()}


SOURCES: dict[str, Schema] = {
    "texts": option(PHRASES, "Texts themselves, not names of files."),
    "files": option(
        PHRASES, "Names of files under the allowed folders: PDF, HTML, DOCX, EPUB, mail, Markdown, text and more."
    ),
}
WORDS = option(WHOLE, f"Maximum number of words; {DEFAULT_WORDS} if no length is given.")
PART: Schemas = {
    "file": option(TEXT, "Name of a file in the allowed folders."),
    "start": option(COUNT, "Offset of the first character.", default=0),
    "characters": option({**WHOLE, "maximum": 200_000}, "Maximum number of characters.", default=20_000),
}
TOOLS: Mapping[str, Tool] = {
    "summarize": Tool(
        _summarize,
        {**_chosen(SummaryOptions, "sentences", "query", "language", keywords=0), "words": WORDS},
    ),
    "keywords": Tool(_keywords, _chosen(KeywordOptions, "top", "exclude", "language")),
    "compare": Tool(_compare, _chosen(CompareOptions, "words", "language")),
    "compress": Tool(
        _compress, {"query": QUESTION, **_chosen(CompressOptions, "keep", "language", tokens=1000)}, ("query",)
    ),
    "read": Tool(_read, PART, ("file",)),
}
