"""Example articles to pictures: the figures that the page about reasons shows."""

from __future__ import annotations

import reprank
from benchmarks.report import DOCS
from reprank import figures

SUMMARY_WORDS = 120
DOTS_PER_INCH = 110


def main() -> None:
    """Draw the figures of the five articles that come with the package."""
    documents = reprank.example_documents()
    summary = reprank.summarize(documents, words=SUMMARY_WORDS, ranking=True)
    drawn = {
        "ranking": figures.ranking(summary, top=15),
        "similarity": figures.similarity(summary),
        "coverage": figures.coverage(reprank.coverage_curve(documents), words=summary.budget.used),
    }
    for name, figure in drawn.items():
        path = DOCS / "pictures" / f"{name}.png"
        figure.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
