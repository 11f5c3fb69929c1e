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
        ("heading", "weir - count the fish that pass a “weir”"),
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
        ("heading", "weir - count fish"),
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
    assert found[0] == ("heading", "weir - count fish")
    assert ("code", "weir [-a] [-f file] river ...") in found
    assert found[-1] == ("footnote", "Anna Holm.")
