"""Sentences to trimmed sentences: what is glued to their ends and is no part of them is left out.

The offsets of a sentence move inward, so that its text stays an exact stretch of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
# What may be glued to the front of a sentence. The sentence then begins behind it.
DATELINE = re.compile(
    r"(?=[A-Z(])(?:[A-Z][A-Z.'’-]+(?: [A-Z][A-Z.'’-]+){0,3}(?:, [A-Z\d][\w.'’-]*(?: [A-Z\d][\w.'’-]*){0,2} ?){0,2}"
    r"\s*)?(?:\(\s?[A-Z][\w.&'/ -]{0,30}\))?\s?(?:--|—|–|-)\s+(?=\S)"
)
# "Washington — the house …": only at the very beginning, and where no second dash makes it a part of the sentence.
CITY = re.compile(
    r"[A-Z][\w.]+(?: [\w.]+){0,2}(?:, [\w.]+(?: [\w.]+)?){0,2} ?(?:\( ?[\w. ]{2,20} ?\) ?)?(?:—|--|–)\s(?=\S)"
)
AGENCY = re.compile(
    r"\(\s?[A-Z][\w.&'-]*(?:\s[A-Z][\w.&'-]*){0,3}\s?\)\s*(?:(?:--|—|–|-)\s*)?(?=[\"“'A-Z\d])|"
    # "Nairobi, Kenya (CNN) …": where no dash follows, only the name of an agency shows that this is a dateline.
    r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){0,3}(?:, [A-Z][\w.]+(?: [A-Z][\w.]+){0,2})? "
    r"\((?:CNN(?: [A-Z]\w+){0,2}|AP|AFP|UPI|BBC|DPA|dpa|Reuters|Xinhua|Bloomberg)\) (?=[\"“'A-Z\d])"
)
CREDITED = re.compile(r"\(\s?[^()]{2,60}\)\s+(?=[\"“\w])")  # "(Lena Ortiz, Harbour Gazette) The bridge …"
GLUED_FRONT = re.compile(
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|PURPOSE|AIMS?|MOTIVATION|(?:MATERIALS? AND )?METHODS?|METHODOLOGY|DESIGN|"
    r"(?:MAIN )?RESULTS?|FINDINGS|(?:RESULTS AND )?DISCUSSION|CONCLUSIONS?|SIGNIFICANCE|INTERPRETATION|SUMMARY|"
    r"ABSTRACT)\b:?\s+(?=\w)|"
    r"(?:Background|Importance|Context|Objectives?|Purpose|Aims?|Methods?|Design|Results|Findings|Conclusions?)\s+"
    r"(?=(?:The|We|In|Of|To|A|An|This|These|There|Our|All|Among|Between|For|From|It|Both|While|Although)\s|we\s|our\s)|"
    r"(?:Objective|Purpose|Aim)\s+(?=to\s)|CLOSE\s+(?=[A-Z\d\"“])|(?:UPDATE|Update|BREAKING)(?: \d+)?\s?:\s*|"
    r"[Aa]dvertisement\s+(?:continue reading the main story\s+)?(?=\S)|"
    r"\[\s?[^\[\]]{20,160}\]\s+(?=[\"“\w])|"  # a link to another page: "[ a history of the bridge ]"
    r"\(\s?photos?:[^()]*\)\s*|[-*•‣◦▪●]\s+(?=\S)|\[?\d{1,2}:\d\d(?::\d\d)?\]\s*|(?:Dear|Hi|Hello) [\w ]{2,30},\s+|"
    rf"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?(?:{MONTHS}) \d{{1,2}}, \d{{4}}\s?(?=[A-Z\"“])",
)
# The credit of a photograph: what is before it is the caption.
CREDIT = re.compile(
    r"\(\s?(?:[^()]{0,60}\bphotos?\b[^()]{0,60}|[^()]{0,60}/(?:ap|afp|reuters|getty)[^()]{0,40}|associated press|"
    r"reuters|getty images)\s?\)\s*",
    re.IGNORECASE,
)
DASH = re.compile("—|--|–")
# What may be glued to the end: a legend behind the full stop, a quotation mark that opens the next sentence.
GLUED_END = re.compile(r"(?<=[\w)\]>%\s]\.)\s?fig(?:ure|s)?\.?\s*(?:\d|<dig>)", re.IGNORECASE)
OPENING_QUOTE = re.compile(r"[.!?]\s+[\"“]$")

DATELINE_SENTENCES = 6  # a dateline or a credit may stand behind a headline and a byline
CITY_SENTENCES = 3  # the same for a city in small letters
MIN_TRIMMED_CHARACTERS = 20  # that must be left of a sentence


def trim(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    r"""Move the ends of sentences past a dateline, run-in heading, credit or legend that is glued to them.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    # A look at the whole text is faster than one at each sentence.
    credited, legends = "(" in text, "fig" in text.lower()
    trimmed = []
    for position, (start, end) in enumerate(spans, start=1):
        start = _behind_front(text, _behind_credit(text, start, end) if credited else start, end, position)
        trimmed.append((start, _before_end(text, start, end, legends=legends)))
    return trimmed


def _behind_front(text: str, start: int, end: int, position: int) -> int:
    """Return where a sentence begins behind what is glued to its front; ``position`` is its place in the document."""
    front = GLUED_FRONT.match(text, start, end)
    if front is None and position <= DATELINE_SENTENCES:
        front = DATELINE.match(text, start, end)
        front = front or CREDITED.match(text, start, end)
    if front is None and position == 1:
        front = AGENCY.match(text, start, end)
    if front is None and position <= CITY_SENTENCES:
        front = _city(text, start, end)
    behind = front is not None and front.end() > start and end - front.end() >= MIN_TRIMMED_CHARACTERS
    return front.end() if front is not None and behind else start


def _before_end(text: str, start: int, end: int, *, legends: bool) -> int:
    """Return where a sentence ends before a legend or the quotation mark of the next sentence."""
    legend = GLUED_END.search(text, start, end) if legends and "fig" in text[start:end].lower() else None
    if legend is not None:
        end = legend.start()
    opens = text[end - 1] == "“" or (text[end - 1] == '"' and text.count('"', start, end) % 2 == 1)
    opening = OPENING_QUOTE.search(text, max(start, end - 4), end) if opens else None
    return opening.start() + 1 if opening else end


def _behind_credit(text: str, start: int, end: int) -> int:
    if "(" in text[start:end]:
        for credit in CREDIT.finditer(text, start, end):
            if end - credit.end() >= MIN_TRIMMED_CHARACTERS:
                start = credit.end()
    return start


def _city(text: str, start: int, end: int) -> re.Match[str] | None:
    city = CITY.match(text, start, end)
    return city if city and not DASH.search(text, city.end(), end) else None
