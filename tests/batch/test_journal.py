from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.batch.journal import FinishedRows, Journal, RowNumbers, finished
from reprank.batch.result_files import Paths
from reprank.errors import DataError


def done(*numbers: int) -> FinishedRows:
    return FinishedRows(list(numbers), [json.dumps({"id": number}).encode() + b"\n" for number in numbers], 0)


def ids(path: Path) -> list[int]:
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]


@given(st.lists(st.integers(0, 30), unique=True))
def test_numbers_hold_what_a_set_holds(added: list[int]) -> None:
    numbers = RowNumbers()
    for number in added:
        numbers.add([number])
    assert [number for number in range(40) if number in numbers] == sorted(added)
    assert len(numbers) == len(added)
    assert numbers.upto not in numbers.beyond


@given(st.lists(st.integers(0, 30), unique=True))
def test_ranges_spell_out_the_numbers(numbers: list[int]) -> None:
    spelled = [number for first, last in RowNumbers.ranges(numbers) for number in range(first, last)]
    assert spelled == numbers


@pytest.mark.parametrize("cut", range(0, 60, 3))
def test_a_journal_cut_anywhere_goes_on_without_losing_or_repeating(tmp_path: Path, cut: int) -> None:
    """Rows come out of order, the power fails within the last write, and the work is taken up."""
    target = tmp_path / "out.jsonl"
    paths = Paths(str(target))
    journal = Journal.start(str(target), {}, resume=False)
    for number in (4, 0, 3):
        journal.append(done(number))
        journal.write()
    journal.close()
    whole = paths.journal.read_bytes()
    paths.journal.write_bytes(whole[: max(len(whole) - cut, 0)])
    with paths.part.open("ab") as part:
        part.write(b'{"id": 99, "te')
    again = Journal.start(str(target), {}, resume=True)
    again.append(done(*[number for number in range(6) if number not in again.done]))
    again.finish()
    assert sorted(ids(target)) == [0, 1, 2, 3, 4, 5]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "out.jsonl.journal"]
    assert finished(str(target), {}) == (6, 0)


def test_a_journal_of_other_settings_is_not_taken_up(tmp_path: Path) -> None:
    target = str(tmp_path / "out.jsonl")
    Journal.start(target, {"length": "100 words"}, resume=False).close()
    with pytest.raises(DataError, match="length 100 words instead of 50 words"):
        Journal.start(target, {"length": "50 words"}, resume=True)


def test_results_are_never_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("precious")
    with pytest.raises(DataError, match="exists: continue with --resume, or remove it"):
        Journal.start(str(target), {}, resume=False)
    assert target.read_text() == "precious"


