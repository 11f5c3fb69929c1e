"""Count what a plain summary goes through: files, and the numbers, patterns and word lists that people wrote into them.

    python -m benchmarks.quality.rules

A *file* is entered if one of its functions is called by ``reprank.summarize(article, words=100, keywords=0)`` in a warm
process. *Numbers* are numeric literals in upper-case constants of modules and in defaults of the fields of settings,
*patterns* are calls of ``re.compile`` and ``lazy_pattern``, *lists* are literals of at least three strings. They are
counted in the files of ``text``, ``roles``, ``coverage`` and the flow that are entered. Settings of queries do not
count, and neither do fitted weights, which are data.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import reprank
from reprank.examples import example_documents

PACKAGE = Path(reprank.__file__).parent
SHAPING = ("text", "roles", "coverage", "pipeline.py", "selection.py", "terms.py")
TABLES = ("text/identification.py",)  # ranges of Unicode shape no result
QUERY = frozenset({"QueryPull"})  # classes of settings without effect on a plain summary
MIN_LIST = 3  # strings
WARM = 5  # summaries after which everything that is made at first use is there


def entered(text: str) -> set[Path]:
    """Return the files of the package that a plain summary enters."""
    for _ in range(WARM):
        reprank.summarize(text, words=100, keywords=0)
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name not in ("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"):
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        reprank.summarize(text, words=100, keywords=0)
    finally:
        sys.setprofile(None)
    return {Path(name) for name in found if name.startswith(str(PACKAGE))}


def constants(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the values of upper-case constants and the defaults of the fields of classes."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id.isupper():
                yield node.value
        elif isinstance(node, ast.ClassDef) and node.name not in QUERY:
            yield from (item.value for item in node.body if isinstance(item, ast.AnnAssign) and item.value is not None)


def count(path: Path) -> tuple[int, int, int]:
    """Count numbers, patterns and lists of one file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    numbers = lists = 0
    for value in constants(tree):
        inside = list(ast.walk(value))
        if not any(map(is_pattern, inside)):
            numbers += sum(
                isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in (0, 1, None)
                for node in inside
            )
        strings = sum(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in inside)
        words = max(
            (len(n.value.split()) for n in inside if isinstance(n, ast.Constant) and isinstance(n.value, str)),
            default=0,
        )
        lists += strings >= MIN_LIST or (words > MIN_LIST and not any(map(is_pattern, inside)))
    return numbers, sum(map(is_pattern, ast.walk(tree))), lists


def is_pattern(node: ast.AST) -> bool:
    """Tell whether a node makes a pattern."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("re.compile", "lazy_pattern")


def main() -> None:
    """Count and print."""
    files = sorted(entered(example_documents()[0].text))
    print(f"{len(files)} files are entered by a plain summary")
    totals = [0, 0, 0]
    for path in files:
        name = str(path.relative_to(PACKAGE))
        if name.startswith(SHAPING) and name not in TABLES:
            found = count(path)
            totals = [total + one for total, one in zip(totals, found, strict=True)]
            print(f"{name:32} {found[0]:4} numbers {found[1]:4} patterns {found[2]:4} lists")
    for name in ("coverage/settings.py",):
        if PACKAGE / name not in files:
            found = count(PACKAGE / name)
            totals = [total + one for total, one in zip(totals, found, strict=True)]
            print(f"{name:32} {found[0]:4} numbers {found[1]:4} patterns {found[2]:4} lists")
    print(f"{'all':32} {totals[0]:4} numbers {totals[1]:4} patterns {totals[2]:4} lists")


if __name__ == "__main__":
    main()
