"""Other keyword systems, all over the same candidate phrases: what differs is the score alone."""
