"""Matrices to rankings: edges, priors, random walks; imports NumPy and errors only."""
