from __future__ import annotations

from collections.abc import Iterator

import pytest

import reprank

duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: make test-adapters")
from reprank.adapters.duckdb import register  # noqa: E402


@pytest.fixture
def connection(articles: list[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as made:
        made.execute("CREATE TABLE news (id INTEGER, day INTEGER, text VARCHAR)")
        rows = [(number, number % 2, text) for number, text in enumerate(articles)]
        made.executemany("INSERT INTO news VALUES (?, ?, ?)", [*rows, (9, 1, None)])
        yield made


def test_functions_work_on_columns_and_null_stays_null(
    connection: duckdb.DuckDBPyConnection, articles: list[str]
) -> None:
    register(connection)
    sql = "SELECT reprank_summary(text, 40), reprank_keywords(text, 3) FROM news ORDER BY id"
    found = connection.execute(sql).fetchall()
    assert found[-1] == (None, None)
    assert found[:-1] == [
        (str(reprank.summarize(text, words=40)), [str(keyword) for keyword in reprank.keywords(text, top=3)])
        for text in articles
    ]


def test_a_group_of_rows_shares_one_summary(connection: duckdb.DuckDBPyConnection, articles: list[str]) -> None:
    register(connection)
    sql = "SELECT day, reprank_summary_of(list(text ORDER BY id), 60) FROM news GROUP BY day ORDER BY day"
    found = dict(connection.execute(sql).fetchall())
    assert found == {day: str(reprank.summarize(articles[day::2], words=60)) for day in (0, 1)}


def test_a_query_keeps_what_answers_it(connection: duckdb.DuckDBPyConnection) -> None:
    register(connection)
    text = "It rained all day. A new pump costs ninety crowns. The museum opens at nine."
    sql = "SELECT reprank_compress(?, 'What does a pump cost?', 8)"
    assert connection.execute(sql, [text]).fetchall() == [("A new pump costs ninety crowns.",)]


def test_an_argument_that_cannot_be_used_is_an_error_or_null(connection: duckdb.DuckDBPyConnection) -> None:
    register(connection)
    with pytest.raises(duckdb.Error, match="words must be a whole number of at least 1"):
        connection.execute("SELECT reprank_summary('It rained.', 0)").fetchall()
    with duckdb.connect() as other:
        register(other, exception_handling="return_null")
        assert other.execute("SELECT reprank_summary('It rained.', 0)").fetchall() == [(None,)]
