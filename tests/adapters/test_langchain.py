from __future__ import annotations

import asyncio

import pytest

import reprank

documents = pytest.importorskip(
    "langchain_core.documents", reason="langchain-core is not installed: make test-adapters"
)
from reprank.adapters.langchain import RepRankCompressor  # noqa: E402

QUERY = "What does a new pump cost?"
TEXTS = [
    "The pump in the cellar failed at noon. Its seal was worn. Lunch was soup and bread.",
    "The town has two cafes and a museum. The museum opens at nine.",
    "Spare parts come from Averne. A new pump costs ninety crowns and arrives within a week.",
]


def retrieved() -> list:
    return [documents.Document(text, id=str(number), metadata={"page": number}) for number, text in enumerate(TEXTS)]


def test_documents_keep_their_order_ids_and_metadata_and_share_one_length() -> None:
    given = retrieved()
    made = RepRankCompressor(words=24).compress_documents(given, QUERY)
    assert made
    assert sum(len(document.page_content.split()) for document in made) <= 24
    ids = [document.id for document in made]
    assert ids == sorted(ids)
    assert "1" not in ids
    for document in made:
        assert document.metadata["page"] == int(document.id)
        spans = document.metadata["reprank_kept"]
        assert " ".join(TEXTS[int(document.id)][start:end] for start, end in spans) == document.page_content
    assert given == retrieved()


def test_the_text_is_that_of_compress() -> None:
    made = RepRankCompressor(words=24, marker="[…]").compress_documents(retrieved(), QUERY)
    chunks = reprank.compress(TEXTS, QUERY, words=24, marker="[…]").chunks
    assert [document.page_content for document in made] == [chunk.text for chunk in chunks if chunk.kept]


def test_the_asynchronous_call_gives_the_same() -> None:
    compressor = RepRankCompressor(words=24)
    found = asyncio.run(compressor.acompress_documents(retrieved(), QUERY))
    assert found == compressor.compress_documents(retrieved(), QUERY)


def test_no_documents_give_no_documents() -> None:
    assert RepRankCompressor(tokens=50).compress_documents([], QUERY) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs a length"),
        ({"words": 0}, "at least 1"),
        ({"words": 5, "tokens": 5}, "keep one"),
        ({"words": 5, "keep": ["("]}, "no regular expression"),
        ({"words": 5, "language": "zz"}, "unknown language"),
    ],
)
def test_options_that_cannot_be_used_are_reported_when_the_compressor_is_made(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RepRankCompressor(**options)


def test_settings_survive_serialization() -> None:
    compressor = RepRankCompressor(tokens=40, keep=["numbers"])
    assert RepRankCompressor(**compressor.model_dump()) == compressor
