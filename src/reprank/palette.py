"""One palette for the page, the site, notebooks, saved pages and figures.

``web/static/colours.css`` has the same colours for the page and the site; a test compares them.
"""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on a light and on a dark ground."""

    light: str
    dark: str


PALETTE: dict[str, Colour] = {
    "paper": Colour("#f6f4ee", "#12161a"),  # behind everything
    "card": Colour("#fffefb", "#191f24"),  # behind text
    "ink": Colour("#1d2529", "#ebe7df"),
    "soft": Colour("#586369", "#a4aeb4"),  # what is said beside the text
    "line": Colour("#e0dccf", "#2e373e"),
    "accent": Colour("#0a6965", "#6cd0c8"),  # what can be clicked
    "on-accent": Colour("#ffffff", "#0d1f1e"),
    "amber": Colour("#ffcf4d", "#c58f12"),  # selected sentences
    "keyword": Colour("#b9ebe5", "#12605b"),
    "wrong": Colour("#a3281b", "#ff9d8f"),
}
SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", "Noto Serif", Georgia, serif'


def css_variables(scheme: str) -> str:
    """Write the colours of the light or the dark scheme as CSS variables.

    >>> css_variables("light")[:32]
    '--paper: #f6f4ee; --card: #fffef'
    """
    colours = " ".join(f"--{name}: {getattr(colour, scheme)};" for name, colour in PALETTE.items())
    return f"{colours} color-scheme: {scheme};"
