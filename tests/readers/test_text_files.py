from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.readers.subtitles import cues
from tests.readers.gold import FILES, of_kind, selectable

NOTICE = (FILES / "notice.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["notice.txt", "notice.txt.gz", "utf16.txt"])
def test_text_is_read_as_it_is(name: str) -> None:
    document = reprank.read(FILES / name)
    assert document == reprank.Document(NOTICE, id=name)


def test_a_guessed_encoding_is_reported() -> None:
    with pytest.warns(reprank.ReadingWarning, match=r"cp1252\.txt is not UTF-8 and was read as cp1252"):
        assert reprank.read(FILES / "cp1252.txt").text == NOTICE


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Řeka v noci stoupla a uzavřela most. Obyvatelé museli čekat na loď, která připlula pozdě večer.", "cp1250"),
        ("Река поднялась ночью и закрыла мост до рассвета. Жители ждали лодку.", "cp1251"),
        ("Река поднялась ночью и закрыла мост до рассвета. Жители ждали лодку.", "koi8-r"),
        ("川は夜のうちに増水し、夜明け前に橋を閉鎖した。住民は船を待った。", "shift_jis"),
        ("河水在夜间上涨，黎明前关闭了桥梁。居民不得不等待船只。", "gb18030"),
        ("Nehir gece yükseldi ve köprüyü şafaktan önce kapattı. Işıklar söndü, çünkü kablo koptu.", "cp1254"),
        ("The river rose all night. The town waited for a boat that came late.", "utf-16-le"),
    ],
)
def test_other_encodings_are_guessed(text: str, codec: str) -> None:
    pytest.importorskip("charset_normalizer")
    with pytest.warns(reprank.ReadingWarning):
        assert reprank.read(text.encode(codec), name="x.txt").text == text


def test_utf_8_with_a_damaged_byte_is_read_as_utf_8() -> None:
    text = "Река поднялась ночью и закрыла мост до рассвета."
    with pytest.warns(reprank.ReadingWarning, match="has bytes that are not UTF-8"):
        read = reprank.read(text.encode().replace(" мост".encode(), b" \xd1 "), name="a.txt").text
    assert read == text.replace(" мост", " \ufffd ")


def test_a_named_encoding_is_obeyed() -> None:
    assert reprank.read("Жители".encode("koi8-r"), encoding="koi8-r").text == "Жители"


@pytest.mark.parametrize(
    ("raw", "name", "message"),
    [
        (b'{"id": 1, "text": "a"}\n{"id": 2, "text": "b"}\n', "x.txt", "holds many rows.*use reprank batch"),
        (b"id,text\n1,a\n", "rows.csv", "rows.csv holds many rows.*use reprank batch"),
        (b"PAR1xxxx", "x", "a Parquet file of many rows: use reprank batch"),
        (b"\x89PNG\r\n\x1a\n", "x.txt", "is a picture: run text recognition"),
        (b"\x00\x01\x02\x03" * 300, "x", "looks like a binary file"),
        (gzip.compress(gzip.compress(b"x", mtime=0), mtime=0), "x.gz", "is compressed twice"),
        (gzip.compress(b"x" * 99, mtime=0)[:-9], "x.gz", "is a damaged .gz file"),
    ],
)
def test_what_cannot_be_read_is_named_with_advice(raw: bytes, name: str, message: str) -> None:
    with pytest.raises(reprank.InputError, match=message):
        reprank.read(raw, name=name)


def test_content_decides_before_the_name() -> None:
    markdown = b"# A heading\n\nThe text of the file.\n"
    assert of_kind(reprank.read(markdown, name="x.md"), "heading") == ["A heading"]
    assert not reprank.read(markdown, name="x.txt").blocks
    subtitles = (FILES / "talk.srt").read_bytes()
    assert reprank.read(subtitles, name="x.txt") == reprank.read(subtitles, name="x.txt.gz").__class__(
        **{**asdict_shallow(reprank.read(subtitles, name="y")), "id": "x.txt"}
    )
    assert reprank.read((FILES / "slides.pptx").read_bytes(), name="wrong.pdf").place_of(0) == "slide 1"


def asdict_shallow(document: reprank.Document) -> dict[str, object]:
    return {name: getattr(document, name) for name in document.__slots__}


def test_markdown_is_read_as_it_is_shown_and_places_lead_back_to_the_file() -> None:
    lines = (FILES / "notes.md").read_text(encoding="utf-8").splitlines()
    document = reprank.read(FILES / "notes.md")
    assert document.title == "Notes from the river"
    assert selectable(document) == [
        "Eels are hard to count because they travel at night and avoid the light of cameras.",
        "We placed microphones along nineteen kilometres of the river in autumn.",
        "Volunteers exchange the cards once a fortnight.",
        "The recorder wakes for ten minutes in each hour.",
        "A survey that disturbs what it measures gives biased figures.",
        "The river authority granted permission.",
        "Acoustic surveys are considerably cheaper than trapping.",
    ]
    assert of_kind(document, "heading") == ["Counting eels", "What we did"]
    assert of_kind(document, "footnote") == ["Under licence number 88 of the harbour regulations."]
    assert of_kind(document, "caption") == ["Encounters per night at the seven stations."]
    number = next(number for number, line in enumerate(lines, start=1) if "Acoustic" in line)
    assert document.place_of(document.text.index("Acoustic")) == f"section “What we did”, line {number}"
    assert "https://" not in document.text


