"""Matrices to rankings: edges, priors and random walks, with NumPy alone."""
