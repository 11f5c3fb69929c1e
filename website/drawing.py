"""Shapes to SVG: drawings that take the colours of the page they are in, and have their own where they stand alone."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

# Inside a page of the site the variables are those of its theme; elsewhere the second value holds.
INK = "var(--ink, #1d2529)"
SOFT = "var(--soft, #586369)"
LINE = "var(--line, #e0dccf)"
CARD = "var(--card, #fffefb)"
ACCENT = "var(--accent, #0a6965)"
AMBER = "var(--amber, #ffcf4d)"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


@dataclass
class Drawing:
    """A picture under way; coordinates are pixels from the upper left corner."""

    width: int
    height: int
    title: str
    shapes: list[str] = field(default_factory=list)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], *, colour: str = LINE, width: float = 1
    ) -> None:
        """Draw a straight line."""
        self.shapes.append(
            f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
            f'style="stroke: {colour}" stroke-width="{width:.2f}"/>'
        )

    def curve(
        self, path: str, *, colour: str = SOFT, width: float = 1, opacity: float = 1, dashed: bool = False
    ) -> None:
        """Draw a path that is not filled."""
        dash = ' stroke-dasharray="4 4"' if dashed else ""
        self.shapes.append(
            f'<path d="{path}" fill="none" style="stroke: {colour}" stroke-width="{width:.2f}" '
            f'opacity="{opacity:.2f}"{dash}/>'
        )

    def circle(self, centre: tuple[float, float], radius: float, *, fill: str = CARD, edge: str = SOFT) -> None:
        """Draw a circle."""
        self.shapes.append(
            f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius:.1f}" style="fill: {fill}; stroke: {edge}" '
            'stroke-width="1.4"/>'
        )

    def box(
        self, corner: tuple[float, float], size: tuple[float, float], *, fill: str = CARD, edge: str = LINE
    ) -> None:
        """Draw a rectangle with round corners."""
        self.shapes.append(
            f'<rect x="{corner[0]:.1f}" y="{corner[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="6" '
            f'style="fill: {fill}; stroke: {edge}"/>'
        )

    def text(
        self,
        place: tuple[float, float],
        words: str,
        *,
        anchor: str = "start",
        size: int = 13,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Write a line of text; ``place`` is on its base line."""
        weight = ' font-weight="650"' if bold else ""
        self.shapes.append(
            f'<text x="{place[0]:.1f}" y="{place[1]:.1f}" text-anchor="{anchor}" font-size="{size}"{weight} '
            f'style="fill: {colour}">{html.escape(words)}</text>'
        )

    def svg(self) -> str:
        """Return the picture."""
        back = f'<rect width="{self.width}" height="{self.height}" rx="10" style="fill: {CARD}"/>'
        return (
            f'<svg class="picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="{FONT}">'
            f"<title>{html.escape(self.title)}</title>\n" + "\n".join([back, *self.shapes]) + "\n</svg>\n"
        )
