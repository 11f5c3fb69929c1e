"""What works without SciPy, which is in the extra ``evaluate``, and what asks for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS

ASKING = {"icsi", "textrank", "grasshopper"}
ASKING_KEYWORDS = {"topicrank", "multipartiterank"}
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("scipy", "safetensors", "torch"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Blocked())
from reprank.errors import MissingExtra
from reprank.examples import example_documents
from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS

documents = example_documents()[:3]
for kind, systems in (("summaries", SYSTEMS), ("keywords", KEYWORD_SYSTEMS)):
    for name, make in systems.items():
        try:
            system = make()
            system = system.given(["The bridge is closed."]) if name == "oracle" else system
            system.summarize(documents, words=60) if kind == "summaries" else system.keywords(documents)
            print(kind, name, "works")
        except MissingExtra as error:
            print(kind, name, "asks for", str(error).split("reprank[")[1].split("]")[0])
"""


@pytest.fixture(scope="module")
def answers() -> set[str]:
    """What every system does in an interpreter that has no SciPy, torch and safetensors."""
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def test_summaries_need_no_scipy_but_where_an_optimiser_or_all_pairs_are_asked_for(answers: set[str]) -> None:
    for name in SYSTEMS:
        assert f"summaries {name} {'asks for evaluate' if name in ASKING else 'works'}" in answers


def test_keywords_need_no_scipy_but_for_clusters_of_phrases(answers: set[str]) -> None:
    for name in KEYWORD_SYSTEMS:
        assert f"keywords {name} {'asks for evaluate' if name in ASKING_KEYWORDS else 'works'}" in answers
