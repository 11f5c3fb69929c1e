from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import reprank
from reprank import files
from reprank.cli import main
from reprank.cli.terminal import show

TEXT = "The river rose all night. By dawn it had closed the bridge. The ferry could not cross the river either.\n"


@pytest.fixture
def report(tmp_path: Path) -> str:
    path = tmp_path / "report.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_plain_text_is_the_summary_and_nothing_else(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "summarize", report, "--sentences", "1")
    assert (code, err) == (0, "")
    assert out.rstrip("\n") in TEXT


def test_keywords_are_added_to_text_when_asked_for(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "summarize", report, "--sentences", "1", "--keywords", "2")
    assert "\nKeywords: " in out


def test_json_reads_back(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "summarize", report, report, "--words", "12", "--format", "json", "--ranking")
    fields = json.loads(out)
    assert fields["budget"]["limit"] == 12
    assert len(fields["ranking"]) == 6


def test_standard_input_is_a_file_named_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert run(capsys, "summarize", "-", "--words", "50")[1] == TEXT


def test_order_by_rank_puts_the_best_first(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "summarize", report, "--words", "16", "--format", "json", "--order", "rank")
    assert [sentence["rank"] for sentence in json.loads(out)["sentences"]] == [1, 2]


def test_output_goes_to_a_file_whole(report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "summary.html"
    assert run(capsys, "summarize", report, "--words", "9", "--format", "html", "--output", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8").endswith("</html>\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.txt", "summary.html"]


def test_keywords_are_one_a_line(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "keywords", report, "--top", "2")
    assert code == 0
    assert len(out.splitlines()) == 2
    _, out, _ = run(capsys, "keywords", report, "--format", "json")
    assert json.loads(out)[0]["occurrences"]


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "no such file"),
        (b"\x81\x8d caf\xe9", [], "is not UTF-8: byte 0x81 at offset 0"),
        (b"caf\xe9", ["--encoding", "klingon"], "unknown encoding 'klingon'"),
        (b"caf\xe9", ["--encoding", "ascii"], "is not ascii"),
        (b"%PDF-1.7 \xff", [], "is a damaged PDF"),
        (b"\x7fELF\x01\x02\x00\x00\x01\x00" * 50, [], "looks like a binary file"),
        (b"Text is here.", ["--words", "0"], "words must be a whole number of at least 1"),
        (b"Text is here.", ["--ratio", "2"], "ratio must be above 0 and at most 1; got 2.0"),
        (b"Text is here.", ["--keywords", "-1"], "keywords must be a whole number of at least 0; got -1"),
        (b"Text is here.", ["--system", "magic"], "unknown system 'magic': use one of reprank"),
        (b"Text is here.", ["--language", "xx"], "unknown language 'xx': use one of af"),
        (b"Text is here.", ["--seen", "/nowhere/at/all"], "/nowhere/at/all: no such file"),
        (
            b"Text is here. Text was here.",
            ["--sentences", "1", "--output", "/nowhere/at/all"],
            "cannot write /nowhere/at/all: No such",
        ),
    ],
)
def test_errors_are_one_line_and_exit_1_for_files_and_2_for_options(
    content: bytes | None, arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input.txt"
    if content is not None:
        path.write_bytes(content)
    code, out, err = run(capsys, "summarize", str(path), *arguments)
    about_an_option = message.split()[0] in ("unknown", "words", "ratio", "keywords")
    assert (code, out) == (2 if about_an_option else 1, "")
    assert err.startswith("reprank: ")
    assert err.count("\n") == 1
    assert message in err


def test_an_empty_folder_is_answered_with_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "summarize", str(tmp_path))
    assert code == 1
    assert "has no files of a known kind: name files" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["sing"],
        ["--threads", "0", "demo"],
        ["summarize", "x", "--words", "5", "--bytes", "5"],
        ["keywords", "--top"],
    ],
)
def test_wrong_usage_exits_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings_are_found_by_their_mark_or_by_name(
    codec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes("Café Zoë stays open.".encode(codec))
    named = ["--encoding", codec] if codec == "cp1252" else []
    assert run(capsys, "summarize", str(path), *named)[1] == "Café Zoë stays open.\n"


def test_an_unknown_option_names_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["summarize", "report.txt", "--wrods", "5"])
    err = capsys.readouterr().err
    assert ended.value.code == 2
    assert err.startswith("usage: reprank summarize")
    assert err.endswith("unrecognized arguments: --wrods 5; did you mean --words?\n")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [(["summarise", "report.txt"], "summarize"), (["summarize", "a.txt", "--format", "jsn"], "json")],
)
def test_a_misspelt_choice_names_the_nearest_one(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"; did you mean {meant}?\n")


