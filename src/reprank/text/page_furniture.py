"""Sentences to page furniture: links, credits, captions, notices and navigation, which are no prose.

Structure decides before words do. The lists name what structure cannot see: phrases of web pages, credits and papers,
in English.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reprank.text.fixed_phrases import FixedPhrases, holds
from reprank.text.tokens import count_capitals, count_letters

MIN_SENTENCE_WORDS = 5  # of a sentence that may stand alone in a summary
MIN_LETTER_SHARE = 0.6  # of the characters that are not spaces
SHOUTING_SHARE = 0.8  # share of capitals above which a sentence is a heading, where capitals carry meaning
MARKUP = re.compile(r"\{[^{}]*\}")  # how transcripts note a laugh or a broken-off word
# A quoted mail, a date, the time of an update, or a bar, which separates parts of a page: at the beginning.
PAGE_LINE = re.compile(r">|\d{4}[/-]\d\d[/-]\d\d\b|\||(?:Published|Updated|Posted)\b[^.!?]{0,20}\d")
LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # of a link in Markdown, whose words are part of the sentence
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
    "not a robot", "view images", "photograph by", " photo/", "editor's note", "editor’s note",
    "click on the link", "activate your profile", "activate your account", "verify your email", "thank you for reading",
    "subscriber account", "digital subscription", "by copying the code below", "in your facebook", "re-enter zip code",
    "story continues below", "you may also like", "recommended for you", "crawl data", "webcrawl",
    "archive pages as they", "page you requested", "page not found", "hide caption", "log in to continue",
    "unsubscribe",
])  # fmt: skip

# Captions of photographs: what is seen in them, or a full date with the weekday, which agencies put there.
WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
PHOTOGRAPH = re.compile(
    r"in (?:this|an undated) (?:[\w.,]+ ){0,6}?(?:photo|photograph|picture|frame grab|image from|video)\b"
    r"(?! (?:that|posted))|"
    r"\((?:l-r|left|right|centre|center)\)|(?:undated|handout|file|courtesy|afp|ap|reuters) (?:photo|image)\w*|"
    r"photo(?:graph)?s?: |\b(?:is|are) (?:seen|pictured) (?:here|during|outside|above|below)\b|"
    rf"\b{WEEKDAY}, {MONTH} \d{{1,2}},? \d{{4}}",
    re.IGNORECASE,
)
# "The mayor opens the bridge in Port Alder, June 3, 2024.": a full date at the end, and no verb of a report.
DATED_END = re.compile(rf"\b{MONTH} \d{{1,2}},? \d{{4}}\W{{0,3}}$", re.IGNORECASE)
# A verb in the past, or an auxiliary. As text: few documents need it, and to compile it takes time.
REPORTING_VERB = (
    r"\b(?!(?:red|bed|feed|need|seed|speed|unit|united|bred|shed|hundred|indeed|wed|named|called|based)\b)\w+ed\b|"
    r"\b(?:was|were|had|has|have|did|will|would|could|is|are|became|began|born|broke|brought|built|came|fell|fought|"
    r"found|gave|got|held|kept|knew|led|left|lost|made|met|paid|ran|rose|said|sang|sat|saw|sent|shot|sold|spoke|"
    r"stood|struck|swore|taught|told|took|went|won|wrote)\b"
)
# Links and requests to the reader.
REQUEST = re.compile(
    r"\W*(?:(?:watch|see|view|listen to|play|check out|read|download) (?:the|our|more|her|his|a|this|that) "
    r"(?:\w+ ){0,3}?(?:videos?|trailers?|clips?|interviews?|audio|podcasts?|photos?|pictures|images|gallery|slideshow|"
    r"full (?:story|article|report|text|statement|interview)|here|below)\b|learn more (?:about|at)\b|"
    r"(?:get|download) the \w+ app\b|would you like to proceed\b|join us on\b|like us on\b|find us on\b)",
    re.IGNORECASE,
)

# No caption without one of these: they are found faster than the pattern.
CAPTIONS = FixedPhrases([
    "photo", "picture", "frame grab", "image", "video", "(l-r)", "(left)", "(right)", "(centre)", "(center)", "seen ",
    *(f"{day}day, " for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")),
])  # fmt: skip


def reads_as_sentence(text: str, furniture: Sequence[str], in_captions: Sequence[str], *, cased: bool) -> bool:
    """Tell whether a text reads as a sentence: mostly letters, no credit, link, caption or date line."""
    if "](" in text:
        text = LINK_TARGET.sub("]", text)
    if PAGE_LINE.match(text) or CAPTION.match(text) or REQUEST.match(text):
        return False
    if (
        text[-6:-1].strip(" ,").isdigit()
        and DATED_END.search(text)
        and not re.search(REPORTING_VERB, text, re.IGNORECASE)
    ):
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
