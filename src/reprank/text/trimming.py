"""Sentences to trimmed and whole ones: a dateline or a label is no part of them, and a piece is no sentence.

Only the ends move, so that the text of a sentence stays an exact stretch of the source. A label ("ANITA:", "Mr Lee:")
is known by its return: somebody else speaks, and then the same person again; and most paragraphs have one.

"Copies may be made if: (a) …; and (b) …." says half of it without its list, and the items say little without it. So a
sentence that ends with a colon goes on up to the end of the list below it, if this is short and ends with a final mark.
In a text of paragraphs only, a paragraph is what "the following" announces. Elsewhere the colon stays the end: there
is no final mark, so that the sentence is not selected.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import attrgetter

import numpy as np

from reprank.arrays import Booleans, Integers, flags_of
from reprank.patterns import lazy_pattern
from reprank.text.documents import Document
from reprank.text.lines import FURNITURE, HEADING, PROSE
from reprank.text.outline import QUESTION_END
from reprank.text.passages import BULLETS, ITEM_MARK, stripped
from reprank.text.tokens import is_ended, word_pattern

Span = tuple[int, int]

# "LIMA, Peru (AP) — ", "Port Alder, 12 May -- ", "(Harbour Gazette) "
DATELINE = lazy_pattern(
    r"(?P<place>(?:(?:[A-Z][\w.'’-]*+|\d{1,2}),?+ ){0,7}+)(?P<source>\([^()]{2,60}+\)\s*+)?+(?P<dash>(?:--|[—–-])\s+)?+"
)
# "【6月18日 AFP】", "新华社北京11月17日电 "
EASTERN_DATELINE = lazy_pattern(r"【[^【】]{2,40}】\s*|\w{1,8}社\w{2,16}日电\s*(?:[(（][^()（）]{2,30}[)）]\s*)?")
DASHES = ("—", "–", "--", " - ")
# Run-in headings of abstracts, and bullets.
GLUED_FRONT = lazy_pattern(
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|PURPOSE|AIMS?|(?:MATERIALS? AND )?METHODS?|DESIGN|"
    r"(?:MAIN )?RESULTS?|FINDINGS|(?:RESULTS AND )?DISCUSSION|CONCLUSIONS?|INTERPRETATION|SUMMARY|ABSTRACT)\b"
    r":?\s+(?=\w)|"
    rf"[-*{BULLETS}]\s+(?=\S)|[—–](?=[^\W\d])"
)
MAX_SENTENCES = 6  # a headline, a byline and dates may stand before the dateline …
MAX_ENDED = 3  # … but hardly a sentence
LABEL = lazy_pattern(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?[\])]?\s+)?(?:>>+\s*)?"  # the time
    r"([^\W\d_][\w.'’-]*(?: [\w.'’()-]+){0,3}(?:, [\w ]{1,20})?) ?(?:(?::(?=\s))|：)\s*"
)
PUNCTUATED_SHARE = 0.3  # of the words of a document in sentences with a final mark, from which on all need one
CASED_SHARE = 0.5  # of the sentences of a document that begin with a capital, from which on all must
# A text that a reader is sent to: "the manual of Tide", "Section 5", "tide(1)", "doc/HACKING".
ELSEWHERE = (
    r"(?:the |our |its |this |an? )?(?:(?:[\w'’-]+ ){0,4}?(?i:guide|manual|docs?|documentation|pages?|sections?|"
    r"chapters?|appendix|files?|website|wiki|list|tables?|FAQ|tutorial|examples?|pictures?|README)\b|\S{1,60}[/(_])"
)
# What sends the reader of a page elsewhere: to what stands above or below, or to another page.
POINTER = lazy_pattern(
    r"(?:Here(?:['’]s| is| are)|The (?:following|above)|(?:Please )?(?:[Ss]ee|[Rr]efer to|[Cc]onsult|[Cc]heck out|"
    r"(?:[Tt]ake|[Hh]ave) a look|[Rr]eport (?:any |all )?(?:bugs|issues))|"
    r"For (?:more|further|full|additional) (?:information|details|documentation)|"
    r"(?:For|To|If)\s[^,;]{1,80},\s(?:please\s)?(?:refer\sto|check\sout|head\sover\sto|(?:have|take)\sa\slook)|"
    r"(?:Follow|Join|Visit|Support|Contact|Tell|Ask) us|Follow along|(?:Learn|Read|Find out) more|"
    r"Find more (?:details|information))\b|"
    r"(?:For|To|If)\s[^,;]{1,80},\s(?:please\s)?(?:(?:see|consult|read)\s[A-Z]|"
    rf"(?:see|consult|visit|read|look\sat)\s{ELSEWHERE})|"
    r".*?\b(?:shown|described|included|specified|code|example) (?:above|below)\b|"
    r"[^:]{0,60}\b(?:[Tt]his|[Tt]he|[Ff]ull)\s(?:manual|documentation|reference|tutorial)(?:\s(?:is|are)\b|,)[^:]{0,40}\b"
    r"(?:available|pdf)\b|"
    r"[^:]*\b(?:as follows|the following|the above|listed above)\b[^:]*$|"
    rf"[^,;]{{0,120}}\b(?:is|are)\s(?:described|documented|explained)\s(?:in|at|on|under)\s{ELSEWHERE}[^,;]{{0,40}}\.$|"
    r"(?:Please )?(?:[Ss]ee|[Rr]ead|[Rr]efer|[Cc]onsult|[Cc]heck|[Vv]isit|[Rr]un|[Tt]ype|[Ff]ollow|[Ll]ook)\b"
    r"[^,;]{1,100}\sfor\s(?:(?:more|further|full|additional)\s)?(?:details|information)\.$",
    re.DOTALL,
)
ASIDE = lazy_pattern(r"\((?:[^()]|\([^()]*\))*\)[.!?]?|\[[^\[\]]*\]|（[^（）]*）[。！？]?")
OPENING_QUOTES = '“"'
ASIDE_MARKS = ("(", "[", "（")
QUOTATION_MARKS = ('"', "“", "”")
ADDRESS_MARKS = ("://", "www.", "@")
OPENING_MARKS = " \t\"'“”„«»‘’‚‹›([{`*_¿¡"
NO_OPENING = frozenset(",;:.)]}·−=+|/\\%…-")  # marks that no sentence begins with
MIN_ANNOUNCING_WORDS = 5  # fewer are a label, "Example:", unless their first item goes on
MAX_ANNOUNCED_WORDS = 100  # of an announcement with what it announces
ANNOUNCING_MARKS = (":", "：")
LIST = "list"
FOLLOWING = lazy_pattern(r"\bfollowing\b|\bfolgende|\bsuivante?s?\b|\bsiguientes?\b|\bseguent[ei]\b|\bseguintes?\b")
#: The end of an item that is no sentence; the next one goes on with it.
GOES_ON = lazy_pattern(r"[,;；] ?(?:[a-z/]{1,6},?)?$")


def trim(text: str, spans: Sequence[Span]) -> list[Span]:
    r"""Move the ends of sentences past a dateline, run-in heading or quotation mark that is glued to them.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    trimmed = []
    ended = [is_ended(text[start:end]) for start, end in spans[:MAX_SENTENCES]]
    may_have_dateline = sum(count <= MAX_ENDED for count in accumulate(ended))
    for position, (start, end) in enumerate(spans, start=1):
        front = GLUED_FRONT.match(text, start, end)
        behind = (
            front.end() if front else _behind_dateline(text, start, end) if position <= may_have_dateline else start
        )
        start = behind if behind < end else start
        trimmed.append((start, _before_end(text, start, end) if text[end - 1] in OPENING_QUOTES else end))
    return trimmed


