"""Every pattern of the package against strings made to slow it down.

    python -m benchmarks.trust.patterns           the check of ``make test``: exits with 1 if a pattern is slow
    python -m benchmarks.trust.patterns --deep    longer strings, and every beginning with every pattern

A pattern is slow if its time grows clearly faster than the string. Python's engine tries again and again where two
repetitions can share their characters, or where one begins anew at every position. Patterns whose callers pass only
short strings are listed with the longest one, and are tried at that length.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import pkgutil
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import benchmarks.trust.attacks as attacks_of

SOURCE = Path(str(find_spec("reprank").origin)).parents[1]  # type: ignore[union-attr]
FILES = Path(__file__).parents[2] / "tests" / "readers" / "files"
ANCHORED = ("match", "fullmatch")
METHODS = (*ANCHORED, "search", "finditer", "findall", "sub", "subn", "split")
LADDER = (12, 18, 24, 30, 60, 120, 250, 500, 1000, 2000)  # characters; the first ones catch exponential growth
DEEP_CHARACTERS = 20_000
SUSPECT_SECONDS = 0.0015  # at any step: what is linear takes less than a tenth of it
BOUNDED_SECONDS = 0.05  # at the longest string that a caller passes
ALARM_SECONDS = 2
GROWTH = 3.0  # of time for a doubled string; linear is 2, quadratic 4
OTHERWISE = "otherwise"  # a use that is no call of a method
#: How patterns are used that are handed on before they are used.
HANDED_ON: Mapping[str, str] = {
    "reprank.phrases.morphology._compiled": "fullmatch",
    "reprank.readers.mail.ORIGINAL": "match",  # at the beginning of lines
    "reprank.readers.mail.FORWARDED": "match",
    "reprank.readers.mail.OUTLOOK_HEAD": "match",
    **{
        f"reprank.readers.styles.{kind}_STYLE": "fullmatch"
        for kind in ("CAPTION", "CODE", "FURNITURE", "HEADING", "NOTE", "REFERENCE")
    },
}
#: Patterns whose callers pass one line, without its end.
OF_LINES = frozenset(
    {"reprank.text.markdown.FENCE", "reprank.text.markdown.DEFINITION", "reprank.text.lines.OPTION_TAG"}
)
#: The most characters that the callers of a pattern pass, by module and name, where its time would grow.
BOUNDED: Mapping[str, int] = {
    "reprank.readers.furniture.LEADERS": 100,  # MAX_HEAD_CHARACTERS
    "reprank.readers.layout.LAST_WORD": 100,  # MAX_WORD_CHARACTERS
    "reprank.readers.styles.CODE_STYLE": 200,  # MAX_NAME_CHARACTERS
    "reprank.text.lines.CODE_LINE": 200,  # MAX_CODE_COLUMNS
    "reprank.text.man_pages.PAGE_TITLE": 200,
    "reprank.text.man_pages.PAGE_FOOT": 200,
    "reprank.text.passages.LAST_WORD": 24,  # TAIL_CHARACTERS
    "reprank.text.segments.LAST_WORD": 60,  # LAST_WORD_CHARACTERS
}


LAZY_MODULE = "reprank.patterns"  # compiles what others wrote


class TooSlow(Exception):
    """The alarm rang inside a match."""


@dataclass(frozen=True)
class Found:
    """A pattern, where it is compiled, and the methods that it is used with."""

    name: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


def collect() -> tuple[list[Found], list[str]]:
    """Return every pattern of the package, and the places of those that were never compiled.

    Patterns are taken from the source where they are literal; others are those that were compiled while every module
    was imported and a text of every kind was read.
    """
    compiled: dict[tuple[str, int], set[tuple[Any, int]]] = {}
    with_hook = re._compile  # type: ignore[attr-defined]

    def noting(pattern: Any, flags: int) -> Any:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename == re.__file__:
            frame = frame.f_back
        if frame.f_code.co_filename.startswith(str(SOURCE)) and not isinstance(pattern, re.Pattern):
            place = frame.f_code.co_filename, frame.f_lineno
            compiled.setdefault(place, set()).add((pattern, int(flags)))
        return with_hook(pattern, flags)

    re._compile = noting  # type: ignore[attr-defined]
    try:
        exercise()
    finally:
        re._compile = with_hook  # type: ignore[attr-defined]
    found, missing = dict[tuple[str, Any, int], Found](), []
    for path in sorted(SOURCE.rglob("*.py")):
        lines = {line: made for (file, line), made in compiled.items() if file == str(path)}
        for call in calls(path):
            made = {one for line in range(call.first, call.last + 1) for one in lines.get(line, ())} | call.literal
            if not made:
                missing.append(f"{call.name} (line {call.first})")
            for pattern, flags in made:
                found[call.name, pattern, flags] = Found(call.name, re.compile(pattern, flags), call.methods)
    return list(found.values()), missing


@dataclass(frozen=True)
class Call:
    """A call in the source that compiles a pattern."""

    name: str  # module and variable or function
    first: int
    last: int
    methods: frozenset[str]
    literal: frozenset[tuple[Any, int]]


def calls(path: Path) -> Iterator[Call]:
    """Find the calls of a module that compile patterns."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or module == LAZY_MODULE or (verb := _verb(node)) is None:
            continue
        name = _owner(node, parents)
        full = f"{module}.{name}"
        methods = _methods_of(full) if verb == "compile" else frozenset({verb})
        yield Call(full, node.lineno, node.end_lineno or node.lineno, methods, _written(node, verb, module))


