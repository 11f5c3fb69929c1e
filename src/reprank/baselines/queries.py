"""What a system says that has no place for a query."""

from __future__ import annotations

from reprank.selection import Task


def unused(name: str, task: Task) -> tuple[str, ...]:
    """Return a warning if a query was asked of a system that does not use one."""
    return (f"{name} does not use a query",) if task.query else ()
