from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import reprank

mcp = pytest.importorskip("mcp", reason="mcp is not installed: make test-adapters")
from reprank.mcp.server import make_server  # noqa: E402

ENVIRONMENT = dict(os.environ)
PAGES = (
    "The harbour wall broke at dawn. Lunch was soup.\fDivers found a crack in the wall. A new pump costs nine crowns."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("The password is swordfish.", encoding="utf-8")
    allowed = tmp_path / "allowed"
    (allowed / "sub").mkdir(parents=True)
    (allowed / "report.txt").write_text(PAGES, encoding="utf-8")
    (allowed / "sub" / "notes.md").write_text("# Pumps\n\nThe pump in the cellar failed at noon.\n", encoding="utf-8")
    (allowed / "link.txt").symlink_to(tmp_path / "secret.txt")
    (allowed / "out").symlink_to(tmp_path)
    (allowed / "inside.txt").symlink_to(allowed / "report.txt")
    (allowed / ".env").write_text("The password is swordfish.", encoding="utf-8")
    (allowed / "visible.txt").symlink_to(allowed / ".env")
    (allowed / "loop.txt").symlink_to("loop.txt")
    (allowed / "broken.txt").symlink_to("nowhere.txt")
    return allowed


def call(server: Any, tool: str, arguments: dict[str, Any]) -> Any:
    async def run() -> Any:
        async with mcp.Client(server) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(run())


def answer(folders: Sequence[Path], tool: str, **arguments: Any) -> dict[str, Any]:
    result = call(make_server(map(str, folders)), tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


def refusal(folders: Sequence[Path], tool: str, **arguments: Any) -> str:
    result = call(make_server(map(str, folders)), tool, arguments)
    assert result.is_error
    return result.content[0].text


def test_a_client_over_standard_input_and_output_gets_tools_and_answers(folder: Path) -> None:
    server = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "reprank", "mcp", str(folder)], env=ENVIRONMENT
    )

    async def run() -> tuple[Any, Any]:
        async with mcp.Client(server) as client:
            return await client.list_tools(), await client.call_tool("read", {"file": "report.txt"})

    listed, read = asyncio.run(run())
    assert sorted(tool.name for tool in listed.tools) == ["compare", "compress", "keywords", "read", "summarize"]
    for tool in listed.tools:
        assert tool.annotations.read_only_hint
        assert tool.description
        assert tool.output_schema["properties"]
    assert read.structured_content["text"] == PAGES


def test_a_summary_has_sentences_with_places(folder: Path) -> None:
    found = answer([folder], "summarize", files=["report.txt", "sub/notes.md"], sentences=3, keywords=2)
    assert found["length"] == {"unit": "sentences", "limit": 3, "used": 3}
    assert len(found["keywords"]) == 2
    texts = {name: reprank.read(folder / name).text for name in ("report.txt", "sub/notes.md")}
    for sentence in found["sentences"]:
        assert texts[sentence["source"]][sentence["start"] : sentence["end"]] == sentence["text"]
        assert sentence["place"].startswith(sentence["source"])
    on_page_two = [it for it in found["sentences"] if it["source"] == "report.txt" and it["start"] > PAGES.index("\f")]
    assert all(it["place"] == "report.txt, page 2" for it in on_page_two)


def test_texts_are_numbered(articles: list[str]) -> None:
    found = answer([], "summarize", texts=articles, words=100)
    assert found["text"] == str(reprank.summarize(articles, words=100))
    assert {it["source"] for it in found["sentences"]} <= {f"text {number}" for number in range(1, 6)}


def test_keywords_have_counts_and_places(articles: list[str]) -> None:
    found = answer([], "keywords", texts=articles, top=3)["keywords"]
    expected = reprank.keywords(articles, top=3)
    assert [(it["text"], it["count"]) for it in found] == [(it.text, len(it.occurrences)) for it in expected]
    for keyword in found:
        assert 1 <= len(keyword["occurrences"]) <= min(keyword["count"], 5)


def test_compression_keeps_what_answers_in_the_order_of_the_sources(folder: Path) -> None:
    text = "The museum opens at nine. It has two floors."
    found = answer([folder], "compress", query="What does a pump cost?", texts=[text], files=["report.txt"], tokens=12)
    assert [chunk["source"] for chunk in found["chunks"]] == ["text 1", "report.txt"]
    assert found["chunks"][1]["text"] == "A new pump costs nine crowns."
    assert found["length"]["used"] <= 12
    (kept,) = found["chunks"][1]["kept"]
    assert PAGES[kept["start"] : kept["end"]] == "A new pump costs nine crowns."
    assert kept["place"] == "report.txt, page 2"


def test_a_file_is_read_part_by_part(folder: Path) -> None:
    parts, start = [], 0
    while start is not None:
        part = answer([folder], "read", file="report.txt", start=start, characters=40)
        parts.append(part["text"])
        start = part["next_start"]
    assert "".join(parts) == PAGES
    assert part["places"] == [{"start": part["start"], "label": "page 2"}]
    assert f"has {len(PAGES)} characters" in refusal([folder], "read", file="report.txt", start=10_000)


