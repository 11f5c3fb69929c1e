"""Calls of an assistant to answers: the tools of the server, over standard input and output."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from inspect import Parameter, Signature
from typing import Annotated, Any

from reprank.errors import MissingExtra, RepRankError
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.tools import TOOLS, Tool, ToolCall
from reprank.mcp.workers import Workers
from reprank.schema import Schema
from reprank.version import __version__

try:
    from anyio.to_thread import run_sync
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field
except ImportError as error:
    raise MissingExtra("reprank mcp", "mcp") from error

DEFAULT_SECONDS = 60.0  # for one call
TYPES = {"integer": int, "string": str, "array": list[str]}
LIMITED = ("start", "characters")  # the library itself checks all others

INSTRUCTIONS = """\
Summaries, keywords and compressed context, taken word for word from the sources: nothing is rewritten or made up.
Everything runs on this machine without a model; the same call gives the same answer. Cite a sentence by its place.
Give texts (the text itself), files (names of files), or both; several of them make one result.
"""


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
    hints = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for name, tool in TOOLS.items():
        server.add_tool(_function(name, tool, workers), name=name, description=tool.does, annotations=hints)


def _function(name: str, tool: Tool, workers: Workers) -> Callable[..., Awaitable[object]]:
    """Make the function of a tool; the library of the protocol reads its signature."""

    async def ask(**arguments: object) -> object:
        """Wait for the answer in a thread, which is left alone when the client is gone."""
        try:
            return await run_sync(workers.ask, ToolCall(name, arguments), abandon_on_cancel=True)
        except RepRankError as error:  # the protocol's library hides the words of any other exception
            raise ToolError(str(error)) from None

    ask.__name__ = name
    parameters = [_parameter(option, schema, option in tool.required) for option, schema in tool.options.items()]
    ask.__signature__ = Signature(parameters, return_annotation=tool.answer)  # type: ignore[attr-defined]
    return ask


def _parameter(name: str, schema: Schema, required: bool) -> Parameter:
    """Describe an option as a parameter; one without a default may be null, and a list is empty."""
    kind: Any = TYPES[str(schema["type"])]
    default = schema.get("default", [] if kind == list[str] else None)
    optional: Any = kind if required or default is not None else kind | None
    limits = {"ge": schema.get("minimum"), "le": schema.get("maximum")} if name in LIMITED else {}
    described = Annotated[optional, Field(description=schema["description"], **limits)]
    given = Parameter.empty if required else default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=given, annotation=described)
