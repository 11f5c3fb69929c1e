from __future__ import annotations

import pytest

import reprank

datasets = pytest.importorskip("datasets", reason="datasets is not installed: make test-adapters")
from reprank.adapters.datasets import keywords, summarize  # noqa: E402


@pytest.fixture
def news(articles: list[str]) -> datasets.Dataset:
    return datasets.Dataset.from_dict({"text": [*articles, None], "id": list(range(6))})


def test_map_adds_columns_and_none_stays_none(news: datasets.Dataset, articles: list[str]) -> None:
    found = news.map(summarize(words=40), batched=True, batch_size=2).map(keywords(top=3), batched=True)
    assert found.column_names == ["text", "id", "summary", "keywords"]
    assert found["summary"][:] == [*(str(reprank.summarize(text, words=40)) for text in articles), None]
    assert found["keywords"][0] == [str(keyword) for keyword in reprank.keywords(articles[0], top=3)]
    assert found["keywords"][5] is None


def test_other_processes_give_the_same(news: datasets.Dataset) -> None:
    here = news.map(summarize(words=40), batched=True)
    assert news.map(summarize(words=40), batched=True, num_proc=2)["summary"][:] == here["summary"][:]


def test_the_cache_knows_equal_settings_from_others(news: datasets.Dataset) -> None:
    first, same = (news.map(summarize(words=40), batched=True)._fingerprint for _ in range(2))
    assert first == same
    assert news.map(summarize(words=41), batched=True)._fingerprint != first


def test_a_stream_is_mapped_too(news: datasets.Dataset) -> None:
    rows = list(news.to_iterable_dataset().map(summarize(output="short", sentences=1), batched=True))
    assert [row["short"] is None for row in rows] == [False] * 5 + [True]


def test_a_wrong_call_says_what_to_do(news: datasets.Dataset) -> None:
    with pytest.raises(reprank.InputError, match="batched=True"):
        news.map(summarize())
    with pytest.raises(reprank.InputError, match="no column 'body': name one of text, id"):
        news.map(summarize("body"), batched=True)
