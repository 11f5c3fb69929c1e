"""Calls of an assistant to answers: the tools of the server, over standard input and output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from reprank.errors import MissingExtra, RepRankError
from reprank.mcp.answers import CompareAnswer, CompressAnswer, KeywordsAnswer, ReadAnswer, SummaryAnswer
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.tools import ToolCall
from reprank.mcp.workers import Workers
from reprank.version import __version__

try:
    from anyio.to_thread import run_sync
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field
except ImportError as error:
    raise MissingExtra("reprank mcp", "mcp") from error

DEFAULT_TOKENS = 1000
DEFAULT_CHARACTERS = 20_000
MAX_CHARACTERS = 200_000
DEFAULT_SECONDS = 60.0  # for one call

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


def make_server(folders: Iterable[str] = (), seconds: float = DEFAULT_SECONDS) -> MCPServer:
    """Make the server; files may be read under these folders and nowhere else, and one call may take ``seconds``.

    Raises:
        InputError: if a folder does not exist.

    >>> make_server().name
    'reprank'
    """
    allowed = AllowedFolders.of(folders)
    files = f"Files under: {allowed.listed}." if allowed.folders else "No folder is allowed: pass texts only."
    server = MCPServer("reprank", instructions=INSTRUCTIONS + files, version=__version__, log_level="WARNING")
    _add_tools(server, Workers(allowed, seconds))
    return server


def serve(folders: Iterable[str], seconds: float = DEFAULT_SECONDS) -> None:
    """Answer calls on standard input and output until the input ends."""
    make_server(folders, seconds).run()


def _add_tools(server: MCPServer, workers: Workers) -> None:
    tool = server.tool(annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False))

    async def ask(tool: str, **arguments: object) -> Any:
        """Wait for the answer in a thread, which is left alone when the client is gone."""
        try:
            return await run_sync(workers.ask, ToolCall(tool, arguments), abandon_on_cancel=True)
        except RepRankError as error:  # the protocol's library hides the words of any other exception
            raise ToolError(str(error)) from None

    @tool
    async def summarize(
        texts: Texts = [],  # noqa: B006 (the schema shows the default; nothing changes it)
        files: Files = [],  # noqa: B006
        words: Annotated[int | None, Field(description="Maximum number of words; 200 if no length is given.")] = None,
        sentences: Annotated[int | None, Field(description="Maximum number of sentences, instead of words.")] = None,
        query: Annotated[str | None, Field(description="A question that the summary should answer.")] = None,
        keywords: Annotated[int, Field(description="Number of keywords.")] = 0,
        language: Language = None,
    ) -> SummaryAnswer:
        """Select the most important sentences of one or many sources, within one length, with their places."""
        answer: SummaryAnswer = await ask(
            "summarize",
            texts=texts,
            files=files,
            words=words,
            sentences=sentences,
            query=query,
            keywords=keywords,
            language=language,
        )
        return answer

    @tool
    async def keywords(
        texts: Texts = [],  # noqa: B006
        files: Files = [],  # noqa: B006
        top: Annotated[int, Field(description="Maximum number of keywords.")] = 10,
        exclude: Annotated[list[str], Field(description="Words that no keyword may contain.")] = [],  # noqa: B006
        language: Language = None,
    ) -> KeywordsAnswer:
        """Rank the most important phrases of all sources, best first, with the places where they occur."""
        answer: KeywordsAnswer = await ask(
            "keywords", texts=texts, files=files, top=top, exclude=exclude, language=language
        )
        return answer

    @tool
    async def compare(
        texts: Texts = [],  # noqa: B006
        files: Files = [],  # noqa: B006
        words: Annotated[int, Field(description="Maximum number of words, not counting conflicts.")] = 200,
        language: Language = None,
    ) -> CompareAnswer:
        """List what several sources agree and disagree about, what changed, and what only one of them reports."""
        answer: CompareAnswer = await ask("compare", texts=texts, files=files, words=words, language=language)
        return answer

    @tool
    async def compress(
        query: Annotated[str, Field(description="The question or task that the text is for.")],
        texts: Texts = [],  # noqa: B006
        files: Files = [],  # noqa: B006
        tokens: Annotated[int, Field(description="Maximum number of tokens for all chunks together.")] = DEFAULT_TOKENS,
        keep: Annotated[
            list[str],
            Field(
                description="What must be kept: literal words and phrases, or any of these presets: numbers, "
                "paths, urls, quotes, code, tables, headings."
            ),
        ] = [],  # noqa: B006
        language: Language = None,
    ) -> CompressAnswer:
        """Keep the sentences that answer a query, in their places, so that long sources fit into a context window."""
        answer: CompressAnswer = await ask(
            "compress", texts=texts, files=files, query=query, tokens=tokens, keep=keep, language=language
        )
        return answer

    @tool
    async def read(
        file: Annotated[str, Field(description="Name of a file in the allowed folders.")],
        start: Annotated[int, Field(ge=0, description="Offset of the first character.")] = 0,
        characters: Annotated[int, Field(ge=1, le=MAX_CHARACTERS)] = DEFAULT_CHARACTERS,
    ) -> ReadAnswer:
        """Read the text of a file part by part, with its pages; for long files, compress or summarize first."""
        answer: ReadAnswer = await ask("read", file=file, start=start, characters=characters)
        return answer
