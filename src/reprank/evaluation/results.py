"""Outcomes to a file of JSON lines and back, so that an experiment can be continued."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from reprank.errors import DataError
from reprank.evaluation.jobs import Failure, Outcome
from reprank.evaluation.overlaps import Score


def to_fields(outcome: Outcome) -> dict[str, object]:
    """Write an outcome as plain values, ready for JSON."""
    fields = asdict(outcome)
    fields["scores"] = {metric: asdict(score) for metric, score in outcome.scores.items()}
    return fields


def from_line(line: str) -> Outcome:
    """Read an outcome back.

    Raises ValueError, KeyError or TypeError if the line is not an outcome.
    """
    fields = json.loads(line)
    lists = {name: tuple(fields[name]) for name in ("output", "warnings")}
    scores = {metric: Score(**score) for metric, score in fields["scores"].items()}
    error = Failure(**fields["error"]) if fields["error"] else None
    return Outcome(**{**fields, **lists, "scores": scores, "error": error})


def read_results(path: Path) -> tuple[Outcome, ...]:
    """Read a results file. A file that does not exist has no results; an incomplete last line is left out.

    Raises DataError, naming the line, for anything else that is not an outcome.
    """
    if not path.exists():
        return ()
    outcomes = []
    *lines, _cut_off = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            outcomes.append(from_line(line.decode()))
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path}:{number}: not a result of an experiment: name another file or none") from error
    return tuple(outcomes)


@contextmanager
def appending(path: Path | None) -> Iterator[Callable[[Outcome], None]]:
    """Open a results file and give the function that adds an outcome to it; without a path nothing is written.

    An incomplete last line of an interrupted run is removed first.
    """
    if path is None:
        yield lambda outcome: None
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)

        def add(outcome: Outcome) -> None:
            file.write(json.dumps(to_fields(outcome), ensure_ascii=False).encode() + b"\n")
            file.flush()

        yield add
