"""The check of a release: it holds for this tree, and it finds what is wrong with another one."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from benchmarks.report import ROOT
from release.archives import faults_of_sdist, faults_of_wheel
from release.check import CHECKLIST, SMOKE
from release.pythons import OLDEST, find_pythons, version_of
from release.texts import DATA, faults_of_notices, faults_of_texts, version

import reprank

TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
pytestmark = pytest.mark.skipif(not TRACKED, reason="archives are compared with the files that git knows")
METADATA = "License-Expression: Apache-2.0\nRequires-Python: >=3.11\nDescription-Content-Type: text/markdown\n"


def wheel(folder: Path, *, without: str = "", extra: str = "") -> Path:
    path = folder / "reprank-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in TRACKED:
            if name.startswith("src/reprank/") and name != f"src/{without}":
                archive.writestr(name.removeprefix("src/"), "")
        for name in ("LICENSE", "NOTICE"):
            if name != without:
                archive.writestr(f"reprank-0.dist-info/licenses/{name}", "")
        archive.writestr("reprank-0.dist-info/METADATA", METADATA)
        if extra:
            archive.writestr(extra, "")
    return path


def test_version_changelog_citation_and_notices_agree() -> None:
    assert list(faults_of_texts()) == []
    assert version() == reprank.__version__


def test_another_version_in_the_changelog_is_found(tmp_path: Path) -> None:
    for name in ("CITATION.cff", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 9.9.9\n", encoding="utf-8")
    (fault,) = faults_of_texts(tmp_path)
    assert "begins with 9.9.9" in fault


def test_a_data_file_without_a_licence_is_found(tmp_path: Path) -> None:
    page = tmp_path / "licences.md"
    rows = "| `files` | … |\n\n| file in `reprank/data` |\n|---|\n| `known.txt` | … |\n| `gone.txt` | … |\n"
    page.write_text(rows, encoding="utf-8")
    for name in ("known.txt", "new.txt"):
        (tmp_path / "data" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "data" / name).write_text("", encoding="utf-8")
    assert list(faults_of_notices(tmp_path / "data", page)) == [
        "licences.md does not name new.txt",
        "licences.md names gone.txt, which does not ship",
    ]
    assert any(DATA.iterdir())


def test_a_whole_wheel_has_no_faults(tmp_path: Path) -> None:
    assert list(faults_of_wheel(wheel(tmp_path))) == []


def test_a_wheel_that_lacks_or_adds_a_file_is_found(tmp_path: Path) -> None:
    (missing,) = faults_of_wheel(wheel(tmp_path, without="reprank/py.typed"))
    assert missing.endswith("lacks reprank/py.typed")
    (notice,) = faults_of_wheel(wheel(tmp_path, without="NOTICE"))
    assert notice.endswith("lacks NOTICE")
    (added,) = faults_of_wheel(wheel(tmp_path, extra="tests/test_secret.py"))
    assert "tests/test_secret.py, which is not tracked" in added


def test_a_source_archive_with_a_stray_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "reprank-0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "Makefile"):
            archive.add(ROOT / name, f"reprank-0/{name}")
        archive.add(ROOT / "src" / "reprank" / "__init__.py", "reprank-0/src/reprank/__init__.py")
        archive.add(ROOT / "LICENSE", "reprank-0/.env")
    (fault,) = faults_of_sdist(path)
    assert ".env, which is not tracked" in fault


def test_interpreters_are_found_once_for_each_version_and_none_is_too_old() -> None:
    found = [tuple(map(int, version_of(path).split(".")[:2])) for path in find_pythons()]
    assert found == sorted(set(found))
    assert all(one >= OLDEST for one in found)


def test_the_smoke_test_passes_here() -> None:
    done = subprocess.run(
        [sys.executable, SMOKE, version(), "evaluate"], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    if "PackageNotFoundError" not in done.stderr:  # a tree that was never installed has no metadata
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.strip()) == 16


def test_the_checklist_names_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("docs-check", "check", "test-slow", "test-adapters", "test-browser", "release-check", "docs"):
        assert f"\n{target}:" in makefile
    assert "make docs-check" in CHECKLIST


def test_the_public_workflow_runs_the_same_targets() -> None:
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    for line in (
        "make check",
        "make test-slow",
        "make test-adapters",
        "make test-browser",
        "make docs docs-check",
        "make release-check",
    ):
        assert f"- run: {line}\n" in text
