"""Haystack documents and a query to shorter documents: a component."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

from reprank.adapters.core import SPANS, check_options, kept_items
from reprank.errors import MissingExtra
from reprank.schema import CompressOptions

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ImportError as error:
    raise MissingExtra("reprank.adapters.haystack", "haystack") from error


@component
class RepRankCompressor:
    """Keep the sentences of retrieved documents that answer the query, within one length over all documents.

    The options are those of ``reprank.compress``. Documents of which nothing is kept are left out; documents without
    text stay. The others keep their id, score, embedding and metadata; ``meta["reprank_kept"]`` has the kept spans, as
    offsets in the given text.

    >>> compressor = RepRankCompressor(words=5)
    >>> documents = [Document(content="A pump costs nine crowns. It rained."), Document(content="Dogs bark.")]
    >>> [document.content for document in compressor.run(documents, "What does a pump cost?")["documents"]]
    ['A pump costs nine crowns.']
    """

    def __init__(self, **options: Unpack[CompressOptions]) -> None:
        if not isinstance(keep := options.get("keep", ()), str):
            options["keep"] = list(keep)
        self.options = options
        check_options(self.options)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document], query: str | None = None) -> dict[str, list[Document]]:
        """Return shorter documents, in the order in which they were given."""
        texts = [document.content for document in documents]
        return {
            "documents": [
                document
                if kept is None
                else replace(document, content=kept.text, meta={**document.meta, SPANS: kept.spans})
                for document, kept in kept_items(documents, texts, query, self.options)
            ]
        }

    def to_dict(self) -> dict[str, Any]:
        """Write the component as plain values."""
        written: dict[str, Any] = default_to_dict(self, **self.options)
        return written

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RepRankCompressor:
        """Read what ``to_dict`` wrote."""
        made: RepRankCompressor = default_from_dict(cls, data)
        return made
