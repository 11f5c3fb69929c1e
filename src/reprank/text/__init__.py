"""Characters to sentences and words: no matrices here."""
