"""Leave modules whose package is not installed out of doctests; tests/adapters says what is skipped and why."""

from __future__ import annotations

from importlib.util import find_spec

PACKAGES = {
    "adapters/duckdb.py": "duckdb",
    "adapters/haystack.py": "haystack",
    "adapters/langchain.py": "langchain_core",
    "adapters/llama_index.py": "llama_index",
    "adapters/pandas.py": "pandas",
    "adapters/polars.py": "polars",
    "adapters/pydantic_fields.py": "pydantic",
    "adapters/sklearn.py": "sklearn",
    "adapters/spacy.py": "spacy",
    "mcp/server.py": "mcp",
}
collect_ignore = [f"src/reprank/{path}" for path, package in PACKAGES.items() if find_spec(package) is None]
