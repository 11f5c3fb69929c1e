"""The learning curve: unseen inputs, nested parts, all kinds in proportion."""

from __future__ import annotations

from collections import Counter

from benchmarks.editors.curve import Row, curve, mixed

ROWS: list[Row] = [{"set": "news" if i % 3 else "mail", "id": i} for i in range(60)]


def test_every_input_is_measured_on_once_and_never_by_a_fit_that_saw_it() -> None:
    measured: Counter[object] = Counter()

    def fit(seen: list[Row], unseen: list[Row]) -> dict[str, float]:
        assert not {row["id"] for row in seen} & {row["id"] for row in unseen}
        measured.update(row["id"] for row in unseen)
        return {"inputs": len(seen)}

    found = curve(ROWS, fit, [10, 30], folds=4)
    assert found == {10: {"inputs": 10}, 30: {"inputs": 30}}
    assert set(measured.values()) == {2}  # once for each size
    assert len(measured) == len(ROWS)


def test_a_smaller_fit_is_to_a_part_of_the_larger_one() -> None:
    seen_at: dict[int, list[object]] = {}

    def fit(seen: list[Row], unseen: list[Row]) -> dict[str, float]:
        seen_at.setdefault(len(seen), [row["id"] for row in seen])
        return {"x": 0.0}

    curve(ROWS, fit, [10, 30], folds=4)
    assert seen_at[30][:10] == seen_at[10]


def test_kinds_are_in_proportion_in_every_beginning() -> None:
    ordered = mixed(ROWS, seed=1)
    assert sorted(row["id"] for row in ordered) == list(range(60))  # type: ignore[type-var]
    for size in (15, 30, 45):
        assert abs(sum(row["set"] == "mail" for row in ordered[:size]) - size / 3) <= 1
