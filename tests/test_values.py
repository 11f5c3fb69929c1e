"""Classes of values behave as data classes."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from inspect import signature
from threading import Barrier, Thread

import pytest

from reprank.values import FEW_VALUES, dataclass, value_class


@value_class
class Point:
    """A point with a label."""

    x: float
    y: float = 0.0
    labels: list[str] = field(default_factory=list)


@dataclasses.dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True, slots=True)
class Town:
    """A town."""

    name: str
    people: int = 0
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Settlement:
    """A town without slots."""

    name: str
    people: int = 0


@dataclass(frozen=True)
class Port(Settlement):
    """A town at the sea, which is no village."""

    people: int = 5_000
    harbours: list[str] = field(default_factory=list)


@dataclass
class Counter:
    """A value that changes."""

    count: int = 0


def test_values_are_shown_compared_and_hashed_by_their_fields() -> None:
    assert repr(Town("Ely", 5, ("Elig",))) == "Town(name='Ely', people=5)"
    assert Town("Ely", names=("Elig",)) == Town("Ely")
    assert Town("Ely") != Settlement("Ely")
    assert len({Town("Ely"), Town("Ely", 0), Town("Rye")}) == 2


def test_a_frozen_value_cannot_be_changed() -> None:
    for value in (Town("Ely"), Settlement("Ely"), Port("Rye")):
        with pytest.raises(FrozenInstanceError, match="people"):
            value.people = 3  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError, match="name"):
            del value.name


def test_a_value_with_slots_has_no_other_attributes_and_is_pickled() -> None:
    town = Town("Ely", 5, ("Elig",))
    assert not hasattr(town, "__dict__")
    assert not hasattr(Town, "people") or not isinstance(Town.people, int)
    assert pickle.loads(pickle.dumps(town)).names == ("Elig",)


def test_fields_are_inherited_with_new_defaults_and_in_their_order() -> None:
    assert Port("Rye") == Port("Rye", 5_000, [])
    assert [it.name for it in fields(Port)] == ["name", "people", "harbours"]
    assert replace(Port("Rye", 3), name="Ely") == Port("Ely", 3)


def test_a_data_class_of_the_standard_library_may_inherit_from_a_value() -> None:
    @dataclasses.dataclass(frozen=True)
    class City(Settlement):
        mayor: str = ""

    assert repr(City("Ely", 5, "Ann")).endswith("City(name='Ely', people=5, mayor='Ann')")


def test_a_value_that_changes_has_no_hash() -> None:
    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)


def test_fields_are_known_before_the_first_value_is_made() -> None:
    @dataclass(frozen=True)
    class Unused:
        x: int
        y: int = 2

    assert [it.name for it in fields(Unused)] == ["x", "y"]
    assert str(signature(Unused)) == "(x: 'int', y: 'int' = 2) -> None"
    assert Unused.__match_args__ == ("x", "y")


def test_the_first_values_are_made_as_all_others() -> None:
    def new_class() -> type:
        @dataclass(frozen=True)
        class Place:
            name: str
            people: int = 0
            names: list[str] = field(default_factory=list)

        return Place

    for given, named in ((("Ely",), {}), ((), {"name": "Ely", "people": 5}), (("Ely", 5, ["Elig"]), {})):
        made = new_class()
        first, *_, last = [vars(made(*given, **named)) for _ in range(FEW_VALUES + 2)]
        assert first == last
    for given, named in (((), {}), (("Ely",), {"name": "Ely"}), (("Ely",), {"mayor": ""}), ((1, 2, [], 4), {})):
        with pytest.raises(TypeError, match="__init__"):
            new_class()(*given, **named)
