"""Calls of an assistant to answers: the tools of the server, over standard input and output."""

from __future__ import annotations

import queue
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any

from reprank.answering import AnsweringProcess
from reprank.errors import InputError, MissingExtra, RepRankError
from reprank.mcp.folders import AllowedFolders
from reprank.mcp.tools import TOOLS, Answer, Refusal, Tool, ToolCall, prepare
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

WORKERS = 2  # so that one call that takes long does not stop the others
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
    _add_tools(server, ToolWorkers(allowed, seconds))
    return server


def serve(folders: Iterable[str], seconds: float = DEFAULT_SECONDS) -> None:
    """Answer calls on standard input and output until the input ends."""
    make_server(folders, seconds).run()


def _add_tools(server: MCPServer, workers: ToolWorkers) -> None:
    hints = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for name, tool in TOOLS.items():
        server.add_tool(_function(name, tool, workers), name=name, description=tool.does, annotations=hints)


def _function(name: str, tool: Tool, workers: ToolWorkers) -> Callable[..., Awaitable[object]]:
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


Worker = AnsweringProcess[ToolCall, Answer | Refusal]


class ToolWorkers:
    """Processes that answer calls; each starts when it is needed. Threads may share this."""

    def __init__(self, folders: AllowedFolders, seconds: float) -> None:
        if not seconds > 0:
            raise InputError(f"seconds must be above 0; got {seconds:g}")
        self._start, self._seconds = partial(Worker, partial(prepare, folders)), seconds
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()  # None is room for a process
        for _ in range(WORKERS):
            self._idle.put(None)

    def ask(self, call: ToolCall) -> Answer:
        """Answer a call.

        Raises InputError with the words of a refusal, and if the call takes too long or its process dies.
        """
        try:
            worker = self._idle.get(timeout=self._seconds)
        except queue.Empty:
            raise InputError(f"other calls took the last {self._seconds:g} seconds: try again") from None
        usable = None
        try:
            if worker is None or not worker.alive():
                worker = self._start()
                worker.wait_until_ready()
            answer = worker.ask(call, self._seconds)  # the start of a process does not count
            usable = worker
        except TimeoutError:
            message = f"not done after {self._seconds:g} seconds: give less text, or fewer files"
            raise InputError(message) from None
        except (EOFError, ConnectionError):
            raise InputError("the process of this call died: give less text, or other files") from None
        finally:
            if worker is not None and usable is None:
                worker.end()
            self._idle.put(usable)
        if isinstance(answer, Refusal):
            raise InputError(answer.message)
        return answer
