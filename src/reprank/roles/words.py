"""Words to what they do: small words by language, phrases of web pages, captions, and the statements of papers.

Small words point back, connect, mean a person or make a thing definite. Papers say with set phrases what they set out
to do and what they found ("in this study", "our results show"). A document that often does so is a paper; in other
documents the phrases mean nothing. They are English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import numpy as np

from reprank.arrays import Booleans, flags_of
from reprank.patterns import lazy_pattern
from reprank.text.tokens import ASCII_WORD, PLAIN_WORD, normal_form
from reprank.text.units import Units

MIN_STATEMENTS = 3  # of a paper, and …
MIN_SHARE = 0.02  # … of its sentences
FIRST_KANA = "\u3041"
# No statement without one of these: they are found faster than the pattern.
WORDS_OF_STATEMENTS = frozenset([
    "study", "paper", "work", "article", "report", "review", "trial", "here", "herein", "aim", "aims", "goal", "goals",
    "purpose", "purposes", "objective", "objectives", "we", "results", "findings", "data", "observations", "analysis",
    "analyses", "conclusion", "summary", "conclude", "together",
])  # fmt: skip
STATES = lazy_pattern(
    r"\b(?:in (?:this|the present|our) (?:study|paper|work|article|report|review|trial)|"
    r"this (?:study|paper|work|article|report|review|trial)|(?:here|herein),? we|"
    r"the (?:aim|goal|purpose|objective)s? of (?:this|the present|our)|"
    r"we (?:found|find|show(?:ed)?|report(?:ed)?|demonstrated?|concluded?|propose|present|describe|developed|"
    r"identified|investigated|examined|hypothesi[sz]ed?)|"
    r"(?:our|these|the present) (?:results|findings|data|observations|analys[ie]s|study)|"
    r"in (?:conclusion|summary)|to conclude|taken together|"
    r"results (?:show|suggest|indicate|demonstrate|reveal))\b",
    re.IGNORECASE,
)


def _by_language(lists: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Read lists in which an underscore joins the words of one entry."""
    return {code: frozenset(entry.replace("_", " ") for entry in words.split()) for code, words in lists.items()}


