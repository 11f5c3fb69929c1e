"""Sentences to prose: what may be part of a summary, and what is page furniture.

What a single sentence shows is in ``reprank.text.page_furniture``. Here its document decides as well: how it is
punctuated, whether it has capitals, where a line ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.text.page_furniture import CAPTION, CAPTIONS, FURNITURE, MIN_SENTENCE_WORDS, reads_as_sentence
from reprank.text.tokens import normal_form, word_pattern

MIN_TITLE_WORDS = 3
LABEL_WORDS = 2  # of a caption that is only a label: "Table 1."
MAX_TITLE_GAP = 9  # characters behind a title in which its line must end
PUNCTUATED_SHARE = 0.7  # share of words in sentences with a final mark, above which a line without one is no sentence
UNPUNCTUATED_SHARE = 0.3  # share below which a document has no marks, whatever the others have
MIN_SENTENCES = 5  # of a document from which its punctuation can be told
MIN_SENTENCES_OF_ARTICLE = 8  # from here on a missing last mark means that the text was cut off
TEASER_CHARACTERS = 30  # at the beginning of a teaser that a whole caption begins with too
CASED_SHARE = 0.5  # share of sentences that begin with a capital, above which capitals carry meaning
CUT_OFF = re.compile(r"((?<!\w)\w+|,)\s?(?:\.\.\.|…)$")  # the end of a teaser or of a caption that was too long
ENDED = re.compile(r"[.!?…。！？؟।॥։;:] ?[\"'”’»)\]}]*\s*$")
PLAIN_ENDS = frozenset(".!?")
FILLERS = frozenset({"uh", "um", "uhm", "mm", "hmm", "er", "erm", "mhm", "yeah", "okay", "ah", "oh"})


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
    prose = np.array([reads_as_sentence(text, furniture, in_captions, cased=cased) for text in texts], dtype=np.bool_)
    prose &= lengths >= MIN_SENTENCE_WORDS
    for i, text in enumerate(texts):
        if text.endswith(("...", "…")) and (cut := CUT_OFF.search(text)):
            following = texts[i + 1] if i + 1 < len(texts) else ""
            twin = following[:TEASER_CHARACTERS].lower() == text[:TEASER_CHARACTERS].lower()
            if twin or following.startswith("("):  # a caption, cut off and then whole, or with its credit
                prose[i : i + 2] = False
            prose[i] &= cut[1] != "," and cut[1].lower() not in stopwords
    for i in np.flatnonzero(np.diff(document, prepend=-1)).tolist():
        prose[i] &= not texts[i].endswith(":")  # the title, or the head of a list
    for i in np.flatnonzero(lengths[:-1] == LABEL_WORDS).tolist():
        if CAPTION.match(texts[i]) and document[i + 1] == document[i]:
            prose[i + 1] = False  # "Table 1." and then the title of the table
    ended = np.array([has_end(text) for text in texts], dtype=np.bool_)
    return prose & (ended | ~_expects_marks(ended, prose, lengths, document, texts, stopwords))


def has_end(text: str) -> bool:
    """Tell whether a sentence ends with a mark."""
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


def is_title(text: str, end: int, sentence: str) -> bool:
    r"""Tell whether the first sentence of a document, which ends at ``end``, is a line of its own without a final mark.

    A colon is no final mark: "Snow: a history:" announces the rest.

    >>> text = "Storm closes the harbour\nThe harbour of Brekka was closed on Monday."
    >>> is_title(text, 24, text[:24])
    True
    """
    rest = text[end : end + MAX_TITLE_GAP].lstrip(" \t\r")
    ended = not sentence.endswith(":") and ENDED.search(sentence) is not None
    alone = rest.startswith("\n") and not ended and len(sentence.split()) >= MIN_TITLE_WORDS
    if not alone:
        return False
    words = frozenset(map(normal_form, word_pattern(sentence).findall(sentence)))
    return reads_as_sentence(
        sentence, FURNITURE.present(sentence, words), CAPTIONS.present(sentence, words), cased=False
    )


def disfluency(texts: Sequence[str], filler: Booleans, sentence: Integers) -> Floats:
    """Return the share of markup and filler words in each sentence: "{gap} uh, yeah" has nothing else.

    ``filler`` and ``sentence`` are given for each word of the running text.
    """
    count = np.bincount(sentence, filler, len(texts)).astype(np.float64, copy=False)
    if any("{" in text for text in texts):
        count += np.array([text.count("{") for text in texts], dtype=np.float64)
    return count / np.maximum(np.bincount(sentence, minlength=len(texts)), 1)
