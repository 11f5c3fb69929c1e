from __future__ import annotations

import pytest

schema = pytest.importorskip("llama_index.core.schema", reason="llama-index-core is not installed: make test-adapters")
from reprank.adapters.llama_index import RepRankPostprocessor  # noqa: E402

QUERY = "What does a new pump cost?"
TEXTS = [
    "The pump in the cellar failed at noon. Its seal was worn. Lunch was soup and bread.",
    "The town has two cafes and a museum. The museum opens at nine.",
    "Spare parts come from Averne. A new pump costs ninety crowns and arrives within a week.",
]


def retrieved() -> list:
    nodes = [schema.TextNode(text=text, id_=str(i), metadata={"page": i}) for i, text in enumerate(TEXTS)]
    return [schema.NodeWithScore(node=node, score=0.9 - i / 10) for i, node in enumerate(nodes)]


def test_nodes_keep_order_ids_scores_and_metadata_and_the_given_ones_are_unchanged() -> None:
    given = retrieved()
    made = RepRankPostprocessor(words=24).postprocess_nodes(given, query_str=QUERY)
    scores = {found.node_id: found.score for found in given}
    assert [found.node_id for found in made] == ["0", "2"]
    for found in made:
        assert found.score == scores[found.node_id]
        assert found.metadata["page"] == int(found.node_id)
        spans = found.metadata["reprank_kept"]
        assert " ".join(TEXTS[int(found.node_id)][start:end] for start, end in spans) == found.text
    assert sum(len(found.text.split()) for found in made) <= 24
    assert given == retrieved()


def test_the_places_are_not_shown_to_models() -> None:
    made = RepRankPostprocessor(words=24).postprocess_nodes(retrieved(), query_str=QUERY)
    for mode in (schema.MetadataMode.LLM, schema.MetadataMode.EMBED):
        text = made[0].node.get_content(metadata_mode=mode)
        assert "reprank_kept" not in text
        assert "page: 0" in text


def test_a_node_without_text_stays_in_its_place() -> None:
    image = schema.NodeWithScore(node=schema.ImageNode(image="aGk=", id_="image"), score=0.1)
    made = RepRankPostprocessor(words=24).postprocess_nodes(
        [*retrieved()[:1], image, *retrieved()[2:]], query_str=QUERY
    )
    assert [found.node_id for found in made] == ["0", "image", "2"]


def test_without_a_query_it_is_a_summary() -> None:
    made = RepRankPostprocessor(words=20).postprocess_nodes(retrieved())
    assert 0 < sum(len(found.text.split()) for found in made) <= 20


def test_settings_survive_the_serialization_of_the_framework() -> None:
    postprocessor = RepRankPostprocessor(tokens=40, keep=["numbers"])
    assert RepRankPostprocessor.from_json(postprocessor.to_json()).options == postprocessor.options
    assert postprocessor.to_dict()["class_name"] == "RepRankPostprocessor"


def test_a_length_is_required_when_the_postprocessor_is_made() -> None:
    with pytest.raises(ValueError, match="needs a length"):
        RepRankPostprocessor()
