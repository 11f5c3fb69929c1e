"""``reprank serve``: a page in the browser, and the same by HTTP."""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reprank.cli.options import given
from reprank.web.settings import LOOPBACK_NAMES, ServiceSettings

if TYPE_CHECKING:
    from socket import socket

    import uvicorn

TOKEN_VARIABLE = "REPRANK_TOKEN"
GRACE_SECONDS = 2  # beyond the time of a request, for requests that are under way when the service is told to end
HELP = "start the page and the web service"
DESCRIPTION = (
    "Start the page for the browser, and the web service for programs.\n"
    "Texts are kept in memory only, for a few minutes at most, and are never written to disk or logged."
)
EXAMPLES = f"""\
examples:
  reprank serve                                     the page at http://127.0.0.1:8000
  reprank serve --port 9000 --seconds 20            another port, less time for each request
  {TOKEN_VARIABLE}=… reprank serve --host 0.0.0.0 --allow-host reprank.example.org

Only this machine can reach the service, unless --host names another address. docs/service.md describes the interface.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="port (default: 8000; 0 for any free port)")
    usual = ServiceSettings()
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes, at least 2 (default: one per core)")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=f"maximum time for one request (default: {usual.seconds:g})"
    )
    parser.add_argument(
        "--max-bytes", type=int, metavar="N", help=f"maximum bytes in one request (default: {usual.max_bytes})"
    )
    parser.add_argument(
        "--max-documents",
        type=int,
        metavar="N",
        help=f"maximum documents in one request (default: {usual.max_documents})",
    )
    parser.add_argument(
        "--max-waiting", type=int, metavar="N", help=f"maximum requests at a time (default: {usual.max_waiting})"
    )
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"file with the token that clients must send; or set the variable {TOKEN_VARIABLE}",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that browsers may use, such as reprank.example.org; * for any; can be repeated",
    )
    parser.add_argument(
        "--log", action="store_true", help="write a line for each request: path, status, time; never text"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM; what was begun is finished, unless Ctrl-C comes again."""
    from reprank.errors import InputError

    if not 0 <= options.port <= 65535:
        raise InputError(f"--port must be from 0 to 65535; got {options.port}")
    settings = settings_of(options)
    if settings.token is None and options.host not in LOOPBACK_NAMES:
        print(
            f"reprank: anyone who can reach {options.host} can use the service: set {TOKEN_VARIABLE}", file=sys.stderr
        )
    config = server_config(settings, host=options.host, port=options.port, log=options.log)
    # The server finishes what was begun when SIGTERM comes, then sends the signal again: here it means success.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    _announcing(config).run()
    return 0


def server_config(settings: ServiceSettings, *, host: str, port: int, log: bool = False) -> uvicorn.Config:
    """Return how the service is served; raise MissingExtra if the packages are not there."""
    from reprank.errors import MissingExtra

    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("the web service", "web") from error
    from reprank.web.app import create_app
    from reprank.web.connections import WatchedConnection
    from reprank.web.log import settings as log_settings

    return uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        http=WatchedConnection,
        ws="none",
        log_config=log_settings(requests=log),
        log_level="warning",
        access_log=False,  # it would write query strings
        server_header=False,
        timeout_graceful_shutdown=math.ceil(settings.seconds) + GRACE_SECONDS,
    )


def _announcing(config: uvicorn.Config) -> uvicorn.Server:
    """Return a server that says where it is once it listens."""
    import uvicorn

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                port = self.servers[0].sockets[0].getsockname()[1]
                print(
                    f"RepRank is running at {_address(config.host, port)} (press Ctrl-C to stop)",
                    file=sys.stderr,
                    flush=True,
                )

    return Announcing(config)


def _address(host: str, port: int) -> str:
    """Return the address for a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}"


def settings_of(options: argparse.Namespace) -> ServiceSettings:
    """Return the settings that the options and the environment give."""
    names = ("workers", "seconds", "max_bytes", "max_documents", "max_waiting")
    hosts = (*LOOPBACK_NAMES, options.host, *options.allow_host)
    return ServiceSettings(**given(options, *names), token=_token(options.token_file), hosts=hosts)


def _token(path: Path | None) -> str | None:
    """Read the token; it is no option itself, since every user of a machine can see the options of all processes."""
    from reprank.errors import InputError

    if path is None:
        return os.environ.get(TOKEN_VARIABLE) or None
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--token-file {path} cannot be read: {error}") from None
