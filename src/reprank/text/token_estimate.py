"""Text to an estimated number of model tokens, without a tokenizer."""

from __future__ import annotations


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 3)
