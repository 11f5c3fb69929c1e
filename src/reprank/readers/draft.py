"""Pieces of a file to a Document: text, blocks and places in one pass."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import replace

from reprank.patterns import lazy_pattern
from reprank.readers.announced import with_lists
from reprank.readers.naming import MIN_CODE_TITLES, is_code, may_define, names_itself, purpose_of, says_the_same
from reprank.text.blocks import recognised
from reprank.text.change_kinds import MIN_RELEASES, kind_of_change
from reprank.text.documents import SELECTABLE_KINDS, Block, Document, Place
from reprank.text.languages import UNDETERMINED
from reprank.text.man_pages import NAMES
from reprank.text.outline import CLAIM, heads_references, outlined
from reprank.text.passages import passages
from reprank.text.sentences import split_sentences
from reprank.text.tokens import STOPPED, final_mark, flatten

MAX_TERM_CHARACTERS = 60  # of a term that is written before its definition; a longer one is a heading
MIN_PROSE_CELL_WORDS = 12  # a cell of a table with a sentence of this length holds prose, as in forms and layouts
CELL_BORDER = NAVIGATION_BAR = " | "
PROMPTS = ("$ ", "# ", ">>> ")  # of shells and of Python
MIN_BARS = 3  # between the links of a navigation …
MAX_LINK_WORDS = 8  # … each of which has this many words at most, on average
#: A heading of a changelog: a version and perhaps a date.
RELEASE = lazy_pattern(
    r"(?:(?:version|release) )?[\[(]?v?(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b)"
    r"(?P<version>\d{1,4}(?:\.\d{1,4}){1,3}[\w.+-]{0,20})[\])]?"
    r"(?:[\s,–—-]{1,4}(?:[^:]{0,30}(?:19|20)\d\d[^:]{0,20}|\(?unreleased\)?))?",
    re.IGNORECASE,
)
UNRELEASED = lazy_pattern("unreleased", re.IGNORECASE)
#: Numbers of issues and commits in an entry of a changelog, and the words that join them: "(#7444) (8bbfa4e)", and who
#: made the change: "by @miller in https://…".
TRACKER = r"(?:[\w./-]{0,60}#\d{1,6}|(?=[a-f]*\d)[0-9a-f]{7,40})"
TRACKED = lazy_pattern(
    rf"^(?:\[?#\d{{1,6}}\]?[:,\s]{{1,3}})+| ?[(\[]{TRACKER}(?:,\s{TRACKER}){{0,9}}[)\]]|"
    rf",?\s\(?(?:closes|fixes|related to|and|see)(?:\s[\w./-]{{0,60}}#\w{{1,20}},?)+\)?|"
    r"\sby @[\w\[\]-]{1,40} in (?:https?://\S{1,200}|#\d{1,6})",
    re.IGNORECASE,
)
MIN_ENTRY_WORDS = 4  # of an entry that ends with a full stop, whether it is written or not
MIN_LINKED = 0.8  # of the letters of a block, from which on it is nothing but a link
SIGNS_BEFORE = " *_-–—|"  # that may stand before a claim of copyright
MAX_PREAMBLE_SHARE = 0.1  # of a changelog: what stands above its first release is about the file, not in it …
MIN_SECTIONS = 3  # … unless it has so many sections with text: then the changelog is an appendix of a document
#: A section that asks for money, or thanks for it.
SPONSORS = lazy_pattern(
    r"\W{0,5}(?:(?:\w{1,20} )?(?:(?:and|&) )?(?:sponsors|backers)|donate|donations)\W{0,5}", re.IGNORECASE
)
# Titles that programs write by themselves: names of files and of empty documents, and what has no letter.
USELESS_TITLE = lazy_pattern(
    r"(?!\d{4}$)[\W\d_]*+|untitled.*+|microsoft \w++ - .*+|.*\.(?:docx?|pptx?|key|pages|tex|dvi|odt|indd|pdf|rtf|qxp)|"
    r"powerpoint[ -]\w++|\w{10,13}+ (?:\w\w )?powerpoint|"
    r"(?:word )?document ?\d*+|(?:presentation|slide|folie|book) ?\d*+",
    re.IGNORECASE,
)
MAX_TITLE_WORDS = 25
INVISIBLE = lazy_pattern("[\u00ad\u200b\u2060\ufeff]")
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = lazy_pattern("[ﬀ-ﬆ]")


def clean(text: str) -> str:
    r"""Write text on one line, ligatures as letters, without soft hyphens and zero-width spaces.

    >>> clean(" The of\ufb01ce\n is\u00ad closed. ")
    'The office is closed.'
    """
    if not text.isascii():
        text = _LIGATURE.sub(lambda match: LIGATURES[match.group()], INVISIBLE.sub("", text))
    return " ".join(flatten(text).split())


def useful_title(text: str) -> str | None:
    """Return a title from the properties of a file, unless it says nothing about the text or is itself a text.

    >>> [useful_title(text) for text in ("Mills", "mills.key", "PowerPoint Presentation", "Presentación de PowerPoint")]
    ['Mills', None, None, None]
    """
    title = clean(text)
    return None if USELESS_TITLE.fullmatch(title) or len(title.split()) > MAX_TITLE_WORDS else title


def is_prose_cell(text: str) -> bool:
    """Tell whether a cell of a table holds a long sentence."""
    return len(text.split()) >= MIN_PROSE_CELL_WORDS and STOPPED.search(text) is not None


def _is_navigation(text: str) -> bool:
    """Tell whether a text is nothing but links with bars between them.

    >>> _is_navigation("Home | Mills | Rivers | About us"), _is_navigation("The mill turns. " * 20 + "Home | A | B | C")
    (True, False)
    """
    bars = text.count(NAVIGATION_BAR)
    return bars >= MIN_BARS and len(text.split()) - bars <= MAX_LINK_WORDS * (bars + 1)


def _entry(text: str, version: str, kind: str = "") -> str:
    """Write an entry of a changelog with the version in brackets at the end of its first sentence.

    The heading above, such as "Bug Fixes", goes with an entry that does not say so itself: it may tell what was wrong.
    Numbers of issues and commits are left out, and a final mark is added to an entry without one.

    >>> _entry("Fix mill.Wheel. The mill turns.", "2.1", "Bug Fixes")
    'Fix mill.Wheel (2.1). The mill turns.'
    >>> _entry("wheel: the mill stands in a flood (#7) (8bbfa4e), closes #6", "2.1", "Bug Fixes")
    'wheel: the mill stands in a flood (2.1, Bug Fixes).'
    """
    entry = TRACKED.sub("", text).strip()
    if not entry:
        return text
    if len(entry.split()) >= MIN_ENTRY_WORDS and entry[-1].isalnum():
        entry += "."
    ends = [end for _, end in split_sentences(entry, UNDETERMINED, [(0, len(entry))])]
    first = next(end for end in ends if end == len(entry) or entry[end].isspace())  # no full stop inside a name
    mark = final_mark(entry, first)
    end = first if mark is None else mark
    if kind and not kind_of_change(entry):
        version = f"{version}, {kind}"
    return f"{entry[:end]} ({version}){entry[end:]}"


def _slight_kind(heading: str) -> str:
    """Return what a heading such as "### Bug fixes:" says, if it is short and names a slight kind of change.

    >>> _slight_kind("** Bug fixes:"), _slight_kind("Features"), _slight_kind("Fixes for all who run a mill")
    ('Bug fixes', '', '')
    """
    words = [word for word in heading.split(maxsplit=2 * MIN_ENTRY_WORDS) if any(map(str.isalnum, word))]
    return " ".join(words).rstrip(":.") if len(words) < MIN_ENTRY_WORDS and kind_of_change(heading) < 0 else ""


def _heads_entries(kind: str, text: str) -> bool:
    """Tell whether a short block of a changelog without a full stop is the title of the entries below it: "Fixes:"."""
    is_title = text[-1] == ":" or (kind == "prose" and not STOPPED.search(text))
    return is_title and len(text.split()) < MIN_ENTRY_WORDS


def heads_sponsors(title: str) -> bool:
    """Tell whether a title is that of a section about sponsors.

    >>> [heads_sponsors(title) for title in ("Gold Sponsors", "Backers & Sponsors", "Donate", "Blood donations")]
    [True, True, True, False]
    """
    return SPONSORS.fullmatch(title) is not None


class Draft:
    """A document in the making: blocks are added in reading order, places where they begin."""

    def __init__(self, *, sections: bool = False) -> None:
        self.title: str | None = None
        self.date: datetime.date | None = None
        self.sections = sections  # whether headings are places
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._places: list[Place] = []
        self._in_references = False
        self._term = ""
        self._code_title = ""  # heading above, whose definition has not come yet
        self._below_code = False  # whether the last heading is code
        self._code_titles, self._definitions = 0, list[int]()  # and the numbers of the blocks below them
        self._entries: list[int] = []  # numbers of the blocks of releases
        self._purpose = -1  # number of the block that says what the thing is and does
        self.release = ""  # version of the changelog that is being read, written behind what is added …
        self._release_level = 0  # … up to a heading of this level
        self._kind = ""  # what the last heading below the release says of slight changes
        self._releases: list[int] = []  # number of blocks before each release
        self._sponsors, self._sponsors_level = "", 0  # title and level of the section about sponsors that is being read

    @property
    def is_empty(self) -> bool:
        """Whether no block was added."""
        return not self._blocks

    @property
    def has_term(self) -> bool:
        """Whether a term waits for its definition."""
        return bool(self._term)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The kind and the text of each block."""
        return [(block.kind, text) for block, text in zip(self._blocks, self._parts, strict=True)]

    def place(self, label: str) -> None:
        """Say where the text that is added next comes from."""
        self._place(self._length, label)

    def _place(self, start: int, label: str) -> None:
        if self._places and self._places[-1].start == start:
            self._places.pop()
        if not self._places or self._places[-1].label != label:
            self._places.append(Place(start, label))

    def add(
        self, kind: str, text: str, places: Iterable[tuple[int, str]] = (), *, level: int = 0, code: bool = False
    ) -> None:
        """Add one block. ``places`` are offsets in this text with their labels; ``level`` is that of a heading.

        A heading that is marked as ``code``, or looks like it, is also written before the definition below it.

        What follows a heading such as "References" is a reference up to the next heading. Entries below the heading of
        a release get its version, up to the next heading of the same or a higher level that is no kind of change.
        """
        if not text or text.isspace():
            return
        if kind in ("heading", "prose") and self._is_below_name() and self.add_purpose(text, places):
            return
        if self._term:
            term, self._term = self._term, ""
            if kind in SELECTABLE_KINDS and len(term) <= MAX_TERM_CHARACTERS:
                kind = "list" if term[0].isupper() and text[0].isupper() else "option"
                text = f"{term.removesuffix(':')}: {text}"
            else:
                self._append("heading", term)
        elif kind in SELECTABLE_KINDS and _is_navigation(text):
            kind = "furniture"
        elif kind in SELECTABLE_KINDS and text.startswith(PROMPTS):
            kind = "code"
        if self.release and kind in SELECTABLE_KINDS and _heads_entries(kind, text):
            kind, level = "heading", self._release_level + 1
        if kind == "heading":
            self._in_references = heads_references(text)
            self._find_release(text, level)
            is_title_of_code = (code or is_code(text)) and len(text) <= MAX_TERM_CHARACTERS
            self._below_code = is_title_of_code and bool(self._blocks) and not self.release
            self._code_title = text if self._below_code else ""
            self._code_titles += self._below_code
            text = self._with_sponsors(text, level)
            if self.sections:
                self.place(f"section “{text}”")
        elif self._in_references and kind in SELECTABLE_KINDS:
            kind = "reference"
        elif self.release and kind in SELECTABLE_KINDS:
            text = _entry(text, self.release, self._kind)
            self._entries.append(len(self._blocks))
        elif self._below_code and kind in SELECTABLE_KINDS:
            self._definitions.append(len(self._blocks))
            text = self._defined(text) if kind == "prose" and may_define(text) else text
        for offset, label in places:
            self._place(self._length + offset, label)
        self._append(kind, text)

    def _find_release(self, heading: str, level: int) -> None:
        """Note the version that a heading names, if it is one of a changelog."""
        found = RELEASE.fullmatch(heading)
        self._kind = _slight_kind(heading)
        if found is not None:
            self.open_release(found["version"], level)
        elif level < self._release_level or (level == self._release_level and not kind_of_change(heading)):
            self.release = ""

    def open_release(self, version: str, level: int) -> None:
        """Write a version behind what is added, up to the next heading of this level or a higher one."""
        self.release, self._release_level, self._kind = version, level, ""
        if version:
            self._releases.append(len(self._blocks))

    def _with_sponsors(self, heading: str, level: int) -> str:
        """Write the title of the section about sponsors before the name of each of them: "Sponsors: The Eel Trust"."""
        if self._sponsors and level > self._sponsors_level:
            return f"{self._sponsors}: {heading}"
        self._sponsors, self._sponsors_level = heading if level and heads_sponsors(heading) else "", level
        return heading

    def _defined(self, text: str) -> str:
        """Write the title that waits for its definition before it; what ends in a colon is none."""
        title, self._code_title = self._code_title, ""
        return f"{title}: {text}" if title and text[-1] != ":" else text

    def _is_below_name(self) -> bool:
        """Tell whether the last block is the heading "NAME" of a manual, before any text."""
        return (
            bool(self._blocks)
            and self._blocks[-1].kind == "heading"
            and self._parts[-1].lower() in NAMES
            and not any(block.kind in SELECTABLE_KINDS for block in self._blocks)
        )

    def add_purpose(self, line: str, places: Iterable[tuple[int, str]] = ()) -> bool:
        """Add a line such as "eel - count eels" as a sentence, "eel: count eels."; tell whether it is such a line.

        It is a heading until the document is complete: if the text below names the thing itself, it stays one.
        """
        purpose = purpose_of(line)
        if not purpose or self._purpose >= 0:
            return False
        for offset, label in places:
            self._place(self._length + offset, label)
        self._purpose = len(self._blocks)
        self._append("heading", purpose)
        return True

    def _set_definitions_apart(self) -> None:
        """Let what stands below titles of code answer questions only, if there are several, and other text above."""
        if self._code_titles < MIN_CODE_TITLES:
            return
        above = self._blocks[: self._definitions[0]] if self._definitions else []
        if any(block.kind == "prose" for block in above):
            for number in self._definitions:
                self._blocks[number] = _as_kind("option", self._blocks[number])

    def _tell_purpose(self) -> None:
        """Make prose of the line that says what the thing is, if the first text below does not name it."""
        if self._purpose < 0:
            return
        named, _, purpose = self._parts[self._purpose].partition(":")
        prose = [
            number for number, block in enumerate(self._blocks) if block.kind == "prose" and number > self._purpose
        ]
        if names_itself((self._parts[number] for number in prose), named):
            return
        self._blocks[self._purpose] = replace(self._blocks[self._purpose], kind="prose")
        if prose and says_the_same(self._parts[prose[0]], purpose):
            self._blocks[prose[0]] = replace(self._blocks[prose[0]], kind="option")

    def _append(self, kind: str, text: str) -> None:
        self._blocks.append(Block(self._length, self._length + len(text), kind))
        self._parts.append(text)
        self._length += len(text) + 2

    def add_term(self, text: str) -> None:
        """Add a term, which is written before the definition that follows it: "Depends: The package is needed."."""
        self.end_term()
        self._term = text

    def end_term(self) -> None:
        """Make a heading of a term that no definition follows."""
        if self._term:
            self._append("heading", self._term)
            self._term = ""

    def add_passages(self, text: str) -> None:
        """Add plain text whose paragraphs are known only by its line breaks."""
        for start, end in passages(text):
            self.add("prose", clean(text[start:end]))

    def add_plain(self, text: str) -> None:
        """Add plain text whose blocks are guessed: paragraphs, headings, items of lists, and what is no prose."""
        blocks = recognised(Document(text)).blocks
        if not blocks:
            self.add_passages(text)
        for block in blocks:
            content = text[block.start : block.end]
            self.add(block.kind, content if block.kind == "code" else clean(content))

    def drop_from(self, number: int) -> None:
        """Make furniture of all blocks from this one on."""
        self._blocks[number:] = [replace(block, kind="furniture") for block in self._blocks[number:]]

    def add_title(self, text: str) -> None:
        """Add a title, which is no place."""
        if text:
            self.title = self.title or text
            sections, self.sections = self.sections, False
            self.add("heading", text)
            self.sections = sections

    def add_name(self, line: str) -> None:
        """Add the line below "NAME" of a man page as its title, and what it says of the thing."""
        self.title = self.title or line or None
        if line and not self.add_purpose(line):
            self.add_title(line)

    def add_row(self, cells: Iterable[str]) -> None:
        """Add a row of a table; a cell with a long sentence, as in forms and page layouts, is prose."""
        row: list[str] = []
        for cell in cells:
            if is_prose_cell(cell):
                self.add("table", CELL_BORDER.join(row))
                self.add("prose", cell)
                row = []
            elif cell:
                row.append(cell)
        self.add("table", CELL_BORDER.join(row))

    def document(self, name: str | None) -> Document:
        """Return the document, with an empty line between blocks and without places that no text is from."""
        self.end_term()
        self._tell_purpose()
        self._set_definitions_apart()
        text = "\n\n".join(self._parts)
        if len(self._releases) >= MIN_RELEASES:
            self._drop_preamble_or_appendix(len(text))
        self._drop_claim()
        parts, blocks, places = with_lists(self._parts, self._blocks, [p for p in self._places if p.start < len(text)])
        text = "\n\n".join(parts)
        return Document(text, self.title, name, tuple(outlined(text, blocks)), tuple(places), self.date)

    def _drop_claim(self) -> None:
        """Make furniture of a claim of copyright that ends a document with another text."""
        text = [number for number, block in enumerate(self._blocks) if block.kind in SELECTABLE_KINDS]
        if len(text) > 1 and CLAIM.match(self._parts[text[-1]].lstrip(SIGNS_BEFORE)):
            self._blocks[text[-1]] = replace(self._blocks[text[-1]], kind="furniture")

    def _drop_preamble_or_appendix(self, length: int) -> None:
        """Make furniture of what stands above the first release of a changelog.

        If that is a document with sections, the entries of the releases answer questions, but belong to no summary.
        """
        first = self._releases[0]
        kinds = [block.kind for block in self._blocks[:first]]
        sections = [
            title
            for title, kind, below in zip(self._parts, kinds, kinds[1:], strict=False)
            if (kind, below) == ("heading", "prose") and not kind_of_change(title) and not UNRELEASED.search(title)
        ]
        if len(sections) >= MIN_SECTIONS:
            for number in self._entries:
                self._blocks[number] = _as_kind("option", self._blocks[number])
        elif first and self._blocks[first - 1].end <= MAX_PREAMBLE_SHARE * length:
            self._blocks[:first] = [_as_kind("furniture", block) for block in self._blocks[:first]]


def _as_kind(kind: str, block: Block) -> Block:
    """Return a block as one of another kind, if it has running text or items."""
    return replace(block, kind=kind) if block.kind in SELECTABLE_KINDS else block
