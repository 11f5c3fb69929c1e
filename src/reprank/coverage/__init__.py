"""The default method: one walk over sentences and terms, then the sentences that cover most of its mass."""

from reprank.coverage.method import Coverage
from reprank.coverage.settings import Absorption, FunctionWords, Length, Position, QueryPull, Register, Shares

__all__ = ["Absorption", "Coverage", "FunctionWords", "Length", "Position", "QueryPull", "Register", "Shares"]
