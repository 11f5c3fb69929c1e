"""Faults and load: what is done to the service and to batches, how often, and that nothing came of it."""
