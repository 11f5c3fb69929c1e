"""Where the models that ship come from."""
