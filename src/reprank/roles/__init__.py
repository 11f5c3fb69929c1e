"""Units to roles: what each sentence is, and what it needs to be understood."""
