r"""Blocks to the outline of a document: what only heads, lists, surrounds or follows its text.

A *question* that is numbered and a block of its own heads the answer. Where the headings of a document are questions,
each is one block with the first paragraph of its answer, which is seldom understood without it. A *table of contents*
is a run of titles that come again, in the same order, further down. A *notice* is a claim of copyright near the
beginning, or the permission to redistribute a document at its very beginning, with the terms that follow it. The
*references* of a plain text are a list under their title, with a year in most entries. What *Project Gutenberg* writes
before and behind a book is not part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reprank.patterns import lazy_pattern
from reprank.text.documents import SELECTABLE_KINDS, Block
from reprank.text.lines import FURNITURE, HEADING, PROSE
from reprank.text.passages import ITEM_MARK
from reprank.text.tokens import is_ended

MAX_TITLE_CHARACTERS = 300  # of a title or a question
MIN_TITLES = 3  # of a table of contents, and of a document of questions and answers
QUESTION_END = "?\n"  # inside a sentence: the rest of it answers
QUESTION_SHARE = 1 / 3  # of the blocks of a text whose questions head the answers
MAX_NOTICE_SHARE = 0.1  # of a document, from its beginning: a licence is nothing but terms
CLAIM = lazy_pattern(r"\bcopyright[\s:,]{0,3}(?:©|\(c\)|by\b|(?:19|20)\d\d)|©|\(c\) ?(?:19|20)\d\d", re.IGNORECASE)
MARKS_OF_NOTICES = ("©", "opyright", "(c) ", "(C) ", "distribu")  # no notice without one of these
# What a document says of itself, before anything else: "This document may be redistributed".
SPREAD = lazy_pattern(r"\br[ei]distribu(?:ted|é|[ií]do|ito)", re.IGNORECASE)
# What claims of copyright and their terms are about, in several languages.
TERMS = lazy_pattern(
    rf"{CLAIM.pattern}|licen[csz]|lizenz|лиценз|许可|ライセンス|\bpermission\b|r[ei]distribu|\bwarrant|"
    r"trademark|all rights reserved|\bISBN\b",
    re.IGNORECASE,
)
# The lines between a book and what Project Gutenberg says about it: a head, and a licence of 3,000 words.
GUTENBERG = lazy_pattern(r"^\*{3} ?(START|END) OF TH(?:E|IS) PROJECT GUTENBERG EBOOK\b", re.MULTILINE)
MAX_NAME_CHARACTERS = 60  # of a line of a notice that only names somebody or something
# A line with nothing but the title of the references, and perhaps its number.
REFERENCE_TITLE = lazy_pattern(
    r"\n(?:[^\w\n]|\d)*"
    r"(?:references(?: cited)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis)?|"
    r"quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?|"
    r"bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti bibliografici|referenties|literatuur|"
    r"referenser|litteratur|литература|список литературы|参考文献|참고문헌)[^\w\n]*\n",
    re.IGNORECASE,
)
# Sections that may follow a list of references, which has blank lines itself.
NEXT_TITLE = lazy_pattern(
    r"\n[^\w\n]*(?:\d{1,2}[^\w\n]+)?(?:append(?:ix|ices)|supplement\w*|acknowledge?ments?|anhang|annexes?|anexos?|"
    r"about the authors?|figure legends)\b[^\n]{0,60}\n",
    re.IGNORECASE,
)
ENTRY = lazy_pattern(r"\b(?:1[6-9]|20)\d\d[a-z]?\b|\bdoi\b|https?:|\bet al\b|\bpp?\. ?\d|\bISBN\b")
MIN_ENTRY_SHARE = 0.25  # of lines with a year or the like: an entry may be wrapped over several lines


def outlined(text: str, blocks: Sequence[Block]) -> list[Block]:
    r"""Return the blocks with headings and furniture in place of questions, contents and notices.

    >>> text = "© 1999 A. B.\n\n1. What?\n\nFish.\n\n2. Where?\n\nHere.\n\n3. Why?\n\nWho knows. " + "Eels swim. " * 9
    >>> blocks = [Block(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text)]
    >>> [(block.kind, text[block.start : block.end]) for block in outlined(text, blocks)][:2]
    [('furniture', '© 1999 A. B.'), ('prose', 'What?\n\nFish.')]
    """
    found = list(blocks)
    titles = [number for number, block in enumerate(found) if _may_be_title(text, block)]
    if len(titles) >= MIN_TITLES:
        _mark_contents(text, found, titles)
    if any(mark in text for mark in MARKS_OF_NOTICES):
        _mark_notices(text, found)
    if "PROJECT GUTENBERG" in text:
        _mark_frame(text, found)
    if len(titles) >= MIN_TITLES:
        _mark_questions(text, found, titles)
        found = _with_answers(text, found)
    return found


def _may_be_title(text: str, block: Block) -> bool:
    """Tell whether a block is short and no statement: it asks, exclaims or has no final mark."""
    if block.end - block.start > MAX_TITLE_CHARACTERS or block.kind not in (*SELECTABLE_KINDS, HEADING):
        return False
    return text[block.end - 1] in "?!" or not is_ended(text[block.start : block.end])


def _mark_notices(text: str, blocks: list[Block]) -> None:
    """Make furniture of claims of copyright and permissions near the beginning, and of the terms that follow them.

    A document whose title is about terms, or whose beginning has nothing else, is a licence: it is left as it is.
    """
    limit = MAX_NOTICE_SHARE * (blocks[-1].end - blocks[0].start) if blocks else 0
    notice: list[int] = []
    announced = False  # whether the last paragraph of the notice announces a list
    between: list[int] | None = None  # names and items since the last claim or term; None outside a notice
    first = next((number for number, block in enumerate(blocks) if block.kind in SELECTABLE_KINDS), -1)
    for number, block in enumerate(blocks):
        content = text[block.start : block.end]
        if block.end - blocks[0].start > limit:
            notice = [] if between is not None and TERMS.search(content) else notice
            break
        claims = CLAIM.search(content) or (number == first and SPREAD.search(content))
        if claims or (between is not None and TERMS.search(content)):
            notice += [*(between or []), number]
            between = []
            announced = content.endswith(":") if block.kind == PROSE else announced
        elif between is not None and _may_stand_between(block, content, announced=announced):
            between.append(number)
        else:
            between = None
    before = [block for block in blocks[: notice[0]] if block.kind != FURNITURE] if notice else []
    if any(TERMS.search(text, block.start, block.end) for block in before):
        return
    for number in notice:
        if blocks[number].kind in SELECTABLE_KINDS:
            blocks[number] = replace(blocks[number], kind=FURNITURE)


def _may_stand_between(block: Block, content: str, *, announced: bool) -> bool:
    """Tell whether a block may belong to a notice: a name, an address, or an item of a list of terms."""
    if block.kind == "list":
        return announced
    return len(content) <= MAX_NAME_CHARACTERS and (block.kind == PROSE or "@" in content)


def _mark_frame(text: str, blocks: list[Block]) -> None:
    """Make furniture of all that stands before the first book of Project Gutenberg and behind the last one."""
    starts = [line.start() for line in GUTENBERG.finditer(text) if line[1] == "START"]
    ends = [line.start() for line in GUTENBERG.finditer(text) if line[1] == "END"]
    start, end = (starts or [-1])[0], (ends or [len(text)])[-1]
    for number, block in enumerate(blocks):
        if block.start <= start or block.end > end:
            blocks[number] = replace(block, kind=FURNITURE)


def _mark_contents(text: str, blocks: list[Block], titles: Sequence[int]) -> None:
    """Make furniture of tables of contents, and headings of the titles that they list.

    A table of contents is a run of titles of which at least half come again below it, several of them with a text.
    """
    all_titles = frozenset(titles)
    last = {_plain(text, blocks[number]): number for number in titles}  # the last block of each title
    for run in _runs(text, blocks, titles):
        listed = [place for number in run if (place := last[_plain(text, blocks[number])]) > run[-1]]
        heading_text = sum(place + 1 not in all_titles for place in listed)
        if heading_text >= MIN_TITLES and 2 * len(listed) >= len(run):
            for number in run:
                blocks[number] = replace(blocks[number], kind=FURNITURE)
            for number in listed:
                blocks[number] = replace(blocks[number], kind=HEADING)


def _runs(text: str, blocks: Sequence[Block], titles: Sequence[int]) -> Iterator[list[int]]:
    """Yield titles that follow one another, up to the first one that comes again."""
    run: list[int] = []
    seen: set[str] = set()
    for number in titles:
        title = _plain(text, blocks[number])
        if run and (number > run[-1] + 1 or (title in seen and len(seen) >= MIN_TITLES)):
            yield run
            run, seen = [], set()
        run.append(number)
        seen.add(title)
    yield run


def _plain(text: str, block: Block) -> str:
    return " ".join(text[block.start : block.end].split()).lower()


def _mark_questions(text: str, blocks: list[Block], titles: Sequence[int]) -> None:
    """Make headings of questions that are numbered, items of a list or a good part of all blocks, if there are several.

    A question behind another one is a part of what is asked, or of a list without answers.
    """
    questions = [number for number in titles if text[blocks[number].end - 1] == "?"]
    if len(questions) < MIN_TITLES:
        return
    asking = frozenset(questions)
    answered = [number for number in questions if number + 1 < len(blocks) and number + 1 not in asking]
    everywhere = len(answered) >= max(MIN_TITLES, QUESTION_SHARE * sum(b.kind in SELECTABLE_KINDS for b in blocks))
    heads = frozenset(answered) if everywhere else frozenset[int]()
    for number in questions:
        block = blocks[number]
        is_numbered = text[block.start : block.end].lstrip("([")[:1].isdigit()
        if block.kind == "list" or (block.kind == PROSE and (is_numbered or number in heads)):
            blocks[number] = replace(block, kind=HEADING)


def _with_answers(text: str, blocks: list[Block]) -> list[Block]:
    """Join questions that are headings with the blocks that follow them, if at least half of the headings ask."""
    headings = [block for block in blocks if block.kind == HEADING]
    questions = sum(text[block.end - 1] == "?" for block in headings)
    if questions < MIN_TITLES or 2 * questions < len(headings):
        return blocks
    joined: list[Block] = []
    for block in blocks:
        above = joined[-1] if joined else None
        asks = above is not None and above.kind == HEADING and text[above.end - 1] == "?"
        if above is not None and asks and block.kind == PROSE and text[above.end : block.start].isspace():
            number = ITEM_MARK.match(text, above.start, above.end)
            joined[-1] = replace(block, start=number.end() if number else above.start)
        else:
            joined.append(block)
    return joined


def heads_references(title: str) -> bool:
    """Tell whether a title is that of a list of references.

    >>> heads_references("7. References"), heads_references("References to the past")
    (True, False)
    """
    return REFERENCE_TITLE.fullmatch(f"\n{title}\n") is not None


def references(text: str) -> tuple[int, int] | None:
    r"""Return start and end of the last list of references of a plain text, if there is one.

    >>> text = "Eels live long.\n\nReferences\n[1] Oduya, M. Eels. 2009.\n[2] Ortiz, L. Lamps. 2014.\n\nAppendix\nMore."
    >>> start, end = references(text)
    >>> text[start:end]
    'References\n[1] Oduya, M. Eels. 2009.\n[2] Ortiz, L. Lamps. 2014.\n'
    """
    titles = list(REFERENCE_TITLE.finditer(text))
    if not titles:
        return None
    title = titles[-1]
    following = NEXT_TITLE.search(text, title.end() - 1)
    end = following.start() if following else len(text)
    lines = [line for line in text[title.end() : end].splitlines() if line.strip()]
    entries = sum(ENTRY.search(line) is not None for line in lines)
    return (title.start() + 1, end) if entries > 1 and entries >= MIN_ENTRY_SHARE * len(lines) else None
