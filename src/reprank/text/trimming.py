"""Sentences to trimmed sentences: a dateline or the label of a speaker before them is no part of them.

Offsets move inward, so that the text of a sentence stays an exact stretch of the source. A label ("ANITA:", "Mr Lee:")
is known by its return: somebody else speaks, and then the same person again; and most paragraphs have one. Words such
as *Note* or *Decision* are labels too, but nobody's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from reprank.patterns import lazy_pattern

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
# "LIMA, Peru (AP) — ", "Port Alder, 12 May -- ", "(Harbour Gazette) "
DATELINE = lazy_pattern(
    r"(?P<place>(?:(?:[A-Z][\w.'’-]*+|\d{1,2}),?+ ){0,7}+)(?P<source>\([^()]{2,60}+\)\s*+)?+(?P<dash>(?:--|[—–-])\s+)?+"
)
DASHES = ("—", "–", "--", " - ")
# Run-in headings, bullets, times and the like.
GLUED_FRONT = lazy_pattern(
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|PURPOSE|AIMS?|MOTIVATION|(?:MATERIALS? AND )?METHODS?|METHODOLOGY|DESIGN|"
    r"(?:MAIN )?RESULTS?|FINDINGS|(?:RESULTS AND )?DISCUSSION|CONCLUSIONS?|SIGNIFICANCE|INTERPRETATION|SUMMARY|"
    r"ABSTRACT)\b:?\s+(?=\w)|"
    r"CLOSE\s+(?=[A-Z\d\"“])|(?:UPDATE|Update|BREAKING)(?: \d+)?\s?:\s*|"
    r"[Aa]dvertisement\s+(?:continue reading the main story\s+)?(?=\S)|"
    r"\[\s?[^\[\]]{20,160}\]\s+(?=[\"“\w])|"  # a link to another page: "[ a history of the bridge ]"
    r"\(\s?photos?:[^()]*\)\s*|[-*•‣◦▪●]\s+(?=\S)|\[?\d{1,2}:\d\d(?::\d\d)?\]\s*|(?:Dear|Hi|Hello) [\w ]{2,30},\s+|"
    rf"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?(?:{MONTHS}) \d{{1,2}}, \d{{4}}\s?(?=[A-Z\"“])",
)
# The credit of a photograph: what is before it is the caption.
CREDIT = lazy_pattern(
    r"\(\s?(?:[^()]{0,60}\bphotos?\b[^()]{0,60}|[^()]{0,60}/(?:ap|afp|reuters|getty)[^()]{0,40}|associated press|"
    r"reuters|getty images)\s?\)\s*",
    re.IGNORECASE,
)
# What may be glued to the end: a quotation mark that opens the next sentence.
OPENING_QUOTE = lazy_pattern(r"[.!?]\s+[\"“]$")
MAX_SENTENCES = 3  # a headline and a byline may stand before the dateline
MIN_TRIMMED_CHARACTERS = 20  # that must be left of a sentence
LABEL = lazy_pattern(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?[\])]?\s+)?(?:>>+\s*)?"  # the time
    r"([^\W\d_][\w.'’-]*(?: [\w.'’()-]+){0,3}(?:, [\w ]{1,20})?) ?(?:(?::(?=\s))|：)\s*"
)
MIN_LABELS = 4  # in a transcript, and …
MIN_LABELS_OF_SPEAKER = 2  # … of one speaker in it
MAX_LABEL_CHARACTERS = 40
MIN_TURNS = 0.5  # of the paragraphs of a transcript that have a label
NO_SPEAKERS = frozenset([
    "note", "notes", "warning", "caution", "tip", "hint", "example", "examples", "answer", "question", "update",
    "correction", "source", "sources", "photo", "photos", "image", "video", "watch", "read", "related", "see", "more",
    "caption", "credit", "decision", "decisions", "decided", "agreed", "resolved", "resolution", "action", "actions",
    "vote", "conclusion", "result", "results", "summary", "background", "method", "methods", "aim", "objective",
    "abstract", "keywords", "step", "figure", "fig", "table", "section", "chapter", "part", "date", "time", "place",
    "venue", "location", "present", "absent", "apologies", "minutes", "subject", "from", "to", "cc", "bcc",
    "re", "sent", "price", "cost", "address", "phone", "tel", "email", "web", "url", "isbn", "doi", "pros", "cons",
    "rating", "verdict", "ingredients", "serves", "total", "name", "title", "author",
])  # fmt: skip

Span = tuple[int, int]


def trim(text: str, spans: Sequence[Span]) -> list[Span]:
    r"""Move the ends of sentences past a dateline, run-in heading, credit or quotation mark that is glued to them.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    credited = "(" in text  # a look at the whole text is faster than one at each sentence
    trimmed = []
    for position, (start, end) in enumerate(spans, start=1):
        start = _behind_credit(text, start, end) if credited else start
        front = GLUED_FRONT.match(text, start, end)
        behind = front.end() if front else _behind_dateline(text, start, end) if position <= MAX_SENTENCES else start
        start = behind if end - behind >= MIN_TRIMMED_CHARACTERS else start
        trimmed.append((start, _before_end(text, start, end)))
    return trimmed


