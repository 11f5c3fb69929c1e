"""What the figures draw is compared with what the library says; pixels are not looked at."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="the extra plot is not installed")

import matplotlib as mpl
from matplotlib.figure import Figure

import reprank
from reprank import figures
from reprank.cli import main
from reprank.ranked import ranked_text_of


@pytest.fixture(scope="module")
def summary() -> reprank.Summary:
    return reprank.summarize(reprank.example_documents(), words=120, ranking=True)


def labels(figure: Figure) -> list[str]:
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def test_the_bars_of_the_ranking_are_the_scores_and_their_parts(summary: reprank.Summary) -> None:
    axes = figures.ranking(summary, top=12).axes[0]
    lengths = np.sum([[bar.get_width() for bar in part] for part in axes.containers], axis=0)
    assert lengths == pytest.approx([summary.explain(sentence).score for sentence in summary.ranking[:12]])
    prior = next(part for part in axes.containers if part.get_label() == "its place in the document")
    votes = [{vote.kind: vote.share for vote in summary.explain(it).votes} for it in summary.ranking[:12]]
    assert [bar.get_width() for bar in prior] == pytest.approx([vote["prior"] for vote in votes])


def test_the_parts_of_a_query_are_drawn_too() -> None:
    asked = reprank.summarize(reprank.example_documents(), words=60, query="Who pays for the ferry?", ranking=True)
    parts = figures.score_parts(asked, asked.ranking)
    assert "the query" in parts
    assert sum(parts.values()) == pytest.approx([asked.explain(sentence).score for sentence in asked.ranking])


def test_a_summary_without_reasons_has_its_scores_as_bars(summary: reprank.Summary) -> None:
    lead = reprank.systems.make("lead").summarize(reprank.example_documents(), ranking=True)
    sent = pickle.loads(pickle.dumps(summary))
    for one in (lead, sent):
        (bars,) = figures.ranking(one, top=7).axes[0].containers
        assert [bar.get_width() for bar in bars] == [sentence.score for sentence in one.ranking[:7]]


def test_sentences_of_the_summary_are_bold_and_named_by_their_first_words(summary: reprank.Summary) -> None:
    figure = figures.ranking(summary)
    ticks = figure.axes[0].get_yticklabels()
    assert len(ticks) == 20
    for tick, sentence in zip(ticks, summary.ranking, strict=False):
        assert sentence.text.startswith(tick.get_text().rstrip("…"))
        assert (tick.get_fontweight() == "bold") == (sentence in summary.sentences)


def test_letters_that_no_font_has_are_named_by_their_place_and_dollars_are_no_formula() -> None:
    chinese = reprank.Document("大桥今天关闭了。渡轮明天开始运行。工程师检查桥墩。", title="报纸")
    drawn = figures.ranking(reprank.summarize(chinese, sentences=1, ranking=True))
    assert set(labels(drawn)) == {"Document 1, character 0", "Document 1, character 8", "Document 1, character 17"}
    money = reprank.summarize("It costs $4 or $5 a day. Nobody pays that much.", sentences=1, ranking=True)
    assert r"It costs \$4 or \$5 a day." in labels(figures.ranking(money))


def test_cosines_are_those_of_a_calculation_by_hand() -> None:
    """Pairs of words occur once here, so that single words are the only terms."""
    ranked = reprank.rank("Rivers flood towns. Towns fear rivers. Cats sleep.", language="en")
    words = [["river", "flood", "town"], ["town", "fear", "river"], ["cat", "sleep"]]
    found = Counter(word for sentence in words for word in sentence)
    weight = {word: math.log(3 / count) + 1 for word, count in found.items()}
    shared = weight["river"] ** 2 + weight["town"] ** 2
    expected = shared / (shared + weight["flood"] ** 2)
    cosines = ranked.similarities(ranked.sentences)
    assert cosines == pytest.approx(np.array([[0, expected, 0], [expected, 0, 0], [0, 0, 0]]))


def test_similarities_stand_in_reading_order_with_borders_between_documents(summary: reprank.Summary) -> None:
    figure = figures.similarity(summary)
    axes = figure.axes[0]
    shown = np.asarray(axes.images[0].get_array(), dtype=float)
    ordered = sorted(summary.ranking, key=lambda sentence: (sentence.document, sentence.start))
    expected = ranked_text_of(summary).similarities(ordered)
    off_diagonal = ~np.eye(len(ordered), dtype=bool)
    assert shown[off_diagonal] == pytest.approx(expected[off_diagonal])
    assert labels(figure)[0] == "1-harbour-gazette.txt"
    lines = [line for line in axes.lines if line.get_marker() == "None"]
    first_of_others = [i for i in range(1, len(ordered)) if ordered[i].document != ordered[i - 1].document]
    assert sorted({float(line.get_ydata()[0]) for line in lines} - {0.0}) == [i + 0.5 for i in first_of_others]
    (marks,) = (line for line in axes.lines if line.get_marker() == "v")
    assert [ordered[int(x) - 1] for x in marks.get_xdata()] == sorted(summary, key=lambda it: (it.document, it.start))


def test_the_curve_and_its_knee_are_drawn() -> None:
    curve = reprank.coverage_curve(reprank.example_documents())
    axes = figures.coverage(curve, words=119).axes[0]
    assert list(zip(*axes.lines[0].get_data(), strict=True)) == list(curve)
    chosen = reprank.summarize(reprank.example_documents(), words="auto").budget.limit
    assert axes.lines[2].get_xdata() == [chosen]
    notes = [text.get_text() for text in axes.texts]
    share = dict(curve)[chosen]
    assert notes == [f"knee: {chosen} words cover {share:.0%}", "this summary: 119"]


def test_axes_of_the_user_are_drawn_into(summary: reprank.Summary) -> None:
    own = Figure()
    assert figures.ranking(summary, axes=own.add_subplot()) is own


def test_every_axis_has_a_title_and_a_label(summary: reprank.Summary) -> None:
    ranking, similarity, _colours, coverage = figures.overview(summary).axes
    assert all(axes.get_title() and axes.get_xlabel() for axes in (ranking, similarity, coverage))


def test_a_notebook_gets_a_png_and_pyplot_is_left_alone(summary: reprank.Summary) -> None:
    assert figures.coverage(reprank.CoverageCurve((0, 5), (0.0, 1.0)))._repr_png_().startswith(b"\x89PNG")
    script = "import sys; from reprank import figures; print('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "False\n"


def test_a_text_without_sentences_has_a_curve_that_can_be_drawn() -> None:
    assert figures.coverage(reprank.coverage_curve("")).axes[0].get_title()


def test_a_summary_without_ranking_says_what_to_do() -> None:
    short = reprank.summarize("The river rose. The bridge is closed.", sentences=1)
    for draw in (figures.ranking, figures.similarity, figures.overview):
        with pytest.raises(reprank.InputError, match="ranking=True"):
            draw(short)


def test_without_matplotlib_the_message_names_the_extra() -> None:
    script = "import sys; sys.modules['matplotlib'] = None\nimport reprank\nreprank.figures"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'reprank[plot]'" in ended.stderr


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")])
def test_the_command_line_writes_a_figure_beside_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, start: bytes
) -> None:
    text = "The river rose all night. By dawn the river had closed the bridge. A dog slept near the bridge."
    source = tmp_path / "river.txt"
    source.write_text(text, encoding="utf-8")
    assert main(["summarize", str(source), "--sentences", "1", "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)
    assert str(reprank.summarize(text, sentences=1)) in capsys.readouterr().out


def test_a_wrong_name_for_a_figure_is_said_before_any_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summarize", str(tmp_path / "missing.txt"), "--plot", "figure.gif"]) == 2
    assert "--plot writes .png, .svg, .pdf; got figure.gif" in capsys.readouterr().err


def test_settings_of_matplotlib_stay_as_they_were(summary: reprank.Summary) -> None:
    before = dict(mpl.rcParams)
    figures.overview(summary)
    assert dict(mpl.rcParams) == before
