"""The line of progress where people look: a notebook, a terminal, a log."""

from __future__ import annotations

import re
import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import reprank
from reprank.many import keywords_many, summarize_many
from reprank.progress import NotebookLine, ProgressLine, elapsed

TEXTS = [f"The river {n} rose. It closed the bridge." for n in range(6)]


class FakeDisplay:
    """What IPython gives to code in a notebook: ``display`` makes an output, its handle replaces the content."""

    def __init__(self) -> None:
        self.outputs: list[list[Any]] = []

    def display(self, shown: Any, *, display_id: bool) -> SimpleNamespace:
        assert display_id
        versions = [shown]
        self.outputs.append(versions)
        return SimpleNamespace(update=versions.append)


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> FakeDisplay:
    """A process that looks like the kernel of a notebook, with a clock that goes on two seconds at each look."""
    fake = FakeDisplay()
    package, module = ModuleType("IPython"), ModuleType("IPython.display")
    package.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    module.display = fake.display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    clock = iter(range(10_000))
    monkeypatch.setattr("reprank.progress.time.monotonic", lambda: 2.0 * next(clock))
    return fake


def test_a_notebook_shows_one_line_that_grows_and_ends_with_what_was_done(notebook: FakeDisplay) -> None:
    assert len(list(summarize_many(TEXTS, sentences=1, progress=True))) == 6
    (versions,) = notebook.outputs
    assert [version.share for version in versions] == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1, 1])
    assert versions[2].line.startswith("3 of 6 texts, 30 a minute, 6 s left")
    assert re.fullmatch(r"6 of 6 texts in \d+ s", versions[-1].line)


def test_two_jobs_in_one_notebook_have_an_output_each(notebook: FakeDisplay) -> None:
    list(summarize_many(TEXTS[:2], sentences=1, progress=True))
    list(keywords_many(TEXTS[:3], progress=True))
    assert [versions[-1].line[:6] for versions in notebook.outputs] == ["2 of 2", "3 of 3"]


def test_an_endless_input_has_no_share_and_a_job_that_is_left_says_how_far_it_came(notebook: FakeDisplay) -> None:
    results = summarize_many((text for text in TEXTS), sentences=1, progress=True)
    next(results)
    next(results)
    results.close()  # type: ignore[attr-defined]
    (versions,) = notebook.outputs
    assert {version.share for version in versions} == {0.0}
    assert versions[-1].line.startswith("2 texts in ")


def test_a_job_that_fails_says_how_far_it_came(notebook: FakeDisplay) -> None:
    with pytest.raises(reprank.InputError):
        list(summarize_many([TEXTS[0], 7], sentences=1, progress=True))  # type: ignore[list-item]
    assert notebook.outputs[0][-1].line.startswith("1 of 2 texts in ")


def test_the_line_is_html_with_a_bar_and_plain_text_for_other_frontends() -> None:
    line = NotebookLine("3 of <6>", 0.5)
    assert '<progress max="1" value="0.5000"' in line._repr_html_()
    assert "3 of &lt;6&gt;" in line._repr_html_()
    assert repr(line).endswith("╌ 3 of <6>")
    assert "<progress" not in NotebookLine("3 texts", 0.0)._repr_html_()


def test_ipython_in_a_terminal_is_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = ModuleType("IPython")
    package.get_ipython = lambda: SimpleNamespace()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressLine("texts") as line:
        line.update(2, 1.0, total=2)
    assert capsys.readouterr().err.endswith("2 of 2 texts\r\x1b[K")


def test_nothing_is_shown_unless_it_is_asked_for(notebook: FakeDisplay, capsys: pytest.CaptureFixture[str]) -> None:
    list(summarize_many(TEXTS, sentences=1))
    assert notebook.outputs == []
    assert capsys.readouterr().err == ""


def test_progress_that_is_neither_a_switch_nor_a_function_is_refused() -> None:
    with pytest.raises(reprank.InputError, match="progress must be True, False or a function"):
        summarize_many([], progress="yes")  # type: ignore[call-overload]


def test_work_of_a_moment_shows_nothing_and_longer_work_shows_its_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with elapsed("reading"):
        pass
    assert "reading" not in capsys.readouterr().err
    monkeypatch.setattr("reprank.progress.PATIENCE_SECONDS", 0.01)
    with elapsed("reading"):
        time.sleep(0.2)
    shown = capsys.readouterr().err
    assert "reading … 0 s" in shown
    assert shown.endswith("\r\x1b[K")
