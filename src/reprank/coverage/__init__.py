"""The default method: one walk over sentences and terms, then the sentences that cover most of its mass."""

from reprank.coverage.method import Coverage
from reprank.coverage.settings import (
    Absorption,
    Cohesion,
    Duplicates,
    Filling,
    FunctionWords,
    Length,
    Position,
    QueryPull,
    Register,
    Reviews,
    Shares,
)

__all__ = [
    "Absorption",
    "Cohesion",
    "Coverage",
    "Duplicates",
    "Filling",
    "FunctionWords",
    "Length",
    "Position",
    "QueryPull",
    "Register",
    "Reviews",
    "Shares",
]
