"""Files: compressed ones opened, results written whole or not at all."""
