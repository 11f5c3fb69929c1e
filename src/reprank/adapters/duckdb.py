"""Functions for SQL: summaries and keywords of texts in DuckDB.

``SUMMARIZE`` is a keyword of DuckDB, so the functions have names that begin with ``reprank_``.
"""

from __future__ import annotations

from reprank.api import keywords, summarize
from reprank.compression import compress
from reprank.errors import MissingExtra

try:
    import duckdb
except ImportError as error:
    raise MissingExtra("reprank.adapters.duckdb", "duckdb") from error


def register(
    connection: duckdb.DuckDBPyConnection, *, language: str | None = None, exception_handling: str = "default"
) -> None:
    """Add the functions to a connection. NULL gives NULL.

    ========================================  ===========  ===========================================
    ``reprank_summary(text, words)``          ``VARCHAR``    the summary of one text
    ``reprank_summary_of(texts, words)``      ``VARCHAR``    one summary of a list, such as ``list(text)``
    ``reprank_keywords(text, top)``           ``VARCHAR[]``  the keywords of one text, best first
    ``reprank_compress(text, query, words)``  ``VARCHAR``    the sentences that answer a query
    ========================================  ===========  ===========================================

    Args:
        connection: the connection that ``duckdb.connect`` returns.
        language: the language of the texts; detected for each if not given.
        exception_handling: DuckDB's own: ``"return_null"`` gives NULL for a text that cannot be used.

    >>> connection = duckdb.connect()
    >>> register(connection)
    >>> query = "SELECT reprank_keywords('The battery is empty. A new battery is small.', 1)"
    >>> connection.execute(query).fetchall()
    [(['battery'],)]
    """

    def summary(text: str, words: int) -> str:
        return str(summarize(text, words=words, keywords=0, language=language))

    def summary_of(texts: list[str | None], words: int) -> str:
        present = tuple(text for text in texts if text is not None)
        return str(summarize(present, words=words, keywords=0, language=language))

    def ranked(text: str, top: int) -> list[str]:
        return [keyword.text for keyword in keywords(text, top=top, language=language)]

    def compressed(text: str, query: str, words: int) -> str:
        return str(compress(text, query, words=words, language=language))

    for name, function, parameters, result in (
        ("reprank_summary", summary, ["VARCHAR", "INTEGER"], "VARCHAR"),
        ("reprank_summary_of", summary_of, ["VARCHAR[]", "INTEGER"], "VARCHAR"),
        ("reprank_keywords", ranked, ["VARCHAR", "INTEGER"], "VARCHAR[]"),
        ("reprank_compress", compressed, ["VARCHAR", "VARCHAR", "INTEGER"], "VARCHAR"),
    ):
        connection.create_function(name, function, parameters, result, exception_handling=exception_handling)
