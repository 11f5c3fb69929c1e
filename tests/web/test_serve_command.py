"""``reprank serve`` as a process of its own."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from reprank.cli import main, serve


@pytest.mark.slow
def test_the_service_says_where_it_is_answers_and_ends_on_ctrl_c() -> None:
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found, line
            with urllib.request.urlopen(f"{found[0]}/api/health", timeout=30) as response:
                assert json.load(response)["status"] == "ok"
            _leave_early(found[0])
            with urllib.request.urlopen(f"{found[0]}/", timeout=30) as response:
                assert b"<title>RepRank</title>" in response.read()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130, -signal.SIGINT)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
def test_ctrl_c_while_the_workers_still_start_ends_in_silence() -> None:
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the service and to its workers
        assert "Traceback" not in process.communicate(timeout=60)[1]


def _leave_early(address: str) -> None:
    """Send a request and close the connection before its answer."""
    host, port = address.removeprefix("http://").split(":")
    body = json.dumps({"text": "The river rose again. " * 2000}).encode()
    head = (
        f"POST /api/summarize HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(f"{head}\r\n\r\n".encode() + body)
        time.sleep(0.05)


def test_a_port_that_does_not_exist_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "99999"]) == 2
    assert "--port must be from 0 to 65535; got 99999" in capsys.readouterr().err


def test_too_few_workers_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "1"]) == 2
    assert "workers must be at least 2" in capsys.readouterr().err


def test_without_the_packages_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 1
    assert "the web service needs an optional package: pip install 'reprank[web]'" in capsys.readouterr().err


def test_the_token_comes_from_a_file_or_the_environment_and_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def token(*options: str) -> str | None:
        parser = argparse.ArgumentParser()
        serve.add(parser)
        return serve.settings_of(parser.parse_args(options)).token

    (tmp_path / "token").write_text("secret\n", encoding="utf-8")
    monkeypatch.delenv(serve.TOKEN_VARIABLE, raising=False)
    assert token() is None
    assert token("--token-file", str(tmp_path / "token")) == "secret"
    monkeypatch.setenv(serve.TOKEN_VARIABLE, "other")
    assert token() == "other"
    assert main(["serve", "--token-file", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
