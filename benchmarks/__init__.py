"""Scripts that measure RepRank and write the tables of the documentation."""
