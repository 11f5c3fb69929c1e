"""Clients that are slow, silent or gone, workers that are killed, and a service that is told to end."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import uvicorn
from starlette.testclient import TestClient

from reprank.cli.serve import server_config
from reprank.web import connections, verbs
from reprank.web.batch import MAX_BATCHES
from reprank.web.bodies import HeldBytes
from reprank.web.problems import Problem
from reprank.web.settings import ServiceSettings
from reprank.web.verbs import WorkRequest, prepare
from reprank.web.workers import Workers

pytestmark = pytest.mark.slow

TEXT = "The river rose all night. By dawn the river had closed the bridge. A dog slept through it all."
MAX_BYTES = 8_000_000
OK = (200, None)
LINE = json.dumps({"id": "a", "text": TEXT}).encode() + b"\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a service that gives its clients one second."""
    looking, connections.LOOK_SECONDS = connections.LOOK_SECONDS, 0.3
    settings = ServiceSettings(workers=2, seconds=1.5, max_bytes=MAX_BYTES)
    server = uvicorn.Server(server_config(settings, host="127.0.0.1", port=0))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        found = server.servers[0].sockets[0].getsockname()[1]
        for _ in range(100):  # workers that are still starting would use up the time of a request
            if ask(found) == OK:
                break
        yield found
    finally:
        server.should_exit = True
        thread.join()
        connections.LOOK_SECONDS = looking


