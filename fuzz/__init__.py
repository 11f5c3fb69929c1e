"""Chance to inputs to verdicts: random and damaged inputs, and what must hold for every one of them.

``python -m fuzz`` tries inputs for as long as it is told to, ``python -m fuzz.guided`` lets the coverage of the code
guide them, and ``tests/fuzz`` tries some thousands with the same engine.
"""
