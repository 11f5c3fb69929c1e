"""A name that a model gave to a file that the user allowed, or to an error that the model can act on."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from reprank.errors import InputError
from reprank.readers.kinds import SUFFIXES, suffix

SHOWN_FILES = 20  # names in one message
SHOWN_CHARACTERS = 200  # of a name that a model made up
LISTED_FILES = 2000  # files that are looked at for a message


@dataclass(frozen=True)
class AllowedFolders:
    """The folders under which files may be read, with symbolic links followed."""

    folders: tuple[Path, ...] = ()

    @classmethod
    def of(cls, names: Iterable[str]) -> AllowedFolders:
        """Take the folders that the user named; raise InputError if one of them does not exist."""
        folders = []
        for name in names:
            path = Path(name).expanduser().resolve()
            if not path.is_dir():
                raise InputError(f"{name} is no folder: name folders whose files may be read")
            folders.append(path)
        return cls(tuple(folders))

    def find(self, name: str) -> Path:
        """Return the path of a file, relative to any of the folders or absolute.

        A path outside the folders, also by ``..`` or by a symbolic link, and a hidden one are refused in the same words
        whether or not something exists there.

        Raises:
            InputError: if there is no such file under the folders; the message names files that there are.
        """
        if not self.folders:
            raise InputError(
                "no folder is allowed, so files cannot be read: pass the text itself in texts, or ask the user to "
                "start the server with a folder (reprank mcp FOLDER)"
            )
        paths = [path for folder in self.folders if self.is_allowed(path := _resolved(folder, name))]
        if not paths:
            raise InputError(f"{_cut(name)!r} is outside the allowed folders: name a file under {self.listed}")
        paths = [path for path in paths if not self._is_hidden(path)]
        if not paths:
            raise InputError(f"{_cut(name)!r} is hidden: files and folders whose names begin with a dot are not read")
        for path in paths:
            if stat.S_ISREG(_mode(path)):
                return path
        for path in paths:
            if stat.S_ISDIR(_mode(path)):
                files = list(islice(self._files(path), LISTED_FILES))
                raise InputError(f"{name!r} is a folder: name one of its files; {_shown(files)}")
        files = [shown for folder in self.folders for shown in islice(self._files(folder), LISTED_FILES)]
        raise InputError(f"no file {_cut(name)!r} under {self.listed}; {_shown(files, near=name)}")

    def is_allowed(self, path: Path) -> bool:
        """Return whether a resolved path is one of the folders or lies under one."""
        return any(path.is_relative_to(folder) for folder in self.folders)

    def _is_hidden(self, path: Path) -> bool:
        """Return whether a part of an allowed path below its folder begins with a dot, as ``.env`` does."""
        return any(part.startswith(".") for part in Path(self.shown(path)).parts)

    def shown(self, path: Path) -> str:
        """Return the name of an allowed file for answers and messages: its path relative to its folder."""
        folder = next(folder for folder in self.folders if path.is_relative_to(folder))
        return path.relative_to(folder).as_posix()

    @property
    def listed(self) -> str:
        """The folders, for messages."""
        return ", ".join(map(str, self.folders))

    def _files(self, folder: Path) -> Iterator[str]:
        """Yield the names of files of known kinds, sorted, hidden ones left out."""
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(place, name)
                if not name.startswith(".") and suffix(name) in SUFFIXES:
                    with suppress(InputError):
                        real = _resolved(path.parent, name)
                        if self.is_allowed(real) and not self._is_hidden(real) and stat.S_ISREG(_mode(real)):
                            yield self.shown(path)


def _resolved(folder: Path, name: str) -> Path:
    try:
        return (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):  # a zero byte, a loop of symbolic links
        raise InputError(f"{_cut(name)!r} is not a file name: name a file as it is shown in its folder") from None


def _cut(name: str) -> str:
    return name if len(name) <= SHOWN_CHARACTERS else name[:SHOWN_CHARACTERS] + "…"


def _mode(path: Path) -> int:
    """Return what kind of file a path is, 0 if it is none."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _shown(files: list[str], near: str = "") -> str:
    """Name the files, the most similar ones first where there are too many."""
    if not files:
        return "there are no readable files in it"
    similar = get_close_matches(near, files, n=SHOWN_FILES, cutoff=0.5) if near else []
    if similar:
        return f"did you mean {', '.join(similar)}?"
    rest = len(files) - SHOWN_FILES
    return f"there are: {', '.join(files[:SHOWN_FILES])}" + (f" and {rest} more" if rest > 0 else "")
