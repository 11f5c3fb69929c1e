"""Measure the offline estimate of tokens against real tokenizers.

Tokenizers that are not installed are left out:

- cl100k and o200k of OpenAI's models: ``npm install gpt-tokenizer`` (MIT), run by ``node``, in the folder ``--node``
- Claude's tokenizer of 2023: ``pip install 'anthropic<0.39' tokenizers`` (MIT, Apache-2.0)
- Llama 2: ``npm install llama-tokenizer-js`` (MIT); not among those that the estimate promises anything for

Texts: Wikipedia, XQuAD, Wikinews, meetings and papers of the development data; Python from the standard library; the
Markdown of docs/. The weights were fitted to texts of the same sources: to other stretches of English prose, meetings,
papers and Python, but to the same paragraphs of XQuAD. The figures for languages are therefore not of unseen texts.

    python -m benchmarks.questions.tokens ../shared/data --node build/tokenizers
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.report import RESULTS, ROOT, write_between
from reprank.text.token_estimate import estimate_tokens

LANGUAGES = ("de", "es", "ru", "zh", "ar", "hi", "tr", "vi", "el", "th", "ro")
PROMISED = ("cl100k", "o200k", "Claude")
MIN_WORDS = 50
NODE_SCRIPT = """
import {readFileSync} from "fs"; import {createRequire} from "module"; import {pathToFileURL} from "url";
const require = createRequire(process.cwd() + "/");
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const counters = {};
for (const [label, name] of [["cl100k", "gpt-tokenizer/encoding/cl100k_base"],
                             ["o200k", "gpt-tokenizer/encoding/o200k_base"]])
  try { const found = await load(name); counters[label] = t => (found.countTokens ?? found.default.countTokens)(t); }
  catch (error) {}
try { const llama = (await load("llama-tokenizer-js")).default; counters["Llama 2"] = t => llama.encode(t).length; }
catch (error) {}
const counts = JSON.parse(readFileSync(0, "utf8")).map(t =>
  Object.fromEntries(Object.entries(counters).map(([label, count]) => [label, count(t)])));
console.log(JSON.stringify(counts));
"""


def texts(data: Path) -> Iterator[tuple[str, str]]:
    """Yield the kind of a text and the text."""
    rng = random.Random(1)
    with lzma.open(data / "corpus" / "wiki-en-2.jsonl.xz", "rt", encoding="utf-8") as lines:
        for _, line in zip(range(300), lines, strict=False):
            yield "English prose", _stretch(json.loads(line)["text"], rng)
    for name, kind in (("qmsum", "meetings"), ("covidqa", "papers")):
        for row in _rows(data / "questions" / f"{name}.jsonl"):
            whole = "\n".join(row["documents"])
            for _ in range(3):
                yield kind, _stretch(whole, rng)
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        yield "Python", _stretch(path.read_text(encoding="utf-8", errors="replace"), rng)
    for path in sorted((ROOT / "docs").glob("*.md")):
        for _ in range(6):
            yield "Markdown with tables", _stretch(path.read_text(encoding="utf-8"), rng)
    for code in LANGUAGES:
        chunks = {chunk for row in _rows(data / "questions" / f"xquad-{code}.jsonl") for chunk in row["documents"]}
        for chunk in sorted(chunks):
            yield code, chunk
    for row in _rows(data / "summaries" / "multiling-fr.jsonl"):
        for chunk in row["documents"]:
            yield "fr", _stretch(chunk, rng)


def _rows(path: Path) -> list[dict[str, list[str]]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _stretch(text: str, rng: random.Random) -> str:
    start = rng.randrange(max(len(text) - 2000, 1))
    return text[start : start + rng.randrange(500, 2500)]


def count_all(samples: list[str], node: Path) -> list[dict[str, int]]:
    """Count the tokens of each sample with every tokenizer that is installed."""
    counts: list[dict[str, int]] = [{} for _ in samples]
    if (node / "node_modules").is_dir():
        command = ["node", "--input-type=module", "-e", NODE_SCRIPT]
        found = subprocess.run(command, input=json.dumps(samples), capture_output=True, text=True, check=True, cwd=node)
        counts = json.loads(found.stdout)
    if (claude := _claude()) is not None:
        for sample, row in zip(samples, counts, strict=True):
            row["Claude"] = claude(sample)
    return counts


def _claude() -> Callable[[str], int] | None:
    package = find_spec("anthropic")
    if package is None or package.origin is None or find_spec("tokenizers") is None:
        return None
    path = Path(package.origin).parent / "tokenizer.json"
    if not path.exists():
        return None
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    return lambda text: len(tokenizer.encode(text).ids)


def main() -> None:
    """Measure and write docs/lab/tokens.md and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--node", type=Path, default=ROOT / "build" / "tokenizers", help="folder with node_modules")
    options = parser.parse_args()
    samples = [(kind, text) for kind, text in texts(options.data) if _long_enough(text)]
    counts = count_all([text for _, text in samples], options.node)
    tokenizers = sorted(counts[0])
    if not tokenizers:
        raise SystemExit("no tokenizer is installed: see the top of benchmarks/questions/tokens.py")
    estimates = np.array([estimate_tokens(text) for _, text in samples])
    kinds = np.array([kind for kind, _ in samples])
    rows: dict[str, dict[str, list[float]]] = {}
    for kind in [*dict.fromkeys(kinds.tolist()), "all"]:
        which = kinds == kind if kind != "all" else np.ones(len(kinds), dtype=np.bool_)
        rows[kind] = {"texts": [int(which.sum())]}
        for name in tokenizers:
            ratio = estimates[which] / np.array([row[name] for row in counts])[which]
            rows[kind][name] = [round(float(np.median(ratio)), 3), round(100 * float((ratio < 1).mean()), 2)]
    names = [name for name in (*PROMISED, "Llama 2") if name in tokenizers]
    lines = ["| texts | number | " + " | ".join(names) + " |", "|---|---:|" + "---|" * len(names)]
    for kind, values in rows.items():
        cells = [f"{values[name][0]:.2f}, {values[name][1]:.1f} %" for name in names]
        lines.append(f"| {kind} | {values['texts'][0]} | " + " | ".join(cells) + " |")
    print("\n".join(lines))
    write_between(ROOT / "docs" / "lab" / "tokens.md", "tokens", "\n".join(lines))
    (RESULTS / "tokens.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _long_enough(text: str) -> bool:
    spaced = len(text.split()) >= MIN_WORDS
    return spaced or sum(ord(character) > 0xE00 for character in text) >= 2 * MIN_WORDS


if __name__ == "__main__":
    main()