def ask(port: int, path: str = "/api/summarize", body: bytes | None = None) -> tuple[int, str | None]:
    """Send a request; return the status and when to try again."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        sent = body or json.dumps({"text": TEXT, "sentences": 1})
        connection.request("POST", path, sent, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        return response.status, response.headers["retry-after"]


def head(path: str, length: int | str) -> bytes:
    kind = f"Content-Length: {length}" if isinstance(length, int) else "Transfer-Encoding: chunked"
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", kind]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


@contextmanager
def connected(port: int, *, receive_bytes: int | None = None) -> Iterator[socket.socket]:
    with closing(socket.socket()) as client:
        if receive_bytes:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        client.settimeout(30)
        client.connect(("127.0.0.1", port))
        yield client


def everything(client: socket.socket) -> bytes:
    """Read until the service closes the connection; it is a failure of the test if it never does."""
    found = b""
    try:
        while piece := client.recv(1 << 16):
            found += piece
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize("sent", [b"", b"POST /api/summarize HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_a_client_that_never_finishes_its_head_is_cut_off(port: int, sent: bytes) -> None:
    with connected(port) as client:
        client.sendall(sent)
        assert ask(port) == OK
        assert everything(client) == b""


def test_a_second_head_must_be_finished_too(port: int) -> None:
    with connected(port) as client:
        client.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        response = HTTPResponse(client)
        response.begin()
        assert json.loads(response.read())["status"] == "ok"
        client.sendall(b"GET /api/hea")
        assert everything(client) == b""


def test_a_client_that_sends_its_body_too_slowly_is_told_so(port: int) -> None:
    with connected(port) as client:
        client.sendall(head("/api/summarize", 1000) + b'{"text": "')
        assert b"408" in everything(client).splitlines()[0]


@pytest.mark.parametrize(("path", "status"), [("/api/summarize", b"413"), ("/api/nothing", b"404")])
def test_a_client_that_is_refused_while_it_sends_reads_why(port: int, path: str, status: bytes) -> None:
    body = b"x" * (MAX_BYTES + 1)
    with connected(port) as client:
        client.sendall(head(path, len(body)).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + body)
        assert status in everything(client).splitlines()[0]


def test_a_client_that_does_not_read_its_answer_is_cut_off(port: int) -> None:
    body = b"A dog slept through it all. " * (MAX_BYTES // 30)
    with connected(port, receive_bytes=4096) as client:
        client.sendall(head("/api/read?name=dog.txt", len(body)) + body)
        time.sleep(3)  # reads nothing for many looks
        assert len(everything(client)) < len(body)
    assert ask(port) == OK


def test_a_batch_whose_client_falls_silent_ends_with_an_error_line(port: int) -> None:
    with connected(port) as client:
        client.sendall(head("/api/batch", "chunked") + b"%x\r\n%s\r\n" % (len(LINE), LINE))
        answer = everything(client)
    found = [json.loads(line) for line in re.findall(rb"^\{.*\}$", answer, re.MULTILINE)]
    assert found[0]["id"] == "a"
    assert found[1]["error"] == {"type": "Request Timeout", "message": "the line did not arrive within 1.5 seconds"}


def test_bodies_of_all_requests_together_have_a_limit(client: TestClient) -> None:
    held: HeldBytes = client.app.state.held  # type: ignore[attr-defined]
    with held.of_one_request() as other:
        other.add(held.limit - 50)
        refused = client.post("/api/read", content=TEXT.encode())
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert client.post("/api/read", content=TEXT.encode()).status_code == 200
    assert held.total == 0


def test_only_so_many_batches_run_at_a_time(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_BATCHES):
            client = stack.enter_context(connected(port))
            client.sendall(head("/api/batch", "chunked"))
            assert client.recv(100).startswith(b"HTTP/1.1 200")
        assert ask(port, "/api/batch", LINE) == (503, "1")
    end = time.monotonic() + 30
    while ask(port, "/api/batch", LINE) != OK:  # the service learns in a moment that they are gone
        assert time.monotonic() < end


def test_a_long_line_in_small_pieces_is_read_whole(port: int) -> None:
    text = f"{TEXT} " * 100
    line = json.dumps({"id": "long", "text": text}).encode()
    pieces = [line[at : at + 100] for at in range(0, len(line), 100)]
    with connected(port) as client:
        sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        client.sendall(head("/api/batch?sentences=1", "chunked") + sent + b"0\r\n\r\n")
        response = HTTPResponse(client)
        response.begin()
        answer = json.loads(response.read())
        assert answer.get("id") == "long", answer


# Files


@pytest.mark.parametrize("verb", ["summarize", "keywords", "compress", "read", "batch"])
def test_no_request_reads_a_file(client: TestClient, tmp_path: Path, verb: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Xanthippe keeps the ledger. Xanthippe hides the key.", encoding="utf-8")
    for name in (str(secret), secret.as_uri(), f"../../../../../../{secret}", f"@{secret}", f"{secret}\0"):
        for body in _bodies(verb, name):
            headers = {"content-type": "application/json"}
            for address in (f"/api/{verb}", f"/api/{verb}?name={quote(name)}", f"/api/{verb}?language={quote(name)}"):
                response = client.post(address, content=body, headers=headers)
                assert "anthippe" not in response.text
                assert response.status_code < 500
    assert client.get(f"/{secret}").status_code == 404
    assert client.get(f"//..%2f..%2f..%2f..{secret}").status_code == 404


def _bodies(verb: str, name: str) -> list[bytes]:
    if verb == "read":
        return [name.encode(), json.dumps({"path": name}).encode()]
    texts = "chunks" if verb == "compress" else "documents"
    requests: list[dict[str, Any]] = [
        {texts: [name]}, {texts: [{"text": name, "id": name, "title": name}]}, {texts: [TEXT], "query": name},
        {texts: [TEXT], "seen": [name]}, {texts: [TEXT], "language": name}, {texts: [TEXT], "path": name},
        {texts: [TEXT], "system": name}, {texts: [TEXT], "vectors": name}, {texts: [TEXT], "keep": [name]},
    ]  # fmt: skip
    return [json.dumps(request).encode() for request in requests]


# Workers


def test_a_worker_that_was_killed_while_it_had_nothing_to_do_costs_no_request() -> None:
    async def check() -> None:
        workers = Workers(2, seconds=60, max_waiting=8)
        request = WorkRequest("summarize", json.dumps({"text": TEXT}).encode(), 1)
        try:
            for _ in range(3):
                assert (await workers.run(request)).status == 200
                for worker in list(workers._all):
                    worker._process.kill()
                    worker._process.join()
        finally:
            workers.close()

    asyncio.run(check())


def test_a_worker_that_is_killed_at_work_fails_its_request_only() -> None:
    async def check() -> None:
        workers = Workers(2, seconds=60, max_waiting=8, prepare=prepare)
        long = WorkRequest("summarize", json.dumps({"text": f"{TEXT} " * 100_000}).encode(), 1)
        short = WorkRequest("summarize", json.dumps({"text": TEXT}).encode(), 1)
        try:
            await workers.run(short)
            idle = set(workers._idle._queue)  # type: ignore[attr-defined]
            failing = asyncio.create_task(workers.run(long))
            await asyncio.sleep(0.5)
            (busy,) = idle - set(workers._idle._queue)  # type: ignore[attr-defined]
            others = asyncio.create_task(workers.run(short))
            busy._process.kill()
            with pytest.raises(Problem, match="the worker process ended"):
                await failing
            assert (await others).status == 200
            assert (await workers.run(short)).status == 200
        finally:
            workers.close()

    asyncio.run(check())


# Ending


def test_the_service_finishes_what_was_begun_when_it_is_told_to_end() -> None:
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        found = re.search(r":(\d+)", process.stderr.readline())
        assert found
        port = int(found[1])
        assert ask(port) == OK
        body = json.dumps({"text": f"{TEXT} " * 6000, "sentences": 1}).encode()
        with connected(port) as client, connected(port) as silent:
            silent.sendall(b"GET / HT")
            client.sendall(head("/api/summarize", len(body)) + body)
            time.sleep(0.3)
            os.killpg(process.pid, signal.SIGTERM)  # to the workers too, as systemd does
            answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 200")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["text"]
        assert process.wait(30) == 0


# Requests that are made to be read in two ways


def test_a_length_together_with_an_encoding_is_refused_and_ends_the_connection(port: int) -> None:
    smuggled = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    first = head("/api/summarize", "chunked").replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\n")
    with connected(port) as client:
        client.sendall(first + b"0\r\n\r\n" + smuggled)
        answer = everything(client)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "host",
    [
        "evil.example@127.0.0.1",
        "127.0.0.1#evil.example",
        "127.0.0.1?evil",
        "127.0.0.1:80:80",
        "[::1",
        "127.0.0.1.",
        "",
        "x",
    ],
)
def test_a_host_that_only_looks_like_an_allowed_one_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8000", "LOCALHOST", "[::1]", "[::1]:9000"])
def test_an_allowed_host_may_have_a_port_and_capitals(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


# The log


def test_a_path_cannot_add_a_line_to_the_log_and_an_unknown_one_is_not_written(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    forged = "/x%0a2026-11-16%2000:00:00%20POST%20/api/summarize%20200%1b[31m"
    with caplog.at_level("INFO", logger="reprank.web"):
        client.get(forged)
        client.get(f"/api{forged}", headers={"host": "evil.example"})
    unknown, refused = (record.getMessage() for record in caplog.records)
    assert unknown.startswith("GET (unknown path) 404")
    assert refused.startswith("GET /api/x%0A2026-11-16%20")
    assert "\n" not in refused
    assert "\x1b" not in refused


def test_a_log_that_nobody_reads_does_not_stop_the_service() -> None:
    command = [sys.executable, "-m", "reprank", "serve", "--port", "0", "--log"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r":(\d+)", process.stderr.readline())
        assert found
        port = int(found[1])
        path = "/api/" + "x" * 90
        with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            for _ in range(1500):  # more than a pipe and the queue of lines hold
                connection.request("POST", path, b"{}", {"Content-Type": "text/plain", "Host": "evil.example"})
                response = connection.getresponse()
                response.read()
                assert response.status == 421
        assert ask(port) == OK
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


# Requests that fail


def test_an_exception_that_nobody_expected_fails_its_request_only_and_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("The river rose.")

    answer = prepare()
    monkeypatch.setitem(verbs.VERBS, "summarize", broken)  # type: ignore[misc]
    failed = answer(WorkRequest("summarize", json.dumps({"text": TEXT}).encode(), 1))
    assert failed.status == 500
    assert re.fullmatch(r"RuntimeError in test_hostile_clients\.py, line \d+", failed.fault)
    assert b"river" not in failed.body
    monkeypatch.setattr(verbs, "summary_columns", broken)
    line = answer(WorkRequest("batch", LINE, 1, {"line": "1"}))
    assert line.body.endswith(b"\n")
    assert json.loads(line.body)["error"]["type"] == "RuntimeError"
    assert line.fault


@pytest.mark.parametrize("keep", ["(" * 900, "a{99999999999}", "(a+)+$"])
def test_what_must_be_kept_is_taken_literally_over_http(client: TestClient, keep: str) -> None:
    text = f"The river rose. {'a' * 40}b is here. Somebody wrote {keep} on a wall."
    request = {"chunks": [text], "query": "river", "sentences": 2, "keep": [keep]}
    answer = client.post("/api/compress", json=request)
    assert answer.status_code == 200
    assert keep in answer.json()["chunks"][0]["text"]
    assert client.post("/api/compress", json={**request, "keep": ["x" * 5000]}).status_code == 422