README = """---
title: The gauge
---
<p align="center">
  <a href="https://x.y"><img src="logo.png" alt="Logo"></a>
</p>

[![build](https://x.y/b.svg)](https://x.y) [![docs][badge]][docs]
[English](README.md) • [Deutsch](README.de.md)

<h1 align="center">Tidewatch</h1>

- [Install](#install)
- [Usage](#usage)
  - [From a shell](#shell)

> [!NOTE]
> Tidewatch reads *tide gauges*, see
> [the guide][docs] & `gauge.py`; 5 \\* 3 stays.

# Install

* Run [pip](https://x.y/pip) in a shell. It takes a minute.

[badge]: https://x.y/d.svg
[docs]: https://x.y/docs
"""


def test_badges_tables_of_contents_and_html_of_a_readme_are_not_text() -> None:
    document = reprank.read(README.encode(), name="README.md")
    assert document.title == "The gauge"
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Tidewatch"),
        ("prose", "Tidewatch reads tide gauges, see the guide & gauge.py; 5 * 3 stays."),
        ("heading", "Install"),
        ("list", "Run pip in a shell. It takes a minute."),
    ]


RST = """
.. image:: https://x.y/logo.png
   :alt: Logo

:Version: 5.7
:Web: https://x.y/

=========
Tidewatch
=========

.. contents:: Contents
   :local:

Tidewatch reads *tide gauges*, see `the guide`_, `the site <https://x.y>`_ and
:func:`~tidewatch.gauge.read` (|old| gauges_ too). :issue:`77`

.. note:: The clock of a gauge
   may be wrong::

       tidewatch --clock

Install
-------

.. code-block:: shell

   pip install tidewatch

- **Simple**

  It needs no configuration.

- One line of an item
  goes on here.

``tidewatch[redis]``
    for storing heights in Redis.

:``tidewatch[plot]``: for drawing curves.

====== =====
Gauge  Unit
====== =====
Harbour m
====== =====

.. function:: read(gauge)

   Return the last height.

.. [1] The first note.
.. _the guide: https://x.y/docs
.. _gauges: https://x.y/gauges
.. |old| replace:: old
.. A comment that nobody should read.
"""


def test_restructured_text_is_read_as_it_is_shown() -> None:
    document = reprank.read(RST.encode(), name="README.rst")
    assert document.title == "Tidewatch"
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Tidewatch"),
        ("prose", "Tidewatch reads tide gauges, see the guide, the site and read (old gauges too)."),
        ("prose", "The clock of a gauge may be wrong:"),
        ("code", "    tidewatch --clock"),
        ("heading", "Install"),
        ("code", "pip install tidewatch"),
        ("list", "Simple: It needs no configuration."),
        ("list", "One line of an item goes on here."),
        ("option", "tidewatch[redis]: for storing heights in Redis."),
        ("option", "tidewatch[plot]: for drawing curves."),
        ("table", "Gauge Unit Harbour m"),
        ("option", "read(gauge): Return the last height."),
        ("footnote", "The first note."),
    ]
    number = RST[: RST.index("- One line")].count("\n") + 1
    assert document.place_of(document.text.index("One line")) == f"section “Install”, line {number}"


@given(st.text(alphabet="ab. \n#*->`|[]!~=_1\t\r:", max_size=80))
def test_any_restructured_text_is_read_without_a_crash(text: str) -> None:
    letters = {character for character in reprank.read(text.encode(), name="x.rst").text if character.isalpha()}
    assert letters <= set(text)


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# About C#", "About C#"),
        ("## Both ends ##", "Both ends"),
        ("# Named {#id .class}", "Named"),
        ("# a # b", "a # b"),
    ],
)
def test_the_marks_of_a_heading_are_not_part_of_it(line: str, heading: str) -> None:
    assert of_kind(reprank.read(line.encode(), name="x.md"), "heading") == [heading]


MILL_README = b"""<h1 align="center">
    <img src="mill.svg" alt="Mill logo">
</h1>

Grinds corn for any village

<div align="center">
  <p>
    The mill was built by
    two brothers.
  </p>
  <table>
    <tr>
        <td><p>We buy flour.</p></td>
    </tr>
  </table>
</div>

## Sponsors

### The Corn Trust

The trust sells corn.

## The wheel

The wheel turns.
"""


def test_text_in_html_of_markdown_is_read_however_it_is_indented() -> None:
    read = reprank.read(MILL_README, name="README.md")
    assert "The mill was built by two brothers." in of_kind(read, "prose")
    assert not any("flour" in text for text in of_kind(read, "prose"))


def test_a_picture_names_the_thing_and_its_name_opens_the_description() -> None:
    read = reprank.read(MILL_README, name="README.md")
    assert read.title == "Mill"
    assert of_kind(read, "prose")[0] == "Mill: Grinds corn for any village."


def test_short_features_are_one_sentence_and_longer_items_stay_apart() -> None:
    features = "## Features\n\n- \u26a1 Fast stones\n- Oak wheel\n- `--dry` mode\n\n```\ngrind\n```\n"
    read = reprank.read(f"# Mill\n\nThe mill grinds.\n\n{features}".encode(), name="README.md")
    assert of_kind(read, "prose")[-1] == "Features: Fast stones; Oak wheel; --dry mode."
    assert [block.kind for block in read.blocks][-2:] == ["prose", "code"]
    read = reprank.read(f"# Mill\n\n{features.replace('stones', 'stones.')}".encode(), name="README.md")
    assert of_kind(read, "list") == ["Fast stones.", "Oak wheel", "--dry mode"]


