"""The other systems, each after its own paper and each in one file, on the same text, budget and walk as RepRank."""