# Pronouns and demonstratives; then connectives of one or two words.
POINTERS = _by_language(
    {
        "en": (
            "he she they it his her hers their theirs its him them this that these those such both neither either "
            "another others"
        ),
        "de": "er sie es dies diese dieser dieses diesen diesem jene jener jenes sein seine ihre deren dessen solche",
        "fr": "il elle ils elles ce cet cette ces cela ceci ça celui-ci celle-ci ceux-ci lui leur leurs son sa ses tel",
        "es": "él ella ellos ellas esto este esta estos estas eso ese esa esos esas ello su sus tal tales",
        "it": "egli ella esso essa essi esse lui lei loro questo questa questi queste ciò quello quella tale tali",
        "pt": "ele ela eles elas isso isto este esta estes estas esse essa esses essas seu sua seus suas tal tais",
        "nl": "hij zij ze dit dat deze die zijn haar hun zulke",
        "ru": "он она они оно это этот эта эти его её их такой такая такие",
        "el": "αυτός αυτή αυτό αυτοί αυτές αυτά εκείνος εκείνη εκείνο",
        "zh": "他 她 它 这 那 该 此",
    }
)
CONNECTIVES = _by_language(
    {
        "en": (
            "and but or nor so yet also then however therefore thus hence moreover furthermore meanwhile instead still "
            "besides otherwise nevertheless nonetheless additionally similarly likewise consequently accordingly "
            "conversely rather afterwards afterward second secondly third thirdly fourth lastly finally too "
            "in_addition in_contrast by_contrast for_example for_instance in_fact after_that "
            "even_so that_said in_turn in_response of_course as_such "
            "in_particular despite_this what's_more plus except"
        ),
        "de": "aber und doch denn also jedoch deshalb daher darum dann außerdem auch dennoch trotzdem zudem dabei",
        "fr": "mais et donc or car ainsi cependant pourtant toutefois puis ensuite aussi alors enfin en_outre",
        "es": "pero y así sin_embargo entonces además también luego después por_eso no_obstante",
        "it": "ma e quindi però tuttavia inoltre poi anche così infatti dunque",
        "pt": "mas e porém contudo então também além_disso assim depois portanto no_entanto",
        "nl": "maar en dus echter daarom toen ook daarna bovendien toch",
        "ru": "но и а однако затем поэтому также тогда кроме_того потом",
        "el": "αλλά και όμως ωστόσο επίσης έτσι τότε",
        "zh": "但 而 因_此 同_时 此_外 然_而 另_外 不_过 所_以",
    }
)
ARTICLES = _by_language(
    {
        "en": "the",
        "de": "der die das den dem des im am zum zur",
        "fr": "le la les du des au aux",
        "es": "el la los las del al",
        "it": "il lo la i gli le del della dei delle al alla",
        "pt": "o a os as do da dos das ao no na",
        "nl": "de het",
    }
)
PERSONS = _by_language(
    {
        "en": "he she his her hers him himself herself",
        "de": "er sie ihm ihn",
        "fr": "il elle lui",
        "es": "él ella",
        "it": "egli ella lui lei",
        "pt": "ele ela",
        "ru": "он она",
        "zh": "他 她",
    }
)
POINTER, PERSON, ARTICLE = 1, 2, 4  # what a small word does: it may do several things
SMALL_WORDS = {
    code: {
        word: POINTER * (word in POINTERS.get(code, ()))
        + PERSON * (word in PERSONS.get(code, ()))
        + ARTICLE * (word in ARTICLES.get(code, ()))
        for lists in (POINTERS, PERSONS, ARTICLES)
        for word in lists.get(code, ())
    }
    for code in {*POINTERS, *PERSONS, *ARTICLES}
}
# Phrases of credits, captions, notices and navigation. They have one fitted weight together.
PAGE_PHRASES = (
    "all rights reserved", "copyright 19", "copyright 20", "©", "terms of use", "terms of service", "cookie policy",
    "may not be published", "click here", "click on the link", "read more", "read full", "learn more", "see more of",
    "sign up for", "subscribe to our", "our newsletter", "breaking news", "follow us", "like us on", "your inbox",
    "your email address", "verify your email", "contributed to this", "editor's note", "editor’s note", "file photo",
    "(ap photo", "photo by", "photo:", "photos:", "photograph:", "photograph by", "handout photo", "getty images",
    "associated press)", "associated press )", "image caption", "media caption", "hide caption", "caption:", "(l-r)",
    "(left)", "pic.twitter", "location to your tweets", "story highlights", "related articles", "related stories",
    "page not found", "page you requested", "would you like to proceed", "internet archive", "wayback machine",
    "project gutenberg", "distributed proofread", "competing interests", "authors' contributions",
    "approved the final manuscript", "correspondence:", "thank you for reading", "skip to", "scroll down", "watch:",
    "watch the full", "watch the video", "see the full", "tous droits réservés", "alle rechte vorbehalten",
    "todos los derechos reservados", "tweet with a location", "your tweet", "newsletter", "unsubscribe",
    "alexa internet", "crawl data", "reuters/", "/getty", "image copyright", "toggle caption", "media playback",
    "unsupported on your device", "javascript is disabled", "ip address for this domain", "additional file",
    "drafted the manuscript", "transcriber's note", "uses cookies", "use cookies", "verwendet cookies",
    "verwenden cookies", "utilise des cookies", "utilisons des cookies", "utiliza cookies", "utilizamos cookies",
    "utilizza cookie", "abonnez-vous", "réservé aux abonnés", "iniciar sesión", "有料会員",
    "会員登録", "会員限定", "ご覧ください", "ご覧いただけます", "続きをお読み", "责任编辑", "版权所有", "未经授权",
)  # fmt: skip
# Captions of photographs, in lower case: what is seen in them, or the full date that agencies put there.
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
CAPTION = lazy_pattern(
    r"\bin (?:this|an undated) (?:[\w.,]+ ){0,6}?(?:photo|photograph|picture|frame grab|image from|video)\b"
    r"(?! (?:that|posted))|\((?:l-r|left|right|centre|center)\)|"
    r"\b(?:is|are) (?:seen|pictured) (?:here|during|outside|above|below)\b|"
    rf"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?:{'|'.join(MONTHS)})[a-z]*\.? \d{{1,2}},? \d{{4}}",
)
# No caption without one of these marks and one of these words: they are found faster than the pattern.
CAPTION_MARKS = (
    "in this ", "in an undated ", "(l-r)", "(left)", "(right)", "(centre)", "(center)", "s seen ", "e seen ",
    "s pictured ", "e pictured ", *(f"day{gap}{month}" for gap in (" ", ", ") for month in MONTHS),
)  # fmt: skip
CAPTION_WORDS = frozenset([
    "photo", "photograph", "picture", "frame", "image", "video", "left", "right", "centre", "center", "l-r", "seen",
    "pictured", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
])  # fmt: skip


