"""Markdown to Document: its text without markup; a place names the section and the line of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from reprank.patterns import lazy_pattern
from reprank.readers.draft import MIN_LINKED, MIN_PROSE_CELL_WORDS, Draft, clean, heads_sponsors
from reprank.readers.limits import Meter
from reprank.text.documents import SELECTABLE_KINDS, Block, Document
from reprank.text.inline_markup import defined_names
from reprank.text.markdown import markdown_blocks
from reprank.text.markup import display
from reprank.text.tokens import STOPPED, word_pattern

FRONT_MATTER = lazy_pattern(r"\ufeff?(---|\+\+\+)[ \t]*\r?\n")
FRONT_MATTER_TITLE = lazy_pattern(r"^title[ \t]{0,9}[:=](.*)$", re.MULTILINE | re.IGNORECASE)
# A value that is a text: no block that begins in the next line, no null, no comment behind it.
FRONT_MATTER_DESCRIPTION = lazy_pattern(
    r"^description[ \t]{0,9}[:=][ \t]*+(?!(?:null|true|false)?[ \t]*$|[~|>])"
    r"((?:[^\n#]|(?<!\s)#)*+(?:\n[ \t]+[^\n#]+)*)(?:#[^\n]*)?$",
    re.MULTILINE | re.IGNORECASE,
)
QUOTE_MARKS = lazy_pattern(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
QUOTE_END = lazy_pattern(r">[ \t]?$")  # before the text of a quotation
BOLD = lazy_pattern(r"(\*\*|__)(?:[^\s*_,:]+ ){0,5}[^\s*_,:]*[^\s*_.,!?:]\1")  # a line that is a heading …
BOLD_LEVEL = 7  # … below all others
ALERT = lazy_pattern(r"(?<!\s)\s*\[!\w{1,20}\]\s*")  # [!NOTE]
HTML_HEADING = lazy_pattern(r"\s*<h[1-6]\b", re.IGNORECASE)
HTML_TITLE = lazy_pattern(r"(?<!`)<h1\b[^<>]{0,200}>(.{0,1000}?)</h1>", re.IGNORECASE | re.DOTALL)
PICTURE_NAME = lazy_pattern(r"""alt=["']([^"'<>]{1,40})["']""", re.IGNORECASE)
HEAD_CHARACTERS = 5_000  # of a file, in which its title is looked for
NUMBER_SIGNS = lazy_pattern(r"(?:^|\n)[ \t]{0,3}(#{1,6})[ \t]+$")
UNDERLINED = lazy_pattern(r"[ \t]*\r?\n[ \t]{0,3}=+[ \t]*\r?(?:\n|$)")
HTML_LINK_TEXT = lazy_pattern(r"<a\s[^<>]{0,500}>([^\n]{0,300}?)</a>", re.IGNORECASE)
LINK_TEXT = lazy_pattern(r"\[([^\[\]]{0,300})\](?:\([^()\s]{0,500}(?:\s[^()]{0,100})?\)|\[[^\[\]]{0,100}\])")
FEATURES = lazy_pattern(r"(?:key |main )?(?:features|highlights)", re.IGNORECASE)
# Pictures and bullets around an item or a line, and the box of a task: "[x] ".
SIGN = r"\s•‣⁃·–—|\u200d\u2190-\u21ff\u231a-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff"
SIGNS = lazy_pattern(rf"^(?:\[[ xX]\] |[{SIGN}])+|(?<![{SIGN},])[{SIGN},]+$")
# Pictures before a text that mean nothing; a tick, a cross, a warning and a dash do.
DECORATION = lazy_pattern(
    "^(?:(?![⚠✅❌✓✔✗✘☐☑➕➖🚫⛔🛑❎❗❓☠👍👎🟢🟡🟠🔴⚪⚫⭕🟥🟨🟩])"
    "[•‣⃁·\u200d\ufe0f\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\\s*)+(?=[^\\W\\d])"
)
TICKED_TITLE = lazy_pattern(r"`[^`\n]+`")
ANNOUNCED_KINDS = frozenset({"code", "list", "table"})
HEADED_KINDS = frozenset({"prose", "code", "list", "table"})
MIN_FEATURES = 3
MAX_FEATURES_WORDS = 60
MIN_DESCRIPTION_WORDS = 4
# Titles that do not name the thing that is described below them.
SECTION_TITLE = lazy_pattern(
    r"about|abstract|background|description|getting started|introduction|name|overview|preface|read ?me|summary|"
    r"welcome",
    re.IGNORECASE,
)
NOUN_PHRASE = lazy_pattern(r"(?:An?|The) (?!(?:\S+ ){0,15}?(?:is|are|was|were|has|have|can|will|does) )")
MAX_NAME_WORDS = 2  # of a title that is written before a description without it


def read_markdown(text: str, meter: Meter) -> Document:
    """Read Markdown: what it shows is the text, headings and lines are places."""
    draft = Draft()
    front = _front_matter_end(text)
    if front:
        named = FRONT_MATTER_TITLE.search(text, 0, front)
        draft.title = (_unquoted(named.group(1).strip()) if named else "") or None
        about = FRONT_MATTER_DESCRIPTION.search(text, 0, front)
        if draft.title and " " not in draft.title and about:
            line = 1 + text.count("\n", 0, about.start())
            draft.add_purpose(f"{draft.title} - {_unquoted(clean(about.group(1)))}", [(0, _label("", line))])
    blocks = list(markdown_blocks(text, front))
    draft.title = draft.title or _html_title(text, blocks)
    names = defined_names(text)
    section, line, counted, headings, described = "", 1, 0, 0, False
    is_readme = meter.name.lower().startswith("readme")
    features: list[tuple[str, str]] = []  # items that say what a thing can do, and their places
    heads_features = False
    for block, following in zip_longest(blocks, blocks[1:]):
        meter.check_time()
        line, counted = line + text.count("\n", counted, block.start), block.start
        content, kind = text[block.start : block.end], block.kind
        if kind == "furniture":
            continue
        if kind != "list":
            _add_features(features, section, draft)
            features = []
        if kind == "code":
            heads_features = False
            draft.add(kind, content, [(0, _label(section, line))])
            continue
        may_describe, level = kind == "prose" and not described and headings <= 1, 0
        if kind in SELECTABLE_KINDS:
            is_quoted = QUOTE_END.search(text, max(0, block.start - 12), block.start) is not None
            content = ALERT.sub("", QUOTE_MARKS.sub("", content), count=1)
            is_above = following is not None and following.kind in HEADED_KINDS and not draft.release
            if kind == "prose" and is_above and BOLD.fullmatch(content) and (is_quoted or not may_describe):
                kind, level = "heading", BOLD_LEVEL
            elif HTML_HEADING.match(content) and not (may_describe and STOPPED.search(content.rpartition("</")[0])):
                kind = "heading"
        shown = clean(display(content, escapes=True, names=names))
        if kind == "heading" or kind in SELECTABLE_KINDS:
            shown = (SIGNS if kind == "heading" else DECORATION).sub("", shown)
        if kind == "heading":
            level, section = level if kind != block.kind else _level(text, block), shown or section
            of_sponsors = heads_sponsors(shown)
            headings += not of_sponsors
            if (
                not draft.title
                and (draft.is_empty or (level == 1 and (headings <= 1 or not described)))
                and not of_sponsors
            ):
                draft.title = shown or _name(content)
        elif kind in SELECTABLE_KINDS and (_is_navigation(content, shown) or not any(map(str.isalnum, shown))):
            continue
        elif kind == "prose" and may_describe:
            described, shown = True, _as_sentence(shown, draft.title or "", is_readme=is_readme)
        elif kind == "prose" and (following is None or following.kind not in ANNOUNCED_KINDS):
            shown = _with_full_stop(shown)
        if kind == "list" and heads_features and not draft.release:
            features.append((shown, _label(section, line)))
            continue
        heads_features = kind == "heading" and (headings <= 1 or FEATURES.fullmatch(shown) is not None)
        is_code = kind == "heading" and TICKED_TITLE.fullmatch(content) is not None
        draft.add(kind, shown, [(0, _label(section, line))], level=level, code=is_code)
    _add_features(features, section, draft)
    return draft.document(meter.name)


def _add_features(items: list[tuple[str, str]], title: str, draft: Draft) -> None:
    """Add items below a heading: short ones without full stops as one sentence, others each on its own."""
    listed = "; ".join(SIGNS.sub("", text) for text, _ in items)
    ended = any(STOPPED.search(text) for text, _ in items)
    if len(items) >= MIN_FEATURES and len(listed.split()) <= MAX_FEATURES_WORDS and not ended:
        draft.add("prose", f"{title}: {listed}.", [(0, items[0][1])])
    else:
        for text, label in items:
            draft.add("list", text, [(0, label)])


def _front_matter_end(text: str) -> int:
    """Return where the settings between lines of dashes or plus signs at the start of a file end, or 0."""
    opening = FRONT_MATTER.match(text)
    if opening is None:
        return 0
    at = opening.end()
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        if text[at:end].rstrip() in (opening[1], "..."):
            return end
        at = end
    return 0


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _html_title(text: str, blocks: Sequence[Block]) -> str | None:
    """Return the first heading in HTML near the beginning that is no code, if no other heading of level 1 precedes."""
    head = [block for block in blocks if block.start < HEAD_CHARACTERS]
    titles = (block.start for block in head if block.kind == "heading" and _level(text, block) == 1)
    for found in HTML_TITLE.finditer(text, 0, next(titles, HEAD_CHARACTERS)):
        if not any(block.kind == "code" and block.start <= found.start() < block.end for block in head):
            return _name(found[1])
    return None


def _name(heading: str) -> str | None:
    """Return what a heading in HTML shows: its text, or the name of its picture without the word "logo"."""
    shown = SIGNS.sub("", clean(display(heading)))
    picture = PICTURE_NAME.search(heading)
    return shown or (re.sub(r" logo$", "", picture[1], flags=re.IGNORECASE) if picture else None)


def _as_sentence(line: str, title: str, *, is_readme: bool = True) -> str:
    """Write the line at the head of a README that says what a thing is as a sentence, if it has no full stop.

    A short title is written before it, if the line does not name it, the title is a name, and the line has no full stop
    or, in a README, begins with an article.

    >>> _as_sentence("🐟 Counts eels in any river 🐟", "eel"), _as_sentence("Docs • Chat", "eel")
    ('eel: Counts eels in any river.', 'Docs • Chat')
    >>> _as_sentence("Install with pip:", ""), _as_sentence("The eel counter of the future", "Eel")
    ('Install with pip:', 'The eel counter of the future.')
    """
    bare = SIGNS.sub("", line)
    words = sum(any(map(str.isalnum, word)) for word in line.split())
    is_sentence = STOPPED.search(line) is not None
    if words < MIN_DESCRIPTION_WORDS or (is_sentence and not (is_readme and NOUN_PHRASE.match(line))):
        return line
    named = title if len(title.split()) <= MAX_NAME_WORDS and not SECTION_TITLE.fullmatch(title) else ""
    words_of_line = set(word_pattern(line).findall(line.lower()))
    is_new = named != "" and not words_of_line.intersection(word_pattern(named).findall(named.lower()))
    return (f"{named}: " if is_new else "") + bare + "." * (not STOPPED.search(bare))


def _with_full_stop(line: str) -> str:
    """Write a long line of running text with a full stop where it ends in a word.

    >>> _with_full_stop("The mill stands at the weir below the old town and grinds grain for six villages")[-13:]
    'six villages.'
    """
    words = line.split()
    ends = len(words) >= MIN_PROSE_CELL_WORDS and words[-1].isalnum()
    return f"{line}." if ends else line


def _level(text: str, block: Block) -> int:
    """Return the level of a heading, from 1; a heading with a line of marks below it has level 1 or 2."""
    marked = NUMBER_SIGNS.search(text[max(0, block.start - 12) : block.start])
    if marked is not None:
        return len(marked[1])
    return 1 if UNDERLINED.match(text, block.end) else 2


def _is_navigation(content: str, shown: str) -> bool:
    """Tell whether a block is hardly more than links, as a table of contents is."""
    labels = LINK_TEXT.findall(content) + (HTML_LINK_TEXT.findall(content) if "<" in content else [])
    if len(labels) == 1 and "<" in content and STOPPED.search(shown):
        return False  # a sentence
    linked = sum(_letters(display(label)) for label in labels)
    return linked > 0 and linked >= MIN_LINKED * _letters(shown)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _label(section: str, line: int) -> str:
    return f"section “{section}”, line {line}" if section else f"line {line}"
