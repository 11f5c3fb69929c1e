"""Examples of the pages to what they print: every ``>>>`` example is run, and an output that differs is written again.

Examples of one page run in one folder of samples, in order. An output that still holds, with ``...`` for anything, is
kept as it is. An example that should fail keeps its traceback.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

from website.console import agree
from website.samples import write_samples

LINE_COLUMNS = 116


def with_examples(text: str) -> str:
    r"""Return a page with what its examples print now.

    >>> with_examples(">>> 1 + 1\n3\n>>> 'kept'\n'k...'\n")
    ">>> 1 + 1\n2\n>>> 'kept'\n'k...'\n"
    """
    parts = doctest.DocTestParser().parse(text)
    if not any(isinstance(part, doctest.Example) and not part.exc_msg for part in parts):
        return text
    names: dict[str, object] = {"__name__": "__main__"}
    with TemporaryDirectory() as name, contextlib.chdir(name):
        write_samples(Path(name))
        return "".join(part if isinstance(part, str) else _example(part, names) for part in parts)


def _example(example: doctest.Example, names: dict[str, object]) -> str:
    lines = example.source.rstrip("\n").split("\n")
    indent = " " * example.indent
    source = "".join(f"{indent}{'... ' if n else '>>> '}{line}".rstrip() + "\n" for n, line in enumerate(lines))
    printed, want = _printed(example, names), example.want
    if want and not example.exc_msg and not agree(want, printed):
        want = "".join(f"{line}\n" for part in printed.splitlines() for line in _wrapped(part))
    return source + textwrap.indent(want, indent)


def _printed(example: doctest.Example, names: dict[str, object]) -> str:
    """Run one example and return what it prints; an error that the page does not show is an error here."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(example.source, f"line {example.lineno}", "single"), names)
        except Exception:
            if not example.exc_msg:
                raise
    return output.getvalue()


def _wrapped(line: str) -> list[str]:
    """Divide a long line of prose; a value is kept in one line, because its white space matters."""
    if line[:1] in "'\"[({":
        return [line]
    return textwrap.wrap(line, LINE_COLUMNS, break_long_words=False, break_on_hyphens=False) or ["<BLANKLINE>"]
