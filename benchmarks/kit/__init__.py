"""A kit of real documents: collected by name and version, summarized, and counted for what no summary should print."""
