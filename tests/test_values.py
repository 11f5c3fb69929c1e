"""Classes of values behave as data classes that are compared by identity."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field, fields, replace
from inspect import signature
from threading import Barrier, Thread

import pytest

from reprank.values import value_class


@value_class
class Point:
    """A point with a label."""

    x: float
    y: float = 0.0
    labels: list[str] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class PlainPoint:
    """The same as a data class."""

    x: float
    y: float = 0.0
    labels: list[str] = field(default_factory=list)


def test_values_have_the_fields_and_the_signature_of_a_data_class() -> None:
    point, plain = Point(1.0, labels=["a"]), PlainPoint(1.0, labels=["a"])
    assert vars(point) == vars(plain)
    assert [it.name for it in fields(Point)] == [it.name for it in fields(PlainPoint)]  # type: ignore[arg-type]
    assert list(signature(Point).parameters) == list(signature(PlainPoint).parameters)


def test_a_default_factory_makes_a_new_value_each_time() -> None:
    assert Point(1.0).labels is not Point(1.0).labels


def test_values_are_replaced_and_pickled() -> None:
    moved = replace(Point(1.0, 2.0), y=3.0)
    assert (moved.x, moved.y) == (1.0, 3.0)
    assert vars(pickle.loads(pickle.dumps(moved))) == vars(moved)


def test_values_are_compared_by_identity() -> None:
    point = Point(1.0)
    assert point == point
    assert point != Point(1.0)
    assert len({point, Point(1.0)}) == 2


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(TypeError, match="x"):
        Point()  # type: ignore[call-arg]


def test_what_a_class_does_after_its_fields_are_set_is_done() -> None:
    @value_class
    class Checked:
        x: int

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("x is negative")

    with pytest.raises(ValueError, match="negative"):
        Checked(-1)


def test_threads_may_make_the_first_value_at_the_same_time() -> None:
    @value_class
    class Shared:
        x: int
        y: int = 2

    barrier, made = Barrier(8), []

    def make() -> None:
        barrier.wait()
        made.append(Shared(1))

    threads = [Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(it.x, it.y) for it in made] == [(1, 2)] * 8
