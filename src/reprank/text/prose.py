"""Sentences to prose: what may be part of a summary, and what is page furniture.

Structure decides before words do: how the text is punctuated, where a line ends, capitals, brackets. The lists name
what structure cannot see: phrases of web pages, credits and papers, in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.text.fixed_phrases import FixedPhrases, holds
from reprank.text.tokens import count_capitals, count_letters, normal_form, word_pattern

MIN_SENTENCE_WORDS = 5  # of a sentence that may stand alone in a summary
MIN_TITLE_WORDS = 3
MIN_LETTER_SHARE = 0.6  # of the characters that are not spaces
PUNCTUATED_SHARE = 0.7  # share of words in sentences with a final mark, above which a line without one is no sentence
UNPUNCTUATED_SHARE = 0.3  # share below which a document has no marks, whatever the others have
MIN_SENTENCES = 5  # of a document from which its punctuation can be told
MIN_SENTENCES_OF_ARTICLE = 8  # from here on a missing last mark means that the text was cut off
CASED_SHARE = 0.5  # share of sentences that begin with a capital, above which capitals carry meaning
SHOUTING_SHARE = 0.8  # share of capitals above which a sentence is a heading, where capitals carry meaning
CUT_OFF = re.compile(r"(\w+|,)\s?(?:\.\.\.|…)$")  # the end of a teaser or of a caption that was too long
ENDED = re.compile(r"[.!?…。！？؟।॥։;:][\"'”’»)\]}]*\s*$")
PLAIN_ENDS = frozenset(".!?")
MARKUP = re.compile(r"\{[^{}]*\}")  # how transcripts note a laugh or a broken-off word
# A quoted mail, a date, the time of an update, or a bar, which separates parts of a page: at the beginning.
PAGE_LINE = re.compile(r">|\d{4}[/-]\d\d[/-]\d\d\b|\||(?:Published|Updated|Posted)\b[^.!?]{0,20}\d")
LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # of a link in Markdown, whose words are part of the sentence
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
CAPTION = re.compile(
    r"\W*(?:fig|figs|figure|figures|figura|abb|abbildung|table|tab|tabelle|tabla|tabela|рис|scheme|plate|panel)\b\.?\s*"
    r"(?:s?\d+|<dig>|[ivx]+\b)[a-z]?(?!\w)(?!\s+(?:and|is|are|was|were|shows?|show|presents?|gives?|lists?|illustrates?|"
    r"summari[sz]es?|depicts?|displays?|compares?|reports?|demonstrates?|indicates?|provides?|describes?))",
    re.IGNORECASE,
)

# Phrases of page furniture, lower-cased. A sentence with one of them is no prose.
FURNITURE = FixedPhrases([
    "http://", "https://", "www.", "pic.twitter", "©", "(@", "contributed to this report", "contributed to this story",
    "all rights reserved", "click here", "photo by", "getty images", "image copyright", "image caption",
    "media caption", "media playback", "story highlights", "read more", "related articles", "related stories",
    "sign up for", "subscribe to our", "follow us on", "share this", "this material may not be published",
    "tweet with a location", "your tweet", "tweet location", "embed this tweet", "internet archive", "alexa internet",
    "wayback machine", "broken links on the web", "cookies to", "enable javascript", "terms of service",
    "privacy policy", "newsletter", "skip to", "(ap photo", "file photo", "photos:", "( photo", "(photo",
    "people we've lost in", "appear next to your comments", "appear next to all of your comments",
    "project gutenberg", "transcriber's note", "authors' contributions", "all authors read and approved",
    "read and approved the final manuscript", "drafted the manuscript", "competing interests",
    "conceived and designed the", "conceived of the study", "additional file", "toggle caption",
    "requests for single reprints", "author addresses", "correspondence:", "e-mail", "copyright 20", "copyright 19",
    "javascript is disabled", "ip address for this domain", "acknowledgment:", "acknowledgement:", "acknowledgements:",
    "acknowledgments:", "grant support:", "continue reading the main story", "is unsupported on your device",
    "thank you for signing up", "sign up thank you", "( associated press )", "(associated press)", "ap photo/",
    "/reuters", "reuters/", "/afp", "/getty", "getty/", "see more of", "live blog", "see the original story",
    "text size -", "be the first to know", "watch:", "you must log in", "verification email",
    "breaking news alerts", "breaking news emails", "take our poll", "your email address", "your inbox",
    "published every weekday", "the associated press contributed", "scroll down for", "caption:", "spam or junk folder",
    "not a robot", "view images", "photograph by", " photo/",
])  # fmt: skip

# Captions of photographs: what is seen in them, or a full date with the weekday, which agencies put there.
WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
PHOTOGRAPH = re.compile(
    r"in (?:this|an undated) (?:[\w.,]+ ){0,6}?(?:photo|photograph|picture|frame grab|image from|video)\b"
    r"(?! (?:that|posted))|"
    r"\((?:l-r|left|right|centre|center)\)|(?:undated|handout|file|courtesy|afp|ap|reuters) (?:photo|image)\w*|"
    r"photo(?:graph)?s?: |\b(?:is|are) (?:seen|pictured) (?:here|during|outside|above|below)\b|"
    rf"\b{WEEKDAY}, {MONTH} \d{{1,2}}, \d{{4}}",
    re.IGNORECASE,
)

# No caption without one of these: they are found faster than the pattern.
CAPTIONS = FixedPhrases([
    "photo", "picture", "frame grab", "image", "video", "(l-r)", "(left)", "(right)", "(centre)", "(center)", "seen ",
    *(f"{day}day, " for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")),
])  # fmt: skip

# What may be glued to the front of a sentence. The sentence then begins behind it.
DATELINE = re.compile(
    r"(?=[A-Z(])(?:[A-Z][A-Z.'’-]+(?: [A-Z][A-Z.'’-]+){0,3}(?:, (?:[A-Z\d][\w.'’-]* ?){1,3}){0,2}\s*)?"
    r"(?:\(\s?[A-Z][\w.&'/ -]{0,30}\))?\s?(?:--|—|–|-)\s+(?=\S)"
)
# "Washington — the house …": only at the very beginning, and where no second dash makes it a part of the sentence.
CITY = re.compile(
    r"[A-Z][\w.]+(?: [\w.]+){0,2}(?:, [\w.]+(?: [\w.]+)?){0,2} ?(?:\( ?[\w. ]{2,20} ?\) ?)?(?:—|--|–)\s(?=\S)"
)
AGENCY = re.compile(r"\(\s?(?:[A-Z][\w.&'-]*\s?){1,4}\)\s*(?:(?:--|—|–|-)\s*)?(?=[\"“'A-Z\d])")
GLUED_FRONT = re.compile(
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|PURPOSE|AIMS?|MOTIVATION|(?:MATERIALS? AND )?METHODS?|METHODOLOGY|DESIGN|"
    r"(?:MAIN )?RESULTS?|FINDINGS|(?:RESULTS AND )?DISCUSSION|CONCLUSIONS?|SIGNIFICANCE|INTERPRETATION|SUMMARY|"
    r"ABSTRACT)\b:?\s+(?=\w)|CLOSE\s+(?=[A-Z\d\"“])|(?:UPDATE|Update|BREAKING)(?: \d+)?\s?:\s*|"
    r"[Aa]dvertisement\s+(?:continue reading the main story\s+)?(?=\S)|"
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

CITY_SENTENCES = 3  # the same for a city in small letters
DATELINE_SENTENCES = 6  # a dateline may stand behind a headline and a byline
MAX_TITLE_GAP = 9  # characters behind a title in which its line must end
MIN_TRIMMED_CHARACTERS = 20  # that must be left of a sentence

FILLERS = frozenset({"uh", "um", "uhm", "mm", "hmm", "er", "erm", "mhm", "yeah", "okay", "ah", "oh"})


def trim(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    r"""Move the ends of sentences past a dateline, run-in heading, credit or legend that is glued to them.

    >>> text = "LIMA, Peru (AP) — The river rose by two metres. It fell."
    >>> [text[start:end] for start, end in trim(text, [(0, 47), (48, 56)])]
    ['The river rose by two metres.', 'It fell.']
    """
    credited, legends = (
        "(" in text,
        "fig" in text.lower(),
    )  # a look at the whole text is faster than one at each sentence
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
    if front is None and position == 1:
        front = AGENCY.match(text, start, end)
    if front is None and position <= CITY_SENTENCES:
        front = _city(text, start, end)
    behind = front is not None and front.end() > start and end - front.end() >= MIN_TRIMMED_CHARACTERS
    return front.end() if front is not None and behind else start


def _before_end(text: str, start: int, end: int, *, legends: bool) -> int:
    """Return where a sentence ends before a legend or the quotation mark of the next sentence."""
    legend = GLUED_END.search(text, start, end) if legends else None
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


def well_formed(
    texts: Sequence[str], words: Sequence[str], *, lengths: Integers, document: Integers, stopwords: frozenset[str]
) -> Booleans:
    """Tell which sentences read as prose: no headings, captions, table rows, credits, navigation or fragments.

    In a document that is punctuated, a line without a final mark is a heading, a caption or the place where the text
    was cut off. A short document, such as a review, may lack its last mark, unless a function word shows that it was
    cut. ``words`` are the different words of all sentences, in normal form.
    """
    whole, known = "\n".join(texts), frozenset(words)
    furniture, in_captions = FURNITURE.present(whole, known), CAPTIONS.present(whole, known)
    cased = sum(text[:1].isupper() for text in texts) > CASED_SHARE * len(texts)
    prose = np.array([_is_prose(text, furniture, in_captions, cased=cased) for text in texts], dtype=np.bool_)
    prose &= lengths >= MIN_SENTENCE_WORDS
    for i, text in enumerate(texts):
        if text.endswith(("...", "…")) and (cut := CUT_OFF.search(text)):
            credited = i + 1 < len(texts) and texts[i + 1].startswith("(")
            prose[i] &= not credited and cut[1] != "," and cut[1].lower() not in stopwords
    ended = np.array([_has_end(text) for text in texts], dtype=np.bool_)
    return prose & (ended | ~_expects_marks(ended, prose, lengths, document, texts, stopwords))


def _has_end(text: str) -> bool:
    return text[-1:] in PLAIN_ENDS or ENDED.search(text, max(len(text) - 8, 0)) is not None


def _expects_marks(
    ended: Booleans,
    prose: Booleans,
    lengths: Integers,
    document: Integers,
    texts: Sequence[str],
    stopwords: frozenset[str],
) -> Booleans:
    """Tell which sentences must have a final mark because their document, or all documents, are punctuated."""
    size = int(document.max(initial=-1)) + 1
    words = np.bincount(document, lengths * prose, size)
    marked = np.bincount(document, lengths * (prose & ended), size)
    sentences = np.bincount(document, prose, size)
    unpunctuated = (sentences >= MIN_SENTENCES) & (marked < UNPUNCTUATED_SHARE * words)
    overall = marked.sum() > PUNCTUATED_SHARE * words.sum()
    punctuated = ((marked > PUNCTUATED_SHARE * words) | overall) & ~unpunctuated
    expected: Booleans = punctuated[document]
    last = np.append(document[1:] != document[:-1], True)[: len(document)]
    short = (sentences < MIN_SENTENCES_OF_ARTICLE)[document]
    for sentence in np.flatnonzero(last & expected & ~ended & short).tolist():
        word = texts[sentence].rsplit(maxsplit=1)[-1].strip("\"'”’)]").lower()
        expected[sentence] = word in stopwords or word.endswith(",")
    return expected


def _is_prose(text: str, furniture: Sequence[str], in_captions: Sequence[str], *, cased: bool) -> bool:
    """Tell whether a text reads as a sentence: mostly letters, no credit, link, caption or date line."""
    if "](" in text:
        text = LINK_TARGET.sub("]", text)
    if PAGE_LINE.match(text) or CAPTION.match(text):
        return False
    lowered = text.lower() if furniture or in_captions else ""
    if holds(lowered, furniture) or (holds(lowered, in_captions) and PHOTOGRAPH.search(text)):
        return False
    if "{" in text and (text.endswith("}") or len(MARKUP.sub(" ", text).split()) < MIN_SENTENCE_WORDS):
        return False
    letters = count_letters(text)
    if cased and count_capitals(text) > SHOUTING_SHARE * letters:
        return False
    return letters >= MIN_LETTER_SHARE * (len(text) - text.count(" "))


def is_title(text: str, end: int, sentence: str) -> bool:
    r"""Tell whether the first sentence of a document, which ends at ``end``, is a line of its own without a final mark.

    >>> text = "Storm closes the harbour\nThe harbour of Brekka was closed on Monday."
    >>> is_title(text, 24, text[:24])
    True
    """
    rest = text[end : end + MAX_TITLE_GAP].lstrip(" \t\r")
    alone = rest.startswith("\n") and ENDED.search(sentence) is None and len(sentence.split()) >= MIN_TITLE_WORDS
    if not alone:
        return False
    words = frozenset(map(normal_form, word_pattern(sentence).findall(sentence)))
    return _is_prose(sentence, FURNITURE.present(sentence, words), CAPTIONS.present(sentence, words), cased=False)


def disfluency(texts: Sequence[str], filler: Booleans, sentence: Integers) -> Floats:
    """Return the share of markup and filler words in each sentence: "{gap} uh, yeah" has nothing else.

    ``filler`` and ``sentence`` are given for each word of the running text.
    """
    count = np.bincount(sentence, filler, len(texts)).astype(np.float64, copy=False)
    if any("{" in text for text in texts):
        count += np.array([text.count("{") for text in texts], dtype=np.float64)
    return count / np.maximum(np.bincount(sentence, minlength=len(texts)), 1)
