"""LangChain documents and a query to shorter documents: a document compressor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reprank.adapters.core import SPANS, kept_items
from reprank.errors import MissingExtra

try:
    from langchain_core.documents import BaseDocumentCompressor, Document

    from reprank.adapters.pydantic_fields import CompressFields
except ImportError as error:
    raise MissingExtra("reprank.adapters.langchain", "langchain") from error


class RepRankCompressor(CompressFields, BaseDocumentCompressor):
    """Keep the sentences of retrieved documents that answer the query, within one length over all documents.

    The options are those of ``reprank.compress``. Documents of which nothing is kept are left out. The others keep
    their ``id`` and metadata; ``metadata["reprank_kept"]`` has the kept spans, as offsets in the given text.

    >>> documents = [Document("A pump costs nine crowns. It rained.", id="a"), Document("Dogs bark.", id="b")]
    >>> RepRankCompressor(words=5).compress_documents(documents, "What does a pump cost?")
    [Document(id='a', metadata={'reprank_kept': [[0, 25]]}, page_content='A pump costs nine crowns.')]
    """

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Any | None = None
    ) -> Sequence[Document]:
        """Return shorter documents, in the order in which they were given."""
        texts = [document.page_content for document in documents]
        return [
            document.model_copy(
                update={"page_content": kept.text, "metadata": {**document.metadata, SPANS: kept.spans}}
            )
            for document, kept in kept_items(documents, texts, query, self.options)
            if kept is not None
        ]
