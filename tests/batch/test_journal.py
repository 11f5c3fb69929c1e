from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.batch.journal import Journal, Numbers, Paths
from reprank.batch.pool import Done
from reprank.errors import DataError


def done(*numbers: int) -> Done:
    return Done(list(numbers), [json.dumps({"id": number}).encode() + b"\n" for number in numbers], 0)


def ids(path: Path) -> list[int]:
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]


@given(st.lists(st.integers(0, 30), unique=True))
def test_numbers_hold_what_a_set_holds(added: list[int]) -> None:
    numbers = Numbers()
    for number in added:
        numbers.add([number])
    assert [number for number in range(40) if number in numbers] == sorted(added)
    assert len(numbers) == len(added)
    assert numbers.upto not in numbers.beyond


@given(st.lists(st.integers(0, 30), unique=True))
def test_ranges_spell_out_the_numbers(numbers: list[int]) -> None:
    spelled = [number for first, last in Numbers.ranges(numbers) for number in range(first, last)]
    assert spelled == numbers


@pytest.mark.parametrize("cut", range(0, 60, 3))
def test_a_journal_cut_anywhere_goes_on_without_losing_or_repeating(tmp_path: Path, cut: int) -> None:
    """Rows come out of order, the power fails within the last write, and the work is taken up."""
    target = tmp_path / "out.jsonl"
    paths = Paths(str(target))
    journal = Journal.start(str(target), "{}", resume=False)
    for number in (4, 0, 3):
        journal.append(done(number))
        journal.write()
    journal.close()
    whole = paths.journal.read_bytes()
    paths.journal.write_bytes(whole[: max(len(whole) - cut, 0)])
    with paths.part.open("ab") as part:
        part.write(b'{"id": 99, "te')
    again = Journal.start(str(target), "{}", resume=True)
    again.append(done(*[number for number in range(6) if number not in again.done]))
    again.finish()
    assert sorted(ids(target)) == [0, 1, 2, 3, 4, 5]
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_journal_of_other_settings_is_not_taken_up(tmp_path: Path) -> None:
    target = str(tmp_path / "out.jsonl")
    Journal.start(target, '{"words": 100}', resume=False).close()
    with pytest.raises(DataError, match="words=100 instead of 50"):
        Journal.start(target, '{"words": 50}', resume=True)


def test_results_are_never_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("precious")
    with pytest.raises(DataError, match="exists: go on with --resume, or remove it"):
        Journal.start(str(target), "{}", resume=False)
    assert target.read_text() == "precious"


def test_two_runs_do_not_write_the_same_results(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    target = str(tmp_path / "out.jsonl")
    first = Journal.start(target, "{}", resume=False)
    with pytest.raises(DataError, match="another run is writing"):
        Journal.start(target, "{}", resume=True)
    first.close()


def test_a_part_shorter_than_its_journal_is_refused(tmp_path: Path) -> None:
    target = str(tmp_path / "out.jsonl")
    journal = Journal.start(target, "{}", resume=False)
    journal.append(done(0))
    journal.close()
    Paths(target).part.write_bytes(b"")
    with pytest.raises(DataError, match="shorter than its journal says"):
        Journal.start(target, "{}", resume=True)


@pytest.mark.parametrize("leftover", ["journal", "part"])
def test_a_finish_cut_short_after_the_result_is_whole_is_cleared_away(tmp_path: Path, leftover: str) -> None:
    paths = Paths(str(tmp_path / "out.jsonl"))
    paths.local.write_text("{}\n")
    getattr(paths, leftover).write_text("left")
    assert paths.whole()
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_an_address_receives_the_finished_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bucket").mkdir()
    journal = Journal.start((tmp_path / "bucket" / "out.jsonl").as_uri(), "{}", resume=False)
    journal.append(done(0, 1))
    journal.finish()
    assert ids(tmp_path / "bucket" / "out.jsonl") == [0, 1]
    assert [path.name for path in tmp_path.iterdir()] == ["bucket"]