def _verb(node: ast.Call) -> str | None:
    """Return the function of ``re`` that a call calls, if it does; ``lazy_pattern`` compiles too, but later."""
    match node.func:
        case ast.Name("lazy_pattern"):
            return "compile"
        case ast.Attribute(ast.Name("re"), verb) if verb in (*METHODS, "compile"):
            return verb
    return None


def _owner(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> str:
    """Return the variable that a pattern is assigned to, or the function in which it is made."""
    at: ast.AST | None = node
    while at is not None:
        at = parents.get(at)
        if isinstance(at, ast.AnnAssign | ast.Assign):
            target = at.target if isinstance(at, ast.AnnAssign) else at.targets[0]
            if isinstance(target, ast.Name) and isinstance(parents.get(at), ast.Module):
                return target.id
        if isinstance(at, ast.FunctionDef):
            return at.name
    return "module"


def _written(node: ast.Call, verb: str, module: str) -> frozenset[tuple[Any, int]]:
    """Return pattern and flags of a call, if they are literal or made from names of the module alone."""
    place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(verb, 2)
    given = [it.value for it in node.keywords if it.arg == "flags"] + node.args[place : place + 1]
    names = vars(sys.modules[module]) if module in sys.modules else {"re": re}
    try:
        pattern = eval(ast.unparse(node.args[0]), dict(names))
        flags = eval(ast.unparse(given[0]), dict(names)) if given else 0
    except (NameError, AttributeError, TypeError):
        return frozenset()
    return frozenset({(pattern, int(flags))}) if isinstance(pattern, str | bytes) else frozenset()


@cache
def _uses() -> dict[str, set[str]]:
    """Return the methods that are called on each pattern, by module and name, where the name itself is used."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        within = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                holder = within.get(id(node))
                method = holder.attr if holder is not None and id(holder) in called else OTHERWISE
                if holder is None or holder.attr not in ("pattern", "flags"):
                    found.setdefault(imported.get(node.id, f"{module}.{node.id}"), set()).add(method)
    return found


def _methods_of(name: str) -> frozenset[str]:
    """Return the methods that a pattern is used with; where this cannot be told, it may be searched with."""
    if name in HANDED_ON:
        return frozenset({HANDED_ON[name]})
    used = _uses().get(name, set())
    return frozenset(used) if used and used <= set(METHODS) else frozenset({"match", "search"})


def exercise() -> None:
    """Import every module and work on texts and files, so that patterns made inside functions are made."""
    import reprank

    for module in pkgutil.walk_packages(reprank.__path__, "reprank."):
        if module.name != "reprank.__main__":
            try:
                importlib.import_module(module.name)
            except (reprank.MissingExtra, ImportError):
                continue
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", reprank.ReadingWarning)
        for path in sorted(FILES.iterdir()):
            with suppress(reprank.RepRankError):
                reprank.summarize(reprank.read(path), words=50)
    for code, text in TEXTS.items():
        reprank.summarize([text, text[:40]], words=30, query=f"-e {text[:30]}", language=code)
        reprank.summarize([text, text[:40]], words=30, language=code, keywords=5)
        reprank.compress([text], text[:30], words=300, keep=["numbers", "paths", "urls", "quotes", "code", "river"])
    for question in ("How long?", "How many?", "When?", "Who?", "Where?"):
        reprank.summarize(TEXTS["en"], words=30, query=question, language="en")
    for text in UNCUT:
        reprank.summarize(text, words=30)
    _handed()


TEXTS = {
    "en": "LIMA (Reuters) - The river rose all night. But the mayor, who had warned of it, said: “Close the bridge.” "
    "It was closed at 5 a.m. See Fig. 2.\n\n# Costs\n\n- one item;\n- another item\n\n```\ncode = 1\n```\n\nAll left.",
    "fr": "La rivière a monté toute la nuit. Mais le maire l'avait dit. Il faut fermer le pont. C'est fait.",
    "de": "Der Fluss stieg die ganze Nacht. Aber es gab eine Warnung. Das Tor wurde geschlossen. Es ist noch zu.",
    "es": "El río subió toda la noche. Pero el alcalde lo había dicho. El puente se cerró. Ayer llegaron las barcas.",
    "ja": "川は一晩中増水した。しかし市長は警告していた。橋は閉鎖された。",
    "zh": "河水整夜上涨。但是市长警告过。桥被关闭了。",
}
UNCUT = (  # sentences without an end
    f"Ana: {'so we went to the river and then ' * 60}\nIvo: {'and it rose and we closed the bridge ' * 60}",
    "The river rose, " * 200 + "and so on; " * 100 + "that was all.",
    "河水整夜上涨，市长警告过" * 200,
)


def _handed() -> None:
    """Reach the patterns that are made from what a caller gives."""
    from reprank.cli.terminal import _coloured
    from reprank.compression.keeping import literal
    from reprank.evaluation.duc import _elements
    from reprank.evaluation.tokenization import _unicode_pattern
    from reprank.summary import Keyword

    literal(["river (1)"])
    _elements("<p>The river rose.</p>", "p")
    _unicode_pattern()
    _coloured("The river rose.", [Keyword("river", 1.0, ()), Keyword("dam (1)", 0.5, ())])


def slow(found: Found, *, characters: int = LADDER[-1]) -> str:
    """Say how a pattern is slow, or return nothing."""
    bound = BOUNDED.get(found.name)
    anchored = found.methods <= set(ANCHORED)
    for attack in attacks_of.attacks(found.pattern, anchored=anchored, characters=characters):
        if found.name in OF_LINES and "\n" in attack.begin + attack.pump + attack.end:
            continue
        for method in _calls(found):
            verdict = _bounded(method, found, attack, bound) if bound else _grows(method, found, attack, characters)
            if verdict:
                return f"{found.name}: {verdict} with {attack}"
    return ""


def _calls(found: Found) -> list[Callable[[Any], object]]:
    """Return what is done with a pattern; a search for all matches is the longest of all searches."""
    calls: list[Callable[[Any], object]] = []
    if "match" in found.methods:
        calls.append(found.pattern.match)
    if "fullmatch" in found.methods:
        calls.append(found.pattern.fullmatch)
    if not found.methods <= set(ANCHORED):
        calls.append(found.pattern.findall)
    return calls


def _bounded(method: Callable[[Any], object], found: Found, attack: attacks_of.Attack, bound: int) -> str:
    seconds = _seconds(method, _given(found, attack.of(bound)[:bound]), 1)
    if seconds > BOUNDED_SECONDS:
        seconds = _seconds(method, _given(found, attack.of(bound)[:bound]), 3)
    return f"{seconds:.3f} s at its {bound} characters" if seconds > BOUNDED_SECONDS else ""


def _grows(method: Callable[[Any], object], found: Found, attack: attacks_of.Attack, characters: int) -> str:
    """Climb the ladder; where a step takes long, compare doublings."""
    for length in (*LADDER, *((characters,) if characters > LADDER[-1] else ())):
        if _seconds(method, _given(found, attack.of(length)), 1) > SUSPECT_SECONDS * max(1, length / LADDER[-1]):
            return _doublings(method, found, attack, length)
    return ""


def _doublings(method: Callable[[Any], object], found: Found, attack: attacks_of.Attack, length: int) -> str:
    times = []
    for step in range(3):
        times.append(_seconds(method, _given(found, attack.of(length << step)), 3))
        if times[-1] == inf:
            return f"more than {ALARM_SECONDS} s at {length << step} characters"
    if times[0] > SUSPECT_SECONDS and min(later / before for before, later in pairwise(times)) > GROWTH:
        return f"{', '.join(f'{it:.4f}' for it in times)} s at {length}, {2 * length}, {4 * length} characters"
    return ""


def _seconds(method: Callable[[Any], object], text: str | bytes, repeats: int) -> float:
    """Measure the processor time of one call, the least of several; infinite if the alarm ends it."""
    best = inf
    signal.setitimer(signal.ITIMER_REAL, ALARM_SECONDS)
    try:
        for _ in range(repeats):
            began = time.process_time()
            method(text)
            best = min(best, time.process_time() - began)
    except TooSlow:
        return inf
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return best


def _given(found: Found, text: str) -> str | bytes:
    return text if isinstance(found.pattern.pattern, str) else text.encode("latin-1", "replace")


def _ring(*_: object) -> None:
    raise TooSlow


def main() -> int:
    """Check every pattern; print the slow ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deep", action="store_true", help="longer strings, more beginnings")
    parser.add_argument("--only", default="", metavar="TEXT", help="only patterns whose name has this text")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, _ring)
    found, missing = collect()
    began = time.process_time()
    characters = DEEP_CHARACTERS if options.deep else LADDER[-1]
    tried = [one for one in found if options.only in one.name]
    verdicts = [verdict for one in tried if (verdict := slow(one, characters=characters))]
    for verdict in verdicts:
        print(verdict)
    for place in missing:
        print(f"{place} was never compiled: give benchmarks.trust.patterns a text that reaches it")
    print(f"{len(tried)} patterns, {len(verdicts)} slow, {time.process_time() - began:.0f} s")
    return 1 if verdicts or missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
