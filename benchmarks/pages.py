"""Code to pages: tables, numbers of settings, pictures, what commands print; which results are of other code.

    python -m benchmarks.pages            write the tables, numbers, pictures and outputs
    python -m benchmarks.pages --check    say what is out of date; write nothing

A number of a page that comes from the code stands behind a mark with the expression that gives it, such as
``<!-- value: reprank.coverage.Coverage().pair_weight -->2.2``. A test fails when the table or a number is out of date.
Results take long to measure, so those of other code are listed only: each part that a script wrote names the digest of
the code that it was measured with.
"""

from __future__ import annotations

import argparse
import ast
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from website.console import with_outputs
from website.examples import with_examples
from website.pictures import write_pictures

from benchmarks.data import convert
from benchmarks.quality import limits, overview
from benchmarks.report import DOCS, ROOT, Part, parts, replace_between, table
from benchmarks.roles import page as roles
from reprank.evaluation.experiment import build

PACKAGE = ROOT / "src" / "reprank"
# In the order of the flow; every module of these packages has a row. Other packages have one row each.
FLOW = ("text", "roles", "graph", "coverage", "phrases", "paper")
MODULES_PAGE = ROOT / "src" / "README.md"
_VALUE = re.compile(r"(?P<mark><!-- value: (?P<expression>.+?) -->)(?P<shown>−?[\w.]*\w)")
# Its examples need packages that are not installed here; `make test-adapters` runs them.
OTHER_PACKAGES = (DOCS / "adapters.md",)
# Parts that are made from the code alone.
GENERATED = (
    "modules",
    "extras",
    "overview",
    "data-summaries",
    "data-keyphrases",
    "data-questions",
    "roles-columns",
    "roles-words",
    "roles-candidates",
)


def main() -> None:
    """Write the pages, or say what is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="say what is out of date; write nothing")
    if parser.parse_args().check:
        print("\n".join(check()))
        return
    replace_between(MODULES_PAGE, "modules", module_table())
    convert.write_page()
    limits.main()
    overview.main()
    roles.write_weights()
    write_pictures()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        examples = with_values(text) if page in OTHER_PACKAGES else with_examples(with_values(text))
        page.write_text(with_outputs(examples), encoding="utf-8")


def pages() -> list[Path]:
    """Return the pages of the project."""
    return [ROOT / "README.md", *sorted(path for path in DOCS.rglob("*.md") if "samples" not in path.parts)]


def check() -> Iterator[str]:
    """Yield a line for the table, the numbers and each part that is out of date, then how many parts are current."""
    if module_table() not in MODULES_PAGE.read_text(encoding="utf-8"):
        yield f"{MODULES_PAGE.name}: the table of modules is out of date: run `make docs`"
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if with_values(text) != text:
            yield f"{page.name}: numbers of settings are out of date: run `make docs`"
    results = list(result_parts())
    for part in results:
        if part.build != build():
            yield f"{part.page.name}, {part.name}: made with RepRank {part.build}; {_remedy(part)}"
    current = sum(part.build == build() for part in results)
    yield f"{current} of {len(results)} parts with results are of the present code, {build()}"


def _remedy(part: Part) -> str:
    if part.script is None:
        return "its script is not named: write it with report.write_between"
    if find_spec(part.script) is None:
        return f"its script, {part.script}, was removed: a page about the past"
    return f"run `python -m {part.script}`"


def result_parts() -> Iterator[Part]:
    """Find all parts of pages that hold results."""
    for page in pages():
        yield from (part for part in parts(page) if part.name not in GENERATED)


def module_table() -> str:
    """Write the first line of every module of the flow, and of every other package."""
    rows = [[f"`{path.stem}`", first_line(path)] for path in sorted(PACKAGE.glob("[a-z]*.py"))]
    packages = [path.parent.name for path in PACKAGE.glob("*/__init__.py")]
    others = sorted(set(packages) - set(FLOW))
    for package in (*FLOW, *others):
        rows.append([f"**`{package}/`**", first_line(PACKAGE / package / "__init__.py")])
        if package in FLOW:
            modules = sorted((PACKAGE / package).glob("[a-z]*.py"))
            rows += [[f"`{package}/{path.stem}`", first_line(path)] for path in modules]
    return table(["module", "what it does"], rows).replace("---:|", "---|")


def first_line(path: Path) -> str:
    """Return the first line of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not docstring:
        raise SystemExit(f"{path.relative_to(ROOT)} has no docstring: its first line says what it makes from what")
    return docstring.splitlines()[0].replace("``", "`")


def with_values(text: str) -> str:
    """Return a page with the numbers that its marks ask for.

    >>> with_values("a weight of <!-- value: reprank.coverage.Coverage().pair_weight -->7 for pairs")
    'a weight of <!-- value: reprank.coverage.Coverage().pair_weight -->2.2 for pairs'
    """
    return _VALUE.sub(lambda found: found["mark"] + shown(value_of(found["expression"]), like=found["shown"]), text)


def shown(value: object, *, like: str) -> str:
    """Write a number as pages do: ``.5`` if the page leaves the zero out, ``0.5`` if it does not.

    >>> shown(0.5, like=".7"), shown(0.5, like="0.7"), shown(-0.25, like="−.3"), shown(40, like="30")
    ('.5', '0.5', '−.25', '40')
    """
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if like.lstrip("−").startswith("."):
        text = re.sub(r"^(-?)0\.", r"\1.", text)
    return text.replace("-", "−")


def value_of(expression: str) -> object:
    """Return what a dotted name in the package is, where ``()`` makes an object with its defaults and ``[0]`` picks.

    >>> value_of("reprank.coverage.Coverage().shares.sentence_to_sentence")
    0.5
    """
    tree = ast.parse(expression, mode="eval").body
    return _value(tree, expression)


def _value(node: ast.expr, expression: str) -> object:
    match node:
        case ast.Name(id=name):
            return import_module(name)
        case ast.Attribute(value=of, attr=name):
            owner = _value(of, expression)
            if isinstance(owner, type(ast)) and not hasattr(owner, name):
                return import_module(f"{owner.__name__}.{name}")
            return getattr(owner, name)
        case ast.Call(func=function, args=[], keywords=[]):
            made = _value(function, expression)
            assert callable(made)
            return made()
        case ast.Subscript(value=of, slice=ast.Constant(value=key)):
            return _value(of, expression)[key]  # type: ignore[index]
    raise SystemExit(textwrap.shorten(f"cannot read {expression!r}: use names, (), and [number]", 200))


if __name__ == "__main__":
    main()