def test_the_section_of_a_sponsor_has_the_title_of_the_sponsors() -> None:
    headings = of_kind(reprank.read(MILL_README, name="README.md"), "heading")
    assert headings == ["Sponsors", "Sponsors: The Corn Trust", "The wheel"]


def test_a_title_with_the_word_donation_heads_no_sponsors() -> None:
    for title in ("# Blood donation in Tarn", "# Tarn\n\n## Blood donation"):
        read = reprank.read(f"{title}\n\nThe hall is open.\n\n### Times\n\nIt opens at ten.\n".encode(), name="a.md")
        assert of_kind(read, "heading")[-1] == "Times"
        assert read.title == title.split("\n")[0].removeprefix("# ")


def test_a_heading_in_code_is_not_the_title_of_markdown() -> None:
    page = "```html\n<h1>Your page</h1>\n```\n"
    assert reprank.read(f"# Milltool\n\nIt writes:\n\n{page}".encode(), name="a.md").title == "Milltool"
    assert reprank.read(f"It writes:\n\n{page}\n# Milltool\n".encode(), name="a.md").title == "Milltool"
    later = "# Milltool\n\nIt grinds.\n\n<h1>Licence</h1>\n"
    assert reprank.read(later.encode(), name="a.md").title == "Milltool"


def test_items_that_become_one_sentence_lose_only_pictures_and_boxes() -> None:
    items = ["<1 ms latency", ".NET 8 bindings", "[x] tables", "/etc/mill settings", "\u2705 stones", "bindings to C++"]
    read = reprank.read(("# Mill\n\n## Features\n\n- " + "\n- ".join(items)).encode(), name="a.md")
    (sentence,) = of_kind(read, "prose")
    shown = "<1 ms latency; .NET 8 bindings; tables; /etc/mill settings; stones; bindings to C++"
    assert sentence == f"Features: {shown}."


def test_the_name_of_a_section_is_not_written_before_a_sentence() -> None:
    read = reprank.read(b"# Introduction\n\nThe old harbour of Tarn was written about in C++\n", name="a.md")
    assert of_kind(read, "prose") == ["The old harbour of Tarn was written about in C++."]


def test_a_last_paragraph_about_copyright_is_text_and_a_claim_is_not() -> None:
    text = "# Books\n\nMany books are old.\n\n{}\n\n## Prices\n"
    law = "Copyright law in Europe will change next year."
    assert of_kind(reprank.read(text.format(law).encode(), name="a.md"), "prose")[-1] == law
    for claim in ("Copyright (c) Ada Miller", "Copyright: 2021 Ada Miller", "© Ada Miller"):
        read = reprank.read(text.format(claim).encode(), name="a.md")
        assert of_kind(read, "prose") == ["Many books are old."]
        assert of_kind(read, "heading") == ["Books", "Prices"]


@given(st.text(alphabet="ab. \n#*->`|[]!~=_1\t\r", max_size=80))
def test_any_markdown_is_read_without_a_crash(text: str) -> None:
    letters = {character for character in reprank.read(text.encode(), name="x.md").text if character.isalpha()}
    assert letters <= set(text)


@pytest.mark.parametrize("name", ["talk.srt", "talk.vtt"])
def test_subtitles_become_running_text_with_times(name: str) -> None:
    document = reprank.read(FILES / name)
    sentence = "Eels are hard to count because they travel at night and avoid the light of cameras."
    assert selectable(document)[:2] == ["Good evening and welcome to the river programme.", sentence]
    assert document.place_of(document.text.index("Eels")) == "00:04:10"
    assert not [junk for junk in ("music", "<", "{", "Ana", "comment", "color") if junk in document.text]


def test_captions_that_roll_up_are_read_once() -> None:
    rolling = "WEBVTT\n\n" + "\n\n".join(
        f"00:00:0{n}.000 --> 00:00:0{n + 1}.000\n{one}\n{two}"
        for n, (one, two) in enumerate([("The river", "rose all"), ("rose all", "night and"), ("night and", "fell.")])
    )
    assert reprank.read(rolling.encode()).text == "The river rose all night and fell."


def test_cues_without_hours_and_with_windows_lines_are_read() -> None:
    (cue,) = cues("WEBVTT\r\n\r\n01:02.500 --> 01:04.000\r\nHello.\r\n")
    assert (cue.start, cue.end, cue.text) == (62.5, 64.0, "Hello.")


def test_pages_marked_in_plain_text_are_places() -> None:
    document = reprank.read(b"The first page.\n\fThe second page.\n")
    assert document.place_of(document.text.index("second")) == "page 2"
    assert document.id is None


def test_the_header_above_restructured_text_is_no_text_but_has_the_title() -> None:
    header = "Number: 12\nTitle: Eels are counted\nAuthor: Mara Oduya,\n        Elin Vasser\n"
    document = reprank.read(f"{header}\nAbstract\n========\n\nThe eels sleep.\n".encode(), name="12.rst")
    assert document.title == "Eels are counted"
    assert document.text.startswith("Abstract")
    for speech in ("Ann: Why?\nBen: Because.\nTitle: none\n", "Title: a\nAuthor: b\nDate: c\n"):
        assert speech.split("\n")[0] in reprank.read(speech.encode(), name="12.rst").text


