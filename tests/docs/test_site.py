"""The site: it is whole, needs no other machine, and its checks find what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from benchmarks.report import DOCS, ROOT
from website import reference
from website.build import build
from website.checking import complaints
from website.markdown import render
from website.mathematics import formula
from website.navigation import FRONT, REFERENCE, SECTIONS, pages, project_urls
from website.pictures import PICTURES, pictures

import reprank

HOMEPAGE = project_urls()["Documentation"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


def test_the_site_has_no_faults(site: Path) -> None:
    assert list(complaints(site)) == []


def test_every_page_of_the_project_is_in_the_navigation() -> None:
    sources = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if "samples" not in path.parts}
    assert sources == {page.source for page in pages() if not page.source.startswith("../")}
    assert REFERENCE in SECTIONS[3].pages
    assert FRONT.address == "index.html"


def test_formulas_are_mathml_and_no_dollar_is_left(site: Path) -> None:
    text = (site / "how-it-works.html").read_text(encoding="utf-8")
    assert text.count('<math xmlns="http://www.w3.org/1998/Math/MathML"') > 20
    assert "$" not in text.partition("<main")[2].partition("</main>")[0]


def test_a_formula_keeps_its_structure() -> None:
    assert "<mfrac><mrow><mi>n</mi></mrow><mrow><mi>f</mi></mrow></mfrac>" in formula(r"\frac{n}{f}")


def test_the_front_page_shows_real_summaries(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    summary = reprank.summarize(reprank.example_documents(), words=60)
    for sentence in summary.sentences:
        escaped = sentence.text.replace("&", "&amp;").replace("'", "&#39;").replace('"', "&#34;")
        assert escaped in text
    assert text.count("<mark") >= len(summary)


def test_every_public_name_has_an_entry_with_a_description(site: Path) -> None:
    named = {name for names in reference.GROUPS.values() for name in names}
    assert named | {"__version__"} == set(reprank.__all__)
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert [name for name in named if f'id="{name}"' not in text] == []
    assert [entry.name for group in reference.entries().values() for entry in group if not entry.body.strip()] == []


def test_search_finds_sections_by_their_words(site: Path) -> None:
    text = (site / "search.js").read_text(encoding="utf-8")
    sections = json.loads(text.removeprefix("globalThis.SECTIONS=").removesuffix(";\n"))
    assert len(sections) > 200
    (wanted,) = [one for one in sections if one["address"] == "guides/reviews.html#what-people-talk-about"]
    assert wanted["page"] == "Reviews"
    assert "lighter" in wanted["text"]


def test_pictures_are_those_of_the_script() -> None:
    drawn = pictures()
    assert [name for name, drawing in drawn.items() if (PICTURES / f"{name}.svg").read_text() != drawing.svg()] == [], (
        "run `make docs`"
    )
    assert {path.stem for path in PICTURES.glob("*.svg")} == set(drawn)


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ('<h1>a</h1><a href="none.html">', "none.html leads nowhere"),
        ('<h1>a</h1><a href="#none">', "has no anchor none"),
        ('<h1>a</h1><a href="../up.html">', "leads nowhere"),
        ('<h1>a</h1><img src="https://example.org/a.png" alt="">', "from another machine"),
        ('<h1>a</h1><script src="//example.org/a.js"></script>', "from another machine"),
        ('<h1>a</h1><link href="https://example.org/font.css" rel="stylesheet">', "from another machine"),
        ('<h1 id="x">a</h1><p id="x">', "occurs twice"),
        ('<h1>a</h1><img src="data:,">', "no alt text"),
        ("<h1>a</h1><h1>b</h1>", "one first heading"),
    ],
)
def test_a_fault_is_found(page: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    (complaint,) = complaints(tmp_path)
    assert says in complaint


def test_a_style_that_loads_something_is_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@import 'https://example.org/a.css'; p { background: url(a.png) }")
    assert len(list(complaints(tmp_path))) == 2


def test_marks_of_values_and_parts_are_not_shown() -> None:
    shown = render(
        "<!-- a:begin -->\nA weight of <!-- value: x.y -->2.2.\n<!-- value: x.z -->.7 is less.\n<!-- a:end -->"
    ).html
    assert shown.replace("\n", " ").strip() == "<p>A weight of 2.2. .7 is less.</p>"
    assert "value: x.y" in render("Write `<!-- value: x.y -->`.").html


def test_html_in_code_is_shown_and_not_interpreted() -> None:
    assert "<script>" not in render("```python\nx = '<script>'\n```\n\n`<script>`").html


def test_links_of_the_readme_lead_to_pages_of_the_site(site: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    assert [link for link in links if not link.startswith(HOMEPAGE.rstrip("/"))] == []
    paths = [link.removeprefix(HOMEPAGE.rstrip("/")).lstrip("/") or "index.html" for link in links]
    assert [path for path in paths if not (site / path).is_file()] == []


def test_addresses_of_the_project_are_those_of_the_package() -> None:
    known = tuple(project_urls().values())
    files = [*ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.*")]
    for path in files:
        for address in re.findall(
            r"https://(?:github\.com/reprank|reprank\.github\.io)[^\s)\"']*", path.read_text("utf-8")
        ):
            assert address.startswith(tuple(url.rstrip("/") for url in known)), (path.name, address)
