r"""Source of a man page to Document: what it shows is the text; headings are places.

Both sets of macros are read: man ("``.SH NAME``") and mdoc ("``.Sh NAME``"). Nothing is included or executed: requests
of roff, whose names have at most two lower-case letters or are in ``SILENT``, show nothing, and other macros that this
module does not know show their arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.documents import Document
from reprank.text.lines import CODE, HEADING, OPTION, PROSE
from reprank.text.man_pages import KIND_OF_SECTION, is_prose_of_synopsis
from reprank.text.tokens import STOPPED

REQUEST = lazy_pattern(r"[.'][ \t]*+([^\s\\]++)[ \t]*+([^\n]*+)$")
BEFORE_COMMENT = lazy_pattern(r"((?:[^\\]|\\[^\"#])*+)\\[\"#]")
#: A line that goes on in the next one; comments and escaped backslashes are matched so that they are passed over.
CONTINUED = lazy_pattern(r"\\(?:[\"#][^\n]*+|\\|(\n))")
IS_TERMINAL = lazy_pattern(r"n|!t")  # the conditions that hold; all others are false
CONDITION = lazy_pattern(r"!?[nt]|\S*+")
REQUEST_OF_ROFF = lazy_pattern(r"[a-z][a-z0-9]?")
TAB_OPTION = lazy_pattern(r"tab[ \t]?\((.)\)")
ARGUMENT = lazy_pattern(r'"((?:[^"]|"")*+)"?|((?:\\ |\S)++)')
#: What begins with a backslash: the name of a character or a string, or something that shows nothing.
ESCAPE = lazy_pattern(
    r"\\(?:"
    r"\((?P<two>..)|\[(?P<long>[^\]\n]{1,40})\]|\*(?:\((?P<string>..)|\[(?P<named>[^\]\n]{1,40})\]|(?P<letter>\S))|"
    r"[fFmMgnYVR](?:\(..|\[[^\]\n]{0,40}\]|.)|s(?:[+-]?\(\d\d|\[[^\]\n]{0,8}\]|[+-]?\d{1,2})|"
    r"[hvwlLbDoNSHXxZ](?:'[^'\n]{0,200}'|\"[^\"\n]{0,200}\")|(?P<other>.?))"
)
CHARACTERS = {
    "em": "—", "en": "–", "hy": "-", "bu": "•", "aq": "'", "dq": '"', "lq": "“", "rq": "”", "oq": "‘", "cq": "’",
    "co": "©", "tm": "™", "rg": "®", "mu": "µ", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←", "ti": "~",
    "ha": "^", "ga": "`", "rs": "\\", "sh": "#", "ba": "|", "at": "@", "de": "°", "+-": "±", "mi": "−", "pl": "+",
    "eq": "=", "sl": "/", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "Do": "$", "sc": "§",
    "ss": "ß", "12": "½", "14": "¼", "34": "¾", "mul": "×", "mc": "µ", "Fo": "«", "Fc": "»", "bq": "‚", "Bq": "„",
}  # fmt: skip
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", ":": "\u0308", "~": "\u0303", ",": "\u0327", "/": "\u0338"}
SINGLE = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "t": " ", "'": "'", "`": "`", ".": "."}
STRINGS = {"lq": "“", "rq": "”", "R": "®", "Tm": "™", 'L"': '"', 'R"': '"', "C+": "C++", "--": "—"}
JOINED = frozenset(["BR", "BI", "IR", "IB", "RB", "RI"])  # fonts that alternate: no space between the arguments
SPACED = frozenset(["B", "I", "R", "SM", "SB", "CW"])
SILENT = frozenset([
    "TH", "UR", "MT", "PD", "DT", "UC", "AT", "IX", "INDENT", "UNINDENT",  # of man and of the programs that write it
    "Dd", "Dt", "Os", "Bk", "Ek", "Sm", "Xo", "Xc", "Bf", "Ef", "Db", "Hf", "Lp",  # of mdoc
    "EQ", "EN", "PS", "PE",  # of preprocessors
    "aln", "als", "am1", "ami", "ami1", "asciify", "backtrace", "blm", "box", "boxa", "break", "brp", "cflags", "chop",
    "class", "close", "color", "composite", "continue", "cp", "defcolor", "dei", "dei1", "device", "devicem", "ecr",
    "ecs", "evc", "fam", "fchar", "fcolor", "fps", "fschar", "fspecial", "ftr", "fzoom", "gcolor", "hcode", "hla",
    "hlm", "hpf", "hpfa", "hpfcode", "hym", "hys", "itc", "kern", "length", "linetabs", "lsm", "mso", "msoquiet",
    "nroff", "open", "opena", "output", "pev", "pnr", "psbb", "pso", "ptr", "pvs", "rchar", "return", "rfschar",
    "rj", "rnn", "schar", "shc", "shift", "sizes", "soquiet", "special", "spreadwarn", "stringdown", "stringup", "sty",
    "substring", "tkf", "tm1", "tmc", "trf", "trin", "trnt", "troff", "unformat", "vpt", "vpts", "warn", "warnscale",
    "while", "write", "writec", "writem",
])  # fmt: skip
UNFILLED = frozenset(["nf", "EX", "Vb", "SY"])
FILLED = frozenset(["fi", "EE", "Ve", "YS"])
BREAKS = frozenset(["PP", "P", "LP", "Pp", "Lp", "HP", "br", "sp", "Sp"])
ENDS_OF_LINES = "?.,:;!)]"  # arguments of mdoc that are written without a space before them
ENCLOSURES = {
    "Op": ("[", "]"), "Sq": ("‘", "’"), "Dq": ("“", "”"), "Qq": ('"', '"'), "Ql": ("‘", "’"), "Pq": ("(", ")"),
    "Bq": ("[", "]"), "Brq": ("{", "}"), "Aq": ("<", ">"),
}  # fmt: skip
OPENING = {"Oo": "[", "So": "‘", "Do": "“", "Qo": '"', "Po": "(", "Bo": "[", "Bro": "{", "Ao": "<"}
CLOSING = {"Oc": "]", "Sc": "’", "Dc": "”", "Qc": '"', "Pc": ")", "Bc": "]", "Brc": "}", "Ac": ">"}
SYSTEMS = {"Ox": "OpenBSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Dx": "DragonFly", "Bx": "BSD", "Ux": "UNIX"}
BETWEEN = {"Nd": "-", "Ta": "|"}  # before a description, and between cells
PLAIN = frozenset([
    "Ad", "An", "Ar", "At", "Cd", "Cm", "Dv", "Em", "Er", "Ev", "Fa", "Fd", "Ft", "Ic", "In", "Li", "Lk", "Ms", "Mt",
    "No", "Pa", "St", "Sx", "Sy", "Tn", "Va", "Vt", "Lb",
])  # fmt: skip
INLINE = frozenset(
    [*PLAIN, *ENCLOSURES, *OPENING, *CLOSING, *SYSTEMS, "Fl", "Nm", "Xr", "Fn", "Ns", "Ap", "Pf", *BETWEEN]
)
TAGGED = ("-tag", "-hang", "-inset", "-diag", "-ohang")  # lists of mdoc whose items are terms
BULLETS = frozenset("•*-–—o·")
BULLETS_BEFORE_TEXT = ("• ", "· ")
MAX_TERM_CHARACTERS = 80
MAX_CONDITIONS = 10  # before one request: ".if n .if n .br"
MAX_EXPANSION = 10  # characters that strings and the name of the page may add, as a multiple of the source …
MIN_EXPANSION_CHARACTERS = 100_000  # … and for the shortest source
HEADINGS = frozenset(["SH", "SS", "Sh", "Ss"])
ENDS_OF_TABLES = HEADINGS | {"TE", "TS"}
NUMBERED = lazy_pattern(r"\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]{0,2}")


def read_roff(text: str, meter: Meter) -> Document:
    """Read the source of a man page; its title is what the section "NAME" says."""
    text = CONTINUED.sub(lambda found: "" if found[1] else found[0], text.replace("\r\n", "\n"))
    reader = _Reader(Draft(sections=True), meter, room=max(MAX_EXPANSION * len(text), MIN_EXPANSION_CHARACTERS))
    for line in reader.taken(text.split("\n")):
        meter.check_time()
        reader.read(line)
    reader.flush()
    return reader.draft.document(meter.name)


@dataclass
class _Table:
    """What is read of a table: the lines before its first row, then the cells of the present row."""

    head: list[str] = field(default_factory=list)
    in_head: bool = True
    in_cell: bool = False  # inside "T{" and "T}"
    tab: str = "\t"
    cells: list[str] = field(default_factory=list)


@dataclass
class _Reader:
    """Writes blocks into a draft while it goes through the lines."""

    draft: Draft
    meter: Meter
    room: int  # characters that strings and the name of the page may still add
    section: str = ""
    lines: list[str] = field(default_factory=list)  # of the present paragraph
    kind: str = PROSE
    awaits: str = ""  # what the next line is: "heading" or "term"
    term: str = ""
    unfilled: bool = False
    table: _Table | None = None
    function: list[str] = field(default_factory=list)  # of mdoc: its name and its parameters
    lists: list[str] = field(default_factory=list)  # of mdoc, the innermost last
    kinds: list[str] = field(default_factory=list)  # outside the present indentation
    strings: dict[str, str] = field(default_factory=lambda: dict(STRINGS))
    name: str = ""
    joined: bool = False  # whether the next line follows without a space

    def taken(self, lines: list[str]) -> Iterator[str]:
        """Yield the lines without definitions of macros and without what is for another device than a terminal."""
        ends, depth, decided = "", 0, list[bool]()  # the last: the conditions of each ".ie" without its ".el"
        for each in lines:
            line = _without_comment(each) if "\\" in each else each
            if not line and each:
                continue
            name, rest = _request(line)
            if ends:
                ends = "" if line.rstrip() == ends else ends
                continue
            if depth and name not in HEADINGS:
                depth += line.count("\\{") - line.count("\\}")
                continue
            depth = 0
            for _ in range(MAX_CONDITIONS):
                if depth or name not in ("if", "ie", "el"):
                    break
                condition = "" if name == "el" else CONDITION.match(rest)[0]  # type: ignore[index]
                holds = (
                    not (decided and decided.pop()) if name == "el" else IS_TERMINAL.fullmatch(condition) is not None
                )
                if name == "ie":
                    decided.append(holds)
                depth = max(rest.count("\\{") - rest.count("\\}"), 0) if not holds else 0
                line = rest[len(condition) :].strip().removeprefix("\\{").replace("\\}", "").strip() if holds else "."
                name, rest = _request(line)
            if name in ("de", "de1", "am", "ig"):
                words = rest.split()
                ends = "." + (words[-1] if words and (name == "ig" or len(words) > 1) else ".")
            elif line.rstrip() not in (".", "'", ".\\}", "'\\}"):
                yield line.replace("\\}", "")

    def read(self, line: str) -> None:
        """Read one line."""
        name, rest = _request(line)
        if self.table and name not in ENDS_OF_TABLES:
            self.row(self.table, line, name, rest)
        elif name:
            self.request(name, rest.rstrip())
        else:
            self.text(self.plain(line) if line.strip(" \t") else "")

    def request(self, name: str, rest: str) -> None:
        """Read a request or a macro with its arguments."""
        if name in HEADINGS:
            self.flush()
            self.unfilled, self.kinds, self.lists, self.awaits = False, [], [], "heading"
            self.kind = PROSE
            if rest:
                self.text(" ".join(self.arguments(rest)))
        elif name in BREAKS:
            if name not in ("br", "sp") and not self.lists:
                self.outside()
            else:
                self.flush()
        elif name in ("TP", "TQ"):
            self.outside()
            self.awaits = "term"
        elif name == "IP":
            self.indented(self.arguments(rest)[:1])
        elif name in ("RS", "Bl"):
            kind = self.kind
            if name == "RS" and self._is_term():
                self.term, self.lines, self.kind = self.lines[0], [], OPTION
            else:
                self.flush()
            self.kinds.append(kind)
            if name == "Bl":
                self.lists.append((rest.split() or [""])[0])
        elif name in ("RE", "El"):
            self.flush()
            self.kind = self.kinds.pop() if self.kinds else PROSE
            if name == "El" and self.lists:
                self.lists.pop()
        elif name == "It":
            self.item(rest)
        elif name in UNFILLED or (name == "Bd" and ("-literal" in rest or "-unfilled" in rest)):
            self.flush()
            self.unfilled = True
            if name == "SY":
                self.text(" ".join(self.arguments(rest)))
        elif name in FILLED or name == "Ed":
            self.flush()
            self.unfilled = False
        elif name in ("Dl", "D1"):
            self.flush()
            self.draft.add(CODE, self.inline(rest))
        elif name in ("TS", "TE"):
            self.flush()
            self.awaits, self.table = "", _Table() if name == "TS" else None
        elif name == "Rs":
            if KIND_OF_SECTION.get(self.section):
                self.flush()
        elif name == "Re":
            if self.lines:
                self.lines[-1] = self.lines[-1].removesuffix(",") + "."
        elif name == "ds":
            key, _, value = rest.partition(" ")
            self.strings[key] = value.strip().removeprefix('"')
        else:
            self.font_or_macro(name, rest)

    def font_or_macro(self, name: str, rest: str) -> None:
        """Read what shows its arguments in the running text."""
        arguments = self.arguments(rest)
        if name in SPACED:
            self.text(" ".join(arguments), awaits_text=not arguments)
        elif name in JOINED:
            self.text("".join(arguments))
        elif name == "MR":
            self.text(f"{arguments[0]}({''.join(arguments[1:2])}){''.join(arguments[2:])}" if arguments else "")
        elif name in ("UE", "ME") and arguments:
            self.joined = True
            self.text("".join(arguments))
        elif name in ("URL", "MTO"):  # an address, the text of the link and what follows it
            self.text("".join(arguments[1:] if "".join(arguments[1:2]) else arguments))
        elif name == "OP":
            self.text(f"[{' '.join(arguments)}]")
        elif name == "Fo":
            self.end_function()
            self.function = [" ".join(arguments)]
        elif name == "Fa" and self.function:
            self.function += arguments
        elif name == "Fc":
            self.end_function()
            self.joined = True
            self.text("".join(arguments))
        elif name in ("Ex", "Rv"):
            self.text(self.standard_sentence(name, [each for each in arguments if each != "-std"]))
        elif name in INLINE:
            self.text(self.inline(f"{name} {rest}"))
        elif name[0] == "%":  # a part of a reference
            self.text(f"{self.inline(rest)},")
        elif name.isalpha() and name not in SILENT and not REQUEST_OF_ROFF.fullmatch(name):
            self.text(" ".join(arguments))

    def end_function(self) -> None:
        """Show the function of mdoc that was read: "open(path, flags)"."""
        if self.function:
            (name, *parameters), self.function = self.function, []
            self.text(f"{name}({', '.join(parameters)})")

    def standard_sentence(self, macro: str, names: list[str]) -> str:
        """Return the sentence about exit statuses or return values that a macro of mdoc writes."""
        if macro == "Ex":
            return f"The {', '.join(names) or self.own_name()} utility exits 0 on success, and >0 if an error occurs."
        return (
            f"The {', '.join(f'{name}()' for name in names) or self.own_name()} function returns the value 0 if "
            "successful; otherwise the value -1 is returned and the global variable errno is set to indicate the error."
        )

    def row(self, table: _Table, line: str, name: str, rest: str) -> None:
        """Read a line of a table."""
        if table.in_cell and not line.startswith("T}"):
            if name == "ds":
                self.request(name, rest.rstrip())
            elif name:
                self.font_or_macro(name, rest.rstrip())
            else:
                self.text(self.plain(line))
            return
        if table.in_cell:
            table.in_cell = False
            table.cells.append(" ".join(self.lines))
            self.lines, line = [], line[2:]
            if not line.startswith(table.tab):
                self.end_row(table)
                return
            line = line[1:]
        elif name:
            table.in_head |= name == "T&"
            return
        elif table.in_head:
            table.head.append(line)
            if line.rstrip().endswith("."):
                option = TAB_OPTION.search(table.head[0])
                table.tab = option[1] if option else table.tab
                table.in_head, table.head = False, [""]
            return
        *cells, last = line.split(table.tab)
        table.cells += map(self.plain, cells)
        if last.rstrip() == "T{":
            table.in_cell = True
        else:
            table.cells.append(self.plain(last))
            self.end_row(table)

    def end_row(self, table: _Table) -> None:
        """Add a row of a table, unless it is nothing but a line."""
        cells, table.cells = [clean(cell) for cell in table.cells], []
        self.draft.add_row([cell for cell in cells if cell.strip("_=")])

    def end_table(self, table: _Table) -> None:
        """Add what is left of a table; without a format, the lines in its place are rows."""
        self.table = None
        for line in table.head if table.in_head else ():
            table.cells = self.plain(line).split(table.tab)
            self.end_row(table)
        table.cells.append(" ".join(self.lines))
        self.lines = []
        self.end_row(table)

    def indented(self, tag: list[str]) -> None:
        """Begin a paragraph that is indented, with a term, a bullet or a number before it, or nothing."""
        mark = tag[0].strip() if tag else ""
        if not mark:
            self.flush()
            return
        self.outside()
        if mark in BULLETS or NUMBERED.fullmatch(mark):
            self.kind = "list"
        else:
            self.term, self.kind = mark, OPTION

    def _is_term(self) -> bool:
        """Tell whether the line above an indented part is the term that is explained in it."""
        is_line = len(self.lines) == 1 and len(self.lines[0]) <= MAX_TERM_CHARACTERS
        return (
            is_line
            and not self.term
            and self.kind != "list"
            and not STOPPED.search(self.lines[0])
            and self.lines[0][-1] != ":"
        )

    def item(self, rest: str) -> None:
        """Begin an item of a list of mdoc."""
        self.flush()
        kind = self.lists[-1] if self.lists else ""
        if kind in TAGGED:
            self.term, self.kind = self.inline(rest), OPTION
        else:
            self.kind = "list" if kind != "-column" else "table"
            if kind == "-column":
                self.text(self.inline(rest))

    def outside(self) -> None:
        """End a paragraph; what follows is not indented unless it stands in a part that is."""
        self.flush()
        self.kind = self.kinds[-1] if self.kinds else PROSE

    def text(self, shown: str, *, awaits_text: bool = False) -> None:
        """Add the text of a line, which may be a heading or a term."""
        if awaits_text:
            return
        if not shown.strip():
            if not self.unfilled and not self.table:
                self.flush()
            return
        if self.awaits == "heading":
            self.awaits, self.section = "", clean(shown).lower()
            if KIND_OF_SECTION.get(self.section) != HEADING:
                self.draft.add("heading", clean(shown))
        elif self.awaits == "term":
            self.awaits, self.term, self.kind = "", clean(shown), OPTION
        elif self.joined and self.lines:
            self.lines[-1] += shown
        else:
            self.lines.append(shown)
        self.joined = False

    def flush(self) -> None:
        """Add the paragraph or the table that was read."""
        self.end_function()
        if self.table:
            self.end_table(self.table)
        self.joined = False
        kind, term = self.kind, self.term
        number = self.lines[0].strip() if len(self.lines) > 1 and not term and not self.unfilled else ""
        if number.endswith((".", ")")) and NUMBERED.fullmatch(number):
            kind, self.lines = "list", self.lines[1:]
        text = clean(" ".join(self.lines))
        if text[:2] in BULLETS_BEFORE_TEXT:
            kind, text = "list", text[2:]
        lines, self.lines, self.term = self.lines, [], ""
        section = KIND_OF_SECTION.get(self.section)
        explained = f"{term}: {text}" if term and text else term or text
        if section == HEADING:
            self.draft.add_name(f"{term} {text}".strip())
        elif section == CODE and not is_prose_of_synopsis(lines):
            self.draft.add(CODE, f"{term} {text}".strip())
        elif section is not None and section != CODE:
            self.draft.add(section, explained)
        elif self.unfilled:
            self.draft.add(CODE, "\n".join([term, *lines] if term else lines))
        else:
            self.draft.add(kind, explained)

    def arguments(self, rest: str) -> list[str]:
        """Split arguments at spaces outside quotation marks, and show each."""
        return [
            self.plain(found[1].replace('""', '"') if found[1] is not None else found[2])
            for found in ARGUMENT.finditer(rest)
        ]

    def plain(self, text: str) -> str:
        """Show escapes as what they stand for."""
        return ESCAPE.sub(self._shown, text) if "\\" in text else text

    def _shown(self, escape: re.Match[str]) -> str:
        character = escape["two"] or escape["long"]
        if character:
            return _character(character)
        string = escape["string"] or escape["named"] or escape["letter"]
        if string:
            value = self.counted(self.strings.get(string, ""))
            return ESCAPE.sub("", value) if "\\" in value and "\\*" in value else self.plain(value)
        return SINGLE.get(escape["other"] or "", "")

    def counted(self, inserted: str) -> str:
        """Return what is inserted; refuse a page that grows by too much, which would take the square of its size."""
        self.room -= len(inserted)
        if self.room < 0:
            raise InputError(
                f"{self.meter.name} repeats the strings that it defines to more than {MAX_EXPANSION} times its size: "
                "shorten the values of its .ds requests"
            )
        return inserted

    def own_name(self) -> str:
        """Return the name that the page has given itself."""
        return self.counted(self.name)

    def inline(self, rest: str) -> str:
        """Show a line of mdoc whose words may be macros."""
        shown, closing, glued, macro = "", list[str](), True, ""
        words = self.arguments(rest)
        for number, word in enumerate(words):
            if word in INLINE:
                macro = word
                if word in ENCLOSURES:
                    shown, glued = shown + ("" if glued else " ") + ENCLOSURES[word][0], True
                    closing.append(ENCLOSURES[word][1])
                elif word in OPENING:
                    shown, glued = shown + ("" if glued else " ") + OPENING[word], True
                elif word in CLOSING:
                    shown, glued = shown + CLOSING[word], False
                elif word == "Ns" or word == "Ap":
                    shown, glued = shown + ("'" if word == "Ap" else ""), True
                elif word in BETWEEN:
                    shown, glued = f"{shown} {BETWEEN[word]} ".lstrip(), True
                elif word in SYSTEMS:
                    shown, glued = shown + ("" if glued else " ") + SYSTEMS[word], False
                elif word == "Nm" and self._names_itself(words[number + 1 : number + 2]):
                    shown, glued = shown + ("" if glued else " ") + self.own_name(), False
                elif word == "Fl" and not words[number + 1 : number + 2]:
                    shown += ("" if glued else " ") + "-"
                continue
            if len(word) == 1 and word in ENDS_OF_LINES:
                if number == len(words) - 1:
                    shown, closing = shown + "".join(reversed(closing)), []
                shown, glued = shown + word, False
                continue
            if macro == "Nm" and KIND_OF_SECTION.get(self.section) == HEADING:
                self.name = self.name or word.rstrip(",")
            if macro == "Xr" and number and words[number - 1] != "Xr":
                shown, macro = f"{shown}({word})", ""
                continue
            if macro == "Fn" and words[number - 1] == "Fn":
                word += "()" if number + 1 == len(words) or words[number + 1] in ENDS_OF_LINES else ""
            shown += ("" if glued else " ") + ("-" if macro == "Fl" else "") + word
            glued = word in ("(", "[") or macro == "Pf"
            macro = "" if macro == "Pf" else macro
        return shown + "".join(reversed(closing))

    def _names_itself(self, following: list[str]) -> bool:
        """Tell whether the macro for a name has no argument of its own."""
        return not following or following[0] in INLINE or following[0] in ENDS_OF_LINES


def _request(line: str) -> tuple[str, str]:
    """Return the name of a request or a macro and what follows it, or nothing for a line of text."""
    found = REQUEST.match(line)
    return (found[1], found[2]) if found else ("", "")


def _without_comment(line: str) -> str:
    """Return a line without the comment at its end; nothing if it is only a comment."""
    found = BEFORE_COMMENT.match(line)
    if found is None:
        return line
    kept = found[1].rstrip(" \t")
    return "" if kept in (".", "'") else kept


def _character(name: str) -> str:
    """Return the character with a name of roff, or nothing."""
    if name in CHARACTERS:
        return CHARACTERS[name]
    if len(name) == 2 and name[0] in ACCENTS and name[1].isalpha():
        import unicodedata

        return unicodedata.normalize("NFC", name[1] + ACCENTS[name[0]])
    if re.fullmatch(r"u[0-9A-Fa-f]{4,5}", name):
        character = chr(int(name[1:], 16))
        return "" if "\ud800" <= character <= "\udfff" else character  # half of a surrogate pair cannot be encoded
    return ""
