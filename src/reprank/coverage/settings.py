"""The numbers of the default method, in groups; one set serves every kind of text."""

from __future__ import annotations

from dataclasses import dataclass


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

    length: float = -0.6  # of ln words
    position: float = -0.2  # of ln position among the sentences of the document that are prose
    opening: float = (
        0.4  # the first of these sentences of a single document: each further one would begin the story anew
    )
    section: float = 0.4  # the first sentence under a heading; the opposite for an answer without its question
    late: float = -0.6  # of ln (position / MAX_POSITION) in documents with headings, whose beginning says what they are
    release: float = -0.5  # of ln of the number of the release in a changelog, 1 for the newest
    people: float = -0.6  # under a heading such as "Sponsors" or "Contributing"
    definition: float = -0.8  # what only explains a quoted term in a document with blocks
    debris: float = -1.5  # of −ln P(no debris)
    statement: float = 0.8  # the aim, a finding or the conclusion of a paper
    opinion: float = 0.2  # praise or complaint in a review
    scene: float = -0.7  # what only sets a scene in a review
    personal: float = -3.0  # of the share of "I", "my", "you" … among the words, where these are rare, and in reviews


@dataclass(frozen=True)
class Absorption:
    """Share of its mass that a term loses when a selected sentence contains it."""

    topical: float = 0.6
    function_words: float = 0.4
    seen: float = 0.9  # of terms in the documents that the reader knows


@dataclass(frozen=True)
class Duplicates:
    """When two sentences tell the same (``reprank.coverage.duplicates``).

    A sentence retells an event with probability p = 1 / (1 + exp(−e)), with
    e = ``retold_share`` · share + ``retold_weight`` · ln(1 + rarity) − ``retold_bias``; share and rarity are those of
    the common stems. Its value is multiplied by exp(−``retold`` · p).

    A sentence repeats what the reader knows if ``repeated_share`` of its stems are known, or if ``near_share`` of them
    are and its cosine with a known sentence is above ``repeated_cosine``.
    """

    cosine: float = 0.5  # of the weighted terms
    asked_cosine: float = 0.8  # the same with a query
    retold: float = 0.6
    retold_share: float = 1.96
    retold_weight: float = 1.61
    retold_bias: float = 4.13
    repeated_share: float = 0.85  # by rarity
    near_share: float = 0.7  # by rarity
    repeated_cosine: float = 0.7


@dataclass(frozen=True)
class FunctionWords:
    """Total mass of all stop words and of all pairs of stop words, where all topical terms together have 1.

    Stop words take no part in the walk. But half of a summary consists of them, and well-formed prose has them in the
    proportions of the text, while headlines, lists and tables do not.
    """

    unigram_mass: float = 0.2
    pair_mass: float = 0.1


@dataclass(frozen=True)
class QueryPull:
    """What a sentence is worth to a query, and how strongly the query bends the walk.

    The first group weighs kinds of terms, 1 being a word of the query that the text contains. The second group says
    where the value of a sentence comes from, 1 being its own match. docs/compressing-context.md has the formula.
    """

    pair: float = 0.2  # a pair of neighbouring words of the query
    stop_word: float = 0.2
    answer: float = 0.8  # what answers "how long", "how many", "when", "who" or "where"
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

    misunderstood: float = 0.15  # share of its value that a sentence loses where what it needs is missing

    prior_share: float = 0.85  # share of the walk's priors that goes to what the query asks for
