"""What reading a file costs to a verdict: limits of bytes, pages, unpacked size and time."""

from __future__ import annotations

import time
from dataclasses import field

from reprank.errors import InputError
from reprank.values import dataclass


@dataclass(frozen=True, slots=True)
class FileLimits:
    """The most that one file may cost; a file above a limit is refused with a message that names the limit.

    Time is checked between pages, chapters and parts. A single call of PDFium, lxml or striprtf is not interrupted, so
    that a file made for it can take longer. With ``own_process``, the file is read in a process that is ended at
    the time limit, whatever it is doing, and a parser that crashes is an error like any other. The process takes about
    a second to start.
    """

    max_bytes: int = 200_000_000
    max_pages: int = 5_000  # pages of a PDF, slides, chapters
    max_unpacked_bytes: int = 400_000_000  # of a compressed file or of the parts of an archive, in sum
    max_seconds: float = 120.0
    own_process: bool = False

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_pages", "max_unpacked_bytes", "max_seconds"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} must be above 0; got {getattr(self, name)!r}")


@dataclass(slots=True)
class Meter:
    """What the reading of one file has cost so far, and what it has to say about the file."""

    name: str
    limits: FileLimits
    notes: list[str] = field(default_factory=list)
    unpacked: int = 0
    started: float = field(default_factory=time.monotonic)

    def check_size(self, size: int) -> None:
        """Refuse a file of too many bytes."""
        if size > self.limits.max_bytes:
            raise InputError(
                f"{self.name} has {size:,} bytes, more than the limit of {self.limits.max_bytes:,}: "
                "split it or raise FileLimits(max_bytes=…)"
            )

    def check_pages(self, pages: int, what: str = "pages") -> None:
        """Refuse a file of too many pages, slides or chapters."""
        if pages > self.limits.max_pages:
            raise InputError(
                f"{self.name} has {pages:,} {what}, more than the limit of {self.limits.max_pages:,}: "
                "split it or raise FileLimits(max_pages=…)"
            )

    def check_time(self) -> None:
        """Refuse to go on after the time limit."""
        if time.monotonic() - self.started > self.limits.max_seconds:
            raise self.out_of_time()

    def out_of_time(self) -> InputError:
        """Return the error of a file that takes too long."""
        return InputError(
            f"{self.name} took longer to read than the limit of {self.limits.max_seconds:g} seconds: "
            "split it or raise FileLimits(max_seconds=…)"
        )

    @property
    def room(self) -> int:
        """Bytes that may still be unpacked."""
        return self.limits.max_unpacked_bytes - self.unpacked

    def add_unpacked(self, size: int) -> None:
        """Count unpacked bytes; refuse a file that unpacks to too many, such as a zip bomb."""
        self.unpacked += size
        if self.unpacked > self.limits.max_unpacked_bytes:
            raise InputError(
                f"{self.name} unpacks to more than the limit of {self.limits.max_unpacked_bytes:,} bytes: "
                "it may be a zip bomb; if it is not, raise FileLimits(max_unpacked_bytes=…)"
            )
