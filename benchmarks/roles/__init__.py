"""Roles of sentences: what editors marked, the fit of the weights, and how good they are."""
