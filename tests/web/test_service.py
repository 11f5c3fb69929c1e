"""The service over HTTP, with its worker processes."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

import reprank
from reprank.answering import _serve
from reprank.errors import InputError
from reprank.readers import pdf
from reprank.readers.limits import Meter
from reprank.web import verbs
from reprank.web.app import create_app
from reprank.web.guard import HEADERS
from reprank.web.openapi import PROBLEMS, description
from reprank.web.problems import PROBLEM, Answer, Problem
from reprank.web.settings import ServiceSettings
from reprank.web.verbs import WorkRequest
from reprank.web.workers import REMEMBER_SECONDS, SHORT_BYTES, Workers

from .conftest import BASE

TEXT = "The river rose all night. By dawn the river had closed the bridge. A dog slept through it all."
ODD_BLOCK = {"text": "a", "blocks": [{"start": "Infinity", "end": 1, "kind": "prose"}]}
FILES = Path(__file__).parents[1] / "readers" / "files"


def test_a_summary_has_the_json_that_the_library_writes(client: TestClient, articles: list[str]) -> None:
    response = client.post("/api/summarize", json={"documents": articles, "words": 60})
    assert response.json() == reprank.summarize(articles, words=60).to_dict()


def test_a_file_becomes_a_document(client: TestClient) -> None:
    response = client.post("/api/read?name=report.docx", content=(FILES / "report.docx").read_bytes())
    assert response.status_code == 200
    assert response.json()["document"]["id"] == "report.docx"


def test_lines_in_are_lines_out_in_order(client: TestClient) -> None:
    rows = [{"id": number, "text": f"{TEXT} This is text {number}."} for number in range(30)]
    lines = [json.dumps(row) for row in rows]
    lines[7] = "no JSON"
    response = client.post("/api/batch?sentences=1&keywords=2", content="\n\n".join(lines).encode())
    results = [json.loads(line) for line in response.text.splitlines()]
    assert [result["id"] for result in results] == [*range(7), 8, *range(8, 30)]
    assert [("error" in result) for result in results] == [number == 7 for number in range(30)]
    assert results[0]["summary"] == str(reprank.summarize(rows[0]["text"], sentences=1))


def test_a_line_that_is_too_long_is_an_error_of_its_own(client: TestClient) -> None:
    long, short = json.dumps({"id": 1, "text": "word " * 90_000}), json.dumps({"id": 2, "text": TEXT})
    response = client.post("/api/batch", content=f"{long}\n{short}".encode())
    first, second = [json.loads(line) for line in response.text.splitlines()]
    assert "more than 400,000 bytes" in first["error"]["message"]
    assert second["id"] == 2


def test_a_wrong_option_of_a_batch_is_an_error_of_the_request(client: TestClient) -> None:
    for address in ("/api/batch?wordz=3", "/api/batch?sentences=some"):
        response = client.post(address, content=b"{}")
        assert (response.status_code, response.headers["content-type"]) == (422, PROBLEM)


@pytest.mark.parametrize(
    ("method", "path", "extra", "status"),
    [
        ("GET", "/api/summarize", {}, 405),
        ("GET", "/api/nothing", {}, 404),
        ("POST", "/api/summarize", {"content": b"{"}, 415),
        ("POST", "/api/summarize", {"content": b"{", "headers": {"content-type": "application/json"}}, 400),
        ("POST", "/api/summarize", {"json": {"text": "x" * 500_000}}, 413),
        ("POST", "/api/summarize", {"json": {"text": TEXT, "words": -1}}, 422),
        ("POST", "/api/read?path=/etc/passwd", {"content": b"x"}, 422),
        ("POST", "/api/summarize", {"json": {"text": TEXT}, "headers": {"origin": "http://evil.example"}}, 403),
        ("POST", "/api/summarize", {"json": {"text": TEXT}, "headers": {"origin": "null"}}, 403),
        ("GET", "/api/example", {"headers": {"sec-fetch-site": "cross-site"}}, 403),
        ("POST", "/api/summarize", {"json": {"text": TEXT}, "headers": {"origin": "http://["}}, 403),
        ("POST", "/api/summarize", {"json": {"text": TEXT}, "headers": {"origin": ""}}, 403),
        ("POST", "/api/summarize", {"json": {"documents": [ODD_BLOCK]}}, 422),
        ("POST", "/api/read", {"content": b"x", "headers": {"content-length": "many"}}, 400),
        ("GET", "/api/health", {"headers": {"host": "evil.example"}}, 421),
        ("GET", "/api/health", {"headers": {"host": "["}}, 421),
        ("GET", "/../settings.py", {}, 404),
    ],
)
def test_what_cannot_be_answered_is_a_problem(
    client: TestClient, method: str, path: str, extra: dict[str, Any], status: int
) -> None:
    response = client.request(method, path, **extra)
    assert (response.status_code, response.headers["content-type"]) == (status, PROBLEM)
    assert response.json()["status"] == status
    assert set(HEADERS) <= set(response.headers)


def test_a_body_without_a_declared_size_is_measured(client: TestClient) -> None:
    parts = iter([b'{"text": "', b"x" * 300_000, b"x" * 300_000])
    response = client.post("/api/summarize", content=parts, headers={"content-type": "application/json"})
    assert response.status_code == 413


def test_requests_of_the_page_itself_pass(client: TestClient) -> None:
    headers = {"origin": BASE, "sec-fetch-site": "same-origin"}
    assert client.post("/api/summarize", json={"text": TEXT}, headers=headers).status_code == 200


def test_every_answer_has_strict_headers(client: TestClient) -> None:
    for path in ("/", "/page.js", "/api/health", "/openapi.json"):
        response = client.get(path)
        assert response.status_code == 200
        assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_the_page_names_no_other_machine() -> None:
    for path in (Path(reprank.__file__).parent / "web" / "static").iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in text.replace("// ", ""), path.name


def test_the_log_has_neither_text_nor_names(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        client.post("/api/summarize", json={"text": "Secretword rose. Secretword fell.", "query": "secretword"})
        client.post("/api/read?name=secretword.txt", content=b"Secretword rose.")
        client.post("/api/summarize", json={"secretword": 1})
    lines = [record.getMessage() for record in caplog.records if record.name == "reprank.web"]
    assert [line.rsplit(" ", 2)[0] for line in lines] == [
        "POST /api/summarize 200", "POST /api/read 200", "POST /api/summarize 422"
    ]  # fmt: skip
    assert "secretword" not in "".join(lines).lower()


def test_with_a_token_only_its_owner_is_answered() -> None:
    with TestClient(create_app(ServiceSettings(workers=2, token="right")), base_url=BASE) as client:
        assert client.get("/api/example").status_code == 401
        assert client.get("/api/example").headers["www-authenticate"] == "Bearer"
        assert client.get("/api/example", headers={"authorization": "Bearer wrong"}).status_code == 401
        assert client.get("/api/example", headers={"authorization": "Bearer right"}).status_code == 200
        assert client.get("/").status_code == 200
        assert client.get("/api/health").json()["token_required"] is True
    assert "right" not in repr(ServiceSettings(token="right"))


@pytest.mark.parametrize("wrong", [{"workers": 1}, {"seconds": 0}, {"max_bytes": 0}, {"token": " "}, {"token": "ä"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="must be"):
        ServiceSettings(**wrong)


def test_the_description_has_every_route_and_no_other(client: TestClient) -> None:
    paths: Any = client.get("/openapi.json").json()["paths"]
    (api, *_) = create_app(ServiceSettings()).routes
    assert isinstance(api, Mount)
    routes = {
        (api.path + route.path, method.lower())
        for route in api.routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert {(path, method) for path, operations in paths.items() for method in operations} == routes


def test_references_in_the_description_lead_somewhere() -> None:
    text = json.dumps(description())
    components: Any = description()["components"]
    for part in text.split('"$ref": "#/components/')[1:]:
        kind, name = part.split('"')[0].split("/")
        assert name in components[kind]
    assert {f"Problem{status}" for status in PROBLEMS} == set(components["responses"])


def test_answers_have_what_the_description_requires(client: TestClient) -> None:
    schemas: Any = description()["components"]
    document = {"text": TEXT, "id": "a", "places": [{"start": 0, "label": "page 1"}]}
    answers = {
        "Summary": client.post("/api/summarize", json={"documents": [document], "ranking": True, "explain": True}),
        "Keywords": client.post("/api/keywords", json={"text": TEXT}),
        "Compressed": client.post("/api/compress", json={"chunks": [TEXT], "words": 8}),
        "ReadDocument": client.post("/api/read", content=TEXT.encode()),
        "Health": client.get("/api/health"),
        "Problem": client.post("/api/summarize", json={}),
    }
    for name, response in answers.items():
        _matches(response.json(), schemas["schemas"][name], schemas["schemas"], name)


def _matches(value: Any, schema: dict[str, Any], schemas: dict[str, Any], where: str) -> None:
    """Compare a value with a schema: objects with their required and known members, arrays with their items."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    if "oneOf" in schema:
        kinds = {str: "string", type(None): "null"}
        choices = [it for it in schema["oneOf"] if it.get("type", "object") == kinds.get(type(value), "object")]
        schema = choices[0] if "$ref" not in choices[0] else schemas[choices[0]["$ref"].rsplit("/", 1)[1]]
    if isinstance(value, dict) and "properties" in schema:
        assert set(schema["required"]) <= set(value) <= set(schema["properties"]), where
        for name, member in value.items():
            _matches(member, schema["properties"][name], schemas, f"{where}.{name}")
    if isinstance(value, list | tuple):
        for item in value:
            _matches(item, schema["items"], schemas, f"{where}[]")


