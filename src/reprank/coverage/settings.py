"""The numbers of the default method, in groups; one set serves every kind of text.

``shortness`` is a number of the task, not a setting: 1 for a short summary, 0 where two fifths of the text are kept.
In between it falls linearly (``Length.fades_over``). It scales the influence of length, position, absorption and
retelling: a short summary must decide what to say, a long one only what to leave out.
"""

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
class Length:
    """Prefer short sentences: factor words^(−exponent · shortness); but not too short: words / too_short below that."""

    exponent: float = 0.6
    too_short: int = 6  # words; reviews may have shorter sentences
    fades_over: tuple[float, float] = (0.1, 0.4)  # share of the text that is kept: shortness is 1 below, 0 above


@dataclass(frozen=True)
class Position:
    """Prefer early sentences: factor position^(−exponent · shortness), positions beyond ``cap`` counted as ``cap``.

    Documents that share more than ``overlap_from`` of their words report one event, and each opens with what matters:
    their exponent grows by the excess, at most by ``overlap_gain``. Where there is room for a few sentences of
    a single document only, these must say what it is about: the exponent grows by up to ``room_gain``.
    """

    exponent: float = 0.15
    cap: int = 40
    overlap_from: float = 0.5
    overlap_gain: float = 0.3
    room_gain: float = 0.25
    room_fades_over: tuple[float, float] = (1.0, 4.0)  # average sentences: the whole gain below, none above


@dataclass(frozen=True)
class Absorption:
    """Share of its mass that a term loses when a selected sentence contains it.

    ``floor`` is the share where shortness is 0: for one document, and for several, which repeat one another.
    """

    topical: float = 0.6
    function_words: float = 0.4
    seen: float = 0.9  # of terms in the documents that the reader knows
    floor: tuple[float, float] = (0.0, 0.3)


@dataclass(frozen=True)
class Register:
    """Prefer report to talk: factor exp(−address · share of "I", "you" …) · exp(−label) where there is a colon.

    In transcripts also exp(−disfluency · share of "uh", "um" and markup). In papers exp(statement) where a sentence
    states the aim, a finding or the conclusion, and exp(−detail) where it tells a detail of the method.
    """

    address: float = 4.0
    label: float = 0.15
    disfluency: float = 3.0
    statement: float = 0.3
    detail: float = 0.3
    decision: float = 0.7  # factor exp(decision) of what a meeting decided
    cut_off: float = 1.5  # factor exp(−cut_off) of a last sentence without a final mark
    stray: float = 2.0  # factor exp(−stray) in a document that has nothing to do with the others


@dataclass(frozen=True)
class Cohesion:
    """How sentences come together that lean on one another.

    A sentence that leans is selected together with its predecessors, at most ``max_members`` sentences in all, or alone
    with the factor exp(−alone): first the entry of a sentence that does not lean, then of one that opens with a
    connective, then of one that points back to somebody or something.

    Sentences that stand side by side in their document read better than others: ``after`` and ``before``. They count
    for a single document only: several documents tell much of it again, and reviews tell no story.
    """

    max_members: int = 3
    alone: tuple[float, float, float] = (0.0, 1.0, 2.0)
    alone_in_reviews: tuple[float, float, float] = (0.0, 0.3, 0.5)
    unknown_person: float = 0.5  # factor exp(−unknown_person) where a surname comes without the full name …
    unknown_thing: float = 0.25  # … and where "the ship" opens a sentence and no ship was mentioned
    after: float = 0.3  # factor exp(after) of a sentence that follows a selected one in its document …
    before: float = 0.15  # … and exp(before) of one that a selected sentence follows
    question: float = 1.2  # factor exp(−question) of a question without its answer
    announcement: float = 1.2  # factor exp(−announcement) of a sentence that ends with a colon
    cut_quotation: float = 0.5  # factor exp(−cut_quotation) of a sentence whose quotation goes on in the next one


@dataclass(frozen=True)
class Duplicates:
    """When two sentences tell the same (``reprank.coverage.duplicates``)."""

    cosine: float = 0.5  # of the weighted terms
    certain_cosine: float = 0.85  # above which a different number does not matter, where …
    certain_stems: int = 12  # … so many stems are shared
    contained_share: float = 0.55  # of the shorter sentence's stems by rarity, in sentences of different documents
    opening_share: float = 0.4  # the same for the openings of two documents
    opening_sentences: int = 2
    min_shared_stems: int = 4
    retold: float = 0.6  # factor exp(−retold · shortness · p) if a sentence tells an event again with probability p …
    retold_share: float = 1.96  # … whose log odds are this times the share of common stems, by rarity, …
    retold_weight: float = 1.61  # … plus this times ln(1 + their rarity) …
    retold_bias: float = 4.13  # … less this
    repeated_share: float = 0.85  # of a new sentence's stems, by rarity, that were seen: then it is a repetition
    near_share: float = 0.7  # of its stems, where also the …
    repeated_cosine: float = 0.7  # … cosine with a seen sentence is above this


@dataclass(frozen=True)
class Filling:
    """What may fill the room that is left when the next best sentence is too long."""

    share: float = 0.3  # of the value of the sentence that did not fit
    min_words: int = 7


@dataclass(frozen=True)
class Reviews:
    """How praise and complaint are balanced where the documents are reviews."""

    opinion: float = 0.2  # factor exp(opinion) of a sentence that states one
    scene: float = 0.7  # factor exp(−scene) of a sentence that only sets a scene
    min_share: float = 0.2  # of praise or complaint among the opinions, from which on the summary must have it
    min_sentences: int = 3  # of a summary that can have both
    step: float = 1.5  # factor by which a missing opinion is raised, at most …
    rounds: int = 4  # … so many times


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
    stop_word: float = 0.1
    rare: float = 4.4  # −log₁₀ p in general English: a rarer word is topical even if the stop list contains it
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
    opening: float = 0.1  # the first sentence of a document, which names its subject
    centrality: float = 0.05  # the walk

    absorption: float = 0.25  # share that a term loses when a selected sentence contains it
    hop: float = 0.5  # a name in a selected sentence becomes a term of the query, with this weight
    hops: int = 4  # selected sentences whose names do
    hop_share: float = 0.3  # of the sentences: a name that is more frequent leads nowhere
    duplicate_cosine: float = 0.8  # two sentences with a larger cosine and the same numbers say the same

    prior_share: float = 0.85  # share of the walk's priors that goes to what the query asks for