def opens_with_connective(units: Units) -> Booleans:
    """Tell which sentences open with a connective of one or two words."""
    words, connectives = units.words, CONNECTIVES.get(units.language.code, frozenset())
    starts = units.offsets[:-1]
    second = np.minimum(starts + 1, units.offsets[1:] - 1)
    pairs = zip(units.word[starts].tolist(), units.word[second].tolist(), strict=True)
    found = (words[one] in connectives or f"{words[one]} {words[two]}" in connectives for one, two in pairs)
    return flags_of(found)


def captions(units: Units) -> Booleans:
    """Tell which sentences look like the caption of a photograph."""
    found = np.zeros(len(units), dtype=np.bool_)
    for i in dict.fromkeys(units.sentence_of_word[units.holding(CAPTION_WORDS)[units.word]].tolist()):
        text = units.texts[i].lower()
        found[i] = any(mark in text for mark in CAPTION_MARKS) and CAPTION.search(text) is not None
    return found


def page_phrases(units: Units) -> Booleans:
    """Tell which sentences have a phrase of credits, captions, notices or navigation."""
    whole = "\n".join(units.texts).lower()
    phrases = _phrases_by_word(whole.isascii())
    present = [phrase for word in ("", *units.among(phrases)) for phrase in phrases.get(word, ()) if phrase in whole]
    if not present:
        return np.zeros(len(units), dtype=np.bool_)
    return flags_of(any(phrase in text for phrase in present) for text in map(str.lower, units.texts))


@cache
def _phrases_by_word(is_ascii: bool) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases that may occur by their longest word: a text without the word is not searched.

    A character of Han or kana is a word. The pattern that knows this takes longer to compile than a summary.
    """
    by_word: dict[str, tuple[str, ...]] = {}
    for phrase in PAGE_PHRASES:
        if phrase.isascii() or not is_ascii:
            pattern = ASCII_WORD if phrase.isascii() else PLAIN_WORD
            words = list(phrase) if phrase >= FIRST_KANA else pattern.findall(phrase)
            word = normal_form(max(words, key=len, default=""))
            by_word[word] = (*by_word.get(word, ()), phrase)
    return by_word


def statements_of_papers(units: Units) -> Booleans:
    """Tell which sentences are statements of a paper.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Here we test six soils. They were stored at 4 °C. We found that clay is wet. In conclusion, it is."
    >>> statements_of_papers(read_units([Document(text)], language("en"))).tolist()
    [True, False, True, True]
    """
    states = np.zeros(len(units), dtype=np.bool_)
    if units.language.code != "en":
        return states
    may_state = units.holding(WORDS_OF_STATEMENTS)[units.word]
    for i in dict.fromkeys(units.sentence_of_word[may_state].tolist()):
        states[i] = STATES.search(units.texts[i]) is not None
    statements = np.bincount(units.document, states, minlength=len(units.documents))
    sentences = np.bincount(units.document, minlength=len(units.documents))
    papers = (statements >= MIN_STATEMENTS) & (statements >= MIN_SHARE * sentences)
    return np.asarray(states & papers[units.document])
