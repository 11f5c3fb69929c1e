from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank

MAN = r"""'\" t
.\" Copyright 2019 the weir keepers
.de Sp \" Space (when .PP is too much)
.if t .sp .5v
..
.TH WEIR 1 2019-05-02 "Weir 2.0" "Harbour Commands"
.SH NAME
weir \- count the fish that pass a \(lqweir\(rq
.SH SYNOPSIS
.B weir
.RB [ \-a ]
.IR river ...
.SH DESCRIPTION
.B weir
counts the fish of each
.IR river ,
and prints the sum\(emevery hour.
.\" Nobody reads this.
.if t It is typeset.
.if n \{\
It is shown.
.\}
.PP
It reads
.BR hosts (5)
first.
.TP
.B \-a
Count all
fish.
.IP \(bu 4
Eels are counted twice.
.PP
.nf
weir \-a Brekka
.fi
.SS Notes
\fIHerring\fR is a fish.
.PP
\-q, \-\-quiet
.RS 4
Print nothing.
.RE
.SH "SEE ALSO"
.BR eel (1)
"""

MDOC = r""".Dd May 2, 2019
.Dt WEIR 1
.Os
.Sh NAME
.Nm weir
.Nd count fish
.Sh SYNOPSIS
.Nm
.Op Fl a
.Op Fl f Ar file
.Ar river ...
.Sh DESCRIPTION
.Nm
counts the fish of each
.Ar river ,
as
.Xr hosts 5
says
.Pq see Sx FILES .
.Pp
The options are:
.Bl -tag -width Ds
.It Fl f Ar file
Read
.Ar file
first.
.It Fl a
Count
.Dq all
fish.
.El
.Bd -literal
$ weir -a Brekka
.Ed
.Bl -bullet
.It
Eels are counted twice.
.El
"""


def shown(text: str) -> list[tuple[str, str]]:
    """Return the kind and the text of each block."""
    document = reprank.read(text.encode(), name="weir.1")
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_the_source_of_a_man_page_is_read_as_it_is_shown() -> None:
    assert shown(MAN) == [
        ("heading", "weir: count the fish that pass a “weir”."),
        ("heading", "SYNOPSIS"),
        ("code", "weir [-a] river..."),
        ("heading", "DESCRIPTION"),
        ("prose", "weir counts the fish of each river, and prints the sum—every hour. It is shown."),
        ("prose", "It reads hosts(5) first."),
        ("option", "-a: Count all fish."),
        ("list", "Eels are counted twice."),
        ("code", "weir -a Brekka"),
        ("heading", "Notes"),
        ("prose", "Herring is a fish."),
        ("option", "-q, --quiet: Print nothing."),
        ("heading", "SEE ALSO"),
        ("footnote", "eel(1)"),
    ]


def test_pages_with_the_macros_of_bsd_are_read_as_they_are_shown() -> None:
    assert shown(MDOC) == [
        ("heading", "weir: count fish."),
        ("heading", "SYNOPSIS"),
        ("code", "weir [-a] [-f file] river ..."),
        ("heading", "DESCRIPTION"),
        ("prose", "weir counts the fish of each river, as hosts(5) says (see FILES)."),
        ("prose", "The options are:"),
        ("option", "-f file: Read file first."),
        ("option", "-a: Count “all” fish."),
        ("code", "$ weir -a Brekka"),
        ("list", "Eels are counted twice."),
    ]


def test_the_title_and_the_places_of_a_man_page_come_from_its_headings() -> None:
    document = reprank.read(MAN.encode(), name="weir.1")
    assert document.title == "weir - count the fish that pass a “weir”"
    assert document.place_of(document.text.index("It reads")) == "section “DESCRIPTION”"


def test_running_text_below_a_synopsis_is_prose() -> None:
    text = MAN.replace(
        ".SH DESCRIPTION", ".PP\nWeir is a counter that knows all the fish of the coast.\n.SH DESCRIPTION"
    )
    assert ("prose", "Weir is a counter that knows all the fish of the coast.") in shown(text)


