"""The default method: one walk over sentences and terms, then the sentences that cover most of its mass."""

from reprank.coverage.method import Coverage
from reprank.coverage.settings import Duplicates, QueryPull, Shares, WorthWeights

__all__ = ["Coverage", "Duplicates", "QueryPull", "Shares", "WorthWeights"]
