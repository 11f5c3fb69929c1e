"""The types that users see: the tutorial passes a strict check, and a misspelt name does not."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest.importorskip("mypy", reason="types are checked where mypy is installed")


def check(folder: Path, program: str) -> str:
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file", "", str(path)]
    environment = {"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin", "HOME": str(folder)}
    cache = ["--cache-dir", str(ROOT / ".mypy_cache" / "tutorial")]
    quiet = ["--follow-imports", "silent"]
    done = subprocess.run([*command, *cache, *quiet], capture_output=True, text=True, env=environment, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("page", ["docs/tutorial.md"])
def test_the_code_of_the_documents_passes_a_strict_type_check(page: str, tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / page).read_text(encoding="utf-8"))
    assert len(examples) > 10
    assert check(tmp_path, "".join(example.source for example in examples)) == ""


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("import reprank\nreprank.Sumary\n", 'has no attribute "Sumary"'),
        ("import reprank\nreprank.summarize('x', word=5)\n", 'Unexpected keyword argument "word"'),
        ("import reprank\nreprank.summarize(5)\n", "incompatible type"),
        ("import reprank\nreprank.summarize('x').sentences[0].txt\n", 'has no attribute "txt"'),
        (
            "import reprank\nreveal_type(next(reprank.summarize_many(['x'], words=5)))\n"
            "reveal_type(next(reprank.summarize_many(['x'], errors='return')))\n",
            "Revealed type",
        ),
    ],
)
def test_a_mistake_is_found_by_the_type_checker(program: str, says: str, tmp_path: Path) -> None:
    assert says in check(tmp_path, program)
