"""Chunks of text to shorter chunks: whole sentences, in their places, within one budget."""

from reprank.compression.compressing import compress
from reprank.compression.result import Compressed, CompressedChunk

__all__ = ["Compressed", "CompressedChunk", "compress"]
