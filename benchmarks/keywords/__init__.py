"""How good keywords are."""
