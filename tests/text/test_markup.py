from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.text.markup import display, masked, shown_form

PIECES = st.sampled_from([
    "word", " ", ".", "\n", "\n\n", "*", "**", "_", "__", "`", "``", "[", "]", "(", ")", "](https://x.y/z)", "![",
    "<b>", "</b>", "<br>", "&amp;", ":ref:", "[1]: /a", "[^1]", "~~", "<!--", "-->", "\\", "é", "\x00", "]_", "'",
    "[laughter]", "](x)", "<p>", "<a title='", "'>",
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**[The guide](https://x.y/z)** is *very* `short`.", "The guide is very short."),
        ("[![build](a.svg)](https://x.y) ![logo][l]\n\nIt works.", " \n\nIt works."),
        ("See [the site](https://x.y/a_(b) 'A title'), [this][1] and [that].\n\n[1]: /a\n[that]: /b\n", None),
        ("Use ``path``, :func:`~os.path.join`, `the list`_ and `Site <https://x.y>`__ [1]_ too.", None),
        ("one<br>two &amp; <em>three</em> <!-- hidden --> <https://x.y/z>", "one two & three  https://x.y/z"),
        ("A claim.[^note] ~~Old~~ and _new_ and __both words__.", "A claim. Old and new and both words."),
    ],
)
def test_inline_markup_is_not_shown(text: str, shown: str | None) -> None:
    expected = {
        "See": "See the site, this and that.\n\n\n\n",
        "Use": "Use path, join, the list and Site  too.",
    }
    assert display(text) == (shown or expected[text[:3]])


@pytest.mark.parametrize(
    "text",
    [
        "f(*args, **kwargs) is 2**8 or 3 * 4 * 5, and *.txt, *.md are patterns.",
        "The methods __init__ and __exit__ of snake_case_names stay.",
        "He said ``well known'' and `so' or ``so''.",
        "`` The bridge is closed '' , he said . `` It is . ''",
        "The price* rises by 5*, if a < b and b > c; the <b> element is old.",
        "The array a[1](2) was [sic] read at R&D, item [3].",
        "A path C:\\*.txt and a star * alone",
    ],
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert display(text.replace("a[1](2)", "a[1]")) == text.replace("a[1](2)", "a[1]")


@given(st.lists(PIECES, max_size=40).map("".join))
def test_every_shown_character_is_found_again_in_the_text(text: str) -> None:
    shown = shown_form(text)
    if shown is None:
        return
    sources = [shown.start_of(at) for at in range(len(shown.text))]
    assert sources == sorted(set(sources))
    different = [at for at, source in enumerate(sources) if text[source] != shown.text[at]]
    assert all(shown.text[at] in " &" for at in different)  # a tag is a space, and an entity a character
    assert np.array_equal(shown.offsets_of(np.array(sources, np.intp)), np.arange(len(sources)))
    assert len(masked(text, shown)) == len(text)


@given(st.lists(PIECES, max_size=60).map("".join), st.integers(1, 12))
def test_sentences_are_slices_and_their_display_forms_are_what_is_counted(text: str, words: int) -> None:
    document = reprank.Document(text)
    summary = reprank.summarize(document, words=words, keywords=3)
    for sentence in summary:
        assert text[sentence.start : sentence.end] == sentence.text
    assert len(str(summary).split()) <= words
    assert str(summary).split() == " ".join(sentence.display for sentence in summary).split()
    for keyword in summary.keywords:
        assert all(text[place.start : place.end] for place in keyword.occurrences)


README = """[![Downloads](https://x.y/badge/month.svg)](https://x.y/UGFja2FnZS01NzA4OTExNg) [![
Licence](https://x.y/licence.svg)](https://x.y/z)

**Tidewatch** is a small library that reads [tide gauges](https://x.y/gauges). It asks each gauge once a minute,
stores `height` and `time`, and draws the [curve of a day](https://x.y/docs/curve_of_a_day.html).

Tidewatch is used by eleven harbours on the western coast, and by *two* schools. The harbours compare their gauges with
the [forecast](https://x.y/forecast) every hour.
"""


def test_a_summary_of_markup_shows_text_and_has_no_address_as_a_keyword() -> None:
    summary = reprank.summarize(README, sentences=2, keywords=10)
    assert str(summary).startswith("Tidewatch is a small library that reads tide gauges. ")
    assert not [mark for mark in ("http", "](", "**", "`") if mark in str(summary)]
    assert not [keyword.text for keyword in summary.keywords if "x.y" in keyword.text or "UGF" in keyword.text]
    first = summary.to_dict()["sentences"][0]  # type: ignore[index]
    assert first["display"] == "Tidewatch is a small library that reads tide gauges."
    assert README[first["start"] : first["end"]] == first["text"] != first["display"]
    for form in (summary.to_markdown(), summary.to_html().partition('aria-label="Sources"')[0]):
        assert "https://x.y" not in form


def test_a_length_counts_what_is_shown() -> None:
    assert reprank.summarize(README, words=9, keywords=0).text == "Tidewatch is a small library that reads tide gauges."
    linked = "[One](https://x.y/a b) two. [Three](https://x.y/four) five. Six seven."
    assert len(reprank.summarize(linked, characters=11, keywords=0).text) <= 11


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Call {{link("Eel.swim", "swim()", "", "x")}} of the {{link("Eel")}}.', "Call swim() of the Eel."),
        (
            "As {{EELS}} and {{!RIVER=RFC1}} say in {{Section 2 of EELS}}.",
            "As [EELS] and [RIVER] say in Section 2 of EELS.",
        ),
        ("{% if wet %}The eel{% endif %} swims. {{< note >}}Look.", "The eel swims. Look."),
        ('The {{< term text="eels" id="eel" >}} swim. {{% box title="Mind" %}}Look.', "The eels swim. Look."),
        ("A set {{a}, {b}}, a token ${{ x.y }}, marks {{ and }}, a {{ value }}.", None),
        ('The {{f(`x`, "eel")}} and {{**very** wet}}.', 'The {{f(x, "eel")}} and {{very wet}}.'),
    ],
)
def test_what_a_template_fills_in_is_its_text_its_name_or_nothing(text: str, shown: str | None) -> None:
    assert display(text, escapes=True) == (text if shown is None else shown)
    assert "{" in display(text)


def test_a_reference_may_be_written_as_code() -> None:
    text = "The [`vm.Script`][] and [a file][`fs`] of [`fs`].\n\n[`vm.Script`]: vm.md\n[`fs`]: fs.md"
    assert display(text).strip() == "The vm.Script and a file of fs."


def test_documents_of_a_series_keep_its_name() -> None:
    text = "See :pep:`393`, :rfc:`!2616#part` and :pep:`the guide <8>`."
    assert display(text) == "See PEP 393, RFC 2616 and the guide."


def test_a_backslash_before_a_letter_stays() -> None:
    assert display(r"**\d** is a digit and `a`\b none.", escapes=True) == r"\d is a digit and a\b none."


def test_roles_of_markdown_are_removed() -> None:
    assert display("Add {meth}`Option.help`, which works. {pr}`3821`") == "Add Option.help, which works. "


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See ![the `ls` command](ls.png) here.", "See  here."),
        ('It <a title="the [guide](g.html) of *all*">grinds</a> corn.', "It grinds corn."),
        ("It grinds[^a`b`] corn.", "It grinds corn."),
        ("It <img alt='[inaudible] `x`'> grinds.", "It   grinds."),
    ],
)
def test_markup_inside_of_what_is_not_shown_is_not_shown(text: str, shown: str) -> None:
    assert display(text) == shown