# Worker processes that do nothing but what a test needs


def _prepare_slow(marks: str) -> Callable[[WorkRequest], Answer]:
    return partial(_slow, marks=Path(marks))


def _slow(request: WorkRequest, marks: Path) -> Answer:
    if request.verb == "die":
        os._exit(3)
    if request.verb == "sleep":
        (marks / "began").touch()
        time.sleep(2)
        (marks / "ended").touch()
    return Answer(b"done")


def _workers(tmp_path: Path, **options: Any) -> Workers:
    settings = {"count": 2, "seconds": 30.0, "max_waiting": 3, **options}
    return Workers(prepare=partial(_prepare_slow, str(tmp_path)), **settings)


SLEEP, QUICK = WorkRequest("sleep", b"", 1), WorkRequest("quick", b"", 1)


async def _began(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        while not (tmp_path / "began").exists():
            await asyncio.sleep(0.02)


def _run(check: Callable[[], Any]) -> None:
    asyncio.run(check())


class _Waiting:
    """The end of a connection over which nothing comes for a while, then one request, then nothing more."""

    def __init__(self) -> None:
        self.waits: list[float | None] = []
        self.requests = [QUICK]
        self.sent: list[object] = []

    def poll(self, seconds: float | None) -> bool:
        self.waits.append(seconds)
        return seconds is None or len(self.waits) > 1

    def recv(self) -> WorkRequest:
        if not self.requests:
            raise EOFError
        return self.requests.pop()

    def send(self, answer: object) -> None:
        self.sent.append(answer)


def test_a_worker_that_waits_for_long_forgets_its_last_text() -> None:
    prepared: list[str] = []

    def prepare() -> Callable[[WorkRequest], Answer]:
        prepared.append("memory")
        return lambda request: Answer(f"{len(prepared)}".encode())

    connection = _Waiting()
    before = signal.getsignal(signal.SIGINT)
    try:
        _serve(connection, prepare, REMEMBER_SECONDS)  # type: ignore[arg-type]
    finally:
        signal.signal(signal.SIGINT, before)
    assert connection.waits == [REMEMBER_SECONDS, None, REMEMBER_SECONDS]
    assert connection.sent == [None, Answer(b"2")]  # ready, then the answer


@pytest.mark.slow
def test_work_whose_client_has_gone_is_stopped_and_the_service_goes_on(tmp_path: Path) -> None:
    async def check() -> None:
        workers = _workers(tmp_path)
        try:
            work = asyncio.create_task(workers.run(SLEEP))
            await _began(tmp_path)
            work.cancel()
            await asyncio.sleep(2.5)
            assert not (tmp_path / "ended").exists()
            assert [(await workers.run(QUICK)).body for _ in range(4)] == [b"done"] * 4
        finally:
            workers.close()

    _run(check)


@pytest.mark.slow
def test_work_that_takes_too_long_or_dies_is_a_problem_and_the_service_goes_on(tmp_path: Path) -> None:
    async def check() -> None:
        workers = _workers(tmp_path)
        try:
            assert (await workers.run(QUICK)).body == b"done"
            with pytest.raises(Problem) as died:
                await workers.run(WorkRequest("die", b"", 1))
            assert died.value.status == 500
            await workers.run(QUICK)
            workers._seconds = 0.2
            with pytest.raises(Problem) as late:
                await workers.run(SLEEP)
            assert late.value.status == 504
            workers._seconds = 30.0
            assert (await workers.run(QUICK)).body == b"done"
        finally:
            workers.close()

    _run(check)


def _prepare_stuck(marks: str) -> Callable[[WorkRequest], Answer]:
    """A worker in which the parser of PDF files never returns from a call in C."""

    def stuck(raw: bytes, meter: Meter) -> reprank.Document:
        (Path(marks) / "began").write_text(str(os.getpid()), encoding="utf-8")
        return sum(itertools.repeat(0))  # type: ignore[return-value]

    pdf.read_pdf = stuck
    return verbs.prepare()


@pytest.mark.slow
def test_a_parser_that_never_ends_is_killed_and_the_message_names_the_file(tmp_path: Path) -> None:
    async def check() -> None:
        workers = Workers(2, seconds=30.0, max_waiting=3, prepare=partial(_prepare_stuck, str(tmp_path)))
        text = WorkRequest("read", b"The river rose.", 1, {"name": "a.txt"})
        try:
            assert [(await workers.run(text)).status for _ in range(2)] == [200, 200]
            workers._seconds = 1.0
            with pytest.raises(Problem, match=r"stuck\.pdf took longer to read than the limit of 1 seconds") as late:
                await workers.run(WorkRequest("read", b"%PDF-1.4 ...", 1, {"name": "stuck.pdf"}))
            assert late.value.status == 504
            stuck = int((tmp_path / "began").read_text(encoding="utf-8"))
            await asyncio.sleep(0.2)
            assert stuck not in [process.pid for process in multiprocessing.active_children()]
            workers._seconds = 30.0
            assert [(await workers.run(text)).status for _ in range(4)] == [200] * 4
        finally:
            workers.close()

    _run(check)


@pytest.mark.slow
def test_long_work_leaves_a_worker_for_short_work_and_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def check() -> None:
        workers = _workers(tmp_path)
        long = WorkRequest("sleep", b"x" * (SHORT_BYTES + 1), 1)
        try:
            books = [asyncio.create_task(workers.run(long)) for _ in range(2)]
            await _began(tmp_path)
            assert (await workers.run(QUICK)).body == b"done"
            assert not any(book.done() for book in books)
            pages = [asyncio.create_task(workers.run(QUICK)) for _ in range(2)]
            answers = await asyncio.gather(*pages, return_exceptions=True)
            assert [answer.status for answer in answers if isinstance(answer, Problem)] == [503]
            await asyncio.gather(*books)
        finally:
            workers.close()

    _run(check)


@pytest.mark.slow
def test_a_few_tiny_requests_that_take_long_leave_a_worker_for_short_work(tmp_path: Path) -> None:
    async def check() -> None:
        workers = _workers(tmp_path, max_waiting=8)
        try:
            assert [(await workers.run(QUICK)).body for _ in range(2)] == [b"done"] * 2
            slow = [asyncio.create_task(workers.run(SLEEP)) for _ in range(3)]
            await _began(tmp_path)
            assert (await workers.run(QUICK)).body == b"done"
            assert not all(task.done() for task in slow)  # those that had no room wait for the first
            assert [answer.body for answer in await asyncio.gather(*slow)] == [b"done"] * 3
        finally:
            workers.close()

    _run(check)


@pytest.mark.slow
def test_waiting_counts_in_the_time_of_a_request(tmp_path: Path) -> None:
    async def check() -> None:
        workers = _workers(tmp_path, max_waiting=8)
        long = WorkRequest("sleep", b"x" * (SHORT_BYTES + 1), 1)
        try:
            assert [(await workers.run(QUICK)).body for _ in range(2)] == [b"done"] * 2
            first = asyncio.create_task(workers.run(long))
            await _began(tmp_path)
            workers._seconds = 0.5
            with pytest.raises(Problem, match=r"no worker was free for 0\.5 seconds") as busy:
                await workers.run(long)
            assert busy.value.status == 503
            assert (await first).body == b"done"
        finally:
            workers.close()

    _run(check)
