r"""Text to its inline markup: links, images, emphasis, code, roles and tags, and what is shown in their place.

Each construction is found in the text in which the earlier ones are masked, so that ``[![badge](picture)](page)`` and
``**[name](page)**`` need no grammar. Everything is bounded to one paragraph and to a number of characters, so the time
is linear.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Set
from functools import partial
from html import unescape
from itertools import repeat

from reprank.patterns import lazy_pattern
from reprank.text.markup import Edit

GONE, KEPT = "\x00", "\x01"  # in a masked text: markup that was found, and what no later construction may touch

INSIDE = r"(?:[^\n{not_in}]|\n(?![ \t]*\n)){{1,{most}}}?"  # a stretch of one paragraph
TITLE = r"""(?:\s{1,9}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?"""
TARGET = rf"\((?:<[^<>\n]{{0,2000}}>|(?:[^\s()]|\([^\s()]{{0,200}}\)){{0,2000}}?){TITLE}\s?\)"
LABEL = r"[^\[\]]{0,500}"

TICKED = (
    r"(?<![`\\])(?P<ticks>`{1,3})(?P<inner>(?=[^`])"
    + INSIDE.format(not_in="", most=500)
    + r")(?P=ticks)(?!`)(?P<link>__?(?!\w))?"
)
CODE = lazy_pattern(r"(?P<role>(?<![\w`]):[a-z][\w:.+-]{0,40}:|\{[a-z][\w:.+-]{0,40}\})?" + TICKED)
CODE_AT_TICK = lazy_pattern(TICKED)
ROLE_CHARACTERS = 43  # at most, before the ticks
TEX_QUOTE = lazy_pattern(r"[\w.,!?]''|^[^']*\w'(?!\w)[^']*$")  # ``a quotation'' begins with the ticks of code
ISSUE_ROLES = frozenset({"issue", "issues", "pr", "pull", "ghsa", "gh", "bpo", "cve", "cwe", "commit", "user", "mr"})
SERIES_ROLES = frozenset({"pep", "rfc"})  # of documents that are known by their numbers
LABEL_ROLES = frozenset({"doc", "ref", "numref", "term", "any"})
EMBEDDED_TARGET = lazy_pattern(r"(?<!\s)\s*<[^<>]{1,500}>$")
MODULE_PREFIX = lazy_pattern(r"[~!](?:[\w.]{0,200}\.)?")
IMAGE = lazy_pattern(rf"!\[{LABEL}\](?:{TARGET}|\[[^\[\]]{{0,100}}\])(?:\{{[^{{}}\n]{{0,200}}\}})?")
LINK = lazy_pattern(rf"(?<!\\)\[(?P<label>{LABEL})\]{TARGET}(?:\{{[^{{}}\n]{{0,200}}\}})?")
REFERENCE = lazy_pattern(rf"(?<!\\)\[(?P<label>{LABEL})\](?:\[(?P<name>[^\[\]\n]{{0,100}})\])?")
DEFINITION = lazy_pattern(r"^ {0,3}\[(?P<name>[^\[\]\n^][^\[\]\n]{0,100})\]:[ \t]*\S[^\n]*$", re.MULTILINE)
NOTE_MARK = lazy_pattern(r"\[\^[^\[\]\s]{1,60}\](?!:)|(?<!\w)\[[#*\w-]{1,40}\]_(?!\w)")
STRONG = lazy_pattern(
    r"(?<![\w*\\])(?P<mark>\*\*\*|\*\*|__|~~)(?=[^\s*_~])(?P<inner>"
    r"(?:(?!(?P=mark))[^\n]|\n(?![ \t]*\n)){1,1000})"
    r"(?<=[^\s\\])(?P=mark)(?![\w*])"
)
EMPHASIS = lazy_pattern(
    r"(?<![\w*\\])(?P<mark>\*)(?=[^\s*.,;:/)\]])" + INSIDE.format(not_in="*", most=500) + r"(?<=[^\s\\])\*(?![\w*])"
    r"|(?<![\w\\])(?P<line>_)(?=[^\s_])" + INSIDE.format(not_in="_", most=500) + r"(?<=[^\s\\])_(?!\w)"
)
DUNDER = lazy_pattern(r"\w+")
COMMENT = lazy_pattern(r"<!--")
TAG = lazy_pattern(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})(?:\s[^<>]{0,2000})?/?>")
QUOTED_VALUE = lazy_pattern("=\\s?[\"']")
INLINE_TAGS = frozenset({
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "var",
})  # fmt: skip
BLOCK_TAGS = frozenset({
    "br", "center", "dd", "details", "div", "dl", "dt", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li",
    "ol", "p", "picture", "pre", "source", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul", "video", "wbr",
})  # fmt: skip
VOID_TAGS = frozenset({"br", "hr", "img", "source", "wbr"})
AUTOLINK = lazy_pattern(r"<(?=(?:https?://|mailto:)[^\s<>]{1,500}>|[\w.+-]{1,64}@[\w.-]{1,200}>)[^<>]{1,500}(?P<end>>)")
# What a program fills in: {{link("page", "shown")}}, {{RFC9000}}, {{< note >}}, {% if %}.
TEMPLATE = lazy_pattern(r"(?<!\$)\{\{(?P<call>[^{}\n]{1,300})\}\}|\{%[^{}%\n]{1,300}%\}")
CALL = lazy_pattern(
    r"[\w.-]{1,60}\(\s?(?:\"([^\"]{0,200})\"|'([^']{0,200})')(?:\s?,\s?(?:\"([^\"]{1,200})\"|'([^']{1,200})'))?"
)
CITED = lazy_pattern(r"[!?]?([\w.-]{1,100})(?:=[\w.-]{1,100})?|([A-Z][\w .-]{1,100})")
SHORTCODE = lazy_pattern(r"[<%/#]|\s*$")
SHORTCODE_TEXT = lazy_pattern(r"<[^<>]{0,200}\btext=\"([^\"]{1,200})\"")
ENTITY = lazy_pattern(r"&(?:[A-Za-z]{2,8}\d{0,2}|#\d{2,6}|#[xX][0-9A-Fa-f]{2,5});")
NOTED = (
    r"(?:inaudible|unintelligible|indiscernible|crosstalk|laughter|laughs|applause|cheering|music|noise|silence|pause|"
    r"coughs?|sighs?)[\])]"
)
SOUND = lazy_pattern(
    # One in braces at the end shows that speech breaks off; it stays.
    r"(?:\{(?:vocalsound|nonvocalsound|disfmarker|gap|pause|laugh)\}(?=[ \t]?[\w,.?!])"
    rf"|\[{NOTED}|\({NOTED})",
    re.IGNORECASE,
)
ESCAPE = lazy_pattern(r"\\(?=[\\`*_{}\[\]()#+.!|<>~$-])")

Found = tuple[list[Edit], list[tuple[int, int]]]  # edits, and stretches that no later construction may touch


def defined_names(text: str) -> frozenset[str]:
    r"""Return the names of links whose addresses stand in lines of their own.

    >>> defined_names("The [guide].\n\n[guide]: https://example.org")
    frozenset({'guide'})
    """
    return frozenset(_name(match["name"]) for match in DEFINITION.finditer(text)) if "]:" in text else frozenset()


def inline_edits(text: str, *, escapes: bool, names: Set[str]) -> list[Edit]:
    """Return the stretches that are markup; some are inside of others."""
    found: list[Edit] = []
    work = text
    # A search for one character is much faster than for two.
    bracket, angle, star, line = "]" in text, "<" in text, "*" in text, "_" in text
    constructions: tuple[tuple[bool, Callable[[str], Found]], ...] = (
        (angle and "<!--" in text, _comments),
        (True, sounds),
        ("`" in text, _code),
        (bracket and ("](" in text or "][" in text), _images),
        (bracket and "](" in text, _links),
        (bracket and ("]:" in text or bool(names)), partial(_references, text=text, outside=names)),
        ((bracket or "[" in text) and ("[^" in text or "]_" in text), _note_marks),
        (angle, _tags),
        (escapes and ("{{" in text or "{%" in text), _templates),
        ((star and "**" in text) or (line and "__" in text) or ("~" in text and "~~" in text), _strong),
        (star or line, _emphasis),
        ("&" in text, _entities),
        (escapes and "\\" in text, _escapes),
    )
    for has, construction in constructions:
        if has:
            edits, kept = construction(work)
            if edits or kept:
                work = _mask(work, edits, kept)
                found += edits
    return found


def _mask(work: str, edits: Iterable[Edit], kept: Iterable[tuple[int, int]]) -> str:
    stretches = sorted([(start, end, GONE) for start, end, _ in edits] + [(start, end, KEPT) for start, end in kept])
    parts, at = [], 0
    for start, end, mark in stretches:
        parts += [work[at:start], mark * (end - start)]
        at = end
    return "".join(parts) + work[at:]


def _comments(work: str) -> Found:
    edits: list[Edit] = []
    start = work.find("<!--")
    while start >= 0:
        end = work.find("-->", start)
        if end < 0:
            break
        edits.append((start, end + 3, ""))
        start = work.find("<!--", end)
    return edits, []


def sounds(work: str) -> Found:
    """Find what transcripts note in brackets between the words: sounds, and where nothing was understood."""
    brackets = sorted(place for mark in "{[(" for place in _places(work, mark))
    found = [match.span() for match in map(SOUND.match, repeat(work), brackets) if match is not None]
    return [(start - (work[start - 1 : start] == " "), end, "") for start, end in found], []


def _places(text: str, mark: str) -> Iterator[int]:
    """Yield the places of a mark: searching for one character is much faster than for several."""
    place = text.find(mark)
    while place >= 0:
        yield place
        place = text.find(mark, place + 1)


def _code(work: str) -> Found:
    edits: list[Edit] = []
    kept: list[tuple[int, int]] = []
    at = 0
    while (match := _next_code(work, at)) is not None:
        inner, end = match.span("inner")
        content = match["inner"]
        if _is_quotation(content):
            at = match.start("ticks") + len(match["ticks"])
            continue
        at = match.end()
        named = (match["role"] or match["link"]) and EMBEDDED_TARGET.search(content)
        if named and named.start() > 0:
            end = inner + named.start()
        role = (match["role"] or "").strip(":{}").rpartition(":")[2]
        if role in ISSUE_ROLES:
            inner = end  # the number of an issue is no part of the sentence
        elif role in SERIES_ROLES and not named:
            inner += len(content) - len(content.lstrip("!~"))
            end = min(end, inner + len(work[inner:end].partition("#")[0]))
            edits += [(match.start(), inner, f"{role.upper()} "), (end, match.end(), "")]
            kept.append((inner, end))
            continue
        elif role and (prefix := MODULE_PREFIX.match(content)):
            inner += prefix.end()
        elif role in LABEL_ROLES and not named:  # a name in the files, such as user-guide/first_steps
            inner += content.rfind("/") + 1
            edits += [(at, at + 1, " ") for at in range(inner, end) if work[at] in "-_"]
            kept += [(at, at + 1) for at in range(inner, end) if work[at] not in "-_"]
            edits += [(match.start(), inner, ""), (end, match.end(), "")]
            at = match.end()
            continue
        edits += [(match.start(), inner, ""), (end, match.end(), "")]
        kept.append((inner, end))
    return edits, kept


def _next_code(work: str, at: int) -> re.Match[str] | None:
    """Return the first code from a place on; it is looked for at ticks only, which is faster than a search."""
    tick = work.find("`", at)
    while tick >= 0:
        if CODE_AT_TICK.match(work, tick):
            return CODE.search(work, max(at, tick - ROLE_CHARACTERS))
        tick = work.find("`", tick + 1)
    return None


def _is_quotation(content: str) -> bool:
    """Tell whether ticks open a quotation, as in ``this one'' and in `` texts in tokens ''."""
    spaced = content[0].isspace() != content[-1].isspace() or (content[0].isspace() and "`" not in content)
    return spaced or TEX_QUOTE.search(content) is not None


def _images(work: str) -> Found:
    return [(match.start(), match.end(), "") for match in IMAGE.finditer(work)], []


def _links(work: str) -> Found:
    return [edit for match in LINK.finditer(work) for edit in _around(match, "label")], []


def _around(match: re.Match[str], group: str) -> Iterator[Edit]:
    """Yield what stands around the shown part of a construction; all of it if nothing is left to be shown."""
    if not match[group].strip(GONE + " \t\n"):
        yield from _gone(match.string, match.start(), match.end())
        return
    yield match.start(), match.start(group), ""
    yield from _gone(match.string, match.end(group), match.end())


def _gone(work: str, start: int, end: int) -> Iterator[Edit]:
    """Yield the parts of a stretch that were not removed before."""
    for part in re.finditer(rf"[^{GONE}]+", work[start:end]):
        yield start + part.start(), start + part.end(), ""


def _references(work: str, text: str, outside: Set[str]) -> Found:
    def name(match: re.Match[str], group: str) -> str:
        return _name(text[match.start(group) : match.end(group)])  # with the ticks of code, as it was written

    defined = list(DEFINITION.finditer(work))
    names = {name(match, "name") for match in defined} | outside
    edits: list[Edit] = [edit for match in defined for edit in _gone(work, *match.span())]
    if not names:
        return [], []
    lines = [match.start() for match in defined]
    ends = [match.end() for match in defined]
    for match in REFERENCE.finditer(work):
        line = bisect_right(lines, match.start()) - 1
        if (line < 0 or match.start() >= ends[line]) and name(match, "name" if match["name"] else "label") in names:
            edits += _around(match, "label")
    return edits, []


def _name(text: str) -> str:
    return " ".join(text.lower().split())


def _note_marks(work: str) -> Found:
    return [(match.start(), match.end(), "") for match in NOTE_MARK.finditer(work)], []


def _tags(work: str) -> Found:
    """Find tags of HTML with attributes or an end, and links in angle brackets; a lone ``<b>`` is talked about."""
    edits: list[Edit] = []
    for match in AUTOLINK.finditer(work):
        edits += [(match.start(), match.start() + 1, ""), (match.start("end"), match.end(), "")]
    tags = [(match, match["name"].lower()) for match in TAG.finditer(work)]
    closed = {name for match, name in tags if match["end"]} | VOID_TAGS
    for match, name in tags:
        if name not in closed and QUOTED_VALUE.search(match[0]) is None:
            continue
        if name in INLINE_TAGS:
            edits.append((match.start(), match.end(), ""))
        elif name in BLOCK_TAGS:
            edits.append((match.start(), match.end(), " "))
    return edits, []


def _templates(work: str) -> Found:
    """Find calls of templates: one shows its text, the name that it cites, or nothing; one that is unknown stays."""
    edits: list[Edit] = []
    for match in TEMPLATE.finditer(work):
        call = match["call"] or ""
        cited = CITED.fullmatch(call)
        shown = CALL.match(call) or SHORTCODE_TEXT.match(call) or cited
        if shown is None:
            edits += _gone(work, *match.span()) if SHORTCODE.match(call) else ()
            continue
        group = max(number for number, text in enumerate(shown.groups(), start=1) if text is not None)
        inner, outer = match.span("call")
        start, end = (inner + edge for edge in shown.span(group))
        opening, closing = ("[", "]") if shown is cited and group == 1 else ("", "")
        edits += [(match.start(), inner, opening), *_gone(work, inner, start)]
        edits += [*_gone(work, end, outer), (outer, match.end(), closing)]
    return edits, []


def _strong(work: str) -> Found:
    edits: list[Edit] = []
    for match in STRONG.finditer(work):
        if match["mark"] != "__" or not DUNDER.fullmatch(match["inner"]):
            edits += [
                (match.start(), match.start("inner"), ""),
                (match.end("inner"), match.end(), ""),
            ]
    return edits, []


def _emphasis(work: str) -> Found:
    edits: list[Edit] = []
    for match in EMPHASIS.finditer(work):
        edits += [(match.start(), match.start() + 1, ""), (match.end() - 1, match.end(), "")]
    return edits, []


def _entities(work: str) -> Found:
    found = ((match, unescape(match.group()).replace("\xa0", " ")) for match in ENTITY.finditer(work))
    return [(match.start(), match.end(), shown) for match, shown in found if len(shown) == 1], []


def _escapes(work: str) -> Found:
    return [(match.start(), match.start() + 1, "") for match in ESCAPE.finditer(work)], []
