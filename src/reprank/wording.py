"""Numbers to words: counts with the right form of their noun."""

from __future__ import annotations


def counted(number: int, plural: str) -> str:
    """Write a count with its noun, which is given in the plural.

    >>> counted(1, "words"), counted(2_000, "words"), counted(1, "bytes")
    ('1 word', '2,000 words', '1 byte')
    """
    one = plural if plural.endswith("ss") else plural.removesuffix("s")
    return f"{number:,} {one if number == 1 else plural}"
