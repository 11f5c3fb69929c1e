"""The site: it is whole, needs no other machine, and its checks find what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.report import DOCS, ROOT
from website.build import build
from website.checking import complaints
from website.mathematics import formula
from website.navigation import FRONT, REFERENCE, SECTIONS, Page, pages, project_urls
from website.pictures import PICTURES, pictures
from website.staging import GROUPS, reference, staged

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
    assert "$" not in text.partition("<article")[2].partition("</article>")[0]


def test_a_formula_keeps_its_structure() -> None:
    assert "<mfrac><mrow><mi>n</mi></mrow><mrow><mi>f</mi></mrow></mfrac>" in formula(r"\frac{n}{f}")


def test_every_public_name_has_an_entry(site: Path) -> None:
    named = {name for names in GROUPS.values() for name in names}
    assert named | {"__version__"} == {*reprank.__all__, *GROUPS["Packages"]}
    made = "".join((site / name).with_suffix(".html").read_text(encoding="utf-8") for name in reference())
    assert [
        name for name in named if f'id="reprank.{name}"' not in made and f'id="module-reprank.{name}"' not in made
    ] == []


def test_search_knows_the_words_of_every_page(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "guides/reviews" in index
    assert '"lighter"' in index or "lighter:" in index


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


def test_marks_of_values_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A weight of <!-- value: x.y -->2.2.\n<!-- value: x.z -->.7 is less.\n\nWrite `<!-- value: x.y -->`."
    monkeypatch.setattr(Page, "text", property(lambda page: text))
    shown = staged(Page("limits.md", "Limits"), tmp_path)
    assert shown == "A weight of 2.2.\n.7 is less.\n\nWrite `<!-- value: x.y -->`."


def test_a_link_to_a_file_outside_the_pages_leads_to_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "[script](../benchmarks/report.py) and [changes](../CHANGELOG.md#x)\n```sh\n[kept](../none)\n```"
    monkeypatch.setattr(Page, "text", property(lambda page: text))
    shown = staged(Page("limits.md", "Limits"), tmp_path)
    source = project_urls()["Source"]
    assert f"[script]({source}/blob/main/benchmarks/report.py) and [changes](changelog.md#x)" in shown
    assert "[kept](../none)" in shown


def test_links_of_the_readme_are_relative_and_lead_to_files() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)", text)
    assert len(links) > 10
    assert [link for link in links if "://" in link or not (ROOT / link).exists()] == []


def test_addresses_of_the_project_are_those_of_the_package() -> None:
    known = tuple(project_urls().values())
    files = [*ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.*")]
    for path in files:
        for address in re.findall(
            r"https://(?:github\.com/reprank|reprank\.github\.io)[^\s)\"']*", path.read_text("utf-8")
        ):
            assert address.startswith(tuple(url.rstrip("/") for url in known)), (path.name, address)
