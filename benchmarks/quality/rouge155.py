"""Run the Perl program ROUGE-1.5.5 and compare: a fixture for the tests, and a table for docs/lab/rouge.md.

    python -m benchmarks.quality.rouge155 ROUGE-1.5.5/ ../shared/data

The folder holds ROUGE-1.5.5.pl and its ``data``, with WordNet's exception files in ``data/WordNet-2.0-Exceptions``. The
program is not part of this project. Its outputs for the texts of tests/evaluation/rouge155.json are written into that
file; the table compares summaries of the development sets that have several references.

The program needs the Perl modules XML::DOM and DB_File; ``--include`` names a folder with further Perl modules.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks.report import ROOT, write_between
from reprank.api import System
from reprank.baselines.lead import Lead
from reprank.evaluation.datasets import read_clusters
from reprank.evaluation.rouge import Rouge, RougeSettings
from reprank.evaluation.sets import usual_words
from reprank.evaluation.tokenization import read_exceptions

FIXTURE = ROOT / "tests" / "evaluation" / "rouge155.json"
METRICS = {"ROUGE-1": "rouge-1", "ROUGE-2": "rouge-2", "ROUGE-L": "rouge-lsum", "ROUGE-SU4": "rouge-su4"}
SETS = {"multiling-en": 10, "opinosis": 25, "yelp": 30, "squality": 10, "amazon": 25}

Texts = Sequence[tuple[str, Sequence[str]]]  # candidates with their references, one sentence a line
Scores = list[dict[str, tuple[float, float, float]]]  # of each text: metric to recall, precision, F


@dataclass(frozen=True)
class Program:
    """ROUGE-1.5.5 in a folder."""

    folder: Path
    include: Path | None = None

    def scores(self, texts: Texts, *options: str, exceptions: bool = True) -> Scores:
        """Score every text; with ``exceptions=False`` the list of WordNet's exceptions is empty."""
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            rows = [
                " ".join(_write(work / f"{number}-{part}", text) for part, text in enumerate([candidate, *references]))
                for number, (candidate, references) in enumerate(texts)
            ]
            # The program averages what has one name, so each text is run by itself.
            return [self._run(work, row, options, exceptions) for row in rows]

    def _run(self, work: Path, row: str, options: Sequence[str], exceptions: bool) -> dict[str, tuple[float, ...]]:
        listed = work / "list"
        listed.write_text(row + "\n", encoding="utf-8")
        data = self._data(work, exceptions)
        include = [f"-I{self.include.resolve()}"] if self.include else []
        command = ["perl", *include, str((self.folder / "ROUGE-1.5.5.pl").resolve()), "-e", str(data)]
        command += ["-n", "2", "-2", "4", "-u", "-f", "A", "-a", *options, "-z", "SPL", str(listed)]
        finished = subprocess.run(command, capture_output=True, text=True, check=True, cwd=work)
        found: dict[str, dict[str, float]] = {}
        for line in finished.stdout.splitlines():
            fields = line.split()
            if len(fields) > 3 and fields[2].startswith("Average_"):
                metric = METRICS.get(fields[1].replace("SU*", "SU4"))
                if metric:
                    found.setdefault(metric, {})[fields[2][-2]] = float(fields[3])
        return {metric: (parts["R"], parts["P"], parts["F"]) for metric, parts in found.items()}

    def _data(self, work: Path, exceptions: bool) -> Path:
        data = work / ("data" if exceptions else "data-without")
        if not data.exists():
            data.mkdir()
            shutil.copy(self.folder / "data" / "smart_common_words.txt", data)
            files = [self.wordnet / f"{name}.exc" for name in ("adj", "adv", "verb", "noun")] if exceptions else []
            command = ["perl", "-e", _BUILD, str(data / "WordNet-2.0.exc.db"), *map(str, files)]
            subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
        return data

    @property
    def wordnet(self) -> Path:
        """The folder of WordNet's exception files."""
        return (self.folder / "data" / "WordNet-2.0-Exceptions").resolve()


_BUILD = (
    "use DB_File; tie %e, 'DB_File', shift @ARGV, O_CREAT|O_RDWR, 0640, $DB_HASH or die; "
    "while (<>) { @t = split; $e{$t[0]} = $t[1] if @t > 1 } untie %e;"
)


def _write(path: Path, text: str) -> str:
    path.write_text(text + "\n", encoding="utf-8")
    return str(path)


def runs(program: Program) -> dict[str, tuple[dict[str, object], list[str], bool]]:
    """Name each comparison: our settings, the program's options, and whether it reads WordNet's exceptions."""
    stemmed = {"stem": "rouge-1.5.5", "references": "pooled"}
    with_wordnet = {**stemmed, "exceptions": str(program.wordnet)}
    return {
        "no stemming": ({"stem": "none", "references": "pooled"}, [], True),
        "-m without WordNet's exceptions": (stemmed, ["-m"], False),
        "-m": (with_wordnet, ["-m"], True),
        "-m -l 15": ({**with_wordnet, "word_limit": 15}, ["-m", "-l", "15"], True),
        "-m -b 75": ({**with_wordnet, "byte_limit": 75}, ["-m", "-b", "75"], True),
    }


