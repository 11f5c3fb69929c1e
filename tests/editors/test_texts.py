"""Files of several forms to the text that editors read."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from benchmarks.editors.texts import (
    FORMS,
    decoded,
    page_text,
    read_epub,
    read_feed,
    read_html,
    read_json,
    read_mail,
    read_plain,
    read_row,
    read_thread,
)

PARAGRAPH = "The river rose all night and closed the old bridge before dawn. " * 30


def test_an_article_is_taken_out_of_its_page() -> None:
    page = f"<header>Menu</header><article><h1>Flood</h1><p>{PARAGRAPH}</p></article><div>Read also</div>"
    assert page_text(page) == f"Flood\n\n{PARAGRAPH.strip()}"


def test_a_short_article_element_is_not_the_page() -> None:
    assert page_text("<article>Teaser</article><p>Main text.</p>") == "Teaser\n\nMain text."


def test_scripts_and_navigation_are_dropped_and_blocks_are_lines() -> None:
    page = "<nav>Home</nav><ul><li>One<li>Two</ul><script>run()</script><div>Three &amp; four</div>"
    assert page_text(page) == "One\n\nTwo\n\nThree & four"


def test_preformatted_lines_keep_their_breaks() -> None:
    assert page_text("<p>Run:</p><pre>a\nb</pre>") == "Run:\n\na\nb"


def test_the_declared_encoding_counts() -> None:
    content = '<meta charset="iso-8859-1"><p>Brücke</p>'.encode("latin-1")
    assert read_html(content, "") == "Brücke"
    assert decoded("Brücke".encode()) == "Brücke"
    assert read_plain("мост  \r\nдом".encode("koi8-r"), "koi8-r") == "мост\nдом"


def test_entries_of_a_feed_are_title_and_longest_body() -> None:
    feed = """<rss><channel><title>Site</title>
    <item><title>Flood &amp; rain</title><description>Short</description>
    <content:encoded><![CDATA[<p>It rained.</p><p>It rose.</p>]]></content:encoded></item>
    <item><title>Sun</title><description>&lt;b&gt;Warm&lt;/b&gt; day</description></item></channel></rss>"""
    assert read_feed(feed.encode(), "") == "Flood & rain\nIt rained.\n\nIt rose.\n\nSun\nWarm day"


def test_a_message_has_head_and_quoted_lines() -> None:
    head = b"From: A <a@x.example>\nTo: B <b@x.example>\nSubject: Bridge\nDate: Mon, 16 Mar 2026 10:00:00 +0000\n"
    assert read_mail(head + b"\n> Open?\nNo.\n", "") == (
        "From: A <a@x.example>\nDate: Mon, 16 Mar 2026 10:00:00 +0000\nSubject: Bridge\n\n> Open?\nNo."
    )


def test_a_string_inside_json_is_found_by_its_path() -> None:
    content = json.dumps([{"speeches": ["one", "two\n\n\n\nthree"]}]).encode()
    assert read_json(content, "0/speeches/1") == "two\n\nthree"


def test_a_row_is_found_by_its_identifier() -> None:
    rows = [{"id": 1, "documents": ["one"]}, {"id": "b", "documents": ["line\u2028separator"]}]
    content = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
    assert read_row(content, "1") == "one"
    assert read_row(content, "b") == "line\u2028separator"
    with pytest.raises(KeyError):
        read_row(content, "c")


def test_a_discussion_has_each_post_once_and_no_others() -> None:
    post = {"kind": "t3", "data": {"name": "t3_a", "author": "ada", "title": "Bridge", "selftext": "Closed?"}}
    comment = {"kind": "t1", "data": {"name": "t1_b", "link_id": "t3_a", "author": "bo", "body": "Yes &amp; no."}}
    other = {"kind": "t1", "data": {"name": "t1_c", "link_id": "t3_z", "author": "cy", "body": "Elsewhere."}}
    answers = [{"data": {"children": [post, comment]}}, [comment, other]]
    interactions = [{"response": {"body": {"string": json.dumps(answer)}}} for answer in answers]
    content = json.dumps({"interactions": [*interactions, {"response": {"body": {"string": ""}}}]}).encode()
    assert read_thread(content, "t3_a") == "ada:\nBridge\n\nClosed?\n\nbo:\nYes & no."


def test_a_chapter_is_taken_out_of_a_book() -> None:
    book = BytesIO()
    with ZipFile(book, "w") as archive:
        archive.writestr("OEBPS/ch01.html", "<html><body><h2>One</h2><p>It rained.</p></body></html>")
    assert read_epub(book.getvalue(), "OEBPS/ch01.html") == "One\n\nIt rained."


def test_every_form_of_the_inputs_is_known() -> None:
    from benchmarks.editors.inputs import read_inputs

    assert {origin.form for given in read_inputs() for origin in given.documents} <= set(FORMS)
