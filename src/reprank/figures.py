"""Summary to figures: the ranking, the similarities between sentences, and what each length covers.

Every function returns a Matplotlib figure, which ``savefig`` writes and a notebook shows, and draws into ``axes`` of
yours if they are given. The colours are told apart by readers who see fewer of them (Okabe and Ito 2008).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import cast

from reprank.errors import InputError, MissingExtra

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties, findfont, get_font
    from matplotlib.ticker import PercentFormatter
except ImportError as error:
    raise MissingExtra("drawing figures", "plot") from error

import numpy as np

from reprank.arrays import Floats
from reprank.coverage.curve import CoverageCurve
from reprank.explanation import KIND_WORDS
from reprank.palette import PALETTE
from reprank.ranked import ranked_text_of
from reprank.summary import Sentence, Summary

__all__ = ["coverage", "overview", "ranking", "similarity"]

SELECTED, OTHER, INK = PALETTE["accent"].light, "#8c979e", PALETTE["ink"].light
PARTS = {  # of a score, in the order in which they are drawn
    KIND_WORDS["prior"]: PALETTE["keyword"].light,
    KIND_WORDS["sentence"]: PALETTE["accent"].light,
    KIND_WORDS["itself"]: OTHER,
    KIND_WORDS["terms"]: PALETTE["amber"].light,
    "the query": PALETTE["wrong"].light,
}
LABEL_CHARACTERS = 58
TITLE_CHARACTERS = 22
MAX_SENTENCES = 400  # in the picture of similarities: more rows than these are narrower than a pixel
WITH_SHAPING = (3, 11)  # the release of Matplotlib that first wrote from right to left


class ShownFigure(Figure):
    """A figure that a notebook shows by itself, without pyplot and its list of open figures."""

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        self.savefig(picture, format="png", dpi=100)
        return picture.getvalue()


def ranking(summary: Summary, *, top: int = 20, axes: Axes | None = None) -> Figure:
    """Draw the best sentences with their scores, in the order of selection, then by score.

    A bar is divided into the parts of the score if the system explains it (``summary.explain``). It then has the score
    of the walk, which for a sentence that was selected late may be higher than ``Sentence.score``.

    Args:
        summary: a summary that was made with ``ranking=True``.
        top: maximum number of sentences to draw.
        axes: where to draw; a new figure if not given.

    Raises:
        InputError: if the summary has no ranking.
        MissingExtra: if Matplotlib is not installed.
    """
    shown = _ranked(summary)[:top]
    figure, axes = _prepared(axes, (10, 1.3 + 0.27 * len(shown)))
    places = np.arange(len(shown))
    left = np.zeros(len(shown))
    parts = score_parts(summary, shown)
    for name, widths in parts.items():
        axes.barh(places, widths, left=left, color=PARTS.get(name, OTHER), label=name, height=0.72)
        left += widths
    selected = set(summary.sentences)
    axes.set_yticks(places, [_label(summary, sentence) for sentence in shown])
    for tick, place, sentence in zip(axes.get_yticklabels(), places, shown, strict=True):
        chosen = sentence in selected
        tick.set(color=SELECTED if chosen else INK, fontweight="bold" if chosen else "normal")
        axes.annotate(str(sentence.rank), (0, place), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.set(xlabel="Score" + (", by what it comes from" if len(parts) > 1 else ""))
    axes.set_title(f"Ranking: the best {len(shown)} of {len(summary.ranking)} sentences (bold: in the summary)")
    if len(parts) > 1:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.6 / figure.get_figheight()), ncols=len(parts),
                    frameon=False)  # fmt: skip
    return figure


def score_parts(summary: Summary, sentences: Sequence[Sentence]) -> dict[str, Floats]:
    """Return the parts of the scores of sentences by name, or the scores as one part where the system gives no reasons.

    >>> import reprank
    >>> text = "The river rose. The river closed the bridge. A dog slept near the bridge."
    >>> summary = reprank.summarize(text, sentences=1, ranking=True)
    >>> list(score_parts(summary, summary.ranking))
    ['its place in the document', 'similar sentences', 'itself', 'its terms']
    """
    try:
        explained = [summary.explain(sentence) for sentence in sentences]
    except InputError:  # another system, or a summary that another process sent
        return {"score": np.array([sentence.score for sentence in sentences])}
    found = {name: np.zeros(len(sentences)) for name in PARTS}
    for place, explanation in enumerate(explained):
        for vote in explanation.votes:
            name = KIND_WORDS.get(vote.kind, "")
            found[name if name in found else "the query"][place] += vote.share
    return {name: widths for name, widths in found.items() if widths.any()}


def similarity(summary: Summary, *, axes: Axes | None = None) -> Figure:
    """Draw how similar every two sentences are, in the order of the documents, by the similarity that ranks.

    Triangles mark the sentences of the summary. Of more sentences than a picture can show, the best ones are drawn.

    Args:
        summary: a summary that was made with ``ranking=True``.
        axes: where to draw; a new figure if not given.

    Raises:
        InputError: if the summary has no ranking.
        MissingExtra: if Matplotlib is not installed.
    """
    best = _ranked(summary)[:MAX_SENTENCES]
    shown = sorted(best, key=lambda sentence: (sentence.document, sentence.start))
    figure, axes = _prepared(axes, (7.6, 6.2))
    cosine = ranked_text_of(summary).similarities(shown)
    highest = float(cosine.max(initial=0.0)) or 1.0
    np.fill_diagonal(cosine, np.nan)
    extent = (0.5, len(shown) + 0.5, len(shown) + 0.5, 0.5)  # the first sentence is number 1
    image = axes.imshow(cosine, cmap="YlGnBu", norm=PowerNorm(0.5, 0, highest), extent=extent)
    figure.colorbar(image, ax=axes, label="Similarity (cosine)", shrink=0.85)
    _mark_documents(summary, shown, axes)
    selected = set(summary.sentences)
    marks = [place for place, sentence in enumerate(shown, start=1) if sentence in selected]
    edge = axes.get_xaxis_transform()
    axes.plot(marks, [1.015] * len(marks), "v", color=SELECTED, markersize=5, clip_on=False, transform=edge)
    of = f"{len(shown)}" if len(shown) == len(summary.ranking) else f"the best {len(shown)} of {len(summary.ranking)}"
    axes.set_title(f"Similarity of {of} sentences (▼ in the summary)", pad=16)
    axes.set(xlabel="Sentences in the order of the documents")
    return figure


def coverage(curve: CoverageCurve, *, words: int | None = None, axes: Axes | None = None) -> Figure:
    """Draw which share of the mass of all terms a summary of each length covers, with the knee.

    Args:
        curve: what ``reprank.coverage_curve(documents)`` returns.
        words: the length of a summary to mark.
        axes: where to draw; a new figure if not given.

    Raises:
        MissingExtra: if Matplotlib is not installed.

    >>> import reprank
    >>> curve = reprank.coverage_curve(reprank.example_documents())
    >>> coverage(curve).axes[0].get_xlabel()
    'Words of the summary'
    """
    figure, axes = _prepared(axes, (7.6, 4.6))
    axes.plot(curve.words, curve.shares, color=PARTS["similar sentences"], linewidth=2, marker=".", markersize=4)
    axes.plot([0, curve.words[-1]], [0, curve.shares[-1]], color=OTHER, linewidth=1, linestyle=":")
    share = curve.shares[curve.words.index(curve.knee)]
    axes.plot([curve.knee], [share], "o", color=SELECTED, markersize=9, zorder=3)
    at_knee = f"knee: {curve.knee} words cover {share:.0%}"
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    axes.annotate(at_knee, (curve.knee, share), (12, -14), color=SELECTED, textcoords="offset points",
                  fontweight="bold", bbox=paper)  # fmt: skip
    if words is not None:
        axes.axvline(words, color=INK, linewidth=1, linestyle="--")
        axes.annotate(f"this summary: {words}", (words, 0), (5, 6), textcoords="offset points", color=INK)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set(xlabel="Words of the summary", ylabel="Mass of the terms that it covers")
    axes.set(title="What a summary of each length covers", xlim=(0, None), ylim=(0, 1.03))
    axes.grid(color=INK, alpha=0.12)
    return figure


def overview(summary: Summary, curve: CoverageCurve | None = None) -> Figure:
    """Draw all three figures side by side; this is what ``reprank summarize --plot FILE`` writes.

    Args:
        summary: a summary that was made with ``ranking=True``.
        curve: a coverage curve; that of the text from which the summary was selected if not given.

    Raises:
        InputError: if the summary has no ranking.
        MissingExtra: if Matplotlib is not installed.
    """
    _ranked(summary)
    figure = ShownFigure(figsize=(16, 8.6), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.5, 1), height_ratios=(1.25, 1))
    ranking(summary, top=25, axes=figure.add_subplot(grid[:, 0]))
    similarity(summary, axes=figure.add_subplot(grid[0, 1]))
    if curve is None:
        curve = ranked_text_of(summary).coverage_curve()
    used = summary.budget.used if summary.budget.unit == "words" else None
    coverage(curve, words=used, axes=figure.add_subplot(grid[1, 1]))
    return figure


def _ranked(summary: Summary) -> tuple[Sentence, ...]:
    if not summary.ranking:
        raise InputError("the summary has no ranking to draw: summarize with ranking=True")
    return summary.ranking


def _prepared(axes: Axes | None, inches: tuple[float, float]) -> tuple[Figure, Axes]:
    if axes is None:
        axes = ShownFigure(figsize=inches, layout="constrained").add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return cast(Figure, axes.figure), axes


def _mark_documents(summary: Summary, shown: Sequence[Sentence], axes: Axes) -> None:
    """Name the documents at the side, and draw lines where one ends."""
    middles, names, first = [], [], 1
    for document, group in groupby(shown, key=lambda sentence: sentence.document):
        count = len(list(group))
        middles.append(first + (count - 1) / 2)
        names.append(_document_name(summary, document))
        first += count
        if first <= len(shown):
            axes.axhline(first - 0.5, color=INK, linewidth=0.8)
            axes.axvline(first - 0.5, color=INK, linewidth=0.8)
    axes.set_yticks(middles, names)
    axes.tick_params(axis="y", length=0, labelsize=9)


def _document_name(summary: Summary, document: int) -> str:
    source = summary.documents[document]
    name = source.title or source.id or ""
    return _shortened(name, TITLE_CHARACTERS) if name and _can_be_drawn(name) else f"Document {document + 1}"


def _label(summary: Summary, sentence: Sentence) -> str:
    """Return the first words of a sentence, or its place where no font has its letters."""
    text = _shortened(sentence.display, LABEL_CHARACTERS)
    if not _can_be_drawn(text):
        name, place = _document_name(summary, sentence.document), summary.documents[sentence.document]
        text = f"{name}, {place.place_of(sentence.start) or f'character {sentence.start}'}"
    # A dollar sign would begin a formula.
    return text.replace("$", r"\$")


def _shortened(text: str, characters: int) -> str:
    if len(text) <= characters:
        return text
    return f"{text[: characters - 1].rsplit(' ', 1)[0].rstrip()}…"


def _can_be_drawn(text: str) -> bool:
    """Tell whether the fonts of Matplotlib's settings have all letters, and whether they are written in order."""
    shapes = tuple(map(int, mpl.__version__.split(".")[:2])) >= WITH_SHAPING
    if not shapes and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return False
    return {ord(character) for character in text} <= _drawable(tuple(mpl.rcParams["font.family"]))


@cache
def _drawable(families: tuple[str, ...]) -> frozenset[int]:
    fonts = [get_font(findfont(FontProperties(family=[family]))) for family in families]
    return frozenset(code for font in fonts for code in font.get_charmap())