def test_a_backslash_joins_what_follows_a_role() -> None:
    text = "Eels\n====\n\nThe :term:`package`\\s of *thing*\\ s and `eel <x>`_\\ s match ``\\d`` here.\n"
    assert "The packages of things and eels match \\d here." in reprank.read(text.encode(), name="a.rst").text


def test_cells_of_asciidoc_with_sentences_are_prose() -> None:
    said = "Sets how many eels are counted on each of the evenings in the month of May."
    text = f"= Eels\n\n|===\n|Name |Meaning\n\n|:count\n|{said}\n//|hidden\n2+|none\n|===\n"
    document = reprank.read(text.encode(), name="eels.adoc")
    blocks = [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    assert ("prose", said) in blocks
    assert "|===" not in document.text
    assert "hidden" not in document.text
    assert "2+" not in document.text


def test_links_of_asciidoc_may_have_their_address_in_an_attribute() -> None:
    text = "= Eels\n\nThe {base}/count[count^] of x^2 is told at {url-eels}[the ^site^], {n}[sic] eels in all.\n"
    assert (
        "The count of x^2 is told at the ^site, {n}[sic] eels in all."
        in reprank.read(text.encode(), name="a.adoc").text
    )


def test_lines_of_markdown_that_begin_with_a_label_are_apart() -> None:
    text = (
        "# Eels\n**Date:** 2 May\n**Author**: Mara Oduya\n\nEels **in the sea:** they swim,\n**and more:** they eat.\n"
    )
    document = reprank.read(text.encode(), name="eels.md")
    blocks = [document.text[block.start : block.end] for block in document.blocks]
    assert blocks[1:3] == ["Date: 2 May", "Author: Mara Oduya"]
    assert len(blocks) == 4


def test_front_matter_may_name_its_fields_with_capitals() -> None:
    document = reprank.read(b"---\nTitle: eel_count\n---\n\n# NAME\n\neel_count - count the eels\n", name="a.md")
    assert document.title == "eel_count"


def test_a_text_file_with_roles_and_directives_is_restructured_text() -> None:
    text = "Eels\n====\n\nEels eat :ref:`snails <food>` and `fish`_.\n\n.. _fish: x\n\n.. note:: They swim.\n"
    read = reprank.read(text.encode(), name="eels.txt")
    assert (read.title, of_kind(read, "prose")) == ("Eels", ["Eels eat snails and fish.", "They swim."])
    assert not reprank.read(text.partition("..")[0].encode(), name="eels.txt").title


ASCIIDOC = """= Tidewatch
:toc:
// Nobody should read this.

Tidewatch reads tide gauges, see <<install>>, linkgit:git-log[1] and https://x.y[the site].

----
tidewatch --all
----

[[install]]
== How to install

Old Way
~~~~~~~
* One line of an item
  goes on here.

--clock::
    Set the clock of a gauge.
+
It may be wrong.

    tidewatch --clock

NOTE: Rain is no tide.
"""


def test_asciidoc_is_read_as_it_is_shown() -> None:
    document = reprank.read(ASCIIDOC.encode(), name="README.adoc")
    assert document.title == "Tidewatch"
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Tidewatch"),
        ("prose", "Tidewatch reads tide gauges, see How to install, git-log(1) and the site."),
        ("code", "tidewatch --all"),
        ("heading", "How to install"),
        ("heading", "Old Way"),
        ("list", "One line of an item goes on here."),
        ("option", "--clock: Set the clock of a gauge."),
        ("prose", "It may be wrong."),
        ("code", "    tidewatch --clock"),
        ("prose", "NOTE: Rain is no tide."),
    ]
    number = ASCIIDOC[: ASCIIDOC.index("* One line")].count("\n") + 1
    assert document.place_of(document.text.index("One line")) == f"section “Old Way”, line {number}"
    assert reprank.read((ASCIIDOC + "\n== Use\n\nIt is used.\n").encode(), name="a.txt").title == "Tidewatch"


def test_a_line_of_asciidoc_that_begins_with_a_dot_is_left_out_only_where_it_is_the_title_of_a_block() -> None:
    text = (
        "= Eels\n\n.Ways to count\n* By hand.\n\n"
        "Names are written into the file\n.gitignore so that nobody adds them.\n\n"
        ".NET programs run on all systems\n\n.NET is not\nneeded here.\n\n.profile is read first.\nThen eels are.\n"
    )
    document = reprank.read(text.encode(), name="eels.adoc")
    assert of_kind(document, "list") == ["By hand."]
    assert of_kind(document, "prose") == [
        "Names are written into the file .gitignore so that nobody adds them.",
        ".NET programs run on all systems",
        ".NET is not needed here.",
        ".profile is read first. Then eels are.",
    ]


def test_the_last_border_of_a_block_of_asciidoc_makes_no_heading() -> None:
    text = "= Eels\n\n[NOTE]\n====\nBeware\n====\n\nFood\n----\n\nSnails.\n"
    document = reprank.read(text.encode(), name="eels.adoc")
    assert of_kind(document, "prose") == ["Beware", "Snails."]
    assert of_kind(document, "heading") == ["Eels", "Food"]


