"""Texts and names of files to documents, for the tools of the server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reprank.errors import InputError
from reprank.mcp.folders import AllowedFolders
from reprank.readers.reading import read_with_notes
from reprank.text.documents import FILE_NAME, Document

MAX_FILES = 100  # in one call


@dataclass(frozen=True)
class Sources:
    """Read what a tool was given."""

    folders: AllowedFolders

    def documents(self, texts: Sequence[str], files: Sequence[str]) -> tuple[list[Document], list[str]]:
        """Return the texts, then the files, each with an id; and what readers had to guess or leave out."""
        if not texts and not files:
            raise InputError("nothing to work on: give texts (the text itself) or files (names of files)")
        if len(files) > MAX_FILES:
            raise InputError(f"at most {MAX_FILES} files in one call; got {len(files)}: make several calls")
        for text in texts:
            if FILE_NAME.fullmatch(text):
                raise InputError(f"{text!r} in texts looks like the name of a file: pass it in files")
        found = [Document(text, id=f"text {number}") for number, text in enumerate(texts, start=1)]
        notes: list[str] = []
        for name in files:
            document, remarks = self.read(name)
            found.append(document)
            notes += remarks
        return found, notes

    def read(self, name: str) -> tuple[Document, list[str]]:
        """Read one allowed file; return also what its reader had to guess or leave out."""
        path = self.folders.find(name)
        shown = self.folders.shown(path)
        document, notes = read_with_notes(path, name=shown)
        return replace(document, id=shown), notes
