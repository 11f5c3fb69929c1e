from __future__ import annotations

import pytest

import reprank
from reprank.readers.draft import Draft
from reprank.readers.html_blocks import add_blocks
from reprank.readers.limits import FileLimits, Meter
from reprank.readers.mail import own_text
from tests.readers import texts
from tests.readers.gold import FILES, selectable, sentences

JUNK = ("cookies", "Weather", "Harbour dredging", "never seen an eel", "Copyright", "scripted")


@pytest.mark.parametrize("name", ["page.html", "page.mhtml"])
def test_a_page_is_its_article_without_what_surrounds_it(name: str) -> None:
    pytest.importorskip("trafilatura")
    document = reprank.read(FILES / name)
    assert selectable(document) == sentences(*texts.OPENING, *texts.DISCUSSION)
    assert document.title == "Eels are counted with microphones"
    assert not [junk for junk in JUNK if junk in document.text]
    assert document.place_of(document.text.index("The combined")) == "section “Discussion”"


def _page_about_mills(*, before: str = "", after: str = "") -> reprank.Document:
    """Read a page of a site, with no element that is known as the main part: two sections of three paragraphs each."""
    pytest.importorskip("trafilatura")
    sections = [
        f'<div class="titlepage"><h2><a name="{name}"></a>{name}</h2></div>'
        + "".join(f"<p>The {name} {part} of the mill turned for six hundred years.</p>" for part in ("A", "B", "C"))
        for name in ("Wheel", "Stone")
    ]
    head = '<title>Mills</title><meta property="og:title" content="Mills">'
    html = f"<html><head>{head}</head><body>{before}{''.join(sections)}{after}</body></html>"
    return reprank.read(html.encode(), name="mills.html")