def test_a_text_with_sums_and_lines_is_no_asciidoc() -> None:
    sums = "Three boats at 20\n= 60 euros\n= 70 dollars\n= 50 pounds\n\n-----\nThe boats were sold.\n-----\n"
    for text in (sums, f"= Boats\n\n{sums}", f"{sums}\nSee <<boats>>.\n"):
        assert reprank.read(text.encode(), name="a.txt") == reprank.Document(text, id="a.txt")
    assert reprank.read(b"= Boats\n\nSee <<sold>>.\n", name="a.txt").title == "Boats"


@given(st.text(alphabet="=-~+.|/[]:<>*,; \nab1", max_size=120))
def test_any_asciidoc_is_read_without_a_crash(text: str) -> None:
    letters = {character for character in reprank.read(text.encode(), name="a.adoc").text if character.isalpha()}
    assert letters <= set(text)


def test_a_word_that_a_man_page_divides_at_the_end_of_a_line_is_one_word() -> None:
    page = "EEL(1)  Manual  EEL(1)\n\nUSE\n    eel counts eels in run\u2010\n    ning water ev\u2010\n    ery day.\n"
    document = reprank.read(page.encode())
    assert document.text == "USE\n\neel counts eels in running water every day."
    assert [place.label for place in document.places] == ["section “USE”, line 3", "section “USE”, line 4"]


@pytest.mark.parametrize("opening", ["This command looks at the water.", "eel looks at the water."])
def test_what_a_man_page_is_about_is_a_sentence_unless_the_text_names_it(opening: str) -> None:
    page = (
        f"EEL(1)    Manual    EEL(1)\n\nNAME\n    eel, elver - count the eels\n    of a river\n\nUSE\n    {opening}\n"
    )
    document = reprank.read(page.encode())
    assert document.title == "eel, elver - count the eels of a river"
    kind = "heading" if opening.startswith("eel") else "prose"
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        (kind, "eel, elver: count the eels of a river."),
        ("heading", "USE"),
        ("prose", opening),
    ]


def test_front_matter_says_what_a_command_does() -> None:
    text = "---\ntitle: eel-count\ndescription: Count the eels\n---\n\n### Use\n\nThis takes a day.\n"
    assert of_kind(reprank.read(text.encode(), name="a.md"), "prose") == [
        "eel-count: Count the eels.",
        "This takes a day.",
    ]


def test_a_changelog_behind_a_document_answers_questions_and_is_no_part_of_summaries() -> None:
    text = "# Mill\n\nThe mill grinds.\n\n## Use\n\nOpen the gate.\n\n## Parts\n\nIt has a wheel.\n\n# News\n\n"
    text += "".join(f"## 1.{number}\n\n- Count all the eels {number} times.\n\n" for number in (3, 2, 1))
    document = reprank.read(text.encode(), name="README.md")
    assert selectable(document) == ["The mill grinds.", "Open the gate.", "It has a wheel."]
    assert of_kind(document, "option")[0] == "Count all the eels 3 times (1.3)."


def test_a_hyphen_at_the_end_of_a_line_stays_where_the_text_is_no_man_page() -> None:
    text = "The council made its decision\u2010\nmaking public.\n"
    assert reprank.read(text.encode()).text == text


def test_a_document_goes_through_json() -> None:
    document = reprank.read(FILES / "notes.md")
    fields = json.loads(json.dumps(asdict(document)))
    blocks = tuple(reprank.Block(**block) for block in fields.pop("blocks"))
    places = tuple(reprank.Place(**place) for place in fields.pop("places"))
    assert reprank.Document(**fields, blocks=blocks, places=places) == document


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "CHANGES.md",
            "# News\n\n## Version 2.1 (2024-05-06)\n\n### Fixes\n\n- The mill turns.\n\n# Thanks\n\nAll helped.\n",
        ),
        (
            "CHANGES.rst",
            "News\n====\n\n2.1, 2024\n-------\n\nFixes\n^^^^^\n\n- The mill turns.\n\nThanks\n======\n\nAll helped.\n",
        ),
    ],
)
def test_an_entry_of_a_changelog_says_its_version(name: str, text: str) -> None:
    document = reprank.read(text.encode(), name=name)
    shown = [document.text[block.start : block.end] for block in document.blocks if block.kind != "heading"]
    assert shown == ["The mill turns (2.1, Fixes).", "All helped."]


def test_a_heading_with_a_number_is_no_release() -> None:
    text = "# 1.2 Getting started\n\nIt begins.\n\n# Python 3.11\n\nIt goes on.\n"
    document = reprank.read(text.encode(), name="guide.md")
    assert [document.text[block.start : block.end] for block in document.blocks if block.kind == "prose"] == [
        "It begins.",
        "It goes on.",
    ]


def test_the_line_that_says_what_a_thing_is_becomes_a_sentence() -> None:
    text = "# mill\n\n[![badge](a.svg)](b)\n\n☕ A small mill for every kind of grain ☕\n\nIt turns\n"
    document = reprank.read(text.encode(), name="README.md")
    assert [document.text[block.start : block.end] for block in document.blocks] == [
        "mill",
        "A small mill for every kind of grain.",
        "It turns",
    ]


