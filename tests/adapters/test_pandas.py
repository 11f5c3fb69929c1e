from __future__ import annotations

import pytest

import reprank

pd = pytest.importorskip("pandas", reason="pandas is not installed: make test-adapters")
from reprank.adapters.pandas import keywords, summarize  # noqa: E402


def test_a_column_keeps_its_index_and_name_and_each_row_has_its_own_summary(articles: list[str]) -> None:
    texts = pd.Series(articles, index=list("abcde"), name="text")
    found = summarize(texts, words=40)
    assert (found.index.tolist(), found.name) == (list("abcde"), "text")
    assert found.tolist() == [str(reprank.summarize(text, words=40)) for text in articles]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
@pytest.mark.parametrize("dtype", [object, "string"])
def test_missing_values_stay_missing(articles: list[str], missing: object, dtype: object) -> None:
    texts = pd.Series([articles[0], missing, articles[1]], dtype=dtype)
    assert summarize(texts, sentences=1).isna().tolist() == [False, True, False]
    assert keywords(texts, top=2).isna().tolist() == [False, True, False]


def test_keywords_are_lists(articles: list[str]) -> None:
    table = pd.DataFrame({"text": articles[:2]})
    table["keywords"] = keywords(table["text"], top=3)
    assert table["keywords"].tolist() == [[str(it) for it in reprank.keywords(text, top=3)] for text in articles[:2]]
    assert len(table.explode("keywords")) == 6


def test_an_empty_column_stays_empty() -> None:
    assert summarize(pd.Series([], dtype=object)).tolist() == []


def test_worker_processes_give_the_same(articles: list[str]) -> None:
    texts = pd.Series([*articles, None])
    assert summarize(texts, words=40, workers=2).equals(summarize(texts, words=40))


def test_a_row_that_is_no_text_is_an_error_or_a_missing_value() -> None:
    texts = pd.Series(["It rained.", 5])
    with pytest.raises(reprank.InputError, match="must be text; got int"):
        summarize(texts)
    assert summarize(texts, errors="coerce").isna().tolist() == [False, True]


def test_wrong_arguments_are_reported(articles: list[str]) -> None:
    with pytest.raises(reprank.InputError, match="select a column"):
        summarize(pd.DataFrame({"text": articles}))
    with pytest.raises(reprank.InputError, match="'raise' or 'coerce'"):
        summarize(pd.Series(articles), errors="ignore")
