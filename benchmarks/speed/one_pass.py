"""Articles to what one pass over many of them would save: the stages of arrays, text by text and all at once.

    python -m benchmarks.speed.one_pass ../shared/data

Some stages are arithmetic on arrays: counting terms, the walk, finding and weighing phrases. They can run on the arrays
of many texts side by side, and then pay for each call of NumPy once instead of once a text. Here they do, on all
articles as one input: the same arithmetic, without the work of keeping the texts apart, so what is found is the most
that could be saved. The other stages are rules about single sentences and choices that follow each other; they stay a
loop over texts. Times are the shortest of several runs in one process, one thread. Writes docs/results/one-pass.json
and the part ``one-pass`` of docs/lab/speed.md.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from benchmarks.report import DOCS, RESULTS, table, write_between
from reprank.budget import Words
from reprank.coverage.method import Coverage
from reprank.coverage.worth import sentence_features
from reprank.phrases.candidates import read_phrases
from reprank.phrases.scores import read_features
from reprank.pipeline import Input, ReadText, Request, select
from reprank.roles.reading import roles_of
from reprank.selection import KeywordRequest, Task
from reprank.text.documents import Document, as_documents

Result = TypeVar("Result")

ARTICLES = 32  # side by side
REPEATS = 25
SUMMARY_WORDS = 60
KEYWORDS = 10


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with summaries/cnn.jsonl")
    options = parser.parse_args()
    lines = (options.data / "summaries" / "cnn.jsonl").read_text(encoding="utf-8").splitlines()[:ARTICLES]
    inputs = [as_documents(json.loads(line)["documents"]) for line in lines]
    figures = measure(inputs)
    (RESULTS / "one-pass.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    content = report(figures)
    print(content)
    write_between(DOCS / "lab" / "speed.md", "one-pass", content)
    return 0


def measure(inputs: Sequence[tuple[Document, ...]]) -> dict[str, dict[str, float]]:
    """Return the milliseconds of each stage for one article: text by text, and side by side where that is possible."""
    method, joint = Coverage(), ready(tuple(chain.from_iterable(inputs)))
    new = ~joint.seen
    together = {
        "terms and walk": partial(method.rank, joint),
        "features of sentences": partial(sentence_features, joint.units, roles_of(joint.units), reviews=False),
        "phrases": partial(read_phrases, joint.units, new),
        "scores of phrases": partial(read_features, read_phrases(joint.units, new)),
    }
    alone = in_their_place(inputs, method)
    figures = {
        name: {"alone": alone.pop(name) / len(inputs), "together": shortest(stage) / len(inputs)}
        for name, stage in together.items()
    }
    rest = alone.pop("whole") / len(inputs) - sum(figure["alone"] for figure in figures.values())
    figures["everything else"] = {"alone": rest, "together": rest}
    return figures


def in_their_place(inputs: Sequence[tuple[Document, ...]], method: Coverage) -> dict[str, float]:
    """Return the milliseconds of each stage, and of the whole, while all articles are summarized one by one."""
    request = Request(Words(SUMMARY_WORDS), KeywordRequest(top=KEYWORDS))
    spent: Counter[str] = Counter()

    def timed(name: str, stage: Callable[..., Result]) -> Callable[..., Result]:
        def run(*arguments: Any, **options: Any) -> Result:
            start = time.perf_counter()
            result = stage(*arguments, **options)
            spent[name] += time.perf_counter() - start
            return result

        return run

    best: dict[tuple[int, str], float] = {}
    with (
        patch.object(Coverage, "rank", timed("terms and walk", Coverage.rank)),
        patch("reprank.coverage.method.sentence_features", timed("features of sentences", sentence_features)),
        patch("reprank.phrases.keywords.read_phrases", timed("phrases", read_phrases)),
        patch("reprank.phrases.keywords.read_features", timed("scores of phrases", read_features)),
    ):
        for _ in range(REPEATS):
            for number, documents in enumerate(inputs):
                spent.clear()
                timed("whole", lambda given: select(method.select, ReadText.of(given), request))(Input(documents))
                for name, seconds in spent.items():
                    best[number, name] = min(best.get((number, name), math.inf), seconds)
    total: Counter[str] = Counter()
    for (_, name), seconds in best.items():
        total[name] += 1000 * seconds
    return dict(total)


def ready(documents: tuple[Document, ...]) -> Task:
    """Read documents, with all that the stages take from them and that is not their own work."""
    task = ReadText.of(Input(documents)).task(Words(SUMMARY_WORDS))
    units = task.units
    _ = units.stems, units.substantial, units.sentence_of_word
    return replace(task, keywords=KeywordRequest(top=KEYWORDS))


def shortest(action: Callable[[], object]) -> float:
    """Return the shortest time of several runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def report(figures: dict[str, dict[str, float]]) -> str:
    """Write the table and what follows from it."""
    alone = sum(figure["alone"] for figure in figures.values())
    together = sum(figure["together"] for figure in figures.values())
    rows = [[name, f"{figure['alone']:.2f}", f"{figure['together']:.2f}"] for name, figure in figures.items()]
    rows.append(["all", f"{alone:.2f}", f"{together:.2f}"])
    caption = f"Milliseconds for one of {ARTICLES} news articles, with {KEYWORDS} keywords."
    bound = f"One pass would be at most {alone / together:.2f} times as fast."
    return table(["stage", "text by text", "side by side"], rows, caption=caption) + "\n\n" + bound


if __name__ == "__main__":
    raise SystemExit(main())
