"""Nothing that is read can run: no file is unpickled, no text is evaluated, nothing is fetched."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import reprank
from tests.readers.gold import FILES

PACKAGE = Path(reprank.__file__).parent
SERIALISERS = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "jsonpickle", "yaml"}
# Values that the processes of one run send to each other, never what a file or a request holds.
BETWEEN_PROCESSES = {"worker_pool.py", "evaluation/experiment.py", "batch/ray_engine.py"}
BUILTINS = {"eval", "exec", "compile", "__import__"}
NETWORK = {"urllib.request", "http.client", "requests", "httpx", "aiohttp", "ftplib", "urllib3"}
TREES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")
}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(tree: ast.AST) -> Iterator[tuple[str, set[tuple[str, object]]]]:
    """Yield the name of what is called, with its constant keyword arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            constants = {(it.arg or "", it.value.value) for it in node.keywords if isinstance(it.value, ast.Constant)}
            yield ast.unparse(node.func), constants


def test_only_processes_of_one_run_pickle() -> None:
    using = {name for name, tree in TREES.items() if SERIALISERS & {part.split(".")[0] for part in imported(tree)}}
    assert using == BETWEEN_PROCESSES


def test_no_text_is_evaluated() -> None:
    found = [(name, function) for name, tree in TREES.items() for function, _ in calls(tree) if function in BUILTINS]
    assert found == []


def test_arrays_and_weights_are_loaded_without_pickle() -> None:
    loads = [(name, it) for name, tree in TREES.items() for it in calls(tree) if it[0] in ("np.load", "torch.load")]
    assert len(loads) >= 2
    for name, (function, constants) in loads:
        safe = ("allow_pickle", False) if function == "np.load" else ("weights_only", True)
        assert safe in constants, name


def test_nothing_imports_a_client_of_the_network() -> None:
    found = {(name, part) for name, tree in TREES.items() for part in imported(tree) if part in NETWORK}
    assert found == set()


HOSTILE_PAGE = (
    "<html><head><base href='http://127.0.0.1:9/'><link rel=stylesheet href='http://127.0.0.1:9/s.css'>"
    "<meta http-equiv=refresh content='0; url=http://127.0.0.1:9/'><script src='http://127.0.0.1:9/x.js'></script>"
    "<script>document.write('scripted')</script></head><body><iframe src='http://127.0.0.1:9/'></iframe>"
    "<img src='http://127.0.0.1:9/x.png' onerror='alert(1)'><p>The river rose all night.</p>"
    "<p onclick='alert(2)'>The bridge was closed on Friday.</p><object data='file:///etc/passwd'></object></body></html>"
)


def test_scripts_and_references_of_a_page_are_left_alone() -> None:
    text = reprank.read(HOSTILE_PAGE.encode(), name="x.html").text
    assert "The river rose all night." in text
    assert not any(part in text for part in ("scripted", "alert", "127.0.0.1", "root:"))
    summary = reprank.summarize(
        [reprank.Document("<script>alert(1)</script> rose. It fell.", title="<img src=x>")], words=9
    )
    assert "<script" not in summary.to_html()
    assert "<img" not in summary.to_html()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or shutil.which("unshare") is None, reason="needs unshare of Linux")
def test_everything_is_read_and_summarized_without_any_network(tmp_path: Path) -> None:
    """In a network namespace of its own a process has no interface: whatever fetched something would fail."""
    (tmp_path / "hostile.html").write_text(HOSTILE_PAGE, encoding="utf-8")
    program = (
        "import pathlib, sys, warnings, reprank\n"
        "warnings.simplefilter('ignore')\n"
        "assert len(pathlib.Path('/proc/net/dev').read_text().splitlines()) == 3, 'this is no empty namespace'\n"
        "for folder in sys.argv[1:]:\n"
        "    for path in sorted(pathlib.Path(folder).iterdir()):\n"
        "        try:\n"
        "            print(len(reprank.summarize([reprank.read(path)], words=30)), path.name)\n"
        "        except reprank.InputError as error:\n"
        "            print('refused', error)\n"
    )
    isolated = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*isolated, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody make a network namespace")
    done = subprocess.run(
        [*isolated, sys.executable, "-c", program, str(FILES), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(list(FILES.iterdir())) + 1
    assert sum(line.startswith("refused") for line in lines) <= 3  # a scan, an encrypted file, an unknown encoding
