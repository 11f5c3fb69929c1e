"""RepRank inside other packages: one module for each, named after it; docs/adapters.md shows them all.

A module imports its package, so import it by name: ``from reprank.adapters.langchain import RepRankCompressor``.
"""
