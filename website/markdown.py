"""Markdown to HTML: anchors, code in colours, formulas, tables that scroll, and links between the pages of the site."""

from __future__ import annotations

import html
import itertools
import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from website.mathematics import formula

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# A mark at the beginning of a line would end the paragraph; one in backticks is an example of a mark.
_VALUE_MARK = re.compile(r"(?<!`)<!-- value: .+? -->")
_TAG = re.compile(r"<[^>]+>")
# How the kinds of code blocks are coloured. A block without a kind is shown as it is.
LEXERS = {
    "python": "python",
    "pycon": "pycon",
    "console": "console",
    "sh": "sh",
    "json": "json",
    "ini": "ini",
    "sql": "sql",
}


@dataclass(frozen=True)
class Heading:
    """A heading of a page: 1 to 6, its text as HTML, and its anchor."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Rendered:
    """A page as HTML with its headings."""

    html: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        """The first heading as plain text."""
        return html.unescape(_TAG.sub("", self.headings[0].text))


def render(text: str, *, link: Callable[[str], str] = lambda address: address) -> Rendered:
    """Return a page as HTML; every address of a link or a picture goes through ``link``.

    >>> print(render("# A *page*").html)
    <h1 id="a-page">A <em>page</em></h1>
    >>> print(render("[next](b.md#x)", link=lambda address: address.replace(".md", ".html")).html)
    <p><a href="b.html#x">next</a></p>
    """
    parser = MarkdownIt("commonmark", {"html": True, "typographer": False}).enable(["table", "strikethrough"])
    parser.renderer = _Renderer()  # before the plugin, which adds its rules to the renderer
    parser.use(dollarmath_plugin, allow_space=False, renderer=_formula)
    environment: dict[str, object] = {}
    tokens = parser.parse(_VALUE_MARK.sub("", text), environment)
    headings = tuple(_mark_headings(tokens, parser))
    _follow_links(tokens, link)
    return Rendered(str(parser.renderer.render(tokens, parser.options, environment)).strip(), headings)


def slug(text: str) -> str:
    """Return the anchor of a heading, as forges make it.

    >>> slug("What's `compress` worth? A look"), slug("Numbers, ties and threads")
    ('whats-compress-worth-a-look', 'numbers-ties-and-threads')
    """
    plain = html.unescape(_TAG.sub("", text)).lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain).strip())


def relative(address: str, *, page: str) -> str:
    """Return where an address that a page of docs/ names is, from docs/; anchors and outside addresses are kept apart.

    >>> relative("../speed.md", page="guides/book.md"), relative("book.md", page="guides/pdfs.md")
    ('speed.md', 'guides/book.md')
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), address))


def coloured(code: str, kind: str) -> str:
    """Return code as HTML with a class for every part of it."""
    if kind == "python" and code.lstrip().startswith(">>>"):
        kind = "pycon"
    if kind not in LEXERS:
        return html.escape(code)
    lexer = get_lexer_by_name(LEXERS[kind], stripnl=True)
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True))).rstrip("\n")


class _Renderer(RendererHTML):
    """The renderer of markdown-it, with coloured code and tables that scroll instead of widening the page."""

    def fence(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """Write a block of code."""
        token = tokens[index]
        kind = token.info.strip()
        body = coloured(token.content.rstrip(), kind)
        label = f' data-kind="{html.escape(kind)}"' if kind else ""
        return f'<div class="code"{label}><pre tabindex="0"><code>{body}</code></pre></div>\n'

    def code_block(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """Write an indented block."""
        body = html.escape(tokens[index].content.rstrip())
        return f'<div class="code"><pre tabindex="0"><code>{body}</code></pre></div>\n'

    def html_block(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """Write HTML of the page without its comments."""
        return _COMMENT.sub("", tokens[index].content)

    def html_inline(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """Write HTML inside a line without its comments."""
        return _COMMENT.sub("", tokens[index].content)

    def table_open(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """Begin a table in a frame of its own."""
        return '<div class="table" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], index: int, *_: object) -> str:
        """End a table."""
        return "</table></div>\n"


def _formula(content: str, options: dict[str, bool]) -> str:
    return formula(content.strip(), display=options["display_mode"])


def _mark_headings(tokens: Sequence[Token], parser: MarkdownIt) -> list[Heading]:
    """Give every heading its anchor; the second of the same name gets a number, as forges do it."""
    headings: list[Heading] = []
    used: dict[str, int] = {}
    for token, inline in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = str(parser.renderer.render([inline], parser.options, {}))
        name = slug(text)
        count = used.get(name, 0)
        used[name] = count + 1
        anchor = f"{name}-{count}" if count else name
        token.attrSet("id", anchor)
        headings.append(Heading(int(token.tag[1]), text, anchor))
    return headings


def _follow_links(tokens: Sequence[Token], link: Callable[[str], str]) -> None:
    for token in tokens:
        for name in ("href", "src"):
            if address := token.attrGet(name):
                token.attrSet(name, link(str(address)))
        if token.type == "image":
            token.attrSet("loading", "lazy")
        _follow_links(token.children or (), link)
