from __future__ import annotations

import pytest

import reprank

pl = pytest.importorskip("polars", reason="polars is not installed: make test-adapters")
from reprank.adapters.polars import keywords, summarize  # noqa: E402


def test_a_data_frame_and_a_lazy_frame_give_one_summary_for_each_row(articles: list[str]) -> None:
    table = pl.DataFrame({"text": [*articles, None]})
    expected = [*(str(reprank.summarize(text, words=40)) for text in articles), None]
    columns = [summarize("text", words=40).alias("summary"), keywords(pl.col("text"), top=2).alias("keywords")]
    now, later = table.with_columns(columns), table.lazy().with_columns(columns)
    assert now["summary"].to_list() == expected
    assert now.schema == later.collect_schema()
    assert now.schema["keywords"] == pl.List(pl.String)
    assert later.collect().equals(now)
    assert later.collect(engine="streaming").equals(now)
    assert now["keywords"].to_list()[-1] is None


def test_a_column_of_nulls_stays_null() -> None:
    table = pl.DataFrame({"text": pl.Series([None, None], dtype=pl.String)})
    assert table.select(summarize("text")).to_series().to_list() == [None, None]


def test_a_row_that_cannot_be_used_is_an_error_or_null() -> None:
    table = pl.DataFrame({"text": ["It rained.", "report.pdf"]})
    with pytest.raises(Exception, match="looks like the name of a file"):
        table.select(summarize("text"))
    assert table.select(summarize("text", strict=False)).to_series().to_list() == ["It rained.", None]
