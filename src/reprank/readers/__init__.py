"""Files to documents: PDF, web pages, office files, books, mails, subtitles and text in any encoding."""

from reprank.readers.collect import Collection, collect
from reprank.readers.limits import Limits
from reprank.readers.reading import ReadingWarning, read

__all__ = ["Collection", "Limits", "ReadingWarning", "collect", "read"]
