r"""Blocks to the outline of a document: what only heads, lists or surrounds its text.

A *question* that is a block of its own and is followed by another text heads that text. A *table of contents* is a run
of titles that come again, in the same order, further down. A *notice* is a claim of copyright near the beginning, with
the terms that follow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from reprank.text.documents import SELECTABLE_KINDS, Block
from reprank.text.lines import FURNITURE, HEADING, PROSE
from reprank.text.marks import is_ended

MAX_TITLE_CHARACTERS = 300  # of a title or a question
MIN_TITLES = 3  # of a table of contents, and of a document whose questions are headings
MAX_NOTICE_SHARE = 0.1  # of a document, from its beginning: a licence is nothing but terms
CLAIM = re.compile(r"©|\bcopyright\b|\(c\) ?(?:19|20)\d\d", re.IGNORECASE)
# What claims of copyright and their terms are about, in several languages.
TERMS = re.compile(
    rf"{CLAIM.pattern}|licen[csz]|lizenz|лиценз|许可|ライセンス|\bpermission\b|redistribut|ridistribu|\bwarrant|"
    r"trademark|all rights reserved|\bISBN\b",
    re.IGNORECASE,
)
MAX_NAME_CHARACTERS = 60  # of a line of a notice that only names somebody or something


def outlined(text: str, blocks: Sequence[Block]) -> list[Block]:
    r"""Return the blocks with headings and furniture in place of questions, contents and notices.

    >>> text = "© 1999 A. B.\n\nWhat are eels?\n\nFish.\n\nWhere?\n\nHere.\n\nWhy?\n\nWho knows. " + "Eels swim. " * 9
    >>> blocks = [Block(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text)]
    >>> [block.kind for block in outlined(text, blocks)]
    ['furniture', 'heading', 'prose', 'heading', 'prose', 'heading', 'prose']
    """
    found = list(blocks)
    if "©" in text or "opyright" in text or "(c) " in text or "(C) " in text:
        _mark_notices(text, found)
    titles = [number for number, block in enumerate(found) if _may_be_title(text, block)]
    if len(titles) >= MIN_TITLES:
        _mark_contents(text, found, titles)
        _mark_questions(text, found, titles)
    return found


def _may_be_title(text: str, block: Block) -> bool:
    """Tell whether a block is short and no statement: it asks, exclaims or has no final mark."""
    if block.end - block.start > MAX_TITLE_CHARACTERS or block.kind not in (*SELECTABLE_KINDS, HEADING):
        return False
    return text[block.end - 1] in "?!" or not is_ended(text[block.start : block.end])


def _mark_notices(text: str, blocks: list[Block]) -> None:
    """Make furniture of claims of copyright near the beginning, and of the terms that follow them.

    A document whose title is about terms, or whose beginning has nothing else, is a licence: it is left as it is.
    """
    limit = MAX_NOTICE_SHARE * (blocks[-1].end - blocks[0].start) if blocks else 0
    notice: list[int] = []
    between: list[int] | None = None  # names and titles since the last claim or term; None outside a notice
    for number, block in enumerate(blocks):
        content = text[block.start : block.end]
        if block.end - blocks[0].start > limit:
            notice = [] if between is not None and TERMS.search(content) else notice
            break
        if CLAIM.search(content) or (between is not None and TERMS.search(content)):
            notice += [*(between or []), number]
            between = []
        elif between is not None and block.kind == PROSE and len(content) <= MAX_NAME_CHARACTERS:
            between.append(number)
        else:
            between = None
    before = text[blocks[0].start : blocks[notice[0]].start] if notice else ""
    for number in [] if TERMS.search(before) else notice:
        if blocks[number].kind in SELECTABLE_KINDS:
            blocks[number] = replace(blocks[number], kind=FURNITURE)


def _mark_contents(text: str, blocks: list[Block], titles: Sequence[int]) -> None:
    """Make furniture of tables of contents, and headings of the titles that they list.

    A table of contents is a run of titles of which at least half come again below it.
    """
    last = {_plain(text, blocks[number]): number for number in titles}  # the last block of each title
    ends = [i for i, (one, other) in enumerate(pairwise(titles), start=1) if other != one + 1]
    for first, end in pairwise([0, *ends, len(titles)]):
        run = titles[first:end]
        again = [last[_plain(text, blocks[number])] for number in run]
        listed = [place for place in again if place > run[-1]]
        if len(listed) >= MIN_TITLES and 2 * len(listed) >= len(run):
            for number in run:
                blocks[number] = replace(blocks[number], kind=FURNITURE)
            for number in listed:
                blocks[number] = replace(blocks[number], kind=HEADING)


def _plain(text: str, block: Block) -> str:
    return " ".join(text[block.start : block.end].split()).lower()


def _mark_questions(text: str, blocks: list[Block], titles: Sequence[int]) -> None:
    """Make headings of questions that are followed by a text, if there are several."""
    questions = [
        number
        for number in titles
        if blocks[number].kind in SELECTABLE_KINDS
        and text[blocks[number].end - 1] == "?"
        and number + 1 < len(blocks)
        and text[blocks[number + 1].end - 1] != "?"
    ]
    if len(questions) >= MIN_TITLES:
        for number in questions:
            blocks[number] = replace(blocks[number], kind=HEADING)
