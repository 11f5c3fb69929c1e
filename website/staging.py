"""Pages of the project to pages of the site: what Sphinx reads, written into a folder of its own.

The pages in docs/ are read as they are in a clone and on a forge. For the site, the marks of generated numbers go,
drawings are put into the page so that they follow its colours, links to files outside docs/ lead to the forge, and the
reference is written from the list of public names.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.report import DOCS, ROOT

from website.navigation import FRONT, REFERENCE, SECTIONS, Page, pages, project_urls
from website.pictures import NARROW_SUFFIX

THEME = Path(__file__).parent / "theme"
PAGE = ROOT / "src" / "reprank" / "web" / "static"  # whose colours and icon the site shares

DEMO = "demo.html"  # the page without a service, next to the front page
_PAGE_PICTURE = re.compile(r"!\[[^\]]*\]\(pictures/page\.png\)")
_LIVE_PAGE = (
    f'<p><iframe class="demo" src="{DEMO}" title="The page, with an example" loading="lazy"></iframe></p>\n\n'
    f"<p>This is the real page with an example: ask a question, move the slider, click a sentence. "
    f'<a href="{DEMO}">Open it alone</a>.</p>'
)

# A mark at the beginning of a line would end the paragraph; one in backticks is an example of a mark.
_VALUE_MARK = re.compile(r"(?<!`)<!-- value: .+? -->")
_LINK = re.compile(r"(?P<head>!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\()(?P<address>[^)\s]+)(?P<tail>\))")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<source>[^)]+\.svg)\)")

GROUPS = {
    "Summaries and keywords": (
        "summarize", "keywords", "rank", "compare", "compress", "summarize_many", "keywords_many", "coverage_curve",
        "read", "RepRank", "example_documents",
    ),
    "Documents": ("Document", "Block", "Place", "FileLimits", "ReadingWarning"),
    "Results": (
        "Summary", "RankedText", "Sentence", "Support", "Conflict", "Comparison", "Keyword", "Occurrence",
        "BudgetUse", "Explanation", "CoverageCurve",
        "Compressed", "CompressedChunk",
    ),
    "Lengths": ("Words", "Sentences", "Characters", "Bytes", "Tokens", "Ratio", "Budget"),
    "Settings and methods": (
        "Coverage", "Encoder", "System", "Summarizer", "KeywordSystem", "Method", "KeywordMethod", "Task", "Costs",
        "KeywordRequest", "Selection",
    ),
    "Packages": ("systems", "evaluation", "batch", "figures", "training"),
    "Errors": (
        "RepRankError", "InputError", "BudgetError", "LanguageError", "DataError", "MissingFileError", "ModelError",
        "OutputError", "MissingExtra", "ConvergenceError",
    ),
}  # fmt: skip


def stage(folder: Path) -> None:
    """Write everything that Sphinx reads; what was in the folder before is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in pages():
        target = folder / page.staged
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged(page, folder), encoding="utf-8")
    for name, text in reference().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    static = folder / "_static"
    static.mkdir()
    for path in (*THEME.glob("*.*"), PAGE / "colours.css", PAGE / "icon.svg"):
        shutil.copyfile(path, static / path.name)


def staged(page: Page, folder: Path) -> str:
    """Return the text of a page as the site has it, and copy the files that it names."""
    parts = _FENCE.split(_VALUE_MARK.sub("", page.text))
    parts[::2] = [_with_drawings(_with_links(part, page, folder), page) for part in parts[::2]]
    text = "".join(parts)
    if page == FRONT:
        text = _PAGE_PICTURE.sub(_LIVE_PAGE, text)
    return text + "\n\n" + "\n".join(_trees()) if page == FRONT else text


def _with_links(text: str, page: Page, folder: Path) -> str:
    addresses = {(DOCS / one.source).resolve(): one for one in (*pages(), REFERENCE)}
    forge = project_urls()["Source"]

    def follow(found: re.Match[str]) -> str:
        parts = urlsplit(found["address"])
        if parts.scheme or parts.netloc or not parts.path:
            return found[0]
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        path = (DOCS / page.source).parent.joinpath(parts.path).resolve()
        if path in addresses:
            target = posixpath.relpath(addresses[path].staged, posixpath.dirname(page.staged) or ".")
            return f"{found['head']}{target}{anchor}{found['tail']}"
        if not path.exists():
            raise SystemExit(f"{page.source}: the link {found['address']} leads nowhere")
        if path.is_relative_to(DOCS) and path.is_file():
            copied = folder / path.relative_to(DOCS)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copied)
            return found[0]
        return f"{found['head']}{forge}/blob/main/{path.relative_to(ROOT).as_posix()}{anchor}{found['tail']}"

    return _LINK.sub(follow, text)


def _with_drawings(text: str, page: Page) -> str:
    """Put drawings into the page itself, each with its narrow form where it has one."""

    def drawing(found: re.Match[str]) -> str:
        path = DOCS / posixpath.normpath(posixpath.join(posixpath.dirname(page.source), found["source"]))
        forms = [("wide", path)]
        narrow = path.with_name(f"{path.stem}{NARROW_SUFFIX}.svg")
        if narrow.exists():
            forms.append(("narrow", narrow))
        only = "" if len(forms) > 1 else " only"
        shown = "".join(
            f'<span class="drawing {name}{only}" tabindex="0">{_svg(form, found["alt"])}</span>' for name, form in forms
        )
        return f"<div>{shown}</div>"

    return _PICTURE.sub(drawing, text)


def _svg(path: Path, alt: str) -> str:
    drawn = path.read_text(encoding="utf-8")
    label = f'role="img" aria-label="{alt}"'
    return " ".join(drawn[drawn.index("<svg") :].split()).replace("<svg ", f"<svg {label} ", 1)


def _trees() -> Iterator[str]:
    """Yield the navigation: one list of pages for each section."""
    for section in SECTIONS:
        yield "```{toctree}\n:hidden:\n" + f":caption: {section.title}\n"
        yield from (f"{page.name} <{page.staged.removesuffix('.md')}>" for page in section.pages)
        yield "```\n"


def reference() -> dict[str, str]:
    """Return the pages of the reference: one for each group of public names, and the list of groups."""
    made = {}
    lines = ["# Reference", "", "Every public name, with its arguments and examples.", ""]
    tree = ["```{toctree}", ":hidden:", ""]
    for group, names in GROUPS.items():
        stem = re.sub(r"\W+", "-", group.lower())
        lines.append(f"- [{group}](reference/{stem}.md): " + ", ".join(f"`{name}`" for name in names))
        tree.append(f"reference/{stem}")
        made[f"reference/{stem}.md"] = f"# {group}\n\n" + "\n".join(_directive(name) for name in names)
    made[REFERENCE.staged] = "\n".join([*lines, "", *tree, "```", ""])
    return made


def _directive(name: str) -> str:
    import inspect
    from types import ModuleType

    import reprank

    value = getattr(reprank, name)
    kind = "automodule" if isinstance(value, ModuleType) else "autoclass" if inspect.isclass(value) else "autofunction"
    inherited = ":inherited-members: Exception, Protocol\n" if kind == "autoclass" else ""
    members = "" if kind == "autofunction" else f":members:\n{inherited}"
    path = f"reprank.{name}"
    indented = "".join(f"   {line}\n" for line in members.splitlines())
    head = f"## {name}\n\n" if kind == "automodule" else ""
    return f"{head}```{{eval-rst}}\n.. {kind}:: {path}\n{indented}```\n"
