"""How good summaries are."""
