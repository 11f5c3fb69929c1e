"""Texts that ship with the package, for the demonstration, the documentation and a first try."""

from __future__ import annotations

from reprank.shipped import DATA
from reprank.text.documents import Document

#: A short text on which settings are tried before the first text of the user.
TRIAL_TEXT = "The river rose all night. By dawn the river had closed the bridge. A dog slept through it all."


def example_documents() -> list[Document]:
    """Return five newspaper articles about one event, in order.

    >>> documents = example_documents()
    >>> len(documents), documents[0].id
    (5, '1-harbour-gazette.txt')
    """
    folder = DATA / "examples"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".txt"))
    return [Document((folder / name).read_text(encoding="utf-8"), id=name) for name in names]