NEWS = """The mill: news

* Noteworthy changes in release 2.1 (2024-05-06)

** Bug fixes

  The mill no longer stops
  at night.  It turns.

* Noteworthy changes in release 2.0 (2023-05-06)

  The wheel is made of oak.

* Noteworthy changes in release 1.0 (2022-05-06)

  There is a mill.

2021.05.06 - The mill of the village, the first of the county, is
now open to everybody.
"""


def test_release_notes_in_plain_text_say_their_versions_and_lines() -> None:
    document = reprank.read(NEWS.encode(), name="NEWS")
    prose = [
        (document.text[block.start : block.end], document.place_of(block.start)) for block in of_kind_prose(document)
    ]
    assert prose == [
        ("The mill: news", "line 1"),
        ("The mill no longer stops at night (2.1, Bug fixes). It turns.", "line 7"),
        ("The wheel is made of oak (2.0).", "line 12"),
        ("There is a mill (1.0).", "line 16"),
        ("2021.05.06 - The mill of the village, the first of the county, is now open to everybody.", "line 18"),
    ]


@pytest.mark.parametrize(
    "title",
    [
        "Changes in {version}:",
        "What's new in the mill {version}",
        "CHANGES FROM 0.1 TO {version}",
        "Overview of changes in the mill {version}, 21-05-2023",
    ],
)
def test_a_line_about_what_is_new_in_a_version_is_a_release(title: str) -> None:
    news = "".join(f"{title.format(version=v)}\n\n* The mill has {v} wheels.\n\n" for v in ("2.4", "2.3", "1.9"))
    document = reprank.read(news.encode(), name="NEWS")
    items = [document.text[block.start : block.end] for block in document.blocks if block.kind == "list"]
    assert items == [f"The mill has {v} wheels ({v})." for v in ("2.4", "2.3", "1.9")]


def of_kind_prose(document: reprank.Document) -> list[reprank.Block]:
    return [block for block in document.blocks if block.kind == "prose"]


def test_a_plain_text_with_dates_stays_as_it_is() -> None:
    text = "The mill opened on 2021-05-06.\n\nIt closed on 2022-05-06 for a year.\n\nIt opened again on 2023-05-06.\n"
    assert reprank.read(text.encode(), name="mill.txt").text == text


CHANGES = """# Changes

All changes of the mill are listed in this file.

## 2.1.0 (2026-03-01)

- **wheel:** turns again after a long flood ([#12](https://mill.example/12)) ([8bbfa4e](https://mill.example/8bbfa4e))
- **stones:** grind the corn finer than before, closes [#9](https://mill.example/9)

## 2.0.0 (2025-03-01)

- **wheel:** the paddles are made of oak
- **stones:** both of the stones are new

## 1.0.0 (2024-03-01)

- **wheel:** the mill has a wheel now
- **stones:** the mill has two stones now
"""


def test_entries_of_a_changelog_have_a_full_stop_and_no_numbers_of_issues(tmp_path: Path) -> None:
    (tmp_path / "CHANGES.md").write_text(CHANGES, encoding="utf-8")
    text = reprank.read(tmp_path / "CHANGES.md").text
    assert "wheel: turns again after a long flood (2.1.0)." in text
    assert "stones: grind the corn finer than before (2.1.0)." in text
    assert "#" not in text
    assert "8bbfa4e" not in text


def test_an_entry_of_a_changelog_does_not_say_who_made_the_change() -> None:
    text = "# News\n\n## 2.1.0\n\n* Add a wheel to the mill by @miller-2[bot] in https://mill.example/pull/7\n"
    assert reprank.read(text.encode(), name="CHANGES.md").text.endswith("Add a wheel to the mill (2.1.0).")


def test_a_line_of_plus_signs_below_a_title_is_no_table() -> None:
    text = (
        "News\n====\n\n2.1.0 (2026-01-02)\n++++++++++++++++++\n\n- The mill turns.\n\n+---+---+\n| a | b |\n+---+---+\n"
    )
    document = reprank.read(text.encode(), name="HISTORY.rst")
    assert [block.kind for block in document.blocks] == ["heading", "heading", "list", "table"]


def test_an_empty_line_of_a_quotation_ends_a_paragraph_and_its_bold_line_is_a_heading() -> None:
    text = "# Mill\n\nMill grinds grain.\n\n> **How to start**\n>\n> Open the gate\n> slowly.\n>\n> Then wait.\n"
    document = reprank.read(text.encode(), name="README.md")
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks[2:]] == [
        ("heading", "How to start"),
        ("prose", "Open the gate slowly."),
        ("prose", "Then wait."),
    ]


def test_text_in_tags_of_several_lines_is_read_and_lines_of_links_are_not() -> None:
    text = (
        '<p align="center">\n  <a href="https://mill.example" target="_blank">\n    <img\n      src="a.svg"\n    />\n'
        "  </a>\n    A small yet sturdy mill for oats and rye\n</p>\n\n"
        '<div>\n  <a href="#a">Start</a>\n  <span>&nbsp;•&nbsp;</span>\n  <a href="#b">Guide</a>\n</div>\n\n'
        '<h1>Mill</h1>\n<h5 align="center">The sturdy mill for all who grind.</h5>\n\nSee <a href="x">the guide!\n'
    )
    document = reprank.read(text.encode(), name="README.md")
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("prose", "A small yet sturdy mill for oats and rye."),
        ("heading", "Mill"),
        ("heading", "The sturdy mill for all who grind."),
        ("prose", "See the guide!"),
    ]


