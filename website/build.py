"""Pages to site: writes the whole site into a folder, and fails if anything on it is wrong.

python -m website.build [FOLDER]     FOLDER is build/site if not given; open its index.html
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.report import DOCS, ROOT
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import reprank
from website import front, reference
from website.checking import complaints
from website.markdown import Heading, Rendered, relative, render, slug
from website.navigation import FRONT, REFERENCE, SECTIONS, Page, pages, project_urls

THEME = Path(__file__).parent / "theme"
PAGE = ROOT / "src" / "reprank" / "web" / "static"  # whose colours and icon the site shares
_TAG = re.compile(r"<[^>]+>")
_SECTION_START = re.compile(r'<h[123][^>]* id="([^"]+)"|<section class="(?:entry|member)" id="([^"]+)"')
# The search index holds the beginning of each section; words further down are found by the section's title.
MAX_INDEXED_CHARACTERS = 1500


def main() -> None:
    """Build the site and say what is wrong with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site")
    folder = parser.parse_args().folder
    build(folder)
    found = list(complaints(folder))
    if found:
        raise SystemExit("\n".join([*found, f"{len(found)} faults"]))
    count = sum(1 for _ in folder.rglob("*.html"))
    print(f"{count} pages in {folder}, no faults")


def build(folder: Path) -> None:
    """Write the site into a folder; what was there before is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    site = _Site(folder)
    for page in pages():
        site.write(page, render(page.text, link=lambda address, page=page: site.link(address, page)))
    site.write(REFERENCE, _reference(site.templates))
    for name in ("style.css", "site.js"):
        shutil.copyfile(THEME / name, folder / name)
    for name in ("colours.css", "icon.svg"):
        shutil.copyfile(PAGE / name, folder / name)
    index = json.dumps(site.index, ensure_ascii=False, separators=(",", ":"))
    (folder / "search.js").write_text(f"globalThis.SECTIONS={index};\n", encoding="utf-8")


@dataclass
class _Site:
    """The site under way: its folder, its templates, and what search will find."""

    folder: Path
    index: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        loader = FileSystemLoader(THEME)
        self.templates = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
        )
        self.urls = project_urls()
        self.addresses = {page.source: page.address for page in (*pages(), REFERENCE)}

    def link(self, address: str, page: Page) -> str:
        """Return the address that a link has in the site; copy the file that it names, if that is not a page."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path:
            return address
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        source = relative(parts.path, page=page.source)
        if source in self.addresses:
            return page.up + self.addresses[source] + anchor
        path = (DOCS / source).resolve()
        if not path.exists():
            raise SystemExit(f"{page.source}: the link {address} leads nowhere")
        if path.is_relative_to(DOCS) and path.is_file():
            target = self.folder / path.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            return page.up + path.relative_to(DOCS).as_posix()
        return f"{self.urls['Source']}/blob/main/{path.relative_to(ROOT).as_posix()}{anchor}"

    def write(self, page: Page, rendered: Rendered) -> None:
        """Write one page and add its sections to what search finds."""
        is_front = page == FRONT
        content = _with_pictures(rendered.html, page)
        if is_front:
            content = self.templates.get_template("front.html").render(cases=front.cases(), text=Markup(content))
        order = [other for section in SECTIONS for other in section.pages]
        place = order.index(page) if page in order else -1
        made = self.templates.get_template("page.html").render(
            title="RepRank" if is_front else rendered.title,
            description=_description(content),
            content=Markup(content if is_front else _with_anchors(content)),
            contents=() if is_front else _contents(rendered.headings),
            front=is_front,
            up=page.up,
            address=page.address,
            sections=SECTIONS,
            before=order[place - 1] if place > 0 else None,
            after=order[place + 1] if not is_front and place + 1 < len(order) else None,
            version=reprank.__version__,
            repository=self.urls["Source"],
        )
        target = self.folder / page.address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(made, encoding="utf-8")
        if not is_front:
            self.index += _indexed(page, rendered)


def _reference(templates: Environment) -> Rendered:
    groups = reference.entries()
    made = templates.get_template("reference.html").render(groups=groups, slug=slug)
    headings = [Heading(1, "Reference", "reference")]
    for group, found in groups.items():
        headings.append(Heading(2, group, slug(group)))
        headings += [Heading(3, entry.name, entry.anchor) for entry in found]
        headings += [Heading(4, f"{e.name}.{m.name}", m.anchor) for e in found for m in e.members]
    return Rendered(made, tuple(headings))


def _contents(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Return the headings for the list beside the text: two levels, or one where two would be too many."""
    levels = (2, 3) if sum(heading.level in (2, 3) for heading in headings) <= 60 else (2,)
    shown = tuple(Heading(h.level, Markup(h.text), h.anchor) for h in headings if h.level in levels)
    return shown if len(shown) > 1 else ()


def _with_anchors(content: str) -> str:
    """Add to every heading a link to itself."""
    pattern = re.compile(r'(<h([234]) id="([^"]+)">)(.*?)(</h\2>)', re.DOTALL)
    return pattern.sub(r'\1\4<a class="anchor" href="#\3" aria-label="Link to this part">#</a>\5', content)


def _with_pictures(content: str, page: Page) -> str:
    """Put drawings into the page itself, so that they follow its colours."""

    def drawing(found: re.Match[str]) -> str:
        path = DOCS / relative(found["source"], page=page.source)
        drawn = path.read_text(encoding="utf-8")
        if "<svg" not in drawn or 'class="picture"' not in drawn:
            return found[0]
        label = f'role="img" aria-label="{found["alt"]}"'
        drawn = drawn[drawn.index("<svg") :].strip().replace("<svg ", f"<svg {label} ", 1)
        return f'<span class="drawing" tabindex="0">{drawn}</span>'

    return re.sub(r'<img src="(?P<source>[^"]+\.svg)" alt="(?P<alt>[^"]*)"[^>]*>', drawing, content)


def _description(content: str) -> str:
    """Return the first paragraph as plain text, for search engines."""
    found = re.search(r"<p>(.+?)</p>", content, re.DOTALL)
    text = html.unescape(_TAG.sub("", found[1])) if found else ""
    return " ".join(text.split())[:200]


def _indexed(page: Page, rendered: Rendered) -> Iterator[dict[str, str]]:
    """Yield one entry for each section: where it is, what it is called, and its words."""
    titles = {heading.anchor: html.unescape(_TAG.sub("", heading.text)) for heading in rendered.headings}
    starts = [found for found in _SECTION_START.finditer(rendered.html) if (found[1] or found[2]) in titles]
    ends = [found.start() for found in starts[1:]] + [len(rendered.html)]
    for found, end in zip(starts, ends, strict=True):
        anchor = found[1] or found[2]
        body = rendered.html[found.start() : end].partition(">")[2]
        text = " ".join(html.unescape(_TAG.sub(" ", re.sub(r"<math.*?</math>", "", body))).split())
        yield {
            "address": f"{page.address}#{anchor}",
            "page": page.name,
            "title": titles[anchor] if anchor != rendered.headings[0].anchor else page.name,
            "text": text[:MAX_INDEXED_CHARACTERS],
        }


if __name__ == "__main__":
    main()
