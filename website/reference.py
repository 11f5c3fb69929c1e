"""Docstrings to reference: every public name with its signature, its arguments, its examples and its members."""

from __future__ import annotations

import dataclasses
import html
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

import reprank
from website.markdown import coloured, render

# A section of a docstring, such as "Args:", with its indented lines.
_SECTION = re.compile(r"^(Args|Returns|Yields|Raises):\n((?:[ \t]+.*\n?|\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"^    (\*{0,2}\w+)(?: \([^)]*\))?: (.*(?:\n {5,}.*)*)", re.MULTILINE)

GROUPS = {
    "Summaries and keywords": (
        "summarize", "keywords", "compress", "summarize_many", "keywords_many", "coverage_curve", "rank", "read",
        "RepRank", "example_documents",
    ),
    "Documents": ("Document", "Block", "Place", "FileLimits", "ReadingWarning"),
    "Results": (
        "Summary", "RankedText", "Sentence", "Keyword", "Occurrence", "BudgetUse", "Explanation", "CoverageCurve",
        "Compressed", "CompressedChunk",
    ),
    "Lengths": ("Words", "Sentences", "Characters", "Bytes", "Tokens", "Ratio", "Budget"),
    "Settings and methods": (
        "Coverage", "Encoder", "System", "Summarizer", "KeywordSystem", "Method", "KeywordMethod", "Task", "Costs",
        "KeywordRequest", "Selection",
    ),
    "Packages": ("systems", "evaluation", "batch", "figures", "training"),
    "Errors": (
        "RepRankError", "InputError", "BudgetError", "LanguageError", "DataError", "ModelError", "OutputError",
        "MissingExtra", "ConvergenceError",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A name of the reference: its anchor, its kind, its signature and its docstring as HTML, and its members."""

    name: str
    anchor: str
    kind: str
    signature: str
    body: str
    members: tuple[Entry, ...] = ()


def entries() -> dict[str, tuple[Entry, ...]]:
    """Return every public name of the package, in groups."""
    return {group: tuple(entry(name) for name in names) for group, names in GROUPS.items()}


def entry(name: str) -> Entry:
    """Describe one public name of the package.

    >>> entry("Words").kind, [member.name for member in entry("Words").members]
    ('class', ['cost'])
    """
    value = getattr(reprank, name)
    if isinstance(value, ModuleType):
        return Entry(name, name, "package", "", docstring(value), tuple(_module_members(name, value)))
    if inspect.isclass(value):
        return Entry(name, name, "class", _signature(name, value), docstring(value), tuple(_members(name, value)))
    return Entry(name, name, "function", _signature(name, value), docstring(value))


def _members(owner: str, kind: type) -> Iterator[Entry]:
    """Yield public methods and properties of a class and its bases in this package, in the order of the source."""
    own = [base for base in kind.__mro__ if base.__module__.startswith("reprank")]
    members = {name: value for base in reversed(own) for name, value in vars(base).items()}
    for name, value in members.items():
        if name.startswith("_"):
            continue
        found = inspect.unwrap(value.__func__ if isinstance(value, classmethod | staticmethod) else value)
        if isinstance(found, property) and found.fget and found.fget.__doc__:
            yield Entry(name, f"{owner}.{name}", "property", "", docstring(found))
        elif inspect.isfunction(found) and found.__doc__:
            label = "class method" if isinstance(value, classmethod) else "method"
            yield Entry(name, f"{owner}.{name}", label, _signature(name, getattr(kind, name)), docstring(found))


def _module_members(owner: str, module: ModuleType) -> Iterator[Entry]:
    """Yield the functions and classes that a package offers."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    for name in names:
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            yield Entry(name, f"{owner}.{name}", "module", "", docstring(value))
        elif (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__.startswith(module.__name__):
            kind = "class" if inspect.isclass(value) else "function"
            yield Entry(name, f"{owner}.{name}", kind, _signature(name, value), docstring(value))


def _signature(name: str, value: object) -> str:
    """Return how a name is called, one argument a line where one line is not enough."""
    if isinstance(value, type) and (issubclass(value, BaseException) or getattr(value, "_is_protocol", False)):
        return ""
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except ValueError:
        return ""
    shown = [parameter for parameter in found.parameters.values() if parameter.name not in ("self", "cls")]
    returns = found.return_annotation
    plain = found.replace(
        parameters=[_plain(parameter) for parameter in shown],
        return_annotation=found.empty if isinstance(value, type) or returns is found.empty else _Shown(str(returns)),
    )
    text = f"{name}{plain}".replace("<factory>", "…")
    if len(text) > 80:
        text = f"{name}(\n    " + ",\n    ".join(_arguments(plain)) + ",\n)"
        text = text.replace("<factory>", "…") + ("" if plain.return_annotation is plain.empty else f" -> {returns}")
    return f'<div class="code"><pre tabindex="0"><code>{coloured(text, "python")}</code></pre></div>'


def _arguments(signature: inspect.Signature) -> Iterator[str]:
    """Yield the arguments as they are written, with the star before those that go by name only."""
    starred = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            starred = True
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        yield str(parameter)


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter whose type and default are shown as the source has them."""
    if parameter.annotation is not parameter.empty:
        parameter = parameter.replace(annotation=_Shown(str(parameter.annotation)))
    default = parameter.default
    if dataclasses.is_dataclass(default) and not isinstance(default, type):
        return parameter.replace(default=_Shown(f"{type(default).__name__}()"))
    return parameter


class _Shown(str):
    """A text that is shown without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def docstring(value: object) -> str:
    """Return a docstring as HTML: text, arguments as a list, examples as code."""
    text = inspect.getdoc(value) or ""
    return "\n".join(_parts(text))


def _parts(text: str) -> Iterator[str]:
    end = 0
    for found in _SECTION.finditer(text + "\n"):
        yield _prose(text[end : found.start()])
        yield _section(found[1], found[2])
        end = found.end()
    yield _prose(text[end:])


def _section(name: str, body: str) -> str:
    title = {"Args": "Arguments"}.get(name, name)
    rows = _ENTRY.findall(body) if name in ("Args", "Raises") else []
    if not rows:
        return f"<h5>{title}</h5>\n{_prose(inspect.cleandoc(body))}"
    items = "".join(f"<dt><code>{html.escape(key)}</code></dt><dd>{_line(value)}</dd>" for key, value in rows)
    return f"<h5>{title}</h5>\n<dl>{items}</dl>"


def _line(text: str) -> str:
    made = render(" ".join(text.replace("``", "`").split())).html
    return made.removeprefix("<p>").removesuffix("</p>")


def _prose(text: str) -> str:
    """Write paragraphs, with examples as blocks of code."""
    blocks: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if not paragraph.strip():
            continue
        if paragraph.lstrip().startswith(">>>") and blocks and blocks[-1].startswith("```"):
            blocks[-1] = blocks[-1].removesuffix("\n```") + f"\n\n{inspect.cleandoc(paragraph)}\n```"
        elif ">>> " in paragraph:
            before, _, example = paragraph.partition(">>> ")
            if before.strip():
                blocks.append(before)
            blocks.append(f"```python\n>>> {inspect.cleandoc(example)}\n```")
        else:
            blocks.append(paragraph)
    return render(_backticks(blocks)).html


def _backticks(blocks: list[str]) -> str:
    """Join blocks, with the double backticks of docstrings as the single ones of Markdown."""
    plain = [block if block.startswith("```") else re.sub(r"``([^`]+)``", r"`\1`", block) for block in blocks]
    return "\n\n".join(plain)
