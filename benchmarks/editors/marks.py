"""What an editor marked: the extract, the main points, debris, needs, repetitions; checked against its input.

A line of ``marks.jsonl`` is what one editor marked in one input:

    {"id": …, "editor": 1 or 2, "pick": [ids], "core": [ids], "key": [ids], "debris": [ids], "leans": {"id": id or -1},
     "same": [[ids], …], "note": "…"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.editors.inputs import Input

MARKS = Path(__file__).with_name("marks.jsonl")
FIELDS = frozenset({"pick", "core", "key", "debris", "leans", "same", "note"})
NOTHING = -1  # what a sentence needs is nowhere


@dataclass(frozen=True)
class Marks:
    """What one editor marked in one input. Numbers are those of the sentences."""

    id: str
    editor: int
    pick: tuple[int, ...]
    core: tuple[int, ...]
    key: tuple[int, ...]
    debris: tuple[int, ...]
    leans: Mapping[int, int]
    same: tuple[tuple[int, ...], ...]
    note: str = ""


class MarksError(ValueError):
    """Marks that do not fit their input."""


def check(given: Input, marked: Mapping[str, object], editor: int = 1) -> Marks:
    """Return the marks of an input in order, or raise ``MarksError`` with everything that is wrong with them.

    Needs of debris and groups of one are left out: they say nothing.
    """
    unknown = sorted(set(marked) - FIELDS)
    missing = sorted(FIELDS - {"note"} - set(marked))
    if unknown or missing:
        raise MarksError(f"fields missing: {', '.join(missing) or 'none'}; not known: {', '.join(unknown) or 'none'}")
    try:
        pick, core, key, debris = (_numbers(marked[name]) for name in ("pick", "core", "key", "debris"))
        leans = {int(number): _number(need) for number, need in _pairs(marked["leans"])}
        same = tuple(_numbers(group) for group in _list(marked["same"]))
    except (TypeError, ValueError) as error:
        raise MarksError(f"not numbers of sentences: {error}") from error
    problems = [
        *_out_of_range(
            len(given.sentences), {*pick, *core, *key, *debris, *leans, *(i for group in same for i in group)}
        ),
        *_out_of_range(len(given.sentences), set(leans.values()) - {NOTHING}),
    ]
    if problems:
        raise MarksError("; ".join(problems))
    used = sum(given.sentences[i].words for i in pick)
    problems += [f"{used} words selected, {given.words} allowed"] * (used > given.words)
    problems += ["no sentence selected"] * (not pick) + ["no core"] * (not core)
    problems += [f"selected though debris: {sorted(set(pick) & set(debris))}"] * bool(set(pick) & set(debris))
    problems += [f"key though debris: {sorted(set(key) & set(debris))}"] * bool(set(key) & set(debris))
    problems += [f"need themselves: {sorted(i for i in leans if leans[i] == i)}"] * any(i == leans[i] for i in leans)
    if problems:
        raise MarksError("; ".join(problems))
    return Marks(
        id=given.id,
        editor=editor,
        pick=pick,
        core=core,
        key=tuple(sorted(key)),
        debris=tuple(sorted(debris)),
        leans={i: leans[i] for i in sorted(leans) if i not in debris},
        same=tuple(tuple(sorted(group)) for group in same if len(group) > 1),
        note=str(marked.get("note", "")),
    )


def read_marks(path: Path = MARKS) -> tuple[Marks, ...]:
    """Return all marks of a file."""
    with path.open(encoding="utf-8") as file:
        return tuple(_marks(json.loads(line)) for line in file)


def write_marks(marks: Iterable[Marks], path: Path = MARKS) -> None:
    """Write marks, one line each."""
    lines = [json.dumps(asdict(each), ensure_ascii=False, separators=(",", ":")) + "\n" for each in marks]
    path.write_text("".join(lines), encoding="utf-8")


def _marks(row: dict[str, object]) -> Marks:
    lists = {name: _numbers(row[name]) for name in ("pick", "core", "key", "debris")}
    leans = {int(number): _number(need) for number, need in _pairs(row["leans"])}
    same = tuple(_numbers(group) for group in _list(row["same"]))
    return Marks(str(row["id"]), _number(row["editor"]), **lists, leans=leans, same=same, note=str(row["note"]))


def _out_of_range(sentences: int, numbers: Iterable[int]) -> list[str]:
    wrong = sorted(i for i in numbers if not 0 <= i < sentences)
    return [f"no such sentences (there are {sentences}): {wrong}"] if wrong else []


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_number(each) for each in _list(value)))


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(repr(value))
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError(repr(value))
    return list(value)


def _pairs(value: object) -> list[tuple[str | int, object]]:
    if not isinstance(value, Mapping):
        raise TypeError(repr(value))
    return list(value.items())
