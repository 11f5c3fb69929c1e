"""Files to documents: PDF, web pages, office files, books, mails, subtitles and text in any encoding."""

from reprank.readers.collect import Collection, collect
from reprank.readers.limits import FileLimits
from reprank.readers.reading import ReadingWarning, read

__all__ = ["Collection", "FileLimits", "ReadingWarning", "collect", "read"]