def test_a_text_about_macros_is_no_man_page() -> None:
    text = "Write\n.TH NAME 1\nfirst. Then the sections follow, each with its title."
    assert reprank.read(text.encode(), name="howto.txt").text == text


@pytest.mark.parametrize("head", ["", ".TH A 1\n.SH NAME\n", ".Dt A 1\n.Sh NAME\n"])
@given(st.text(alphabet="aB.\\'\"{}[](*- \n\tTHSNmPIOplfdeiRE", max_size=150))
def test_any_source_is_read_without_a_crash(head: str, text: str) -> None:
    reprank.read((".TH A 1\n.SH B\n" + head + text).encode(), name="a.1")


def test_sections_of_translated_pages_are_known() -> None:
    text = (
        MDOC.replace("Sh NAME", "Sh BEZEICHNUNG").replace("Sh SYNOPSIS", "Sh ÜBERSICHT").replace("Sh DESC", "Sh BESCH")
    )
    found = shown(text + ".Sh ÜBERSETZUNG\nAnna Holm.\n")
    assert found[0] == ("heading", "weir: count fish.")
    assert ("code", "weir [-a] [-f file] river ...") in found
    assert found[-1] == ("footnote", "Anna Holm.")


HEAD = ".TH EEL 1\n.SH NAME\neel \\- count eels\n.SH DESCRIPTION\nThe eel counts all eels.\n"
BEFORE = [("heading", "eel: count eels."), ("heading", "DESCRIPTION"), ("prose", "The eel counts all eels.")]


def below(source: str) -> list[tuple[str, str]]:
    """Return the blocks of lines below a short page."""
    found = shown(HEAD + ".PP\n" + source)
    assert found[: len(BEFORE)] == BEFORE
    return found[len(BEFORE) :]


def test_terms_are_shown_in_sections_of_every_kind() -> None:
    assert below(
        ".SH SEE ALSO\n.TP\n.B cod(1)\nCounts cods.\n.SH AUTHORS\n.IP Anna\nWrote it.\n"
        ".SH SYNOPSIS\n.TP\n.B weir\n[-a] [river]\n"
    ) == [
        ("heading", "SEE ALSO"),
        ("footnote", "cod(1): Counts cods."),
        ("heading", "AUTHORS"),
        ("footnote", "Anna: Wrote it."),
        ("heading", "SYNOPSIS"),
        ("code", "weir [-a] [river]"),
    ]


def test_terms_are_shown_in_text_that_is_not_filled() -> None:
    source = ".nf\n.IP cod\nIt swims\nfar.\n.IP ling\n.IP bass\nIt sleeps.\n.fi\n"
    assert below(source) == [("code", "cod\nIt swims\nfar."), ("code", "ling"), ("code", "bass\nIt sleeps.")]


def test_a_term_with_an_indented_part_below_its_description_is_shown() -> None:
    source = ".TP\n.B \\-a\nCount all\n.RS\nIt takes an hour.\n.RE\n"
    assert below(source) == [("option", "-a: Count all"), ("option", "It takes an hour.")]


def test_an_escaped_backslash_before_a_quotation_mark_begins_no_comment() -> None:
    assert below('Send \\\\"cod\\\\" to the weir.\nWait. \\" Nobody reads this.') == [
        ("prose", 'Send \\"cod\\" to the weir. Wait.')
    ]


def test_a_comment_or_an_escaped_backslash_does_not_join_a_line_with_the_next() -> None:
    source = 'The weir \\\nis open.\n.\\" Nobody reads this. \\\nIt closes at \\\\\nnight.\n'
    assert below(source) == [("prose", "The weir is open. It closes at \\ night.")]


@pytest.mark.parametrize("end", [".TE\n", "", ".TE\n.TE\n"])
def test_tables_are_read_row_by_row_up_to_their_end_or_the_next_heading(end: str) -> None:
    sentence = "The cod swims from the harbour to the weir every morning before it is light."
    source = (
        ".TS\nallbox tab(@);\nlb lb\nl l.\nFish@Way\n_\n.T&\nl l.\n"
        f"cod@T{{\n{sentence}\n\\*X\n.B Nobody\nsees it.\nT}}\nling@none\n"
    )
    assert below(source + end + ".SH NOTES\nThe weir is open.\n") == [
        ("table", "Fish | Way"),
        ("table", "cod"),
        ("prose", f"{sentence} Nobody sees it."),
        ("table", "ling | none"),
        ("heading", "NOTES"),
        ("prose", "The weir is open."),
    ]


