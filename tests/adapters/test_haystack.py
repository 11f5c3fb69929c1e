from __future__ import annotations

import pytest

haystack = pytest.importorskip("haystack", reason="haystack-ai is not installed: make test-adapters")
from haystack.core.serialization import allow_deserialization_module  # noqa: E402

from reprank.adapters.haystack import RepRankCompressor  # noqa: E402

QUERY = "What does a new pump cost?"
TEXTS = [
    "The pump in the cellar failed at noon. Its seal was worn. Lunch was soup and bread.",
    "The town has two cafes and a museum. The museum opens at nine.",
    "Spare parts come from Averne. A new pump costs ninety crowns and arrives within a week.",
]


def retrieved() -> list:
    return [
        haystack.Document(id=str(i), content=text, meta={"page": i}, score=0.9 - i / 10) for i, text in enumerate(TEXTS)
    ]


def test_documents_keep_order_ids_scores_and_metadata_and_the_given_ones_are_unchanged() -> None:
    given = retrieved()
    made = RepRankCompressor(words=24).run(given, QUERY)["documents"]
    assert [document.id for document in made] == ["0", "2"]
    for document in made:
        number = int(document.id)
        assert (document.meta["page"], document.score) == (number, given[number].score)
        spans = document.meta["reprank_kept"]
        assert " ".join(TEXTS[number][start:end] for start, end in spans) == document.content
    assert sum(len(document.content.split()) for document in made) <= 24
    assert given == retrieved()


def test_a_document_without_text_stays() -> None:
    image = haystack.Document(id="image", blob=haystack.dataclasses.ByteStream(b"hi"))
    made = RepRankCompressor(words=24).run([image, *retrieved()], QUERY)["documents"]
    assert made[0] == image


def test_a_pipeline_runs_and_survives_being_written_and_read() -> None:
    pipeline = haystack.Pipeline()
    pipeline.add_component("compressor", RepRankCompressor(words=24, keep=["numbers"], marker="[…]"))
    inputs = {"compressor": {"documents": retrieved(), "query": QUERY}}
    found = pipeline.run(inputs)["compressor"]["documents"]
    allow_deserialization_module("reprank")
    again = haystack.Pipeline.loads(pipeline.dumps())
    assert again.run(inputs)["compressor"]["documents"] == found
    assert again.get_component("compressor").options == pipeline.get_component("compressor").options


@pytest.mark.parametrize(("options", "message"), [({}, "needs a length"), ({"words": 5, "keep": "a"}, "in a list")])
def test_options_that_cannot_be_used_are_reported_when_the_component_is_made(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RepRankCompressor(**options)