def _behind_dateline(text: str, start: int, end: int) -> int:
    """Return where a sentence begins behind a dateline.

    "NATO – the alliance that met here – is old" and "World Health Organization (WHO) officials came" have none.
    """
    if not text[start].isascii() and (eastern := EASTERN_DATELINE.match(text, start, end)):
        return eastern.end()
    found = DATELINE.match(text, start, end)
    if found is None:
        return start
    place, source, dash = found["place"], found["source"], found["dash"]
    rest = text[found.end() : end].lstrip(OPENING_MARKS)
    if dash is None:
        initials = "".join(word[0] for word in place.split())
        agency = (source or "").strip(" ()")
        opens = rest[:1].isupper()
        is_dateline = source is not None and (not place or (opens and agency.isupper() and agency not in initials))
    elif place.isupper():
        is_dateline = source is not None or not rest.partition(" ")[0].islower()  # "NET -- a tool", but "PARIS -- eBay"
    else:
        is_dateline = source is not None or not place or not any(mark in rest for mark in DASHES)
    return found.end() if is_dateline else start


def _before_end(text: str, start: int, end: int) -> int:
    """Return where a sentence ends before the quotation mark of the next sentence."""
    opens = text[end - 1] == "“" or (text[end - 1] == '"' and text.count('"', start, end) % 2 == 1)
    return stripped(text, start, end - 1)[1] if opens and text[max(start, end - 2) : end - 1].isspace() else end


