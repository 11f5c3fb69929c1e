"""Benchmarks of the readers of files."""