def test_what_a_thing_is_gets_its_name_and_its_full_stop() -> None:
    described = [
        "# \U0001f980 Mill\n\nA wheel, built for \U0001f33e oats.\n",
        "<h1>Mill</h1>\n\n<h5>A wheel, built for \U0001f33e oats.</h5>\n",
    ]
    for text in described:
        read = reprank.read(text.encode(), name="README.md")
        assert read.title == "Mill"
        assert of_kind(read, "prose") == ["Mill: A wheel, built for \U0001f33e oats."]
    text = "# Mill\n\nIt is old.\n\nThe mill stands at the weir below the old town and grinds grain for six villages\n"
    assert of_kind(reprank.read(text.encode(), name="a.md"), "prose")[-1].endswith("six villages.")
    text += "\n```\ngrind\n```\n"
    assert of_kind(reprank.read(text.encode(), name="a.md"), "prose")[-1].endswith("six villages")


def test_a_heading_of_level_one_behind_the_description_is_no_title() -> None:
    text = "A wheel that is built for oats and rye.\n\n## Install\n\nTake it.\n\n# License\n\nMIT\n"
    assert reprank.read(text.encode(), name="README.md").title is None


def test_what_stands_under_names_of_functions_answers_questions_and_is_prose_in_a_text_about_one() -> None:
    start = "# Mill\n\nThe mill grinds.\n\n### grind(grain, [speed])\n\nReturns the flour.\n\nIt may be cold.\n\n"
    others = "### `Wheel`\n\nTurns all day.\n\n### stop()\n\nStops the wheel.\n"
    document = reprank.read((start + others).encode(), name="README.md")
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks[2:]] == [
        ("heading", "grind(grain, [speed])"),
        ("option", "grind(grain, [speed]): Returns the flour."),
        ("option", "It may be cold."),
        ("heading", "Wheel"),
        ("option", "Wheel: Turns all day."),
        ("heading", "stop()"),
        ("option", "stop(): Stops the wheel."),
    ]
    assert of_kind(reprank.read(start.encode(), name="README.md"), "prose") == [
        "The mill grinds.",
        "grind(grain, [speed]): Returns the flour.",
        "It may be cold.",
    ]


def test_a_bold_line_is_a_heading_unless_it_says_what_the_thing_is_or_is_an_item() -> None:
    text = "# Mill\n\n**Grinds all kinds of grain**\n\n## Parts\n\n**The wheel**\n\nIt turns.\n\n- **Stones**\n"
    document = reprank.read(text.encode(), name="README.md")
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks[1:]] == [
        ("prose", "Mill: Grinds all kinds of grain."),
        ("heading", "Parts"),
        ("heading", "The wheel"),
        ("prose", "It turns."),
        ("list", "Stones"),
    ]


