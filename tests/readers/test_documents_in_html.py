"""Pages of manuals and other documents, which have no feed, no card for social networks and no comments."""

import pytest

import reprank

SENTENCE = "The wheel number {} of the mill turns in the water of the river all year."
PARAGRAPHS = "".join(f"<p>{SENTENCE.format(n)}</p>" for n in range(5))


def _read(body: str, head: str = "<title>Mills</title>") -> reprank.Document:
    return reprank.read(f"<html><head>{head}</head><body>{body}</body></html>".encode(), name="mills.html")


def _blocks(document: reprank.Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


@pytest.mark.parametrize(
    "element",
    [
        '<div class="para">{}</div>',
        '<div class="warning"><h3>Warning</h3><p>{}</p></div>',
        "<table><tr><td><b>Note</b></td><td><p>{}</p></td></tr></table>",
        '<table><tr><td><img src="note.png"></td><td>{}</td></tr></table>',
        "<blockquote><p>{}</p></blockquote>",
        "<ul><li><p>{}</p></li></ul>",
        '<section class="related-work"><p>{}</p></section>',
    ],
)
def test_all_that_a_document_says_is_read_whatever_element_it_is_in(element: str) -> None:
    said = "The miller closes the gate before the ice comes."
    document = _read(f"{PARAGRAPHS}{element.format(said)}{PARAGRAPHS}")
    assert [kind for kind, text in _blocks(document) if text == said] in (["prose"], ["list"])


def test_a_page_of_a_site_is_read_without_its_boxes() -> None:
    pytest.importorskip("trafilatura")
    box = "<aside><p>The miller sells his flour at the market on Sundays.</p></aside>"
    head = '<title>Mills</title><meta property="og:title" content="Mills">'
    assert "sells his flour" in _read(f"<div>{PARAGRAPHS}</div>{box}").text
    assert "sells his flour" not in _read(f"<article><h1>Mills</h1>{PARAGRAPHS}</article>{box}", head).text


def test_what_leads_to_other_pages_of_a_document_is_not_read() -> None:
    bar = "Next: <a href='b'>Stones</a>, Previous: <a href='a'>Rivers</a>, Up: <a href='.'>Mills</a>"
    contents = '<ul><li><a href="#wheel">The wheel</a></li><li><a href="#stone">The stone</a></li></ul>'
    table = '<table><tr><td><a href="a">Previous</a></td><td><a href="b">The next chapter</a></td></tr></table>'
    text = _read(f"<p>{bar}</p>{table}{contents}{PARAGRAPHS}<p>{bar}</p>").text
    assert not [word for word in ("Next", "Previous", "The stone", "next chapter") if word in text]


def test_a_paragraph_with_three_links_that_ends_as_a_sentence_is_read() -> None:
    said = "See <a href='a'>the wheel</a>, <a href='b'>the stone</a> and <a href='c'>the long gate</a>."
    assert "See the wheel, the stone and the long gate." in _read(f"{PARAGRAPHS}<p>{said}</p>").text


def test_a_named_anchor_around_a_text_is_no_link() -> None:
    said = "The miller closes the gate before the ice comes."
    assert said in _read(f'{PARAGRAPHS}<p><a name="gate">{said}</a></p>').text


def test_the_foot_of_a_document_outside_the_element_of_its_text_is_not_read() -> None:
    foot = "<div><p>The page was made on Monday by the mill press.</p></div>"
    text = _read(f"<div><h1>Mills</h1>{PARAGRAPHS}<div>{PARAGRAPHS}</div></div>{foot}").text
    assert "made on Monday" not in text
    assert text.startswith("Mills")


def test_an_introduction_above_the_element_with_most_sentences_is_read() -> None:
    opening = "A mill grinds corn with the power of water."
    text = _read(f"<div><h1>Mills</h1><p>{opening}</p><div>{PARAGRAPHS * 4}</div></div>").text
    assert text.startswith(f"Mills\n\n{opening}")


def test_a_title_that_links_to_the_table_of_contents_is_a_heading() -> None:
    heading = '<h2><a class="toc-backref" href="#id1" role="doc-backlink">Wheels</a><a href="#wheels">¶</a></h2>'
    assert ("heading", "Wheels") in _blocks(_read(f"{heading}{PARAGRAPHS}"))


def test_titles_that_are_links_to_titles_further_down_are_contents() -> None:
    contents = "".join(f'<h2><a href="#{name}">{name}</a></h2>' for name in ("Wheels", "Stones"))
    sections = "".join(f'<h2><a name="{name}">{name}</a></h2>{PARAGRAPHS}' for name in ("Wheels", "Stones"))
    headings = [text for kind, text in _blocks(_read(contents + sections)) if kind == "heading"]
    assert headings == ["Wheels", "Stones"]


def test_a_cell_with_a_sentence_is_read_behind_the_name_in_its_row() -> None:
    rows = (
        "<tr><th>Gate</th><th>Meaning</th></tr>"
        "<tr><td>Upper</td><td>It lets the water of the river in.</td></tr>"
        "<tr><td>lower</td><td>wood</td><td>It keeps the water of the pond back.</td></tr>"
    )
    assert _blocks(_read(f"{PARAGRAPHS}<table>{rows}</table>"))[5:] == [
        ("table", "Gate | Meaning"),
        ("list", "Upper: It lets the water of the river in."),
        ("table", "wood"),
        ("option", "lower: It keeps the water of the pond back."),
    ]


def test_what_is_in_a_cell_keeps_its_order_and_its_kinds() -> None:
    cell = "<p>The gate opens when the miller says so.</p><pre>open gate</pre><ul><li>Slowly</li></ul>"
    assert _blocks(_read(f"{PARAGRAPHS}<table><tr><td>2.1.</td><td>{cell}</td></tr></table>"))[5:] == [
        ("prose", "The gate opens when the miller says so."),
        ("code", "open gate"),
        ("list", "Slowly"),
    ]


def test_a_table_inside_a_cell_stands_behind_what_is_above_it() -> None:
    inner = "<table><tr><td>1</td><td>2</td></tr></table>"
    outer = f"<table><tr><td><p>The gates of the mill are these two here.</p>{inner}</td></tr></table>"
    assert _blocks(_read(f"{PARAGRAPHS}{outer}"))[5:] == [
        ("prose", "The gates of the mill are these two here."),
        ("table", "1 | 2"),
    ]


def test_a_question_that_is_alone_in_a_row_is_a_heading() -> None:
    rows = (
        "<tr><td>1.1.</td><td><p>Why is it wet?</p></td></tr>"
        "<tr><td></td><td><p>It stands in the river all year.</p></td></tr>"
    )
    blocks = _blocks(_read(f"{PARAGRAPHS}<table>{rows}</table>"))
    assert blocks[5:] == [("heading", "Why is it wet?"), ("prose", "It stands in the river all year.")]


def test_rows_that_no_tag_ends_are_read() -> None:
    assert _blocks(_read(f"{PARAGRAPHS}<table><tr><td>1<td>2<tr><td>3<td>4"))[5:] == [
        ("table", "1 | 2"),
        ("table", "3 | 4"),
    ]


def test_a_page_of_tables_with_hardly_a_sentence_keeps_its_tables() -> None:
    rows = "".join(f"<tr><td>Mill {n}</td><td>{n} stones</td><td>built in 18{n}</td></tr>" for n in range(10, 40))
    document = _read(f"<h1>The mills of the valley</h1><p>Prices are in euros.</p><table>{rows}</table>")
    assert [kind for kind, _ in _blocks(document)] == ["heading", "prose", *["table"] * 30]


def test_a_page_that_is_preformatted_text_is_read_as_plain_text() -> None:
    paragraphs = "\n\n".join(f"{SENTENCE.format(n)}\nIt has {n} blades\nof wood." for n in range(6))
    blocks = _blocks(_read(f"<pre>\n{paragraphs}\n</pre>"))
    assert {kind for kind, _ in blocks} == {"prose"}
    assert any("It has 3 blades of wood." in text for _, text in blocks)


def test_a_page_that_is_a_listing_of_code_has_no_prose() -> None:
    lines = "\n".join(f"def turn_{n}(wheel):\n    return wheel.turned[{n}] + 1\n" for n in range(30))
    assert {kind for kind, _ in _blocks(_read(f"<pre>{lines}</pre>"))} == {"code"}


def test_a_raised_mark_that_links_to_a_note_is_not_read() -> None:
    marks = '<sup class="reference"><a href="#note-1"><span>[</span>1<span>]</span></a></sup>'
    said = f"The mill{marks} grinds 20 m<sup>3</sup> of corn<sup><a href='#n2'>b</a></sup> a day."
    assert "The mill grinds 20 m3 of corn a day." in _read(f"{PARAGRAPHS}<p>{said}</p>").text


def test_raised_marks_are_not_read_however_a_page_is_indented() -> None:
    mark = "<sup\n class='note'\n ><a\n href='#n7'\n ><span>[</span\n >note 7<span\n >]</span\n ></a\n></sup\n>"
    said = f"The mill{mark} grinds corn.{mark} Its wheel{mark} turns."
    assert "The mill grinds corn. Its wheel turns." in _read(f"{PARAGRAPHS}<p>{said}</p>").text


@pytest.mark.parametrize(
    "head", ["<title>Mills</title>", '<title>Mills</title><meta property="og:title" content="Mills">']
)
def test_remarks_of_editors_and_references_of_a_wiki_are_not_its_text(head: str) -> None:
    edit = '<span class="mw-editsection"><span>[</span><a href="/edit"><span>edit</span></a><span>]</span></span>'
    remark = '<sup class="noprint Inline-Template">[<i><a href="/wiki/Sources">citation needed</a></i>]</sup>'
    references = '<h2>Notes</h2><ol class="references"><li>^ Oduya, M. Mills of the river Alder. 2009.</li></ol>'
    section = f"<div><h2>Stones</h2>{edit}</div><p>Its stones{remark} come from the hills above the river.</p>"
    document = _read(f"<h1>Mills</h1>{PARAGRAPHS}{section}{PARAGRAPHS}{references}", head)
    assert "Its stones come from the hills above the river." in document.text
    assert "edit" not in document.text
    assert not [text for kind, text in _blocks(document) if "Oduya" in text and kind in ("prose", "list")]


def test_the_name_of_a_site_is_not_part_of_a_title_that_is_also_a_heading() -> None:
    for title in ("Mills - Alderpedia", "Mills - rivers - Alderpedia"):
        own = title.removesuffix(" - Alderpedia")
        assert _read(f"<h1>{own}</h1>{PARAGRAPHS}", f"<title>{title}</title>").title == own
    assert _read(f"<h1>Wheels</h1>{PARAGRAPHS}", "<title>Mills - wheels</title>").title == "Mills - wheels"


def test_a_text_that_ends_with_a_navigation_is_read() -> None:
    text = _read(f"<div>{'The wheel of the mill turns. ' * 30} Mills | Rivers | Stones | Corn</div>")
    assert [block.kind for block in text.blocks] == ["prose"]


def test_what_is_not_displayed_is_not_read() -> None:
    hidden = '<div style="margin: 0; display: none"><p>The miller is away until the end of May.</p></div>'
    assert "until the end of May" not in _read(f"{PARAGRAPHS}{hidden}").text


@pytest.mark.parametrize("role", ["noprint", "references"])
def test_names_that_wikis_give_to_remarks_hide_no_part_of_a_page(role: str) -> None:
    assert (
        "Its stones come from the hills."
        in _read(f'<div class="{role}"><p>Its stones come from the hills.</p></div>', "").text
    )


def test_a_term_that_links_to_itself_stands_before_its_definition() -> None:
    terms = '<dl><dt id="dry"><a href="#dry"><code>--dry</code></a></dt><dd><p>Grinds nothing.</p></dd></dl>'
    assert ("option", "--dry: Grinds nothing.") in _blocks(_read(f"{PARAGRAPHS}{terms}{PARAGRAPHS}"))


def test_help_that_a_page_shows_over_its_text_is_not_read() -> None:
    popup = '<div id="mill-help-popup"><h2>Keys</h2><p>Press S to look for a wheel in the mill.</p></div>'
    assert "Keys" not in _read(f"{popup}<main><h1>Mills</h1><p>The mill has a wheel.</p></main>").text


def test_what_stands_under_code_is_the_meaning_of_it_and_a_title_is_a_heading() -> None:
    function = '<h3><code>mill.grind(corn)</code><span><a href="#grind">#</a></span></h3><p>Added in: 1.2</p>'
    function += "<p>Returns the flour of the corn that was given.</p>"
    others = "<h3>stop()</h3><p>Stops the mill.</p><h3>start()</h3><p>Starts the mill.</p>"
    blocks = _blocks(_read(f"<h1>grind()</h1>{PARAGRAPHS}{function}{others}<h2>Mills</h2>{PARAGRAPHS}"))
    assert blocks[0] == ("heading", "grind()")
    assert ("option", "mill.grind(corn): Returns the flour of the corn that was given.") in blocks


def test_a_manual_says_in_its_first_section_what_it_is_about() -> None:
    name = "<h2>NAME</h2><p>mill-grind — Grind corn</p><h2>DESCRIPTION</h2><p>This command takes an hour.</p>"
    assert ("prose", "mill-grind: Grind corn.") in _blocks(_read(name + PARAGRAPHS))


def test_a_part_of_the_text_with_the_name_of_a_layer_is_read_and_so_is_a_section_sign() -> None:
    part = f"<section class='text-overlay'><h2><a href='#p5'>§</a> 5 Weir</h2>{PARAGRAPHS}</section>"
    blocks = _blocks(_read(f"<main><h1>Mill</h1>{PARAGRAPHS}{part}</main>"))
    assert ("heading", "§ 5 Weir") in blocks
    assert len(blocks) == 12
