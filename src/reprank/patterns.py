"""Regular expressions that are compiled when they are first used.

A command uses about a quarter of the patterns of the modules it imports; compiling the others would take longer than
the summary of a page.
"""

from __future__ import annotations

import re
from typing import cast

METHODS = ("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn")


class _Pattern:
    """Behaves as the compiled expression, which it replaces at the first call."""

    def __init__(self, expression: str, flags: int) -> None:
        self._expression, self._flags = expression, flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = re.compile(self._expression, self._flags)
        for method in METHODS:  # found before __getattr__ from now on
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy_pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used.

    >>> digits = lazy_pattern("[0-9]+")
    >>> digits.findall("from 3 to 12"), digits.sub("n", "at 7"), digits.pattern
    (['3', '12'], 'at n', '[0-9]+')
    """
    return cast("re.Pattern[str]", _Pattern(expression, flags))
