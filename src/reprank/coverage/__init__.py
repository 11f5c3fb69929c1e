"""The default method: one walk over sentences and terms, then the sentences that cover most of its mass."""

from reprank.coverage.method import Coverage
from reprank.coverage.settings import Absorption, Duplicates, FunctionWords, QueryPull, Shares, WorthWeights

__all__ = ["Absorption", "Coverage", "Duplicates", "FunctionWords", "QueryPull", "Shares", "WorthWeights"]
