"""Ranked text to its sources: who else tells it, and who says otherwise."""
