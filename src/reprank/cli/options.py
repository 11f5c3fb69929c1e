"""The table of options to arguments of the command line, and what several verbs share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any, Protocol

from reprank.budget import AUTO, Length, choose_length
from reprank.errors import InputError
from reprank.schema import LENGTHS, Schema, types_of

METAVARS = {"language": "CODE", "query": "TEXT", "marker": "TEXT"}
#: Arguments of several verbs that are not options of the library.
SHARED: Mapping[str, dict[str, Any]] = {
    "files": {
        "nargs": "*",
        "metavar": "FILE",
        "help": "files, folders or patterns; - is standard input (the default if something is piped in)",
    },
    "--seen": {
        "nargs": "+",
        "metavar": "FILE",
        "default": [],
        "help": "files that the reader already knows; list them after all other files",
    },
    "--system": {"default": "reprank", "metavar": "NAME", "help": "system to use (default: reprank)"},
    "--encoding": {
        "metavar": "NAME",
        "help": "encoding of text files (default: byte order mark, else UTF-8, else a guess)",
    },
}


class _Arguments(Protocol):
    """A parser or a group of its arguments."""

    def add_argument(self, *names: str, **settings: Any) -> object: ...


def add_options(parser: _Arguments, table: Mapping[str, Schema], *names: str, **helps: str) -> None:
    """Add options of the table, all if none is named; ``helps`` replaces the meaning of some.

    No option has a default here: what is not given is left to the library.
    """
    for name in names or table:
        settings = _settings(name, table[name])
        if name in helps:
            settings["help"] = helps[name]
        parser.add_argument(f"--{name.replace('_', '-')}", **settings)


def _settings(name: str, schema: Schema) -> dict[str, Any]:
    """Translate a schema.

    >>> _settings("top", {"type": "integer", "default": 10, "description": "Maximum number."})
    {'help': 'maximum number (default: 10)', 'type': <class 'int'>, 'metavar': 'N'}
    """
    meaning = str(schema["description"]).rstrip(".")
    default = f" (default: {schema['default']})" if "default" in schema else ""
    settings: dict[str, Any] = {"help": meaning[0].lower() + meaning[1:] + default}
    kinds = types_of(schema)
    if kinds == ["boolean"]:
        return {**settings, "action": "store_true"}
    if kinds == ["array"]:
        return {**settings, "type": _phrases, "action": "extend", "metavar": "LIST"}
    if kinds == ["string"]:
        return {**settings, "metavar": METAVARS.get(name, "NAME")}
    if kinds == ["number"]:
        return {**settings, "type": float, "metavar": "R"}
    return {**settings, "type": int if kinds == ["integer"] else _whole_or_auto, "metavar": "N"}


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase for part in text.split(",") if (phrase := part.strip()))


def _whole_or_auto(text: str) -> int | str:
    if text == AUTO:
        return AUTO
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or {AUTO}; got {text!r}") from None


def given(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return the options that were given, by name."""
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def add_shared(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add arguments that several verbs have."""
    for name in names:
        parser.add_argument(name, **SHARED[name])


def add_length(parser: argparse.ArgumentParser) -> None:
    """Add the lengths, of which one may be given."""
    add_options(parser.add_mutually_exclusive_group(), LENGTHS)


def length_of(options: argparse.Namespace) -> Length:
    """Return the length that was given, or the default."""
    return choose_length(**given(options, *LENGTHS))


def files_of(options: argparse.Namespace) -> list[str]:
    """Return the files that were named, or standard input if something is piped in."""
    if options.files:
        return list(options.files)
    if getattr(options, "seen", None):
        raise InputError("no FILE to read: name the files before --seen, which takes all names that follow it")
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError("no FILE to read: name one or more, or - for standard input")
    return ["-"]


def add_output(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add the format of the result, of which the first is the default, and where it goes."""
    parser.add_argument("--format", choices=formats, default=formats[0])
    parser.add_argument("--output", metavar="FILE", help="write to a file (default: -, standard output)")
