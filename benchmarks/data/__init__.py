"""Data sets of the tables: where they come from, how they are converted, and which part of them is held back."""
