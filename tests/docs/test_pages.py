"""Pages cannot go stale: what they say about the code is compared with the code."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks import pages
from benchmarks.report import DOCS, ROOT, parts, replace_between, table

import reprank
from reprank.coverage import Coverage

PAGES = pages.pages()
MODULES = {path.relative_to(pages.PACKAGE).with_suffix("").as_posix() for path in pages.PACKAGE.rglob("*.py")}
PACKAGES = {path.parent.relative_to(pages.PACKAGE).as_posix() for path in pages.PACKAGE.rglob("*.py")}


def test_the_table_of_modules_is_that_of_the_code() -> None:
    assert pages.module_table() in pages.MODULES_PAGE.read_text(encoding="utf-8"), "run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_numbers_of_settings_are_those_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert pages.with_values(text) == text, "run `make docs`"


def test_a_number_that_differs_is_found_and_written_as_the_page_writes_numbers() -> None:
    mark = "<!-- value: reprank.coverage.Coverage().shares.term_to_sentence -->"
    value = Coverage().shares.term_to_sentence
    for before, after in ((".9", f"{value:g}".lstrip("0")), ("0.9", f"{value:g}")):
        assert pages.with_values(f"goes on with {mark}{before}, or jumps") == f"goes on with {mark}{after}, or jumps"


def test_an_expression_that_does_more_than_name_a_value_is_refused() -> None:
    with pytest.raises(SystemExit, match="use names"):
        pages.value_of("reprank.summarize('text')")


def test_every_part_with_results_names_its_script_and_its_code() -> None:
    found = list(pages.result_parts())
    assert len(found) > 5
    assert [part for part in found if not part.script or not part.build] == []


def test_a_part_is_replaced_and_the_rest_of_the_page_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a:begin -->\nold\n<!-- a:end -->\nafter\n", encoding="utf-8")
    origin = "<sub>Made by `benchmarks.some.script` with RepRank 0.1.0+abc.</sub>"
    replace_between(page, "a", f"{table(['x', 'y'], [['1', '2']])}\n\n{origin}")
    assert page.read_text(encoding="utf-8").startswith("before\n<!-- a:begin -->\n| x | y |\n|---|---:|\n| 1 | 2 |\n")
    assert page.read_text(encoding="utf-8").endswith("<!-- a:end -->\nafter\n")
    (part,) = parts(page)
    assert (part.name, part.script, part.build) == ("a", "benchmarks.some.script", "0.1.0+abc")
    with pytest.raises(SystemExit, match="has no lines <!-- b:begin -->"):
        replace_between(page, "b", "")


OTHER_PAGES = [
    *sorted(ROOT.glob("*.md")),
    *(ROOT / name / "README.md" for name in ("benchmarks", "benchmarks/editors", "release", "src")),
]
MAX_USERS_WORDS, MAX_WORDS, MAX_README_LINES = 26_000, 50_000, 130
# Files and hosts that look like names, and modules that import a package that is not installed here.
NOT_NAMES = {"reprank.service", "reprank.example.org", "reprank.example", "reprank.env"}
NEED_OTHER_PACKAGES = ("reprank.adapters.", "reprank.mcp.server", "reprank.training")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors that a forge gives to the headings of a page."""
    headings = HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", sorted({*PAGES, *OTHER_PAGES}), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", text):
        path = (page.parent / target) if target else page
        assert path.exists(), target
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_dotted_name_in_the_text_exists(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    names = set(re.findall(r"`(reprank(?:\.[A-Za-z_]\w*)+)", text)) - NOT_NAMES
    missing = [name for name in sorted(names) if not name.startswith(NEED_OTHER_PACKAGES) and not exists(name)]
    assert missing == []


def exists(dotted: str) -> bool:
    """Tell whether a dotted name is a module, or something inside one."""
    found: object = reprank
    for number, name in enumerate(dotted.split(".")[1:], start=2):
        if not hasattr(found, name):
            path = ".".join(dotted.split(".")[:number])
            if not isinstance(found, type(reprank)) or find_spec(path) is None:
                return False
            import_module(path)
        found = getattr(found, name)
    return True


def test_the_shelves_stay_short() -> None:
    """A reader finds nothing on a shelf that only grows: cut before you add."""
    lab = [page for page in PAGES if "lab" in page.parts]
    users = [page for page in PAGES if page.is_relative_to(DOCS) and page not in lab]
    words = {
        name: sum(len(page.read_text("utf-8").split()) for page in shelf)
        for name, shelf in (("users", users), ("lab", lab))
    }
    assert words["users"] <= MAX_USERS_WORDS
    assert sum(words.values()) <= MAX_WORDS
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MAX_README_LINES


def test_the_page_of_the_interface_has_every_public_name_and_no_other() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    first_cells = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    named = {name.split(".")[0] for name in re.findall(r"`([A-Za-z_]+(?:\.[A-Za-z_]+)*)", first_cells)}
    assert named | {"RepRankError"} == set(dir(reprank)) - {name for name in dir(reprank) if name.startswith("__")} | {
        "__version__"
    }
    assert "RepRankError" in text
    for dotted in re.findall(r"`((?:RepRank|systems)\.[A-Za-z_]+)", first_cells):
        owner, name = dotted.split(".")
        assert hasattr(getattr(reprank, owner), name)


def test_the_glossary_is_in_order_and_names_modules_that_exist() -> None:
    rows = [line.split(" | ") for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()[6:]]
    terms = [row[0].removeprefix("| ") for row in rows]
    assert len(terms) >= 30
    assert terms == sorted(terms)
    named = {place.rstrip("/") for row in rows for place in re.findall(r"`([^`]+)`", row[-1])}
    assert named - MODULES - PACKAGES == set()


def test_the_readme_of_the_benchmarks_has_every_script() -> None:
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    scripts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "benchmarks").rglob("*.py")
        if "__main__" in path.read_text(encoding="utf-8") and path.stem != "report"
    }
    named = set(re.findall(r"`python -m (benchmarks[\w.]+)", text)) | {"benchmarks.speed.speed_child"}
    assert scripts - named == set()
    assert [name for name in named if find_spec(name) is None] == []


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda path: path.stem)
def test_every_script_can_be_imported(path: Path) -> None:
    import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
