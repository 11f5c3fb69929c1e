"""Sentences to trimmed sentences: a dateline or the label of a speaker before them is no part of them.

Offsets move inward, so that the text of a sentence stays an exact stretch of the source. A label ("ANITA:", "Mr Lee:")
is known by its return: somebody else speaks, and then the same person again; and most paragraphs have one. Words such
as *Note* or *Decision* are labels too, but nobody's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

# "LIMA, Peru (AP) — ", "Port Alder, 12 May -- ", "(Harbour Gazette) "
DATELINE = re.compile(
    r"(?P<place>(?:(?:[A-Z][\w.'’-]*+|\d{1,2}),?+ ){0,7}+)(?P<source>\([^()]{2,60}+\) ?)?+(?:--|[—–-])\s+(?=\S)"
    r"|\([^()]{2,60}+\)\s*(?=[\"“\w])"
)
DASHES = ("—", "–", "--", " - ")
MAX_SENTENCES = 3  # a headline and a byline may stand before the dateline
MIN_TRIMMED_CHARACTERS = 20  # that must be left of a sentence
LABEL = re.compile(
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
    r"""Move the beginnings of the first sentences of a document behind a dateline.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    return [*(_behind_dateline(text, *span) for span in spans[:MAX_SENTENCES]), *spans[MAX_SENTENCES:]]


def _behind_dateline(text: str, start: int, end: int) -> Span:
    found = DATELINE.match(text, start, end)
    if found is None or end - found.end() < MIN_TRIMMED_CHARACTERS:
        return start, end
    place, rest = found["place"], text[found.end() : end]
    if place and not place.isupper() and not found["source"] and any(dash in rest for dash in DASHES):
        return start, end  # "Port Alder — a town of fishermen — was flooded": no dateline, but a part of the sentence
    return found.end(), end


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