def test_a_kind_of_change_is_a_heading_and_ends_no_release() -> None:
    text = "# News\n\n## 2.1.0\n\n## New Features\n\n- The mill grinds oats.\n\n**Fixes**\n\n- The wheel turns.\n\n"
    text += "## The village\n\nIt is old.\n"
    document = reprank.read(text.encode(), name="CHANGES.md")
    shown = [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    assert shown[2:] == [
        ("heading", "New Features"),
        ("list", "The mill grinds oats (2.1.0)."),
        ("heading", "Fixes"),
        ("list", "The wheel turns (2.1.0, Fixes)."),
        ("heading", "The village"),
        ("prose", "It is old."),
    ]


def test_what_stands_above_the_first_release_is_no_part_of_a_changelog(tmp_path: Path) -> None:
    (tmp_path / "CHANGES.md").write_text(CHANGES + CHANGES.split("\n", 4)[4], encoding="utf-8")
    document = reprank.read(tmp_path / "CHANGES.md")
    kinds = {document.text[block.start : block.end]: block.kind for block in document.blocks}
    assert kinds["All changes of the mill are listed in this file."] == "furniture"


def test_labels_of_items_of_lists_are_no_speakers(tmp_path: Path) -> None:
    (tmp_path / "CHANGES.md").write_text(CHANGES.replace("**wheel", "**Wheel").replace("**st", "**St"), "utf-8")
    summary = reprank.summarize(reprank.read(tmp_path / "CHANGES.md"), words=30)
    assert "Wheel: turns again" in str(summary)


def test_an_article_about_copyright_keeps_its_opening() -> None:
    article = (
        "# Copyright reform\n\nCopyright law will change next year.\n\n"
        + "The mill grinds corn for the village.\n\n" * 9
    )
    assert "Copyright law will change next year." in of_kind(reprank.read(article.encode(), name="a.md"), "prose")


RELEASE_NOTES = """               ==============================
               Release Notes for Weir 2.1.{}
                        May 2, 2019
               ==============================

* Traps

  - The traps of version 2 hold {} eels more than the old ones did.

"""


def test_notes_of_releases_name_the_release_above_a_day() -> None:
    document = reprank.read("".join(RELEASE_NOTES.format(n, n) for n in (3, 2, 1)).encode(), name="NEWS")
    assert [text for text in selectable(document) if "traps" in text] == [
        f"The traps of version 2 hold {n} eels more than the old ones did (2.1.{n})." for n in (3, 2, 1)
    ]
    assert of_kind(document, "heading").count("Traps") == 3


def test_a_day_and_a_version_are_a_release() -> None:
    text = "".join(f"2019/05/0{n}: v1.0{n}\n        Counted the eels of the river {n} times.\n" for n in (3, 2, 1))
    document = reprank.read(text.encode(), name="HISTORY")
    assert selectable(document) == [f"Counted the eels of the river {n} times (1.0{n})." for n in (3, 2, 1)]


@pytest.mark.parametrize("name", ["CHANGELOG", "changes.txt", "changes.md"])
def test_a_changelog_in_markdown_needs_no_ending_in_its_name(name: str) -> None:
    text = "".join(f"## v1.0.{n}\n\n- Count *all* the eels {n} times.\n\n" for n in (3, 2, 1))
    document = reprank.read(text.encode(), name=name)
    assert selectable(document) == [f"Count all the eels {n} times (1.0.{n})." for n in (3, 2, 1)]


def test_a_time_and_the_day_of_an_entry_are_no_version() -> None:
    news = "".join(f"Version 1.{n}\n\n- Counted *all* the `eels` {n} times.\n\n" for n in (3, 2, 1))
    document = reprank.read(f"$Id: 2022-02-28 16:34:26Z $\n\n{news}".encode(), name="NEWS")
    assert [text for text in selectable(document) if "eels" in text] == [
        f"Counted all the eels {n} times (1.{n})." for n in (3, 2, 1)
    ]
    log = "".join(f"2019-05-0{n} Anna Holm 2{n}\n\n- Counted the eels of the river again.\n\n" for n in (3, 2, 1))
    assert reprank.read(log.encode(), name="ChangeLog").text == log


def test_a_title_is_the_target_of_a_reference_in_restructuredtext() -> None:
    text = "Eels\n====\n\nThere are exceptions_, and some_names stay.\n\nExceptions\n----------\n\nNone is known.\n"
    document = reprank.read(text.encode(), name="eels.rst")
    assert "There are exceptions, and some_names stay." in document.text


def test_a_chronicle_with_days_and_quantities_is_no_list_of_releases() -> None:
    entries = [
        f"2023/0{month}/05 {what} rose by {month}.5 percent.\nThe owner was glad and went to the village of the mill.\n"
        for month, what in enumerate(["Output of the mill", "Wages in the valley", "The price of corn"], start=1)
    ]
    text = "\n".join(entries)
    assert reprank.read(text.encode(), name="chronicle.txt").text == text


def test_a_day_with_a_name_and_a_version_is_a_release() -> None:
    entries = [
        f'2007.04.{day} - GNU eel 2.0.{day} "that was wet" is released.\n\n  The eel counts {day} fish in a pond.\n'
        for day in (26, 14, 11)
    ]
    document = reprank.read("\n".join(entries).encode(), name="NEWS")
    assert "The eel counts 26 fish in a pond (2.0.26)." in document.text


def test_a_fence_of_tildes_in_markdown_holds_code() -> None:
    document = reprank.read(b"# Mill\n\nRun this:\n~~~~~~~~\ncode = 1\n~~~~~~~~\n", name="mill.md")
    assert [block.kind for block in document.blocks] == ["heading", "prose", "code"]


def test_what_announces_a_short_list_is_one_sentence_with_its_items() -> None:
    items = "- wheels of oak\n- wheels of iron\n- small ones"
    text = f"# Mill\n\nThe mill has three kinds of wheels:\n\n{items}\n\nIt is old.\n"
    document = reprank.read(text.encode(), name="README.md")
    sentence = "The mill has three kinds of wheels: wheels of oak; wheels of iron; small ones."
    assert document.text == f"Mill\n\n{sentence}\n\nIt is old."
    assert [place.label for place in document.places if place.start == document.text.index("small")] == [
        "section “Mill”, line 7"
    ]


@pytest.mark.parametrize(
    "items",
    [
        "- one wheel",
        "- It turns.\n- oak",
        "- oak\n- see www.oak.example",
        "- oak " * 61 + "\n- iron",
        "- **Fast.** Made of oak\n- **Small.** Made of iron",
        "- oak; and\n- iron",
        "- oak\n- Mill",
        "- these:\n- iron",
    ],
)
def test_one_item_sentences_titles_addresses_and_long_lists_stay_items(items: str) -> None:
    text = f"# Mill\n\nThe mill has these kinds of wheels:\n\n{items}\n"
    assert "list" in [block.kind for block in reprank.read(text.encode(), name="README.md").blocks]


def test_an_option_of_a_man_page_has_its_term_and_the_command_around_it() -> None:
    page = (
        "EEL(1)    Manual    EEL(1)\n\nNAME\n    eel - count eels\n\nCOMMANDS\n    set [-ab]\n           Changes  how\n"
        "           eels are counted.\n\n           -a      Count all of them,\n                   one by one.\n\n"
        "           -b      Count none.\n"
    )
    document = reprank.read(page.encode())
    assert of_kind(document, "option") == [
        "set [-ab]: Changes how eels are counted.",
        "set -a: Count all of them, one by one.",
        "set -b: Count none.",
    ]
    assert (
        str(reprank.summarize(document, words=9, query="What does set -a do?"))
        == "set -a: Count all of them, one by one."
    )