def behind_labels(text: str, spans: list[Span], stopwords: frozenset[str]) -> list[Span]:
    """Move the beginnings of the sentences of a transcript behind the labels of their speakers.

    >>> text = "Anna: It rains. Tom: It does. Anna: Much? Tom: Very much."
    >>> spans = behind_labels(text, [(0, 15), (16, 29), (30, 41), (42, 57)], frozenset())
    >>> [text[start:end] for start, end in spans]
    ['It rains.', 'It does.', 'Much?', 'Very much.']
    """
    if text.count(":") + text.count("：") < 4:  # two people who speak twice
        return spans
    labels = [LABEL.match(text, *span) for span in spans]
    names = Counter(label[1] for label in labels if label is not None and _may_speak(label[1], stopwords))
    returning = {name for name, count in names.items() if count > 1}
    if len(returning) < 2:
        return spans
    speakers = returning | {name for name in names if _is_name(name)}
    if not _are_turns(text, spans, [label is not None and label[1] in speakers for label in labels]):
        return spans
    return [_behind(span, label, speakers) for span, label in zip(spans, labels, strict=True)]


def _are_turns(text: str, spans: list[Span], labelled: list[bool]) -> bool:
    """Tell whether most paragraphs are turns: a list of states or of products has labels too, among other paragraphs.

    A text on one line shows no paragraphs; there the return of its labels has to do.
    """
    pairs = zip(spans, labelled, strict=True)
    opening = [label for (start, _), label in pairs if not start or "\n" in text[max(0, start - 2) : start]]
    return 2 * sum(opening) >= len(opening)


def _behind(span: Span, label: re.Match[str] | None, speakers: set[str]) -> Span:
    if label is None or label[1] not in speakers or label.end() >= span[1]:
        return span
    return label.end(), span[1]


def _may_speak(name: str, stopwords: frozenset[str]) -> bool:
    words = name.lower().split()
    return len(words) == 1 or _is_name(name) or not stopwords.intersection(words)


def _is_name(name: str) -> bool:
    """Tell whether all words of a label begin with a capital, or are numbers: "Speaker 2"."""
    return all(word[0].isupper() or word[0].isdigit() for word in name.partition(",")[0].split())


def with_announced(document: Document, spans: Sequence[Span]) -> list[Span]:
    r"""Join the sentences that end with a colon with what they announce.

    >>> text = "Copies may be made in the following case:\n\nNobody pays.\n\nThere is no other case."
    >>> spans = [(0, 41), (43, 55), (57, 80)]
    >>> [text[start:end] for start, end in with_announced(Document(text), spans)][1:]
    ['There is no other case.']
    """
    joined: list[Span] = []
    at, paragraphs = 0, _has_paragraphs_only(document)
    while at < len(spans):
        announces = document.text.endswith(ANNOUNCING_MARKS, 0, spans[at][1])
        last = _last_announced(document, spans, at, paragraphs=paragraphs) if announces else at
        joined.append((spans[at][0], spans[last][1]))
        at = last + 1
    return joined


def _last_announced(document: Document, spans: Sequence[Span], first: int, *, paragraphs: bool) -> int:
    """Return the last sentence of what an announcement announces; itself if this has no end or is too long.

    Only where there are ``paragraphs`` and nothing else, one of them may be what is announced.
    """
    text, (start, end) = document.text, spans[first]
    words = len(text[start:end].split())
    kind = _kind(document, spans[first + 1][0]) if first + 1 < len(spans) else ""
    one_sentence = kind == LIST and GOES_ON.search(text, *spans[first + 1]) is not None
    if (words < MIN_ANNOUNCING_WORDS and not one_sentence) or _kind(document, start) not in (PROSE, LIST):
        return first
    if kind != LIST and not (kind == PROSE and FOLLOWING.search(text, start, end) and paragraphs):
        return first
    last, ended = first, False
    while last + 1 < len(spans) and not (kind == PROSE and ended):
        following, after = spans[last + 1]
        is_apart = text[end:following].strip() and not ITEM_MARK.fullmatch(text, end, following)
        if is_apart or _kind(document, following) != kind:
            break
        words += len(text[following:after].split())
        if words > MAX_ANNOUNCED_WORDS or (ended and text[following].islower()):
            return first
        last, end, ended = last + 1, after, is_ended(text[following:after])
        if not ended and not GOES_ON.search(text, following, after):
            return first
    return last if ended else first


def _kind(document: Document, start: int) -> str:
    """Return the kind of the block in which a sentence begins."""
    block = bisect_right(document.blocks, start, key=attrgetter("start")) - 1
    return document.blocks[block].kind if block >= 0 else PROSE


def _has_paragraphs_only(document: Document) -> bool:
    """Tell whether a document has neither lists nor code nor tables, which are announced as well."""
    return all(block.kind in (PROSE, HEADING, FURNITURE) for block in document.blocks)


