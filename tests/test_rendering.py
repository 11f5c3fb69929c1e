from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.rendering import fragment, markdown, page
from reprank.summary import BudgetUse, Keyword, Occurrence, Sentence, Summary

VOID = {"meta"}


class Reader(HTMLParser):
    """A strict reader: every tag closes in order; collects what is marked."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.marked: list[str] = []
        self.key: list[str] = []
        self.source = ""
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [(value or "").removeprefix("#") for name, value in attrs if name == "href"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "mark":
            self.marked.append("")
        if tag == "b":
            self.key.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if "mark" in self.open:
            self.marked[-1] += text
        if "b" in self.open:
            self.key[-1] += text
        if "style" not in self.open:
            self.source += text


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def test_chosen_sentences_are_marked_in_their_sources(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=80)
    assert read(summary.to_html()).marked == [sentence.text for sentence in summary.sentences]


def test_keywords_are_marked_wherever_they_stand(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=80, keywords=3)
    marked = read(summary.to_html()).key
    longest = max(summary.keywords, key=lambda keyword: len(keyword.text))
    assert marked.count(longest.text) == sum(
        articles[p.document][p.start : p.end] == longest.text for p in longest.occurrences
    )


def test_text_is_escaped_everywhere() -> None:
    hostile = (
        "<script>alert('x')</script> was found on the page by readers. Another <b>bold</b> claim was made here too."
    )
    documents = [reprank.Document(hostile, title='"><img src=x>')]
    reader = read(reprank.summarize(documents, words=12).to_html())
    assert not reader.tags & {"script", "img"}
    assert "<script>alert('x')</script>" in reader.source


@given(
    st.text(alphabet='ab<&>" \n', min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=5),
)
def test_overlapping_marks_still_nest(text: str, spans: list[tuple[int, int]]) -> None:
    places = tuple(Occurrence(0, *sorted((a % (len(text) + 1), b % (len(text) + 1)))) for a, b in spans)
    places = tuple(place for place in places if place.start < place.end)
    half = len(text) // 2
    sentences = tuple(
        Sentence(text[a:b], 0, a, b, 1.0, rank)
        for rank, (a, b) in enumerate([(0, half), (half, len(text))], 1)
        if a < b
    )
    summary = Summary(
        sentences,
        (Keyword("k", 1.0, places),),
        BudgetUse("words", 9, 1),
        "test",
        "0",
        documents=(reprank.Document(text),),
    )
    reader = read(fragment(summary))
    assert reader.marked == [sentence.text for sentence in sentences]


def test_markdown_shows_sentences_places_keywords_and_warnings(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=40, keywords=2)
    written = markdown(summary)
    first = summary.sentences[0]
    assert f"[{first.document + 1}:{first.start}–{first.end}]" in written
    assert f"**Keywords:** {summary.keywords[0].text}" in written
    assert "> no sentence fits" in markdown(reprank.summarize(articles, words=1))


def test_markdown_escapes_what_markdown_would_read() -> None:
    written = markdown(reprank.summarize("The star* and [link] were_found on the page.", words=20, keywords=0))
    assert r"The star\* and \[link\] were\_found" in written


def test_a_page_stands_alone_and_a_notebook_gets_the_same_fragment(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=40)
    assert page(summary).startswith("<!DOCTYPE html>")
    assert summary._repr_html_() in page(summary)
    assert "http" not in page(summary)


def test_two_summaries_in_one_notebook_share_no_name_and_links_stay_inside(articles: list[str]) -> None:
    one, other = (read(reprank.summarize(articles, words=words)._repr_html_()) for words in (40, 80))
    for reader in (one, other):
        assert len(set(reader.ids)) == len(reader.ids) > 0
        assert set(reader.links) == set(reader.ids)  # every sentence leads to its source, and back
    assert set(one.ids).isdisjoint(other.ids)


def test_the_same_summary_is_written_in_the_same_way_each_time(articles: list[str]) -> None:
    one, other = (reprank.summarize(articles, words=40)._repr_html_() for _ in range(2))
    assert one == other


def test_a_sentence_lights_up_with_its_source_without_a_script(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=80, keywords=3)
    html = fragment(summary)
    assert "<script" not in html
    for sentence in summary.sentences:
        assert html.count(f'class="s{sentence.rank}"') == 2  # in the summary and in the source
        assert f":has(.s{sentence.rank}:is(:hover, :focus-within)) .s{sentence.rank}" in html
    for number, keyword in enumerate(summary.keywords):
        assert f'<li dir="auto" class="k{number}">{keyword.text}</li>' in html
        assert f":has(.k{number}:hover) .k{number}" in html


def test_reasons_unfold_below_each_sentence_when_asked_for(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=80)
    assert "details" not in read(summary.to_html()).tags
    html = summary.to_html(explain=True)
    assert "details" in read(html).tags
    assert html.count("<details>") == 2 * len(summary)  # the reasons, and the numbers behind them
    assert "- *New here*: " in summary.to_markdown(explain=True)


def test_reasons_are_escaped() -> None:
    text = "<script>alert('x')</script> was found by readers. A <b>bold</b> reader found the <script> again here too."
    html = reprank.summarize(text, words=30, sentences=None).to_html(explain=True)
    assert not read(html).tags & {"script"}


def test_dark_and_light_themes_of_notebooks_decide_before_the_system(articles: list[str]) -> None:
    html = fragment(reprank.summarize(articles, words=40))
    system = html.index("@media (prefers-color-scheme: dark)")
    for theme in ("body[data-jp-theme-light=true]", "body[data-jp-theme-light=false]", "body.vscode-dark"):
        assert html.index(theme) > system  # of rules for one element, the more special one holds, then the later one


def test_a_notebook_shows_the_reasons_for_a_sentence_and_their_repr_is_short() -> None:
    explanation = reprank.summarize(
        "The <big river> rose and closed the bridge. The river fell. A dog slept.", sentences=1
    ).explain(0)
    html = explanation._repr_html_()
    assert html.count("<details open>") == 1
    assert "The &lt;big river&gt; rose and closed the bridge." in html
    for name, share in explanation.carriers():
        assert f">{name}</span>" in html
        assert f"{share / explanation.value:.0%}" in html
    assert repr(explanation) == "<Explanation of “The <big river> rose and closed the bridge.”, selected>"


def test_a_page_and_its_markdown_begin_with_the_answer_and_say_what_was_asked(articles: list[str]) -> None:
    summary = reprank.summarize(articles, words=120, query="Who pays for the ferry?")
    best = summary.by_rank().sentences[0]
    for written in (
        unescape(summary.to_html(date="2026-05-31")),
        summary.to_markdown(title="The ferry", date="2026-05-31"),
    ):
        assert "Who pays for the ferry?" in written
        assert "2026-05-31" in written
        assert written.index("Answer") < written.index(best.text) < written.index("Context")
        assert all(written.index(sentence.text) >= written.index(best.text) for sentence in summary)
    assert "Answer" not in summary.to_markdown()
    assert "<h2>Answer" not in reprank.summarize(articles, words=120, query="zebra xylophone").to_html()
