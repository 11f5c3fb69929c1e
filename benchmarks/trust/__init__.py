"""Whether promises hold: growth of time on hostile texts, memory over many documents, the cache of words."""
