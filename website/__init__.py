"""Pages to site: the Markdown of docs/ and the docstrings, built with Sphinx, as HTML that needs no other machine.

``staging`` prepares what Sphinx reads, ``conf`` has its settings, ``build`` runs it, and ``checking`` looks for dead
links and outside resources. ``pictures`` and ``plots`` draw, ``console`` and ``examples`` run what the pages show, and
``still`` makes the page that works without a service.
"""