def _behind_dateline(text: str, start: int, end: int) -> int:
    """Return where a sentence begins behind a dateline.

    "Port Alder — a town of fishermen — was flooded" and "World Health Organization (WHO) officials came" have none.
    """
    found = DATELINE.match(text, start, end)
    if found is None:
        return start
    place, source, dash = found["place"], found["source"], found["dash"]
    if dash is None:
        initials = "".join(word[0] for word in place.split())
        is_dateline = source is not None and (not place or (source.strip(" ()").isupper() and initials not in source))
    else:
        rest = text[found.end() : end]
        is_dateline = source is not None or place.isupper() or not place or not any(mark in rest for mark in DASHES)
    return found.end() if is_dateline else start


def _before_end(text: str, start: int, end: int) -> int:
    """Return where a sentence ends before the quotation mark of the next sentence."""
    opens = text[end - 1] == "“" or (text[end - 1] == '"' and text.count('"', start, end) % 2 == 1)
    opening = OPENING_QUOTE.search(text, max(start, end - 4), end) if opens else None
    return opening.start() + 1 if opening else end


def _behind_credit(text: str, start: int, end: int) -> int:
    if "(" in text[start:end]:
        for credit in CREDIT.finditer(text, start, end):
            if end - credit.end() >= MIN_TRIMMED_CHARACTERS:
                start = credit.end()
    return start


def behind_labels(text: str, spans: list[Span], stopwords: frozenset[str]) -> list[Span]:
    """Move the beginnings of the sentences of a transcript behind the labels of their speakers.

    >>> text = "Anna: It rains. Tom: It does. Anna: Much? Tom: Very much."
    >>> spans = behind_labels(text, [(0, 15), (16, 29), (30, 41), (42, 57)], frozenset())
    >>> [text[start:end] for start, end in spans]
    ['It rains.', 'It does.', 'Much?', 'Very much.']
    """
    if text.count(":") + text.count("：") < MIN_LABELS:
        return spans
    labels = [LABEL.match(text, *span) for span in spans]
    names = Counter(label[1] for label in labels if label is not None and _may_speak(label[1], stopwords))
    speakers = {name for name, count in names.items() if count >= MIN_LABELS_OF_SPEAKER}
    speakers |= {name for name in names if speakers and _is_name(name)}
    if len(speakers) < 2 or sum(names[name] for name in speakers) < MIN_LABELS:
        return spans
    if not _are_turns(text, spans, [label is not None and label[1] in speakers for label in labels]):
        return spans
    return [_behind(span, label, speakers) for span, label in zip(spans, labels, strict=True)]


def _are_turns(text: str, spans: list[Span], labelled: list[bool]) -> bool:
    """Tell whether most paragraphs are turns: a list of states or of products has labels too, among other paragraphs.

    A text on few lines shows no paragraphs; there the return of its labels has to do.
    """
    opening = [
        label
        for (start, _), label in zip(spans, labelled, strict=True)
        if not start or "\n" in text[max(0, start - 2) : start]
    ]
    return len(opening) < MIN_LABELS or sum(opening) >= MIN_TURNS * len(opening)


def _behind(span: Span, label: re.Match[str] | None, speakers: set[str]) -> Span:
    if label is None or label[1] not in speakers or label.end() >= span[1]:
        return span
    return label.end(), span[1]


def _may_speak(name: str, stopwords: frozenset[str]) -> bool:
    words = name.lower().split()
    return (
        len(name) <= MAX_LABEL_CHARACTERS
        and not NO_SPEAKERS.intersection(words)
        and (len(words) == 1 or _is_name(name) or not stopwords.intersection(words))
    )


def _is_name(name: str) -> bool:
    """Tell whether all words of a label begin with a capital, or are numbers: "Speaker 2"."""
    return all(word[0].isupper() or word[0].isdigit() for word in name.partition(",")[0].split())
