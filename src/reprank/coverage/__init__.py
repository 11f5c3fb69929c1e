"""The default method: one walk over sentences and terms, then the sentences that cover most of its mass."""
