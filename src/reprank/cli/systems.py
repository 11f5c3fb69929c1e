"""``reprank systems``: the names for ``--system``, each with one line."""

from __future__ import annotations

import argparse

from reprank.cli.inputs import write

HELP = "list the summarizers and keyword systems"
DESCRIPTION = "List the names for --system and for `reprank evaluate --systems`, with one line about each."

#: Presets share one class: its docstring cannot describe them.
PRESETS = {
    "reprank": "the default: one walk over sentences and terms, then coverage of the terms",
    "reprank-paper-glove": 'the paper as printed, row "Glove": averaged GloVe vectors',
    "reprank-paper": 'the paper as printed, row "Self-attention": the learned representation',
    "reprank-paper-absorb": 'the paper as printed, row "+ Absorb": selected sentences absorb the walk',
    "reprank-corrected": "the paper with its corrected chain",
    "reprank-paper-calibrated": "the paper with thresholds and shares adapted to its vectors",
    "lead-latest": "the beginning of the most recent document, the Lead of DUC 2007",
    "oracle": "the ceiling: it sees the references, so it runs only in `reprank evaluate`",
    "tf-idf": "ranks phrases by the tf-idf of their words",
    "textrank": "ranks words on a graph of neighbouring words (Mihalcea and Tarau 2004)",
    "singlerank": "like TextRank, with weighted edges (Wan and Xiao 2008)",
    "positionrank": "like SingleRank, with a prior for early words (Florescu and Caragea 2017)",
    "topicrank": "ranks groups of similar phrases on a graph (Bougouin and others 2013)",
    "multipartiterank": "ranks phrases on a graph of topics (Boudin 2018)",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add no options: there are none."""


def run(_: argparse.Namespace) -> int:
    """Write both lists."""
    from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS

    summarizers = {name: describe(name, make) for name, make in SYSTEMS.items()}
    keyword_systems = {name: PRESETS.get(name) or describe(name, make) for name, make in KEYWORD_SYSTEMS.items()}
    width = max(map(len, (*summarizers, *keyword_systems)))
    for title, systems in (("summarizers", summarizers), ("keyword systems", keyword_systems)):
        lines = (f"  {name:<{width}}  {text}" for name, text in systems.items())
        write("\n".join((f"{title}:", *lines)) + "\n", None)
    return 0


def describe(name: str, make: object) -> str:
    """Return one line about a system: the first line of the module that a baseline is in, or the preset's line."""
    from importlib import import_module

    from reprank.errors import MissingExtra
    from reprank.systems import Baseline

    if name in PRESETS or not isinstance(make, Baseline):
        return PRESETS.get(name, "")
    try:
        module = import_module(f"reprank.baselines.{make.module}")
    except MissingExtra as error:
        return str(error)
    first = (module.__doc__ or "").splitlines()[0]
    return first.partition(": ")[2].rstrip(".") or first
