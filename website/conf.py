"""Settings of Sphinx for the site. ``website.build`` prepares the pages and runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reprank
from website.mathematics import formula

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

project = "RepRank"
project_copyright = "the RepRank authors, Apache-2.0"
version = release = reprank.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_dmath_allow_space = False
suppress_warnings = ["myst.header", "myst.xref_missing"]  # website.checking reports links that lead nowhere
exclude_patterns: list[str] = []

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = "RepRank"
html_css_files = ["colours.css", "site.css"]
html_js_files = [("search-help.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
html_math_renderer = "mathml"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0a6965", "color-brand-content": "#0a6965"},
    "dark_css_variables": {"color-brand-primary": "#6cd0c8", "color-brand-content": "#6cd0c8"},
    "top_of_page_buttons": [],
}
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app: Sphinx) -> None:
    """Draw formulas as MathML: no script, no font and no other machine is needed."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))


def _inline(translator: HTML5Translator, node: nodes.math) -> None:
    _write(translator, node, display=False)


def _block(translator: HTML5Translator, node: nodes.math_block) -> None:
    _write(translator, node, display=True)


def _write(translator: HTML5Translator, node: nodes.Element, *, display: bool) -> None:
    from docutils.nodes import SkipNode

    translator.body.append(formula(node.astext().strip(), display=display))
    raise SkipNode
