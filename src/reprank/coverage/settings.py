"""The numbers of the default method, in groups; one set serves every kind of text."""

from __future__ import annotations

from reprank.values import dataclass


@dataclass(frozen=True)
class Shares:
    """Transition probabilities of the walk.

    A sentence leads to similar sentences, to its terms, or (the rest) to the sentence prior. A term leads to the
    sentences that contain it, or (the rest) to the term prior.
    """

    sentence_to_sentence: float = 0.5
    sentence_to_term: float = 0.1
    term_to_sentence: float = 0.7


@dataclass(frozen=True)
class WorthWeights:
    """The vector w of ``worth = exp(F @ w)``: what each feature of a sentence counts (``reprank.coverage.worth``)."""

    length: float = -0.5  # of ln words
    position: float = -0.3  # of ln position among the sentences of the document that are prose
    opening: float = 0.4  # the first of these of a single document or under a heading; −1 for an answer alone in an FAQ
    late: float = -0.6  # of ln lateness: late in a document with headings or in a section of it, old releases
    change: float = 1.0  # an entry of a changelog: 1 for a main change, less for fixes, patches and details
    aside: float = -1.0  # the meaning of a term, what a licence says of itself, the scene of a review
    debris: float = -1.5  # of −ln P(no debris)
    statement: float = 0.8  # the aim, a finding or the conclusion of a paper
    opinion: float = 0.2  # praise or complaint in a review
    personal: float = -2.0  # of the share of "I", "my", "you" … among the words, where these are rare, and in reviews


@dataclass(frozen=True)
class Duplicates:
    """When two sentences tell the same (``reprank.coverage.duplicates``).

    What a sentence of another document told is no news: the value of a sentence is multiplied by
    1 − ``retold`` · cosine.

    A sentence repeats what the reader knows if ``repeated_share`` of its stems are known.
    """

    cosine: float = 0.5  # of the weighted terms
    asked_cosine: float = 0.8  # the same with a query
    retold: float = 1.0
    repeated_share: float = 0.75  # by rarity


@dataclass(frozen=True)
class QueryPull:
    """What a sentence is worth to a query, and how strongly the query bends the walk.

    The first group weighs kinds of terms, 1 being a word of the query that the text contains. The second group says
    where the value of a sentence comes from, 1 being its own match. ``reprank.coverage.query`` has the formula.
    """

    pair: float = 0.2  # a pair of neighbouring words of the query
    stop_word: float = 0.2
    answer: float = 0.8  # what answers "how long", "when", "who", "why" …
    signed: float = 1.0  # an option, a path or an identifier, as it is written
    word_form: float = 0.7  # another form of a word that the text does not contain
    compound: float = 0.6  # a compound with such a word, or a part of it
    related: float = 0.5  # a word with a near vector, times the cosine
    related_cosine: float = 0.6

    saturation: float = 1.2  # BM25's k₁
    length_share: float = 0.75  # BM25's b
    neighbour: float = 0.4  # a term in the sentence before or after
    paragraph: float = 0.3  # share of this that crosses the end of a paragraph
    passage: float = 0.3  # the best match of the document …
    passage_decay: float = 0.9  # … which loses a tenth with each sentence in between
    heading: float = 0.3  # a term in the heading above
    opening: float = 0.1  # the first sentence of a document, which names its subject
    centrality: float = 0.05  # the walk

    absorption: float = 0.25  # share that a term loses when a selected sentence contains it
    hops: int = 8  # selected sentences whose names become terms of the query

    piece: float = 0.8  # share of its terms' value that a piece of a sentence has: an item, a lead-in, what has no end
    best_pieces: float = 0.8  # of the best value at the start: pieces answer from here on, and fill no room
    misunderstood: float = 0.15  # share of its value that a sentence loses where what it needs is missing …
    dangling: float = 0.2  # … and in an answer, where only what points back needs something

    prior_share: float = 0.85  # share of the walk's priors that goes to what the query asks for
