"""Commands of the pages to what they print: every block of kind ``console`` is run and compared, or written again.

A line that begins with ``$`` is a command. What follows until the next command is what it prints, wrapped to the width
of a page. Commands of one page run in one folder of samples, in order. ``...`` in an output stands for anything.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from website.samples import write_samples

_BLOCK = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
OUTPUT_COLUMNS = 100
MAX_SECONDS = 120


@dataclass(frozen=True)
class Command:
    """A command of a page and what the page says that it prints."""

    line: str
    output: str


def commands(body: str) -> Iterator[Command]:
    r"""Find the commands of a block; a command goes on in the next line after a backslash.

    >>> list(commands("$ echo a\na\n$ true\n"))
    [Command(line='echo a', output='a'), Command(line='true', output='')]
    """
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        end = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
        yield Command("\n".join(lines[: end + 1]), "\n".join(lines[end + 1 :]).rstrip())


def has_commands(text: str) -> bool:
    """Tell whether a page has commands to run."""
    return _BLOCK.search(text) is not None


def with_outputs(text: str) -> str:
    """Return a page with what its commands print now. An output that still holds is kept as it is."""
    if not has_commands(text):
        return text
    with TemporaryDirectory() as name:
        folder = Path(name) / "samples"
        folder.mkdir()
        write_samples(folder)
        environment = _environment(Path(name))
        return _BLOCK.sub(lambda found: _block(found["body"], folder, environment), text)


def _block(body: str, folder: Path, environment: dict[str, str]) -> str:
    made = ""
    for command in commands(body):
        printed = run(command.line, folder, environment)
        output = command.output if agree(command.output, printed) else wrapped(printed)
        made += f"$ {command.line}\n" + (f"{output}\n" if output else "")
    return f"```console\n{made}```"


def run(line: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a command and return what a terminal would show, errors and warnings included."""
    done = subprocess.run(
        ["/bin/bash", "-c", line], cwd=folder, env=environment, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=MAX_SECONDS, check=False,
    )  # fmt: skip
    return done.stdout.rstrip()


def _environment(folder: Path) -> dict[str, str]:
    """Make the environment of the commands: ``reprank`` is this package with this Python."""
    programs = folder / "programs"
    programs.mkdir()
    script = programs / "reprank"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m reprank "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    package = Path(__file__).resolve().parent.parent / "src"
    return {
        "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin",
        "PYTHONPATH": str(package),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "COLUMNS": str(OUTPUT_COLUMNS),
        "NO_COLOR": "1",
    }


def agree(expected: str, printed: str) -> bool:
    r"""Compare two outputs by their words, where ``...`` stands for anything.

    >>> agree("one\n two", "one two\n"), agree("made in ... s", "made in 12 s"), agree("a", "b")
    (True, True, False)
    """
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    return doctest.OutputChecker().check_output(expected + "\n", printed + "\n", flags)


def wrapped(text: str) -> str:
    """Return an output with long lines wrapped, as a terminal shows them."""
    lines = [
        textwrap.wrap(line, OUTPUT_COLUMNS, break_long_words=False, break_on_hyphens=False, drop_whitespace=True,
                      subsequent_indent=" " * (len(line) - len(line.lstrip()))) or [""]
        for line in text.splitlines()
    ]  # fmt: skip
    return "\n".join(line for group in lines for line in group)