def test_a_missing_folder_for_the_output_is_named(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summarize", report, "--output", "nowhere/x.txt"]) == 1
    assert "make the folder" in capsys.readouterr().err


def test_warnings_go_to_standard_error(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "summarize", report, "--words", "2")
    assert (code, out) == (0, "\n")
    assert err == "reprank: no sentence fits in 2 words: the shortest takes 5\n"


def test_the_demo_names_its_sources_and_keywords(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "demo", "--words", "60")
    assert code == 0
    assert "5 articles about one event" in out
    assert "Kestrel Bridge" in out


@pytest.mark.parametrize("verb", ["summarize", "keywords"])
def test_help_teaches_with_examples(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([verb, "--help"])
    assert caught.value.code == 0
    assert f"examples:\n  reprank {verb}" in capsys.readouterr().out


def test_colour_appears_on_a_terminal_only(report: str) -> None:
    command = [sys.executable, "-m", "reprank", "summarize", report, "--words", "9", "--keywords", "2"]
    master, slave = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(command, stdout=slave, env={**environment, "TERM": "xterm", "COLUMNS": "60"})
    process.wait(60)
    shown = os.read(master, 65536).decode()
    os.close(slave)
    os.close(master)
    assert "\x1b[" in shown
    assert "\x1b[" not in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_reader_that_stops_early_is_no_error(report: str) -> None:
    command = f"{sys.executable} -m reprank summarize {report} --words 9 | true"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_thread_limit_is_set_before_linear_algebra_is_loaded(report: str) -> None:
    program = (
        "import os, sys; from reprank.cli import main\n"
        "assert 'numpy' not in sys.modules\n"
        f"main(['--threads', '1', 'summarize', {report!r}, '--system', 'reprank-paper'])\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'], open('/proc/self/status').read().split('Threads:')[1].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split() == ["1", "1"]


def test_a_plain_summary_imports_no_masked_arrays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# The river\n\nThe river “Orrin” rose on Monday.\n\n## Sponsors\n\nA mill paid for the gauge there.\n"
    )
    program = (
        "import sys; from reprank.cli import main\n"
        f"main(['summarize', {str(page)!r}]); print('numpy.ma' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_command_alone_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert "reprank summarize report.txt" in out


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_compressed_files_are_read_and_written(
    suffix: str, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed, target = tmp_path / f"report.txt{suffix}", tmp_path / f"summary.txt{suffix}"
    with files.compressed(packed) as stream:
        stream.write(TEXT.encode())
    assert run(capsys, "summarize", str(packed), "--sentences", "1", "--output", str(target)) == (0, "", "")
    plain = run(capsys, "summarize", report, "--sentences", "1")[1]
    assert files.read_bytes(target).decode() == plain


def test_piped_text_needs_no_file_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert run(capsys, "summarize", "--sentences", "1")[1].rstrip("\n") in TEXT


def test_without_files_and_pipe_the_usage_is_wrong(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "summarize", "--seen", report, report)
    assert (code, "name the files before --seen" in err) == (2, True)
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, "-m", "reprank", "summarize"], stdin=theirs, capture_output=True, text=True)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (
        2,
        "reprank: no FILE to read: name one or more, or - for standard input\n",
    )


def test_every_system_is_listed_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from reprank.systems import KEYWORD_SYSTEMS, SYSTEMS

    code, out, _ = run(capsys, "systems")
    assert code == 0
    summarizers, keyword_systems = out.split("keyword systems:")
    for text, names in ((summarizers, SYSTEMS), (keyword_systems, KEYWORD_SYSTEMS)):
        listed = dict(line.split(maxsplit=1) for line in text.splitlines() if line.startswith("  "))
        assert list(listed) == list(names)
        assert all(listed.values())


def test_a_ranking_that_text_cannot_show_is_mentioned(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "add --format json" in run(capsys, "summarize", report, "--sentences", "1", "--ranking")[2]


def test_reasons_follow_the_text_or_are_in_the_json(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, plain, _ = run(capsys, "summarize", report, "--sentences", "1")
    code, out, err = run(capsys, "summarize", report, "--sentences", "1", "--explain")
    assert (code, err) == (0, "")
    assert out.startswith(plain)
    assert f"\nSource: {Path(report).name}" in out
    assert "\nNew here: " in out
    _, out, _ = run(capsys, "summarize", report, "--sentences", "1", "--explain", "--format", "json")
    (reasons,) = json.loads(out)["reasons"]
    assert reasons["sentence"]["text"] == plain.strip()
    _, out, _ = run(capsys, "summarize", report, "--sentences", "1", "--explain", "--format", "markdown")
    assert "- *New here*: " in out
    _, out, _ = run(capsys, "summarize", report, "--sentences", "1", "--explain", "--format", "html")
    assert "Why this sentence" in out


def test_a_system_without_reasons_is_named(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "summarize", report, "--sentences", "1", "--explain", "--system", "lead")
    assert code == 2
    assert "lead gives no reasons" in err


def test_an_automatic_length_is_a_number_of_words(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "summarize", report, "--words", "auto", "--format", "json")
    assert code == 0
    budget = json.loads(out)["budget"]
    assert budget["unit"] == "words"
    assert 0 < budget["used"] <= budget["limit"] <= len(TEXT.split())
    with pytest.raises(SystemExit) as stopped:
        main(["summarize", report, "--words", "long"])
    assert stopped.value.code == 2
    assert "must be a whole number or auto; got 'long'" in capsys.readouterr().err


def test_an_error_is_one_line_whatever_the_name_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name may hold line breaks and sequences that a terminal obeys."""
    code, _, err = run(capsys, "summarize", str(tmp_path / "a\nb\x1b[31m.txt"), "--words", "5")
    assert code == 1
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert r"a\nb\x1b[31m.txt: no file matches" in err


def test_a_terminal_is_shown_no_sequence_that_it_would_obey(capsys: pytest.CaptureFixture[str]) -> None:
    text = "The river \x1b]0;owned\x07 rose all night long. The \ud800 bridge was closed on Friday."
    show(reprank.summarize(text, words=30, keywords=3))
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert r"\x1b]0;owned\x07" in " ".join(shown.split())


def test_a_model_of_ones_own_ranks_in_the_method_of_the_paper(
    report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "own.safetensors"
    reprank.Encoder.glove().save(model)
    assert main(["summarize", report, "--sentences", "1", "--model", str(model), "--format", "json"]) == 0
    by_model = json.loads(capsys.readouterr().out)
    made = reprank.RepRank.paper(vectors=reprank.Encoder.glove()).summarize(Path(report).read_text(), sentences=1)
    assert by_model["text"] == str(made)
    assert main(["summarize", report, "--model", str(model), "--system", "lead"]) == 2
    assert "--system reprank-paper" in capsys.readouterr().err
    assert main(["summarize", report, "--model", report]) == 1
    assert "not a safetensors model file" in capsys.readouterr().err
