from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from reprank.cli import main

CLUSTERS = [
    {
        "id": "river",
        "documents": ["The river rose all night. By dawn it had closed the old bridge. A dog slept on."],
        "references": ["The river closed the bridge at dawn."],
    },
    {
        "id": "library",
        "documents": ["The mayor opened the library. Children queued for the first books. Rain fell."],
        "references": ["Children queued when the mayor opened the library.", "A library opened."],
    },
]
TEXTS = [
    {
        "id": "1",
        "text": "With random walks on a graph we can rank the sentences of a text.",
        "keyphrases": ["random walk", "graph"],
    }
]
CHEAP = ("--systems", "reprank,lead", "--workers", "0")


def write(path: Path, lines: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def news(tmp_path: Path) -> str:
    return write(tmp_path / "news.jsonl", CLUSTERS)


@pytest.fixture
def keys(tmp_path: Path) -> str:
    return write(tmp_path / "keys.jsonl", TEXTS)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["evaluate", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_table_ranks_the_systems_and_names_the_best(news: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, news, *CHEAP)
    assert (code, err) == (0, "")
    assert out.startswith("news: 2 clusters, 15 words, en\n")
    assert "\nlead " in out
    assert "\nbest R-2: " in out
    assert "rouge-1+rouge-2|lang:en|refs:mean|stem:porter" in out


def test_json_carries_every_summary_and_the_settings(news: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(
        capsys, news, *CHEAP, "--format", "json", "--metrics", "rouge-l,rouge-su4", "--references", "jackknife",
        "--words", "8", "--stemming", "none", "--word-limit", "100",
    )  # fmt: skip
    fields = json.loads(out)
    signature = fields["sets"][0]["signatures"]["rouge-l"]
    assert signature.startswith("rouge-l|lang:en|refs:jackknife|stem:none|stop:keep|limit:100words")
    assert fields["sets"][0]["words"] == 8
    assert all(outcome["output"] for outcome in fields["outcomes"])
    assert list(fields["outcomes"][0]["scores"]) == ["rouge-l", "rouge-su4"]


def test_keyphrases_and_summaries_stand_in_tables_of_their_own(
    news: str, keys: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, news, keys, *CHEAP, "--limit", "1")
    assert "news: 1 clusters" in out
    assert "keys: 1 texts, en" in out
    assert "F1@10" in out


def test_html_goes_to_a_file_and_markdown_is_a_table(
    news: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report.html"
    assert run(capsys, news, *CHEAP, "--format", "html", "--output", str(target))[0] == 0
    assert target.read_text(encoding="utf-8").endswith("</html>\n")
    assert "| system | R-1 | 95% | Δ |" in run(capsys, news, *CHEAP, "--format", "markdown")[1]


def test_resuming_prints_the_same_table(news: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = str(tmp_path / "results.jsonl")
    first = run(capsys, news, *CHEAP, "--resume", results)
    size = Path(results).stat().st_size
    assert run(capsys, news, *CHEAP, "--resume", results) == first
    assert Path(results).stat().st_size == size


def test_the_oracle_is_shown_as_a_ceiling(news: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, news, "--systems", "oracle,lead,random", "--workers", "0")
    assert "oracle ‡" in out
    assert "best R-1: oracle" not in out


def test_failures_are_warned_of_and_nothing_but_failures_is_an_error(
    news: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, news, *CHEAP, "--language", "en", "--time-limit", "0.000001")
    assert code == 1
    assert "lead †" in out
    assert err == "reprank: 4 of 4 runs failed and have no score; the report names them\n"


OUTPUTS = [
    {"id": "river", "summary": "The river closed the bridge."},
    {"id": "library", "text": "A library opened. Children came."},
]


def test_ready_summaries_are_scored_beside_systems(
    news: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "mine.jsonl", OUTPUTS)
    code, out, err = run(capsys, news, *CHEAP, "--predictions", file, "--predictions", f"other={file}")
    assert (code, err) == (0, "")
    assert "\nmine " in out
    assert "\nother " in out
    assert "\nlead " in out
    alone = run(capsys, news, "--workers", "0", "--predictions", file)[1]
    assert "\nmine " in alone
    assert "\nlead " not in alone


def test_a_system_in_a_file_of_this_folder_takes_part(
    news: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "class Mine:\n    def summarize(self, documents, words):\n        return documents[0][:30]\n"
    (tmp_path / "own_system_of_a_test.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    code, out, err = run(capsys, news, "--workers", "1", "--systems", "lead,own_system_of_a_test:Mine")
    assert (code, err) == (0, "")
    assert "\nMine " in out


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (OUTPUTS[:1], "mine has no prediction for 'library' of news"),
        ([{"id": "river"}], "mine.jsonl:1: field 'summary' is missing"),
    ],
)
def test_a_file_of_summaries_that_does_not_fit_is_named(
    lines: list[dict[str, object]], message: str, news: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, news, *CHEAP, "--predictions", write(tmp_path / "mine.jsonl", lines))
    assert code in (1, 2)  # a line that cannot be read, or summaries that do not fit the sets
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_ready_summaries_need_a_set_of_summaries(keys: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, keys, "--predictions", write(tmp_path / "mine.jsonl", OUTPUTS))
    assert (code, err) == (
        2,
        "reprank: predictions are summaries, and none of the sets has references for summaries\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--systems", "no_such_module:Mine"], "cannot import 'no_such_module'"),
        (["--systems", "json:Mine"], "module 'json' has no 'Mine'"),
        (["--predictions", "nowhere.jsonl"], "nowhere.jsonl: no such file"),
        (["--exceptions", "nowhere"], "exceptions belong to stem='rouge-1.5.5'"),
        (["--stemming", "rouge-1.5.5", "--exceptions", "nowhere"], "wanted a folder with WordNet's adj.exc"),
        (["--systems", "nobody"], "unknown system 'nobody': use one of reprank,"),
        (["--against", "nobody"], "cannot compare with 'nobody'"),
        (["--metrics", "bleu"], "unknown metric 'bleu'"),
        (["--metrics", ","], "at least one metric"),
        (["--words", "0"], "words must be at least 1; got 0"),
        (["--language", "xx"], "unknown language 'xx'"),
    ],
)
def test_wrong_options_are_told_in_one_line(
    arguments: list[str], message: str, news: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [*CHEAP, *arguments] if "--systems" not in arguments else ["--workers", "0", *arguments]
    code, out, err = run(capsys, news, *options)
    assert (code, out) == (1 if "nowhere" in message or "folder" in message else 2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_missing_file_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "nowhere.jsonl")[::2] == (1, "reprank: nowhere.jsonl: no such file or folder\n")


def test_a_terminal_sees_progress(news: str) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "reprank", "evaluate", news, *CHEAP]
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=follower, check=True)
    os.close(follower)
    shown = os.read(leader, 100_000).decode()
    os.close(leader)
    assert "4 of 4 runs" in shown
    assert shown.endswith("\r\x1b[K")
    assert b"\x1b" not in finished.stdout
