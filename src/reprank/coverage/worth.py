"""Units and roles to worth: what a unit of mass counts in each sentence, by its length, place and style.

    worth = exp(F @ w),

with one row of F for each sentence, one column for each field of ``WorthWeights``, and w the values of these fields.
"""

from __future__ import annotations

import numpy as np

from reprank.arrays import Booleans, Floats, Integers
from reprank.coverage.changes import changelogs, changes, lateness
from reprank.coverage.licences import asides_of_licences
from reprank.coverage.sections import definitions, headings, in_sections, section_places
from reprank.coverage.settings import WorthWeights
from reprank.roles.opinions import opinions, scenes
from reprank.roles.reading import Roles
from reprank.roles.words import statements_of_papers
from reprank.text.units import Units

# Words about the writer and the reader rather than the thing.
PERSONAL = frozenset([
    "i", "i'm", "i'd", "i'll", "i've", "me", "my", "mine", "myself", "you", "you're", "you'd", "you'll", "you've",
    "your", "yours", "yourself",
])  # fmt: skip
MAX_POSITION = 40  # from here on, sentences of a document without headings are equally late

MIN_REVIEWS = 4
MAX_REVIEW_WORDS = 200
OPINION_SHARE = 0.16  # of the sentences of reviews that praise or complain; of reports hardly a tenth do


def worth(features: dict[str, Floats], weights: WorthWeights) -> Floats:
    """Return exp(F @ w)."""
    total = sum(getattr(weights, name) * column for name, column in features.items())
    return np.exp(np.asarray(total, dtype=np.float64))


def sentence_features(units: Units, roles: Roles, *, reviews: bool) -> dict[str, Floats]:
    """Return the columns of F by the names of the weights."""
    above = headings(units)
    sectioned = in_sections(units, above)
    explains = definitions(units)
    if units.language.code == "en" and any(document.blocks for document in units.documents):
        explains |= asides_of_licences(units)
    prose = roles.prose & ~explains
    position = position_among(units, prose)
    place = np.log(np.minimum(position, MAX_POSITION))
    opens = (position == 1) & prose & (units.document_count == 1)  # each further one would begin the story anew
    statements = statements_of_papers(units)
    if np.count_nonzero(statements):  # a paper says itself which of its sentences matter
        papers = np.bincount(units.document, statements, len(units.documents)) > 0
        place[papers[units.document]] = 0.0
    late = change = np.zeros(len(units))
    if np.count_nonzero(sectioned):
        logs = list(changelogs(units))
        behind = np.maximum(position / MAX_POSITION, 1.0) * np.sqrt(_place_in_section(units, above, prose))
        late = np.where(sectioned, np.log(behind), 0.0) + np.log(lateness(units, logs))
        change = changes(units, above, logs)
    return {
        "length": np.log(np.maximum(units.lengths, 1)),
        "position": place,
        "opening": np.where(change < 0, 0.0, np.where(opens, 1.0, section_places(units, above, prose))),
        "late": late,
        "change": change,
        "aside": np.asarray(explains | (scenes(units) if reviews else False), np.float64),
        "debris": -np.log(np.maximum(1 - roles.debris, 1e-3)),
        "statement": statements.astype(np.float64),
        "opinion": (opinions(units) != 0).astype(np.float64) if reviews else np.zeros(len(units)),
        "personal": _personal(units, reviews=reviews),
    }


def position_among(units: Units, prose: Booleans) -> Floats:
    """Return the place of each sentence among those of its document that are prose, from 1."""
    before: Floats = np.cumsum(prose, dtype=np.float64) - prose
    first = np.arange(1, len(units) + 1) - units.position  # sentence of the same document
    return np.asarray(before - before[first] + 1)


def _place_in_section(units: Units, above: Integers, prose: Booleans) -> Floats:
    """Return the place of each sentence in its section: what opens a section tells what is in it, the rest is detail.

    The first section introduces the document: there all places are 1. Items of a list are equals.
    """
    running = position_among(units, prose & ~units.in_blocks(frozenset({"list"}), without=False))
    start = np.maximum(above, np.searchsorted(units.document, units.document))
    return np.where(running[start] == 1, 1.0, running - running[start] + 1)


def _personal(units: Units, *, reviews: bool) -> Floats:
    """Return the share of personal words in each sentence, less where its document often has them; English only.

    The share is multiplied by (1 − h)², where h is the share of the document's sentences with a personal word. So it
    counts in reports, and hardly in speeches and manuals. In reviews it always counts.
    """
    if units.language.code != "en":
        return np.zeros(len(units))
    count = np.bincount(units.sentence_of_word, units.holding(PERSONAL)[units.word], len(units))
    share: Floats = count / np.maximum(units.lengths, 1)
    if reviews:
        return share
    sentences = np.bincount(units.document, minlength=len(units.documents))
    habit = np.bincount(units.document, count > 0, len(units.documents)) / np.maximum(sentences, 1)
    return np.asarray(share * (1 - habit[units.document]) ** 2)


def is_reviews(units: Units) -> bool:
    """Tell whether the documents are many short opinions on one thing: there "it" is the thing and needs no name."""
    count = units.document_count
    if count < MIN_REVIEWS or len(units.word) > MAX_REVIEW_WORDS * count:
        return False
    return float(np.count_nonzero(opinions(units))) >= OPINION_SHARE * len(units)
