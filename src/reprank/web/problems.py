"""Errors to answers: ``application/problem+json`` (RFC 9457) with the field at fault."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from reprank.budget import LENGTHS
from reprank.errors import BudgetError, LanguageError, MissingExtra, RepRankError

JSON = "application/json"
PROBLEM = "application/problem+json"


class Problem(Exception):
    """A request that cannot be answered as it was meant: status, sentence, and the field at fault if one is known."""

    def __init__(self, status: int, detail: str, field: str | None = None) -> None:
        super().__init__(status, detail, field)
        self.status, self.detail, self.field = status, detail, field

    def fields(self) -> dict[str, object]:
        """Return the members of the problem."""
        members: dict[str, object] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        return members if self.field is None else {**members, "field": self.field}

    def answer(self) -> Answer:
        """Return the answer that tells the client."""
        return Answer(encode(self.fields()), PROBLEM, self.status)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent back."""

    body: bytes
    media_type: str = JSON
    status: int = 200
    fault: str = ""  # for the log: the exception that nobody expected


def encode(value: object) -> bytes:
    """Write JSON, other scripts readable as they are; half a surrogate pair is escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def problem_of(error: RepRankError, given: Iterable[str]) -> Problem:
    """Describe an error of the library; ``given`` are the fields of the request.

    >>> problem_of(BudgetError("words must be a whole number of at least 1; got 0"), ["documents", "words"]).field
    'words'
    """
    given = list(given)
    if isinstance(error, MissingExtra):
        return Problem(501, str(error))
    message = str(error)
    first = message.partition(" ")[0]
    field = first if first in given else None
    if field is None and isinstance(error, LanguageError):
        field = "language"
    if field is None and isinstance(error, BudgetError):
        field = next((name for name in given if name in LENGTHS), "words")
    return Problem(422, message, field)
