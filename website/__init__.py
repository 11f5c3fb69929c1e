"""Pages to site: the Markdown of docs/ and the docstrings as plain HTML that needs no other machine.

Why a build of our own. MkDocs and Sphinx bring a theme, a plugin system and some twenty packages each; what this site needs
is a parser, a template and a formula writer. Those are markdown-it-py with mdit-py-plugins (MIT), Jinja2 and Pygments (BSD)
and latex2mathml (MIT), all pure Python. The rest is in this folder, and is tested as the rest of the project is.
"""
