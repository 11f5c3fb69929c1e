"""Pages to site: the Markdown of docs/ and the docstrings as plain HTML that needs no other machine.

Why a build of our own: a general generator brings a theme, a plugin system and many packages, and this site needs a
parser, a template and a writer of formulas. Those are markdown-it-py with mdit-py-plugins (MIT), Jinja2 and Pygments
(BSD) and latex2mathml (MIT), all pure Python. The rest is in this folder and is tested as the package is.
"""
