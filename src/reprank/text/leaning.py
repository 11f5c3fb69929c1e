"""Sentences to what they lean on: which ones cannot be understood without the sentence before them.

A sentence leans if it opens with a pronoun ("It's", "But he", "For them"), a demonstrative or a connective, if it calls
a person "he" or "she" without a name, or if it follows a question. Word lists decide; a language without a list has no
sentences that lean.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from reprank.arrays import Booleans, Integers
from reprank.text.units import Units

# Openings that point back, by language: pronouns and demonstratives, then connectives. Several words are one opening.
POINTERS = {
    "en": (
        "he she they it his her hers their theirs its him them this that these those such both neither either "
        "another others the_other the_others the_latter the_former the_same"
    ),
    "de": "er sie es dies diese dieser dieses diesen diesem jene jener jenes sein seine ihre deren dessen solche",
    "fr": "il elle ils elles ce cet cette ces cela ceci ça celui-ci celle-ci ceux-ci lui leur leurs son sa ses tel",
    "es": "él ella ellos ellas esto este esta estos estas eso ese esa esos esas ello su sus tal tales",
    "it": "egli ella esso essa essi esse lui lei loro questo questa questi queste ciò quello quella tale tali",
    "pt": "ele ela eles elas isso isto este esta estes estas esse essa esses essas seu sua seus suas tal tais",
    "nl": "hij zij ze dit dat deze die zijn haar hun zulke",
    "ru": "он она они оно это этот эта эти его её их такой такая такие",
    "el": "αυτός αυτή αυτό αυτοί αυτές αυτά εκείνος εκείνη εκείνο",
}
CONNECTIVES = {
    "en": (
        "and but or nor so yet also then however therefore thus hence moreover furthermore meanwhile instead still "
        "besides otherwise nevertheless nonetheless additionally similarly likewise consequently accordingly "
        "conversely rather afterwards afterward second secondly third thirdly fourth lastly finally too "
        "in_addition as_a_result in_contrast by_contrast on_the_other_hand for_example for_instance in_fact after_that "
        "at_the_same_time even_so that_said in_other_words in_turn in_response of_course as_such to_that_end "
        "on_the_contrary in_particular in_that_case because_of_this despite_this what's_more plus except"
    ),
    "de": "aber und doch denn also jedoch deshalb daher darum dann außerdem auch dennoch trotzdem zudem dabei danach",
    "fr": "mais et donc or car ainsi cependant pourtant toutefois puis ensuite aussi alors enfin par_ailleurs en_outre",
    "es": "pero y así sin_embargo entonces además también luego después por_eso por_lo_tanto no_obstante",
    "it": "ma e quindi però tuttavia inoltre poi anche così infatti dunque",
    "pt": "mas e porém contudo então também além_disso assim depois portanto no_entanto",
    "nl": "maar en dus echter daarom toen ook daarna bovendien toch",
    "ru": "но и а однако затем поэтому также тогда кроме_того потом",
    "el": "αλλά και όμως ωστόσο επίσης έτσι τότε",
}
# Openings that look like pointers but can stand alone.
INDEPENDENT = {
    "en": re.compile(
        r"\W*(?:it(?: i|['’])s (?:(?:[\w-]+ ){1,3}(?:that|to|who|whether)|"
        r"(?!an?\b|the\b)(?:\w+ ){1,2}(?:for|what|how|why|if))\b|"
        r"it was (?:\w+ )?\w+ (?:that|to)\b|it (?:takes|took|seems|appears)\b|"
        r"this (?:study|paper|article|report|review|work|research|week|year|month|morning|afternoon|evening|season|"
        r"summer|winter|spring|autumn|fall|time)\b|"
        r"(?:in|for|with|among|of|to) those (?:who|with|in|of)\b|those (?:who|with|in|of)\b|these days\b|"
        r"(?:in|at|by|to|on|with) this (?:study|paper|article|report|review|work|research|point|time|day|stage)\b|"
        r"so far\b|so-called\b|"
        r"then-\w|both (?:\w+ ){1,3}and\b|either (?:\w+ ){1,3}or\b|neither (?:\w+ ){1,3}nor\b|such as\b|still life\b|"
        r"second(?:-| \w+ (?:war|amendment))|third(?:-| world\b))",
        re.IGNORECASE,
    ),
    "fr": re.compile(r"\W*(?:il (?:y a|faut|est \w+ (?:de|que))\b|c'est)", re.IGNORECASE),
    "de": re.compile(r"\W*es (?:ist|war|gibt|gab|wird|wurde)\b", re.IGNORECASE),
}
THING_POINTERS = frozenset({"it", "its", "this", "that", "these", "those", "they", "them", "their", "such"})
DEICTIC = re.compile(r"\W*th(?:is|ese)\b", re.IGNORECASE)  # at the beginning of a document: what it is about
WORD_END = r"(?![\w’'-])"
CONTRACTION = r"(?:['’](?:s|re|d|ll|ve))?"  # "It's", "They're"
# "For them, …" points back as "They …" does.
BEFORE_POINTERS = "(?:for|with|to|from|among|of|by|at|in|on|after|before|since|despite|unlike|under|because of)"
POINTERS_BEHIND = frozenset({"him", "her", "them", "it", "this", "that", "these", "those", "such"})
# "he", "she", "his", "her", "him": the first letter comes first, because a search skips to it fastest.
PERSON = re.compile(r"[HhSs](?<=\b.)(?:(?<=[Hh])(?:e|is|er|im)|(?<=[Ss])he|(?<=H)E|(?<=S)HE)\b(?!-)")
# "In his speech, Reyne …": the name comes behind the clause.
NAMED_LATER = re.compile(r"[^,\"“”]{1,80}, (?!I\b)[A-Z][\w.]+")
# "Built in 1864, it …", "By 1900, they …": a participle or a date before the pronoun, and no noun that it could be.
LATE_POINTER = re.compile(
    r"\W*(?:\w+(?:ed|ing)|built|known|born|made|set|(?:in|by|since|until) (?:early |late |mid-)?\d{4}s?|today|"
    r"since then|later|\w+ (?:days|weeks|months|years) (?:later|ago|earlier))\b[^,\"“”;:]{0,60}, (?:it|they)\b",
    re.IGNORECASE,
)
# A capitalised word that is not the first of its sentence or quotation, and no name of a day or month.
NAME = re.compile(
    r"(?<![.!?\"“”‘'(] )(?<![\"“‘'(])(?<!^)\b(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|"
    r"April|May|June|July|August|September|October|November|December)[A-Z][\w’'-]{0,60}[a-z]"
)
QUESTION = re.compile(r"[?？؟][\"'”’»)\]]*\s*$")


NOT_LEANING, CONNECTED, POINTING = 0, 1, 2


def leaning(units: Units, *, reviews: bool) -> Integers:
    """Tell for each sentence whether it leans on the sentence before it, and how: CONNECTED or POINTING.

    In reviews, "it" and "they" are the product and the people who made it, and need no introduction.

    >>> from reprank.text.documents import Document
    >>> from reprank.text.languages import language
    >>> from reprank.text.units import read_units
    >>> text = "Mara Oduya left early. She was tired. It is clear that Oduya will return. But nothing changed."
    >>> leaning(read_units([Document(text)], language("en")), reviews=False).tolist()
    [0, 2, 0, 1]
    """
    code = units.language.code
    found = np.zeros(len(units), dtype=np.intp)
    if code not in POINTERS:
        return found
    connectives, pointers, independent = _connectives(code), _pointers(code, reviews), INDEPENDENT.get(code)
    for i, text in enumerate(units.texts):
        connective = connectives.match(text)
        pointer = pointers.match(text, connective.end() if connective else 0)  # "But he" points back too
        if connective or pointer:
            if independent is None or not independent.match(text):
                found[i] = POINTING if pointer else CONNECTED
        elif code == "en" and (person := PERSON.search(text)):
            found[i] = NOT_LEANING if _names(text, person.start(), units.language.stopwords) else POINTING
        elif code == "en" and not reviews and LATE_POINTER.match(text):
            found[i] = POINTING
        if pointer and units.position[i] == 1 and DEICTIC.match(text):
            found[i] = NOT_LEANING
    found[_answers(units) | units.quoted_on] = POINTING
    return found


def needed(units: Units, leans: Booleans, *, max_members: int) -> list[tuple[int, ...]]:
    """Return for each sentence the sentences that must come with it, in order, itself last.

    The chain of predecessors ends at a sentence that does not lean, at the beginning of the document, or after
    ``max_members`` sentences.
    """
    first = units.position == 1
    groups: list[tuple[int, ...]] = []
    for i, lean in enumerate(leans.tolist()):
        if lean and not first[i]:
            before = groups[i - 1]
            groups.append((*before, i) if len(before) < max_members else (i - 1, i))
        else:
            groups.append((i,))
    return groups


@cache
def _connectives(code: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_choices(set(CONNECTIVES[code].split()))}){WORD_END}", re.IGNORECASE)


@cache
def _pointers(code: str, reviews: bool) -> re.Pattern[str]:
    words = set(POINTERS[code].split()) - (THING_POINTERS if reviews else frozenset())
    pointers = rf"({_choices(words)})"
    if code == "en":
        pointers += rf"{CONTRACTION}|{BEFORE_POINTERS} (?:{_choices(words & POINTERS_BEHIND)})"
    return re.compile(rf"\W*(?:{pointers}){WORD_END}", re.IGNORECASE)


def _choices(words: set[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace("_", r"\s+") for word in longest_first)


def _names(text: str, person: int, stopwords: frozenset[str]) -> bool:
    """Tell whether a sentence names the person that it calls "he" or "she" at ``person``."""
    if NAME.search(text, 0, person) or _opens_with_name(text, stopwords):
        return True
    later = NAMED_LATER.match(text)
    return later is not None and person < text.index(",")


def _opens_with_name(text: str, stopwords: frozenset[str]) -> bool:
    """Tell whether a sentence opens with two capitalised words: "Mara Oduya said that she …"."""
    words = text.split(maxsplit=2)
    capitals = len(words) > 1 and words[0][:1].isupper() and words[1][:1].isupper()
    return capitals and words[0].lower() not in stopwords


def _answers(units: Units) -> Booleans:
    """Tell which sentences follow a question in their document."""
    asking = asks(units)
    after = np.zeros(len(units), dtype=np.bool_)
    after[1:] = asking[:-1] & ~asking[1:]
    return after & (units.position > 1)


def asks(units: Units) -> Booleans:
    """Tell which sentences are questions."""
    return np.array([QUESTION.search(text, max(len(text) - 6, 0)) is not None for text in units.texts], dtype=np.bool_)