def whole(
    texts: Sequence[str],
    joined: str,
    documents: Sequence[Document],
    *,
    lengths: Integers,
    document: Integers,
    running: Booleans,
) -> Booleans:
    """Tell which sentences are whole; one with an address, with half a quotation or that points elsewhere is not.

    Neither is an aside: a sentence that is all in brackets.

    In a punctuated document, a whole sentence ends with a final mark and begins with none. In one with capitals, it
    begins with a capital, with a name of the document, with a word that is spelled like a name (*pypdf*, *bzip2*,
    *iPhone*) or with a label before a capital.
    Whether a document is punctuated and has capitals is told by its ``running`` text, outside lists and headings.
    """
    ended = flags_of(map(is_ended, texts))
    openings = [text.lstrip(OPENING_MARKS)[:1] for text in texts]
    upper = flags_of(map(str.isupper, openings))
    lower = flags_of(map(str.islower, openings))
    opened = flags_of([opening not in NO_OPENING for opening in openings])
    punctuated = _often(ended, running, lengths, document, PUNCTUATED_SHARE)
    cased = _often(upper, running & (upper | lower), np.ones_like(lengths), document, CASED_SHARE)
    fit = ((ended & opened) | ~punctuated) & ~_having(QUOTATION_MARKS, texts, joined, _opens_quotation)
    fit &= ~_having(ASIDE_MARKS, texts, joined, _is_aside)
    structured = flags_of([bool(each.blocks) for each in documents])[document]
    for i in np.flatnonzero(fit & structured).tolist():
        fit[i] = POINTER.match(texts[i].rpartition(QUESTION_END)[2].lstrip()) is None
    names: dict[int, frozenset[str]] = {}
    for i in np.flatnonzero(fit & lower & cased).tolist():
        number, word = int(document[i]), next(word_pattern(texts[i]).finditer(texts[i]))[0]
        if number not in names:
            names[number] = _own_names(documents[number])
        fit[i] = word in names[number] or not word.islower() or any(map(str.isdigit, word)) or _labels(texts[i], word)
    return fit & ~_having(ADDRESS_MARKS, texts, joined, _has_address)


def _having(marks: Sequence[str], texts: Sequence[str], joined: str, has: Callable[[str], bool]) -> Booleans:
    """Tell which texts have what none of them has without one of these marks; ``joined`` is all of them together."""
    if not any(mark in joined for mark in marks):
        return np.zeros(len(texts), dtype=np.bool_)
    return flags_of(map(has, texts))


def _labels(text: str, word: str) -> bool:
    """Tell whether a word is only the label of a sentence.

    >>> _labels("wheel: It turns.", "wheel"), _labels("wheel: turns again.", "wheel"), _labels("wheel turns.", "wheel")
    (True, False, False)
    """
    return text.startswith(f"{word}: ") and text[len(word) + 2 :][:1].isupper()


def _opens_quotation(text: str) -> bool:
    """Tell whether a sentence has more opening quotation marks than closing ones, or fewer; in German it is not told.

    >>> [_opens_quotation(text) for text in ('"It rains," she said.', '"It rains.', "“It rains.", "„Es regnet.“")]
    [False, True, True, False]
    """
    return text.count('"') % 2 == 1 or (text.count("“") != text.count("”") and "„" not in text)


def _is_aside(text: str) -> bool:
    return text[:1] in ASIDE_MARKS and ASIDE.fullmatch(text) is not None


def _has_address(text: str) -> bool:
    """Tell whether a sentence has an address of a page or of a mailbox; ``@property`` is none."""
    return "://" in text or "www." in text or ("@" in text and any("@" in word[1:] for word in text.split()))


def _often(flags: Booleans, among: Booleans, weights: Integers, document: Integers, share: float) -> Booleans:
    """Tell for each sentence whether more than a share of those of its document have a flag, by weight."""
    total = np.bincount(document, weights * among)
    return np.asarray((np.bincount(document, weights * (among & flags)) > share * total)[document], dtype=np.bool_)


def _own_names(document: Document) -> frozenset[str]:
    """Return the words of the title, of the name of the file, of headings and of a first line without a full stop.

    A first line that is a sentence and begins with a small letter begins with a name.
    """
    first = document.text.lstrip().partition("\n")[0]
    headings = [document.text[block.start : block.end] for block in document.blocks if block.kind == "heading"]
    beginning = first if not is_ended(first) else first.split()[0] if first[0].islower() else ""
    named = [document.title or "", document.id or "", *headings, beginning]
    text = " ".join(named).lower().replace("_", " ")
    return frozenset(word_pattern(text).findall(text))
