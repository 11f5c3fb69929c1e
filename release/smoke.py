"""Installed package to a digest of what it does: run by the interpreter of an environment that has nothing else.

    python smoke.py VERSION [EXTRA…]

Prints one line, a digest of summaries and keywords, which must be the same in every environment.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import subprocess
import sys

import reprank


def main(version: str, *extras: str) -> None:
    """Try everything that a first user tries."""
    assert reprank.__version__ == version == importlib.metadata.version("reprank")
    documents = reprank.example_documents()
    summary = reprank.summarize(documents, words=60)
    assert 0 < summary.budget.used <= 60
    for sentence in summary.sentences:
        assert documents[sentence.document].text[sentence.start : sentence.end] == sentence.text
        assert str(summary.explain(sentence))
    assert json.loads(summary.to_json())["text"] == str(summary)
    asked = reprank.summarize(documents, words=25, query="Who pays for the ferry?")
    keywords = [keyword.text for keyword in reprank.keywords(documents, top=10)]
    made = reprank.compress(documents, "Who pays for the ferry?", tokens=60)
    assert len(made.chunks) == len(documents)
    paper = reprank.RepRank.paper(absorbing=True).summarize(documents[0], words=50)
    assert len(paper) > 0
    for extra in extras:
        TRIALS[extra]()
    shown = subprocess.run([sys.executable, "-m", "reprank", "demo"], capture_output=True, text=True, check=True)
    assert "Kestrel Bridge" in shown.stdout
    results = json.dumps([str(summary), str(asked), keywords, str(paper)])
    print(hashlib.sha256(results.encode()).hexdigest()[:16])


def try_files() -> None:
    """Read a web page."""
    page = b"<html><body><article><h1>Flood</h1>" + b"<p>The river rose all night and closed the bridge.</p>" * 5
    assert "river rose" in reprank.read(page, name="page.html").text


def try_batch() -> None:
    """Write a table of one row."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"id": ["1"], "text": ["The river rose. It closed the bridge."]}), "in.parquet")
    command = [sys.executable, "-m", "reprank", "batch", "in.parquet", "out.parquet", "--sentences", "1"]
    subprocess.run(command, check=True, capture_output=True)
    assert pq.read_table("out.parquet").num_rows == 1


def try_web() -> None:
    """Make the service, without a port."""
    from reprank.web.app import create_app
    from reprank.web.settings import ServiceSettings

    assert create_app(ServiceSettings())


def try_evaluate() -> None:
    """Score a summary."""
    from reprank.evaluation.rouge import Rouge

    assert Rouge().prepare(["the river rose"]).score("the river rose", "rouge-1").f1 == 1


TRIALS = {"files": try_files, "batch": try_batch, "web": try_web, "evaluate": try_evaluate}

if __name__ == "__main__":
    main(*sys.argv[1:])