@pytest.mark.parametrize("inside", ["inside.txt", "./sub/../report.txt"])
def test_other_names_of_an_allowed_file_are_allowed(folder: Path, inside: str) -> None:
    assert answer([folder], "read", file=inside)["source"] == "report.txt"
    assert answer([folder], "read", file=str(folder / inside))["source"] == "report.txt"


@pytest.mark.parametrize(
    "outside", ["../secret.txt", "link.txt", "out/secret.txt", "/etc/hostname", "/no/such/file", "sub/../../secret.txt"]
)
@pytest.mark.parametrize("tool", ["read", "summarize", "keywords", "compress"])
def test_files_outside_the_folders_are_refused_by_every_tool(folder: Path, outside: str, tool: str) -> None:
    arguments = {"file": outside} if tool == "read" else {"files": ["report.txt", outside]}
    message = refusal([folder], tool, **arguments, **({"query": "password"} if tool == "compress" else {}))
    assert f"is outside the allowed folders: name a file under {folder}" in message
    assert "swordfish" not in message


def test_a_folder_with_a_similar_name_is_outside(folder: Path) -> None:
    beside = folder.with_name("allowed-not")
    beside.mkdir()
    (beside / "a.txt").write_text("It rained.", encoding="utf-8")
    assert "outside" in refusal([folder], "read", file=str(beside / "a.txt"))


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("read", {"file": "reprot.txt"}, "did you mean report.txt"),
        ("read", {"file": "sub"}, "is a folder: name one of its files; there are: sub/notes.md"),
        ("read", {"file": "zzz"}, "there are: inside.txt, report.txt, sub/notes.md"),
        ("read", {"file": "a\0b"}, "is not a file name"),
        ("read", {"file": "x" * 5000}, "no file"),
        ("summarize", {}, "give texts"),
        ("summarize", {"texts": ["report.txt"]}, "pass it in files"),
        ("summarize", {"texts": ["It rained."], "words": 5, "sentences": 1}, "keep one"),
        ("summarize", {"texts": "It rained."}, "should be a valid list"),
        ("keywords", {"texts": ["It rained."], "top": -1}, "at least 0"),
        ("compress", {"texts": ["It rained."], "query": "rain", "keep": ["x" * 5000]}, "give at most 1000"),
        ("read", {"file": ".env"}, "is hidden: files and folders whose names begin with a dot are not read"),
        ("read", {"file": ".no-such-file"}, "is hidden"),
        ("read", {"file": ".git/config"}, "is hidden"),
        ("read", {"file": "visible.txt"}, "is hidden"),
        ("summarize", {"files": ["sub/.notes.md"]}, "is hidden"),
        ("read", {"file": "loop.txt"}, "is not a file name"),
        ("read", {"file": "broken.txt"}, "no file 'broken.txt'"),
        ("compress", {"texts": ["It rained."]}, "Field required"),
    ],
)
def test_an_error_says_what_to_do(folder: Path, tool: str, arguments: dict[str, Any], message: str) -> None:
    found = refusal([folder], tool, **arguments)
    assert message in found
    assert len(found) < 600


def test_without_folders_files_are_refused_and_texts_are_not() -> None:
    assert "pass the text itself in texts" in refusal([], "read", file="report.txt")
    assert answer([], "summarize", texts=["It rained."])["text"] == "It rained."


def test_a_folder_that_does_not_exist_is_an_error_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(reprank.InputError, match="is no folder"):
        make_server([str(tmp_path / "none")])


def test_what_must_be_kept_is_taken_literally() -> None:
    text = f"The river rose. {'a' * 40}b is here. Somebody wrote (a+)+$ on a wall."
    found = answer([], "compress", query="river", texts=[text], tokens=20, keep=["(a+)+$"])
    assert "(a+)+$" in found["chunks"][0]["text"]


def test_a_call_that_takes_too_long_is_ended_and_the_next_one_is_answered(articles: list[str]) -> None:
    server = make_server(seconds=3)
    long = " ".join(f"Word{number} rose over the bridge of town {number}." for number in range(200_000))
    late = call(server, "summarize", {"texts": [long]})
    assert "not done after 3 seconds: give less text" in late.content[0].text
    assert not call(server, "summarize", {"texts": articles[:1]}).is_error


def test_others_are_answered_while_a_call_takes_long_and_the_server_ends_with_its_input(articles: list[str]) -> None:
    long = " ".join(f"Word{number} rose over the bridge of town {number}." for number in range(200_000))
    arguments = [sys.executable, "-m", "reprank", "mcp", "--seconds", "50"]
    parameters = mcp.StdioServerParameters(command=arguments[0], args=arguments[1:], env=ENVIRONMENT)

    async def run() -> tuple[bool, float]:
        async with mcp.Client(parameters) as client:
            slow = asyncio.create_task(client.call_tool("summarize", {"texts": [long]}))
            await asyncio.sleep(1)
            result = await client.call_tool("summarize", {"texts": articles[:1]})
            pending, began = not slow.done(), time.monotonic()
            slow.cancel()
        return pending and not result.is_error, time.monotonic() - began

    answered, seconds = asyncio.run(run())
    assert answered
    assert seconds < 30


def test_a_server_that_takes_no_time_is_refused() -> None:
    with pytest.raises(reprank.InputError, match="seconds must be above 0"):
        make_server(seconds=0)