def test_a_page_without_a_known_main_part_keeps_its_headings() -> None:
    document = _page_about_mills()
    kinds = [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    assert [text for kind, text in kinds if kind == "heading"] == ["Wheel", "Stone"]
    assert kinds.index(("heading", "Stone")) == 4
    assert document.place_of(document.text.index("The Stone B")) == "section “Stone”"


def test_lists_between_the_paragraphs_of_a_page_are_its_text_and_menus_are_not() -> None:
    menu = "".join(f'<li><a href="/{name}">Buy a {name} of the mill here</a></li>' for name in ("Wheel", "Stone"))
    items = "<ul><li>The wheel <code>turns</code> in the water.</li><li>The stone grinds.</li></ul>"
    defined = "<dl><dt>Wheel</dt><dd>The part that turns.</dd></dl>"
    document = _page_about_mills(before=f"<ul>{menu}</ul>", after=f"{items}{defined}<ul>{menu}</ul>")
    blocks = [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    assert blocks[-3:] == [
        ("list", "The wheel turns in the water."),
        ("list", "The stone grinds."),
        ("list", "Wheel: The part that turns."),
    ]
    assert "Buy a" not in document.text
    assert [text for kind, text in blocks if kind == "heading"] == ["Wheel", "Stone"]


LISTED = "<ul><li>The wheel turns in the water of the river.</li></ul>"


@pytest.mark.parametrize(
    "lost",
    [
        f"{LISTED}<h2>Comments</h2><p>A comment is a word of the miller, and {{}}.</p><h2>End</h2><p>It is all.</p>",
        f"{LISTED}<p><b>Where to go</b><br>The museum of mills is open on Sundays, and {{}}.</p><p>It is all.</p>",
        f"<p>The mill grinds the corn of all the farmers of the valley for bread.</p>{LISTED}"
        "<p>The mill grinds the corn of all the farmers of the valley, and {}.</p><p>It is all.</p>",
    ],
)
def test_no_paragraph_is_lost_between_lists(lost: str) -> None:
    assert "and nothing is lost." in _page_about_mills(after=lost.format("nothing is lost")).text


@pytest.mark.parametrize(
    "items",
    [
        "<dl><dt>Wheel</dt><dd>What turns in the water.</dd><dt>Stone</dt><dd>What grinds the corn.</dd></dl>",
        "<ul><li>What turns.<br><br>And more.</li><li>What grinds the corn.</li></ul>",
        "<ul><li>First<ul><li>inner item of it</li></ul>behind</li><li>What grinds the corn.</li></ul>",
    ],
)
@pytest.mark.parametrize("name", ["post-content", "x"])
def test_no_list_is_read_twice(items: str, name: str) -> None:
    pytest.importorskip("trafilatura")
    said = [
        f"<p>The part {part} of the mill turned in the water for six hundred years and more.</p>" for part in "ABCDEF"
    ]
    html = f"<html><body><div class='{name}'>{''.join(said[:3])}{items}{''.join(said[3:])}</div></body></html>"
    assert reprank.read(html.encode(), name="a.html").text.count("What grinds the corn.") == 1


def test_comments_behind_the_last_list_are_not_read() -> None:
    comments = (
        "<h3 id='comments'>3 Comments</h3><p>Bob says no to it all.</p><h3>Leave a reply</h3><p>Bob says more.</p>"
    )
    text = _page_about_mills(
        after=f"{LISTED}<p>The mill is open.</p><ul><li>It is the last word.</li></ul>{comments}"
    ).text
    assert "It is the last word." in text
    assert "Bob" not in text


def test_lists_of_layout_are_not_read() -> None:
    junk = "<ul><li>Subscribe now for five crowns a week, says Bob</li></ul>"
    layout = f'<div class="box related">{junk}</div><p>The mill is open.</p><ol class="commentlist">{junk}</ol>'
    text = _page_about_mills(after=f"{LISTED}{layout}").text
    assert "The wheel turns" in text
    assert "says Bob" not in text


def test_a_hidden_copy_of_a_page_is_not_read_again() -> None:
    items = "<ul><li>The wheel turns in the water.</li></ul>"
    copied = "".join(f"<p>The Stone {part} of the mill turned for six hundred years.</p>" for part in ("A", "B", "C"))
    text = _page_about_mills(after=f"{items}<h2>Stone</h2>{copied}").text
    assert text.count("The Stone A of the mill") == 1


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ufffe"])
def test_a_heading_may_contain_what_xml_may_not(character: str) -> None:
    extra = f"<h2>Gears{character}</h2><p>The gears of the mill turned for six hundred years, too.</p>"
    assert "Gears\n\nThe gears" in _page_about_mills(after=extra).text.replace(character, "")


def test_a_question_in_a_row_of_a_table_heads_the_answer_in_the_next_row() -> None:
    pytest.importorskip("trafilatura")
    answer = "Because the wheel {} of the mill stands in the water of the river all year."
    rows = [
        f"<tr><td>1.{n}.</td><td>Why is wheel {n} wet?</td></tr><tr><td></td><td><p>{answer.format(n)}</p></td></tr>"
        for n in range(6)
    ]
    text = reprank.read(f"<html><body><table>{''.join(rows)}</table></body></html>".encode(), name="faq.html").text
    assert f"Why is wheel 3 wet?\n\n{answer.format(3)}" in text


@pytest.mark.parametrize("name", ["menus", "related-mills", "comments-on-wheels"])
def test_a_section_is_read_whatever_its_name(name: str) -> None:
    title = name.replace("-", " ").capitalize()
    link = f'<a class="headerlink" href="#{name}" title="Link to this heading">¶</a>'
    said = "The miller writes down every evening what was ground and for whom."
    section = f'<section id="{name}"><h2>{title}{link}</h2><p>{said}</p></section>'
    assert f"{title}\n\n{said}" in _page_about_mills(after=section).text
    layout = f'<section id="{name}"><h2>{title}</h2><p>{said}</p></section>'
    assert said not in _page_about_mills(after=layout).text


def test_links_to_the_sections_of_a_page_are_not_its_text() -> None:
    links = '<p><a href="#Wheel">How the wheel of a mill turns.</a><br><a href="#Stone">How it grinds.</a></p>'
    said = '<p>The mill, which <a href="#Wheel">has a wheel</a>, stands on the river and grinds.</p>'
    text = _page_about_mills(before=links + said).text
    assert "How" not in text
    assert "The mill, which has a wheel, stands on the river and grinds." in text


@pytest.mark.parametrize(
    ("shared", "title"),
    [
        ("The mill turns", "The mill turns"),
        ("Other news", "The mill turns - Alder News"),
        ("", "The mill turns - Alder News"),
    ],
)
def test_the_title_that_a_page_gives_to_other_sites_lacks_the_name_of_its_own(shared: str, title: str) -> None:
    meta = f'<meta property="og:title" content="{shared}">' if shared else ""
    page = f"<title>The mill turns - Alder News</title>{meta}<p>The mill turns again.</p>"
    assert reprank.read(page.encode(), name="x.html").title == title


def test_comments_below_a_page_are_not_its_text() -> None:
    comments = "<p>I have never seen such a mill in my life, and nobody else has.</p>" * 2
    assert "never seen" not in _page_about_mills(after=f"<h3>2 Comments</h3>{comments}").text
    assert "never seen" in _page_about_mills(after=f"<h3>Mills of today</h3>{comments}").text


@pytest.mark.parametrize("name", ["reply.eml", "html.eml"])
def test_a_mail_is_what_its_sender_wrote(name: str) -> None:
    document = reprank.read(FILES / name)
    assert selectable(document) == sentences(*texts.NOTICE)
    assert "Closing the library" in (document.title or "")
    assert not [
        junk for junk in ("due next week", "wrote", "older question", "Harbour Street 4") if junk in document.text
    ]


@pytest.mark.parametrize(
    ("mail", "own"),
    [
        ("Yes.\n\n> No?\n", "Yes."),
        ("Yes.\n\nAm 3. Mai 2024 um 10:02 schrieb Ivo <i@x.org>:\n> Nein?\n", "Yes."),
        ("Yes.\n\nLe lun. 3 mai 2024, Ivo\n<i@x.org> a écrit :\n> Non ?\n", "Yes."),
        ("Yes.\n\n-----Original Message-----\nFrom: Ivo\n\nNo?", "Yes."),
        ("Yes.\n\nFrom: Ivo\nSent: Monday\nTo: Ana\n\nNo?", "Yes."),
        ("> Open?\nYes.\n> Closed?\nNo.", "Yes.\n\nNo."),
        ("Yes.\n-- \nAna", "Yes."),
        ("Yes, I am.\n\nSent from my iPhone", "Yes, I am."),
        ("Yes.\n\n--Sent from my iPhone\n\nOn Monday, Ivo <i@x.org> wrote:\n\n> Is it\n> open\n> or not?", "Yes."),
        ("On Monday the board wrote: nothing.\n", "On Monday the board wrote: nothing."),
        (
            "Read.\n\n---------- Forwarded message ---------\nFrom: Ivo\nDate: Monday\n\nIt is closed.",
            "Read.\n\nIt is closed.",
        ),
    ],
)
def test_quotations_and_signatures_are_cut_and_answers_between_them_kept(mail: str, own: str) -> None:
    parts = [line for line in own_text(mail).split("\n") if line]
    assert parts == [line for line in own.split("\n") if line]


@pytest.mark.parametrize(
    "head",
    [
        "<p><b>From:</b> Ivo [mailto:i@x.org]<br><b>Sent:</b> Monday<br><b>To:</b> Ana<br><b>Subject:</b> Mill</p>",
        "<hr>Date: Mon, 6 May 2024<br>Subject: Mill<br>From: i@x.org<br>To: a@x.org<br><br>",
        "<div>От: Иво<br>Отправлено: понедельник<br>Кому: Ана</div>",
    ],
)
def test_an_answered_mail_in_html_is_cut_from_its_head_on(head: str) -> None:
    fields = b"From: a@x.org\nTo: i@x.org\nSubject: Mill\nContent-Type: text/html; charset=utf-8\n\n"
    quoted = f"{head}<p>Is the mill open?</p>"
    document = reprank.read(fields + f"<p>It is closed.</p>{quoted}".encode())
    assert selectable(document) == ["It is closed."]
    forwarded = reprank.read(fields + quoted.encode())
    assert "Is the mill open?" in selectable(forwarded)


def test_a_quoted_line_with_a_space_at_its_end_does_not_swallow_the_answer() -> None:
    mail = b"From: a@x.org\nSubject: Mill\nContent-Type: text/plain; format=flowed\n\n> Is it open? \nIt is closed.\n"
    assert reprank.read(mail).text == "It is closed."


def test_attachments_are_named_in_a_warning() -> None:
    mail = (
        b"From: a@x.org\nSubject: Plan\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n"
        b"See the plan.\n--b\nContent-Type: application/pdf\n"
        b"Content-Disposition: attachment; filename=plan.pdf\n\nx\n--b--\n"
    )
    with pytest.warns(reprank.ReadingWarning, match=r"attachments that were not read: plan\.pdf"):
        assert reprank.read(mail).text == "See the plan."


def test_blocks_of_html_have_kinds_and_scripts_are_not_read() -> None:
    draft = Draft()
    add_blocks(
        "<h2>Head</h2><p>One<br>line.<p>Two<script>alert(1)</script>.</p><ul><li>Item<li>Next</ul><pre>a\n b</pre>"
        "<table><tr><td>a</td><td>b</td></tr></table><p hidden>no</p><figure><figcaption>Cap.</figcaption></figure>",
        draft,
        Meter("a page", FileLimits()),
    )
    document = draft.document(None)
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Head"),
        ("prose", "One line."),
        ("prose", "Two."),
        ("list", "Item"),
        ("list", "Next"),
        ("code", "a\n b"),
        ("table", "a | b"),
        ("caption", "Cap."),
    ]


DOCUMENTATION = """<html><head><title>The guide</title></head><body><main><h1>The guide<a class="headerlink"
href="#x" title="Link to this heading">¶</a></h1><p>The opposite of <code>bytes.decode()</code> is
<a href="x.html"><code>str.encode()</code></a>,
which returns the <em>bytes</em> of a text, encoded
in the <strong>requested</strong> encoding. It is used by every program that writes files, sends mails or answers
requests, and its errors are explained in the section on errors.</p>
<dl><dt>strict</dt><dd><p>The default. It raises an error when a character
has no place in the encoding.</p></dd><dt>replace</dt><dd><p>A question mark is written in place of the character.</p>
</dd></dl><ul><li><p>The first paragraph of an item is its beginning.</p>
<p>The second paragraph is its end.</p></li></ul>
</main></body></html>"""


def test_a_paragraph_of_a_page_is_one_block_whatever_is_inside_it() -> None:
    pytest.importorskip("trafilatura")
    document = reprank.read(DOCUMENTATION.encode(), name="guide.html")
    found = [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    assert found[:2] == [
        ("heading", "The guide"),
        (
            "prose",
            "The opposite of bytes.decode() is str.encode(), which returns the bytes of a text, encoded in the "
            "requested encoding. It is used by every program that writes files, sends mails or answers requests, "
            "and its errors are explained in the section on errors.",
        ),
    ]
    assert found[2:] == [
        ("option", "strict: The default. It raises an error when a character has no place in the encoding."),
        ("option", "replace: A question mark is written in place of the character."),
        ("list", "The first paragraph of an item is its beginning."),
        ("list", "The second paragraph is its end."),
    ]


def test_terms_and_definitions_of_html_stay_together() -> None:
    draft = Draft()
    add_blocks(
        "<dl><dt>Depends</dt><dd>The package is needed.</dd><dt>Alone</dt><dt>Suggests</dt><dd>It is useful.</dd>"
        f"<dt>{'a long term ' * 8}</dt><dd>It is a heading.</dd><dt>Last</dt></dl>",
        draft,
        Meter("a page", FileLimits()),
    )
    document = draft.document(None)
    assert [(block.kind, document.text[block.start : block.end][:30]) for block in document.blocks] == [
        ("list", "Depends: The package is needed"),
        ("heading", "Alone"),
        ("list", "Suggests: It is useful."),
        ("heading", "a long term a long term a long"),
        ("list", "It is a heading."),
        ("heading", "Last"),
    ]


def test_a_page_declares_its_encoding() -> None:
    pytest.importorskip("trafilatura")
    page = "<html><head><meta charset='windows-1252'></head><body><p>The café is open.</p></body></html>"
    for encoding in ("cp1252", "utf-8"):  # many programs save pages as UTF-8 and keep what these declare
        assert reprank.read(page.encode(encoding), name="x.html").text == "The café is open."


DIGEST = b"""From: list@example.org
Subject: Harbour digest, Vol 1 #2
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="A"

--A
Content-Type: text/plain

Send submissions to the list.

--A
Content-Type: multipart/digest; boundary="B"

--B

From: ann@example.org
Subject: The ferry

The ferry runs again on Friday.

--B

From: tom@example.org
Subject: The pier

The pier stays closed until the county has paid for it.

--B--

--A
Content-Type: text/plain

To unsubscribe, send an empty mail.

--A--
"""


def test_the_letters_of_a_digest_are_its_text() -> None:
    document = reprank.read(DIGEST, name="digest.eml")
    assert [document.text[block.start : block.end] for block in document.blocks] == [
        "The ferry",
        "The ferry runs again on Friday.",
        "The pier",
        "The pier stays closed until the county has paid for it.",
    ]


def test_texts_that_follow_each_other_in_a_mail_are_all_read() -> None:
    raw = DIGEST.replace(b"multipart/digest", b"multipart/mixed").replace(b"--B\n\nFrom", b"--B\n\nfrom")
    text = reprank.read(raw, name="letter.eml").text
    assert "Send submissions to the list." in text
    assert "The pier stays closed until the county has paid for it." in text
    assert "To unsubscribe" in text


def test_the_title_of_a_box_with_a_remark_heads_no_section() -> None:
    draft = Draft()
    add_blocks(
        "<h2>Mills</h2><p>Mills grind corn.</p><div class='tip'><h3>Tip</h3><div><p>Oil the axle.</p></div></div>"
        "<h2>Wheels</h2><p>Wheels turn.</p>",
        draft,
        Meter("book", FileLimits()),
    )
    assert [text for _, text in draft.parts] == [
        "Mills",
        "Mills grind corn.",
        "Oil the axle.",
        "Wheels",
        "Wheels turn.",
    ]


NEWSLETTER = """Subject: Mills
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

View it here (https://example.org/1)
https://example.org/2
The mill (https://example.org/3) grinds again. https://example.org/4
--b
Content-Type: text/html; charset=utf-8

<p>The <a href="https://example.org/3">mill</a> grinds again.</p>
--b--
"""


def test_html_is_read_where_the_plain_text_of_a_mail_is_full_of_addresses() -> None:
    assert reprank.read(NEWSLETTER.encode(), name="x.eml").text == "The mill grinds again."
    plain = NEWSLETTER.replace("https://example.org/2", "")
    assert "View it here" in reprank.read(plain.encode(), name="x.eml").text


def test_plain_text_is_read_where_the_html_of_a_mail_is_a_picture() -> None:
    picture = NEWSLETTER.replace(
        '<p>The <a href="https://example.org/3">mill</a> grinds again.</p>', '<img src="a.png">'
    )
    assert "grinds again." in reprank.read(picture.encode(), name="x.eml").text


LETTER = """Subject: The mill
Content-Type: text/plain; charset=utf-8

Dear all, the mill is closed from Monday on, since the wheel has to be mended:

* The paddles are worn.
* The axle is broken.

Kind regards,

Ana Ruiz
Mills of Alder, S.L.
"""


def test_what_follows_the_sign_off_of_a_mail_is_not_its_text() -> None:
    read = reprank.read(LETTER.encode(), name="x.eml")
    assert "S.L." not in str(reprank.summarize(read, words=100))
    longer = LETTER + "\nThe history of the mill is long. " * 20
    assert "The history of the mill is long." in selectable(reprank.read(longer.encode(), name="x.eml"))
    postscript = LETTER + "\n\nP.S. We meet on Friday.\n"
    assert "We meet on Friday." in " ".join(selectable(reprank.read(postscript.encode(), name="x.eml")))


def test_the_lists_of_a_plain_mail_are_lists() -> None:
    read = reprank.read(LETTER.encode(), name="x.eml")
    assert [read.text[block.start : block.end] for block in read.blocks if block.kind == "list"] == [
        "The paddles are worn.",
        "The axle is broken.",
    ]


def test_thanks_in_the_middle_of_a_mail_do_not_end_it() -> None:
    thanks = LETTER.replace("Kind regards,", "Thanks!").replace(
        "Ana Ruiz", "One more point: we meet on Tuesday.\n\nAna Ruiz"
    )
    assert "One more point: we meet on Tuesday." in selectable(reprank.read(thanks.encode(), name="x.eml"))


def test_half_a_character_in_a_mail_is_replaced() -> None:
    mail = b"Subject: Owls\nContent-Type: text/plain; charset=utf-7\n\nThe owl +2AA- sleeps in the mill."
    text = reprank.read(mail, name="a.eml").text
    assert "sleeps in the mill" in text
    assert text.encode()
