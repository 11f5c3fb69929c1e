"""Every block of code on the pages is run or checked: programs and commands run, settings parse, options exist."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks import pages
from benchmarks.report import ROOT
from website.console import agree, commands, has_commands, with_outputs
from website.samples import write_samples

from reprank.cli import _parser

PAGES = [
    *pages.pages(),
    *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")),
]
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
MAKE_TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
# Programs of other people that the pages use: their own documentation says what their options are.
FOREIGN = {"curl", "git", "podman"}


@dataclass(frozen=True)
class Block:
    """A block of code: its page, the line where it begins, its kind and its text."""

    page: Path
    line: int
    kind: str
    body: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(*kinds: str) -> list[Block]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for fence in FENCE.finditer(text):
            block = Block(page, text.count("\n", 0, fence.start()) + 1, fence["kind"], fence["body"])
            if not kinds or block.kind in kinds:
                found.append(block)
    return found


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("code") / "samples"
    folder.mkdir()
    write_samples(folder)
    return folder


def test_every_block_has_a_kind_that_is_run_or_checked() -> None:
    assert len(blocks()) > 60
    assert [str(block) for block in blocks() if block.kind not in ("python", "console", "sh", "json", "ini")] == []


def test_the_collected_pages_are_all_pages_with_examples() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    with_examples = {block.page for block in blocks("python") if ">>>" in block.body}
    folders = [ROOT / path for path in settings["testpaths"]]
    assert [page for page in with_examples if not any(page.is_relative_to(folder) for folder in folders)] == []


PROGRAMS = [block for block in blocks("python") if ">>>" not in block.body]


@pytest.mark.slow
@pytest.mark.parametrize("block", PROGRAMS, ids=str)
def test_a_program_runs(block: Block, samples: Path) -> None:
    program = samples / "program.py"
    program.write_text(block.body, encoding="utf-8")
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(samples)}
    done = subprocess.run(
        [sys.executable, program],
        cwd=samples,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if has_commands(page.read_text("utf-8"))], ids=lambda p: p.name
)
def test_commands_print_what_the_page_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_outputs(text) == text, "run `make docs`"


def test_an_output_that_differs_is_written_again() -> None:
    page = "```console\n$ echo one two\none three\n$ echo same\nsame\n```"
    assert with_outputs(page) == "```console\n$ echo one two\none two\n$ echo same\nsame\n```"


def test_a_command_may_go_on_in_the_next_line() -> None:
    (command,) = commands("$ printf '%s' \\\n  word\nword\n")
    assert command.line.endswith("word")
    assert agree(command.output, "word")


@pytest.mark.parametrize("block", blocks("json", "ini"), ids=str)
def test_settings_can_be_read(block: Block) -> None:
    if block.kind == "json":
        assert json.loads(block.body)
    else:
        reader = configparser.ConfigParser(strict=False)
        reader.read_string(block.body)
        assert reader.sections()


CALLS = [line for block in blocks("sh") for line in block.body.splitlines() if line.startswith("curl ")]


@pytest.mark.slow
def test_calls_of_the_service_are_answered(samples: Path) -> None:
    assert len(CALLS) == 3
    if shutil.which("curl") is None:
        pytest.skip("no curl")
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(samples)}
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as service:
        try:
            assert service.stderr is not None
            port = next(found[1] for line in service.stderr if (found := re.search(r"http://127.0.0.1:(\d+)", line)))
            for call in CALLS:
                line = call.replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("curl -s", "curl --fail -s")
                done = subprocess.run(["/bin/bash", "-c", line], cwd=samples, capture_output=True, check=False)
                assert done.returncode == 0, (line, done.stderr)
                assert all(json.loads(answer) for answer in done.stdout.decode().splitlines())
        finally:
            service.terminate()


def shell_lines() -> list[tuple[str, str]]:
    lines = []
    for block in blocks("sh"):
        joined = re.sub(r"\\\n\s*", " ", block.body)
        lines += [(str(block), line) for line in joined.splitlines() if line.strip()]
    return lines


@pytest.mark.parametrize(("place", "line"), shell_lines())
def test_a_line_for_the_shell_names_what_exists(place: str, line: str) -> None:
    words = shlex.split(line, comments=True)
    match words:
        case ["pip", "install", *packages]:
            for package in packages:
                named = re.fullmatch(r"\.(?:\[([\w,-]+)\])?", package)
                assert named, package
                assert set((named[1] or "").split(",")) - {""} <= EXTRAS
        case ["reprank", *arguments]:
            assert _parser().parse_args(arguments)
        case ["python", "-m", module, *_]:
            assert find_spec(module)
        case ["make", *targets]:
            assert set(targets) <= MAKE_TARGETS
        case [program, *_]:
            assert program in FOREIGN