def test_two_runs_do_not_write_the_same_results(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    target = str(tmp_path / "out.jsonl")
    first = Journal.start(target, {}, resume=False)
    with pytest.raises(DataError, match="another run is writing"):
        Journal.start(target, {}, resume=True)
    first.close()


def test_a_part_shorter_than_its_journal_is_refused(tmp_path: Path) -> None:
    target = str(tmp_path / "out.jsonl")
    journal = Journal.start(target, {}, resume=False)
    journal.append(done(0))
    journal.close()
    Paths(target).part.write_bytes(b"")
    with pytest.raises(DataError, match="shorter than its journal says"):
        Journal.start(target, {}, resume=True)


def complete(target: Path, heading: dict[str, object]) -> None:
    journal = Journal.start(str(target), heading, resume=False)
    journal.append(FinishedRows([0, 1], [b"{}\n", b"{}\n"], failed=1))
    journal.finish()


def test_a_complete_result_says_how_many_rows_it_has(tmp_path: Path) -> None:
    complete(tmp_path / "out.jsonl", {"length": "100 words"})
    assert finished(str(tmp_path / "out.jsonl"), {"length": "100 words"}) == (2, 1)


def test_a_complete_result_of_other_settings_or_input_is_named(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    complete(target, {"input": "a", "length": "100 words", "query": None})
    with pytest.raises(DataError) as caught:
        finished(str(target), {"input": "b", "length": "5 words", "query": "cost"})
    assert str(caught.value) == (
        f"{target} was made with another input, length 100 words instead of 5 words, query not given instead of cost: "
        "remove it to begin again, or name another output"
    )


def test_a_result_without_a_journal_is_not_taken_for_this_one(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("{}\n")
    with pytest.raises(DataError, match="which says how it was made, does not: remove"):
        finished(str(tmp_path / "out.jsonl"), {})


def test_the_journal_of_a_removed_result_is_no_obstacle(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    for resume in (False, True):
        complete(target, {"length": "100 words"})
        target.unlink()
        journal = Journal.start(str(target), {"length": "5 words"}, resume=resume)
        journal.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_finish_that_was_cut_short_after_the_result_was_complete_is_finished(tmp_path: Path) -> None:
    """The result is there, the part is gone, and the journal was not yet shortened."""
    target = tmp_path / "out.jsonl"
    journal = Journal.start(str(target), {}, resume=False)
    for number in (1, 0):
        journal.append(done(number))
        journal.write()
    journal.close()
    Paths(str(target)).part.replace(target)
    assert finished(str(target), {}) == (2, 0)


def test_an_address_receives_the_finished_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bucket").mkdir()
    journal = Journal.start((tmp_path / "bucket" / "out.jsonl").as_uri(), {}, resume=False)
    journal.append(done(0, 1))
    journal.finish()
    assert ids(tmp_path / "bucket" / "out.jsonl") == [0, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bucket", "out.jsonl.journal"]


def begun(tmp_path: Path) -> Paths:
    """Return the files of a batch that was interrupted after five writes."""
    journal = Journal.start(str(tmp_path / "out.jsonl"), {"length": "9 words"}, resume=False)
    for number in range(5):
        journal.append(done(number))
        journal.write()
    journal.close()
    return journal.paths


def test_every_changed_byte_of_a_journal_is_named_in_one_line(tmp_path: Path) -> None:
    paths = begun(tmp_path)
    whole, part, chance = paths.journal.read_bytes(), paths.part.read_bytes(), random.Random(1)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole) - 1)] ^= 1 << chance.randrange(8)  # the last byte ends the last line
        paths.journal.write_bytes(damaged)
        with pytest.raises(DataError, match=r"out\.jsonl\.journal (is damaged at line \d|is no journal)"):
            Journal.start(paths.target, {"length": "9 words"}, resume=True)
        assert paths.part.read_bytes() == part
        assert paths.journal.read_bytes() == damaged


def test_lines_in_another_order_or_missing_in_the_middle_are_found(tmp_path: Path) -> None:
    paths = begun(tmp_path)
    lines = paths.journal.read_bytes().splitlines(keepends=True)
    for other in ([lines[0], lines[2], lines[1], *lines[3:]], [*lines[:2], *lines[3:]], [*lines, lines[-1]]):
        paths.journal.write_bytes(b"".join(other))
        with pytest.raises(DataError, match="is damaged at line"):
            Journal.start(paths.target, {"length": "9 words"}, resume=True)


def test_one_changed_bit_of_the_part_is_found(tmp_path: Path) -> None:
    paths = begun(tmp_path)
    whole = paths.part.read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        paths.part.write_bytes(damaged)
        with pytest.raises(DataError, match=r"out\.jsonl\.part is damaged"):
            Journal.start(paths.target, {"length": "9 words"}, resume=True)
    paths.part.write_bytes(whole + b"what a power failure left")
    Journal.start(paths.target, {"length": "9 words"}, resume=True).finish()
    assert (tmp_path / "out.jsonl").read_bytes() == whole


@pytest.mark.parametrize("resume", [False, True])
def test_a_journal_of_the_earlier_format_is_refused_and_left_alone(tmp_path: Path, resume: bool) -> None:
    target = tmp_path / "out.jsonl"
    earlier = json.dumps({"length": "9 words"}) + "\n[[[0, 1]], 0, 10]\n"
    paths = Paths(str(target))
    paths.journal.write_text(earlier)
    for part in (False, True):
        if part:
            paths.part.write_bytes(b'{"id": 0}\n')
        with pytest.raises(DataError, match=r"earlier version that wrote results in another form|continue with"):
            Journal.start(str(target), {"length": "9 words"}, resume=resume)
        assert paths.journal.read_text() == earlier
    paths.part.replace(target)
    with pytest.raises(DataError, match="earlier version that wrote results in another form"):
        finished(str(target), {"length": "9 words"})


def test_files_that_only_have_the_names_of_ours_are_not_touched(tmp_path: Path) -> None:
    paths = Paths(str(tmp_path / "out.jsonl"))
    paths.journal.write_text("dear diary\n")
    with pytest.raises(DataError, match="is no journal"):
        Journal.start(paths.target, {}, resume=False)
    assert paths.journal.read_text() == "dear diary\n"
    paths.journal.unlink()
    for resume in (False, True):
        paths.part.write_text("precious")
        with pytest.raises(DataError, match="exists without its journal: move it away"):
            Journal.start(paths.target, {}, resume=resume)
        assert paths.part.read_text() == "precious"