def test_an_open_cell_and_a_table_without_a_format_are_shown() -> None:
    assert below(".TS\nl l.\ncod\tT{\nIt swims.\n") == [("table", "cod | It swims.")]
    assert below(".TS\ncod\tfar\n.TE\n") == [("table", "cod | far")]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (".if n Cod.\n.if t Ling.\n.if !t Bass.\n.if !n Pike.\n.if \\nX Roach.\nEel.", "Cod. Bass. Eel."),
        (".ie t Cod.\n.el Ling.\n.ie n Bass.\n.el Pike.", "Ling. Bass."),
        (".ie n \\{\\\n.if t Cod.\nLing.\n.\\}\n.el \\{ Never.\\}\nEel.", "Ling. Eel."),
        (".ie n \\{\\\n.ie t Cod.\n.el Ling.\n.\\}\n.el Never.\nEel.", "Ling. Eel."),
        (".if n .if !t .B Cod.\n.if n .if t .B Ling.\nEel.", "Cod. Eel."),
    ],
)
def test_conditions_hold_as_on_a_terminal(source: str, text: str) -> None:
    assert below(source) == [("prose", text)]


def test_a_condition_that_is_not_closed_ends_at_the_next_heading() -> None:
    assert below(".if t \\{\nCod.\n.SH NOTES\nThe weir is open.\n") == [
        ("heading", "NOTES"),
        ("prose", "The weir is open."),
    ]


def test_references_functions_and_standard_sentences_of_bsd_are_shown() -> None:
    source = (
        '.Ex -std\n.Pp\n.Ft int\n.Fo fish\n.Fa "const char *river"\n.Fa count\n.Fc ;\n.Sh SEE ALSO\n'
        ".Rs\n.%A Anna Holm\n.%T Eels of the North\n.Re\n"
    )
    assert shown(MDOC + source)[-4:] == [
        ("prose", "The weir utility exits 0 on success, and >0 if an error occurs."),
        ("prose", "int fish(const char *river, count);"),
        ("heading", "SEE ALSO"),
        ("footnote", "Anna Holm, Eels of the North."),
    ]


def test_commands_of_a_synopsis_and_unknown_macros_are_shown_and_requests_are_not() -> None:
    assert below(".foo Cod and ling.\n.ta 4n 8n\n.PD 0\n.hcode a b\n.SH SYNOPSIS\n.SY eel\n.OP -a file\n.YS\n") == [
        ("prose", "Cod and ling."),
        ("heading", "SYNOPSIS"),
        ("code", "eel [-a file]"),
    ]


def test_half_a_surrogate_pair_is_left_out() -> None:
    assert below(r"Cod\[uD800], ling\[udfff] and \[u00E6]l.") == [("prose", "Cod, ling and æl.")]


@pytest.mark.parametrize("source", [".ds A " + "cod " * 20_000 + "\n" + r"\*A" * 20_000, ""])
def test_strings_are_not_repeated_without_limit(source: str) -> None:
    name = "" if source else f".Sh NAME\n.Nm {'cod' * 10_000}\n.Sh NOTES\n" + ".Nm\n" * 10_000
    with pytest.raises(reprank.InputError, match="repeats the strings"):
        reprank.read((".Dt A 1\n" + name + ".SH NOTES\n" + source).encode(), name="a.1")


def test_the_number_before_a_paragraph_makes_an_item_of_it() -> None:
    number = ".ie n \\{\\\n\\h'-04' 1.\\h'+01'\\c\n.\\}\n.el \\{\\\n.sp -1\n.IP \"  1.\" 4.2\n.\\}\n"
    item = f".sp\n.RS 4\n{number}Open the gate.\n.RE\n"
    paragraph = "z. B. sind 3 Tore aus Eisen."
    assert below(f"{item}.PP\n{paragraph}\n") == [("list", "Open the gate."), ("prose", paragraph)]
