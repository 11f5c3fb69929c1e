"""Many clients at a time: every request has names of its own, and every answer is compared with its input."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.soak.client import CLIENT_SECONDS, Response, Service, ask, head
from benchmarks.soak.rows import text

NAME = re.compile(r"Zq\d+x\d+")  # a name that stands in the text of one request only
POLITE = ("429", "503")
SLOW_SHARE = 0.1  # of the clients that are slow on purpose, besides the others
DRIP_SECONDS = 2.0  # between two bytes of a slow client


@dataclass
class Load:
    """What came of the load."""

    warm_seconds: float
    statuses: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    slow_clients: int = 0
    memory_first: dict[str, float] = field(default_factory=dict)
    memory_last: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Trial:
    """A request and what is wrong with an answer to it."""

    path: str
    body: bytes
    wrong: Callable[[Response], str]


async def run_load(service: Service, *, clients: int, seconds: float, warm_seconds: float) -> Load:
    """Let clients ask for a time; slow ones are among them."""
    load = Load(warm_seconds)
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as tasks:
        for number in range(clients):
            tasks.create_task(_client(service.port, number, end, load))
        for number in range(int(SLOW_SHARE * clients)):
            tasks.create_task(_slow_client(service.port, number, end, load))
        await asyncio.sleep(warm_seconds)
        load.memory_first = service.megabytes()
    load.memory_last = service.megabytes()
    return load


async def _client(port: int, number: int, end: float, load: Load) -> None:
    chance = random.Random(number)
    turn = 0
    await asyncio.sleep(chance.random())
    while time.monotonic() < end:
        turn += 1
        trial = _trial(f"Zq{number}x{turn}", chance)
        try:
            response = await ask(port, trial.path, trial.body)
        except (OSError, TimeoutError) as error:
            _count(load, type(error).__name__)
            load.failures.append(f"{trial.path}: {error!r}")
            continue
        _count(load, str(response.status))
        if str(response.status) in POLITE:
            if "retry-after" not in response.headers:
                load.failures.append(f"{trial.path}: {response.status} without Retry-After")
            await asyncio.sleep(float(response.headers.get("retry-after", 1)) * (1 + chance.random()))
        elif response.status != 200:
            load.failures.append(f"{trial.path}: {response.status} {response.body[:200]!r}")
        elif wrong := trial.wrong(response):
            load.failures.append(f"{trial.path}: {wrong}")


def _count(load: Load, status: str) -> None:
    load.statuses[status] = load.statuses.get(status, 0) + 1


async def _slow_client(port: int, number: int, end: float, load: Load) -> None:
    """Send a request byte by byte, head or body, until the service has enough of it."""
    request = head("POST", "/api/summarize", 1000) + b'{"text": "' + b"x" * 1000
    begin = 0 if number % 2 else request.index(b'{"text')
    while time.monotonic() < end:
        load.slow_clients += 1
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request[:begin])
            for byte in request[begin:]:
                writer.write(bytes([byte]))
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), DRIP_SECONDS)
                    break  # an answer, or the end
                if time.monotonic() - began > CLIENT_SECONDS / 2:
                    load.failures.append("a slow client was not cut off")
                    break
        except OSError:
            pass  # cut off, as it should be
        finally:
            writer.close()


def _trial(name: str, chance: random.Random) -> Trial:
    """Make a request with a name of its own in every sentence."""
    source = re.sub(r"(?i)\b(the mayor|the school|the bridge)\b", name, text(chance.randrange(10**6), sentences=12))
    source = f"{name} was there. {source}"
    kind = chance.choices(["summarize", "keywords", "compress", "read", "batch"], [6, 2, 1, 1, 1])[0]
    if kind == "read":
        return Trial(f"/api/read?name={name}.txt", source.encode(), lambda it: _wrong_document(it, source, name))
    if kind == "batch":
        lines = [json.dumps({"id": f"{name}-{row}", "text": source}) for row in range(3)]
        return Trial("/api/batch?sentences=2", "\n".join(lines).encode(), lambda it: _wrong_lines(it, source, name))
    if kind == "compress":
        body = {"chunks": [source, source], "words": 30, "query": name}
        return Trial("/api/compress", json.dumps(body).encode(), lambda it: _wrong_chunks(it, source, name))
    body = {"documents": [source, f"Also {name} came. {source}"]}
    if kind == "keywords":
        return Trial(
            "/api/keywords", json.dumps(body).encode(), lambda it: _wrong_keywords(it, body["documents"], name)
        )
    asked = {**body, "words": 40, "explain": chance.random() < 0.2, "ranking": chance.random() < 0.2}
    return Trial("/api/summarize", json.dumps(asked).encode(), lambda it: _wrong_summary(it, body["documents"], name))


def _foreign(answer: bytes, name: str) -> str:
    others = set(NAME.findall(answer.decode())) - {name}
    return f"the answer to {name} has {', '.join(sorted(others))}" if others else ""


def _wrong_summary(response: Response, documents: list[str], name: str) -> str:
    members = response.json()
    if not members["sentences"]:
        return "an empty summary"
    if any(documents[it["document"]][it["start"] : it["end"]] != it["text"] for it in members["sentences"]):
        return "a sentence is not where it says"
    return _wrong_places(members["keywords"], documents) or _foreign(response.body, name)


def _wrong_keywords(response: Response, documents: list[str], name: str) -> str:
    return _wrong_places(response.json()["keywords"], documents) or _foreign(response.body, name)


def _wrong_places(keywords: list[dict[str, Any]], documents: list[str]) -> str:
    for keyword in keywords:
        places = keyword["occurrences"]
        forms = {documents[it["document"]][it["start"] : it["end"]].casefold() for it in places}
        if keyword["text"].casefold() not in forms:
            return f"the keyword {keyword['text']} is not where it says"
    return "" if keywords else "no keywords"


def _wrong_document(response: Response, source: str, name: str) -> str:
    document = response.json()["document"]
    same = document["text"].strip() == source.strip() and document["id"] == f"{name}.txt"
    return _foreign(response.body, name) if same else "another document"


def _wrong_lines(response: Response, source: str, name: str) -> str:
    rows = [json.loads(line) for line in response.body.splitlines()]
    if [row.get("id") for row in rows] != [f"{name}-{row}" for row in range(3)]:
        return f"other rows: {[row.get('id') for row in rows]}"
    if any("error" in row for row in rows):
        return f"an error: {rows}"
    return next(filter(None, (_wrong_row(row, source) for row in rows)), "") or _foreign(response.body, name)


def _wrong_row(row: dict[str, Any], source: str) -> str:
    same = all(source[it["start"] : it["end"]] == it["text"] for it in row["sentences"])
    return "" if same else "a sentence is not where it says"


def _wrong_chunks(response: Response, source: str, name: str) -> str:
    chunks = response.json()["chunks"]
    kept = [(chunk, place) for chunk in chunks for place in chunk["kept"]]
    if len(chunks) != 2 or any(source[it[0] : it[1]].strip() not in source for _, it in kept):
        return "other chunks"
    return _foreign(response.body, name)