def jackknife(program: Program, texts: Texts) -> Scores:
    """Leave each reference out in turn, run the program, average: what NIST published."""
    found: Scores = []
    for candidate, references in texts:
        left = [[*references[:out], *references[out + 1 :]] for out in range(len(references))]
        scores = program.scores([(candidate, others) for others in left], "-m")
        found.append(
            {
                metric: (
                    fmean(score[metric][0] for score in scores),
                    fmean(score[metric][1] for score in scores),
                    fmean(score[metric][2] for score in scores),
                )
                for metric in METRICS.values()
            }
        )
    return found


def main() -> int:
    """Write the fixture and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rouge", type=Path, help="folder with ROUGE-1.5.5.pl")
    parser.add_argument("data", type=Path, nargs="?", help="folder with summaries/: also write the table")
    parser.add_argument("--include", type=Path, help="folder with Perl modules")
    options = parser.parse_args()
    program = Program(options.rouge, options.include)
    _write_fixture(program)
    if options.data:
        write_between(ROOT / "docs" / "lab" / "rouge.md", "rouge155", _table(program, _summaries(options.data)))
    return 0


def _write_fixture(program: Program) -> None:
    fields = json.loads(FIXTURE.read_text(encoding="utf-8"))
    texts = [(item["candidate"], item["references"]) for item in fields["texts"]]
    words = {word for item in texts for text in (item[0], *item[1]) for word in _words(text)}
    every = read_exceptions(program.wordnet)
    fields["exceptions"] = {word: every[word] for word in sorted(words) if word in every}
    fields["outputs"] = {
        name: program.scores(texts, *given, exceptions=wordnet) for name, (_, given, wordnet) in runs(program).items()
    }
    fields["outputs"]["-m, each reference left out in turn"] = jackknife(program, texts)
    FIXTURE.write_text(json.dumps(fields, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _words(text: str) -> list[str]:
    return "".join(character if character.isalnum() else " " for character in text.lower()).split()


def _summaries(data: Path) -> Texts:
    """Summarize the first clusters of the sets with several references by Lead, one sentence a line."""
    texts = []
    for name, count in SETS.items():
        clusters = read_clusters(data / "summaries" / f"{name}.jsonl")
        words = usual_words(clusters)
        for cluster in clusters[:count]:
            summary = System(Lead()).summarize(cluster.documents, words=words, keywords=0)
            candidate = "\n".join(" ".join(sentence.text.split()) for sentence in summary.sentences)
            if candidate and len(cluster.references) > 1:
                texts.append((_ascii(candidate), [_ascii(reference) for reference in cluster.references]))
    return texts


def _ascii(text: str) -> str:
    """Write letters as the program reads them: it knows no others."""
    return text.encode("ascii", "replace").decode()


def _table(program: Program, texts: Texts) -> str:
    lines = [
        f"Largest difference of recall, precision or F from the Perl program, over {len(texts)} summaries of "
        "development sets with several references (it prints five digits):",
        "",
        "| ROUGE-1.5.5 run with | settings here | " + " | ".join(METRICS) + " |",
        "|---|---|" + "---:|" * len(METRICS),
    ]
    for name, (settings, given, wordnet) in runs(program).items():
        lines.append(_line(name, settings, program.scores(texts, *given, exceptions=wordnet), texts))
    settings = {"stem": "rouge-1.5.5", "references": "jackknife-pooled", "exceptions": str(program.wordnet)}
    lines.append(_line("-m, each reference left out in turn", settings, jackknife(program, texts), texts))
    plain = program.scores(texts, "-m")
    lines.append(_line("-m", {"references": "pooled"}, plain, texts))
    lines.append(_line("-m", {}, plain, texts))
    return "\n".join(lines)


def _line(name: str, settings: dict[str, object], theirs: Scores, texts: Texts) -> str:
    rouge = Rouge(RougeSettings(**settings))  # type: ignore[arg-type]
    worst = dict.fromkeys(METRICS.values(), 0.0)
    for (candidate, references), found in zip(texts, theirs, strict=True):
        for metric, ours in rouge.prepare(references).scores(candidate, list(worst)).items():
            pairs = zip((ours.recall, ours.precision, ours.f1), found[metric], strict=True)
            worst[metric] = max(worst[metric], *(abs(one - other) for one, other in pairs))
    shown = ", ".join(f"{key} {'given' if key == 'exceptions' else value}" for key, value in settings.items())
    cells = " | ".join(f"{value:.5f}" for value in worst.values())
    return f"| {name} | {shown or 'the defaults'} | {cells} |"


if __name__ == "__main__":
    sys.exit(main())
