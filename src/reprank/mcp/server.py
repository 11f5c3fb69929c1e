"""Calls of an assistant to answers: the tools of the server, over standard input and output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

from reprank.api import keywords as rank_keywords
from reprank.api import summarize as make_summary
from reprank.compression import compress as compress_chunks
from reprank.errors import InputError, MissingExtra, RepRankError
from reprank.mcp.answers import (
    CompressAnswer,
    KeywordsAnswer,
    ReadAnswer,
    SummaryAnswer,
    compress_answer,
    keywords_answer,
    read_answer,
    summary_answer,
)
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.sources import Sources
from reprank.version import __version__

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field
except ImportError as error:
    raise MissingExtra("reprank mcp", "mcp") from error

DEFAULT_TOKENS = 1000
DEFAULT_CHARACTERS = 20_000
MAX_CHARACTERS = 200_000

INSTRUCTIONS = """\
Summaries, keywords and compressed context, taken word for word from the sources: nothing is rewritten or made up.
Everything runs on this machine without a model; the same call gives the same answer. Cite a sentence by its place.
Give texts (the text itself), files (names of files), or both; several of them make one result.
"""

Texts = Annotated[list[str], Field(description="Texts themselves, not names of files.")]
Files = Annotated[
    list[str],
    Field(
        description="Names of files under the allowed folders: PDF, HTML, DOCX, EPUB, mail, Markdown, text and more."
    ),
]
Language = Annotated[str | None, Field(description="Code such as en or fr; detected if not given.")]


def make_server(folders: Iterable[str] = ()) -> MCPServer:
    """Make the server; files may be read under these folders and nowhere else.

    Raises:
        InputError: if a folder does not exist.

    >>> make_server().name
    'reprank'
    """
    allowed = AllowedFolders.of(folders)
    files = f"Files under: {allowed.listed}." if allowed.folders else "No folder is allowed: pass texts only."
    server = MCPServer("reprank", instructions=INSTRUCTIONS + files, version=__version__, log_level="WARNING")
    _add_tools(server, Sources(allowed))
    return server


def serve(folders: Iterable[str]) -> None:
    """Answer calls on standard input and output until the input ends."""
    make_server(folders).run()


def _add_tools(server: MCPServer, sources: Sources) -> None:
    tool = server.tool(annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False))

    @tool
    def summarize(
        texts: Texts = [],  # noqa: B006 (the schema shows the default; nothing changes it)
        files: Files = [],  # noqa: B006
        words: Annotated[int | None, Field(description="The most words; 200 if no length is given.")] = None,
        sentences: Annotated[int | None, Field(description="The most sentences, instead of words.")] = None,
        query: Annotated[str | None, Field(description="What the summary should answer.")] = None,
        keywords: Annotated[int, Field(description="How many keywords to name.")] = 0,
        language: Language = None,
    ) -> SummaryAnswer:
        """Select the sentences that matter from one or many sources, within one length, with their places."""
        with _errors_for_the_model():
            documents, notes = sources.documents(texts, files)
            summary = make_summary(
                documents, words=words, sentences=sentences, query=query, keywords=keywords, language=language
            )
            return summary_answer(summary, notes)

    @tool
    def keywords(
        texts: Texts = [],  # noqa: B006
        files: Files = [],  # noqa: B006
        top: Annotated[int, Field(description="The most keywords.")] = 10,
        exclude: Annotated[list[str], Field(description="Words that no keyword may contain.")] = [],  # noqa: B006
        language: Language = None,
    ) -> KeywordsAnswer:
        """Rank the phrases that matter over all sources, best first, with the places where they occur."""
        with _errors_for_the_model():
            documents, notes = sources.documents(texts, files)
            found = rank_keywords(documents, top=top, exclude=exclude, language=language)
            return keywords_answer(found, documents, notes)

    @tool
    def compress(
        query: Annotated[str, Field(description="The question or task that the text is for.")],
        texts: Texts = [],  # noqa: B006
        files: Files = [],  # noqa: B006
        tokens: Annotated[int, Field(description="The most tokens of all chunks together.")] = DEFAULT_TOKENS,
        keep: Annotated[
            list[str],
            Field(description="What must survive: regular expressions, or numbers, paths, urls, quotes, code, tables."),
        ] = [],  # noqa: B006
        language: Language = None,
    ) -> CompressAnswer:
        """Keep the sentences that answer a query, in their places, so that long sources fit into a context window."""
        with _errors_for_the_model():
            documents, notes = sources.documents(texts, files)
            made = compress_chunks(documents, query, tokens=tokens, keep=keep, language=language)
            return compress_answer(made, documents, notes)

    @tool
    def read(
        file: Annotated[str, Field(description="Name of a file under the allowed folders.")],
        start: Annotated[int, Field(ge=0, description="Offset of the first character.")] = 0,
        characters: Annotated[int, Field(ge=1, le=MAX_CHARACTERS)] = DEFAULT_CHARACTERS,
    ) -> ReadAnswer:
        """Read the text of a file part by part, with its pages; for long files, compress or summarize first."""
        with _errors_for_the_model():
            document, notes = sources.read(file)
            if start > len(document.text):
                raise InputError(f"start is {start}, but {document.id} has {len(document.text)} characters")
            return read_answer(document, start, start + characters, notes)


@contextmanager
def _errors_for_the_model() -> Iterator[None]:
    """Pass on what went wrong; the protocol's library hides the words of any other exception."""
    try:
        yield
    except RepRankError as error:
        raise ToolError(str(error)) from error
