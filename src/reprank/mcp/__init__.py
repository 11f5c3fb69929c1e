"""A server of the Model Context Protocol, for assistants: ``reprank mcp`` (extra ``mcp``)."""
