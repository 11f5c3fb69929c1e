"""Order of the site: which pages it has, in which sections, and under which names.

The first heading of a page is its title. The short name is what the navigation shows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.report import DOCS, ROOT


@dataclass(frozen=True)
class Page:
    """A page of the site: its source, relative to docs/, and its short name. Sources above docs/ begin with ``../``."""

    source: str
    name: str

    @property
    def address(self) -> str:
        """Where the page is in the site.

        >>> Page("guides/book.md", "A book").address, Page("../CHANGELOG.md", "Changelog").address
        ('guides/book.html', 'changelog.html')
        """
        if self.source.startswith("../"):
            return self.source.removeprefix("../").removesuffix(".md").lower().replace("_", "-") + ".html"
        return self.source.removesuffix(".md") + ".html"

    @property
    def staged(self) -> str:
        """Where Sphinx finds the page.

        >>> Page("guides/book.md", "A book").staged, Page("../CODE_OF_CONDUCT.md", "Code of conduct").staged
        ('guides/book.md', 'code-of-conduct.md')
        """
        return self.address.removesuffix(".html") + ".md"

    @property
    def text(self) -> str:
        """The Markdown of the page."""
        return (DOCS / self.source).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Section:
    """A group of pages under one heading of the navigation."""

    title: str
    pages: tuple[Page, ...]


FRONT = Page("index.md", "RepRank")
# Written by website.reference from the docstrings; it has no Markdown.
REFERENCE = Page("reference.md", "Reference")

SECTIONS = (
    Section(
        "Start",
        (
            Page("tutorial.md", "Ten minutes"),
            Page("command-line.md", "Command line"),
            Page("service.md", "The page in a browser"),
            Page("how-good.md", "How good is it?"),
        ),
    ),
    Section(
        "Guides",
        (
            Page("guides/sources.md", "Several sources"),
            Page("guides/questions.md", "A question"),
            Page("guides/pdfs.md", "Many PDFs"),
            Page("guides/book.md", "A book"),
            Page("guides/reviews.md", "Reviews"),
            Page("guides/meetings.md", "Meeting notes"),
            Page("compressing-context.md", "Context for a language model"),
            Page("guides/tables.md", "A column of a table"),
            Page("scale.md", "Many inputs"),
            Page("guides/cluster.md", "A cluster of machines"),
            Page("guides/own-model.md", "A model for your domain"),
            Page("own-method.md", "A method of your own"),
            Page("adapters.md", "In other packages"),
        ),
    ),
    Section(
        "How it works",
        (
            Page("how-it-works.md", "The method"),
            Page("keywords.md", "Keywords"),
            Page("reasons.md", "Reasons"),
            Page("languages.md", "Languages"),
            Page("files.md", "Files"),
            Page("length.md", "Length"),
        ),
    ),
    Section(
        "Reference",
        (
            Page("api.md", "Python at a glance"),
            REFERENCE,
            Page("evaluation.md", "Evaluation"),
            Page("glossary.md", "Glossary"),
        ),
    ),
    Section(
        "Before you rely on it",
        (
            Page("trust.md", "What you can rely on"),
            Page("limits.md", "Limits"),
            Page("comparison.md", "Compared with other tools"),
        ),
    ),
    Section(
        "Laboratory",
        (
            Page("lab/quality.md", "Quality"),
            Page("lab/readers.md", "What readers say"),
            Page("lab/printed-summaries.md", "Printed summaries"),
            Page("lab/roles.md", "What a sentence needs"),
            Page("lab/ablation.md", "What each part is worth"),
            Page("lab/keywords.md", "Keywords, measured"),
            Page("lab/questions.md", "Questions, measured"),
            Page("lab/languages.md", "Languages, one by one"),
            Page("lab/sources.md", "Sources, measured"),
            Page("lab/files.md", "Files, measured"),
            Page("lab/tokens.md", "Token estimates"),
            Page("lab/robustness.md", "Robustness"),
            Page("lab/speed.md", "Speed"),
            Page("lab/representation.md", "Word vectors"),
            Page("lab/model-card.md", "The English model"),
            Page("lab/paper.md", "The paper, read closely"),
            Page("lab/rouge.md", "ROUGE-1.5.5"),
            Page("lab/data.md", "Where the data come from"),
        ),
    ),
    Section(
        "Project",
        (
            Page("../CHANGELOG.md", "Changelog"),
            Page("../CONTRIBUTING.md", "Contributing"),
            Page("../SECURITY.md", "Security"),
            Page("../CODE_OF_CONDUCT.md", "Code of conduct"),
            Page("licences.md", "Extras, licences, citing"),
        ),
    ),
)


def pages() -> Iterator[Page]:
    """Yield every page that has Markdown, in the order of the navigation."""
    yield FRONT
    for section in SECTIONS:
        yield from (page for page in section.pages if page != REFERENCE)


def project_urls() -> dict[str, str]:
    """Return the addresses of the project, from the one place that has them: pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return dict(project["urls"])
