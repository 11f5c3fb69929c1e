"""Inputs whose sentences editors marked: where the texts come from, the marks, and what two editors agree on."""
