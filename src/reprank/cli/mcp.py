"""``reprank mcp``: tools for an assistant, over standard input and output."""

from __future__ import annotations

import argparse

HELP = "serve summaries, keywords and compressed context to an assistant"
DESCRIPTION = (
    "Run a Model Context Protocol server with the tools summarize, keywords, compare, compress and read.\n"
    "An assistant starts it and talks to it over standard input and output."
)
EXAMPLES = """\
examples:
  reprank mcp                          texts only
  reprank mcp ~/papers ~/notes         also files in these folders, but no others

in the settings of an assistant:
  {"mcpServers": {"reprank": {"command": "reprank", "args": ["mcp", "/home/me/papers"]}}}
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders whose files may be read")
    parser.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="maximum time for one call (default: 60)"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the input ends."""
    from reprank.mcp.server import serve

    serve(options.folders, options.seconds)
    return 0
