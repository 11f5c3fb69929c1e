"""LlamaIndex nodes and a query to shorter nodes: a node postprocessor."""

from __future__ import annotations

from reprank.adapters.core import SPANS, Kept, kept_items
from reprank.errors import MissingExtra

try:
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.schema import MetadataMode, Node, NodeWithScore, QueryBundle, TextNode

    from reprank.adapters.pydantic_fields import CompressFields
except ImportError as error:
    raise MissingExtra("reprank.adapters.llama_index", "llama-index") from error


class RepRankPostprocessor(CompressFields, BaseNodePostprocessor):
    """Keep the sentences of retrieved nodes that answer the query, within one length over all nodes.

    The options are those of ``reprank.compress``. Nodes of which nothing is kept are left out; nodes without text stay.
    The others keep their id, score and metadata; ``metadata["reprank_kept"]`` has the kept spans, as offsets in the
    given text, and is shown neither to the language model nor to the embedding model. Given nodes are not changed.

    >>> nodes = [NodeWithScore(node=TextNode(text="A pump costs nine crowns. It rained."), score=0.5)]
    >>> made = RepRankPostprocessor(words=5).postprocess_nodes(nodes, query_str="What does a pump cost?")
    >>> [(node.text, node.score) for node in made]
    [('A pump costs nine crowns.', 0.5)]
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name under which LlamaIndex serializes the postprocessor."""
        return "RepRankPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        texts = [_text(found) for found in nodes]
        query = query_bundle.query_str if query_bundle else None
        return [
            found if kept is None else _shortened(found, kept)
            for found, kept in kept_items(nodes, texts, query, self.options)
        ]


def _text(found: NodeWithScore) -> str | None:
    """Return the text of a node without its metadata, or None if it has no text."""
    if not isinstance(found.node, TextNode | Node):
        return None
    return found.node.get_content(metadata_mode=MetadataMode.NONE) or None


def _shortened(found: NodeWithScore, kept: Kept) -> NodeWithScore:
    node = found.node.model_copy(deep=True)
    node.set_content(kept.text)
    node.metadata[SPANS] = kept.spans
    node.excluded_llm_metadata_keys.append(SPANS)
    node.excluded_embed_metadata_keys.append(SPANS)
    return NodeWithScore(node=node, score=found.score)
