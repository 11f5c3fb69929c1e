"""Classes of values: like ``dataclasses.dataclass``, without the code that it generates at import.

That decorator writes and compiles up to seven methods for each class. For the classes behind one summary, this took a
quarter of the start of the command. Here each of them is taken from ``dataclasses`` when it is first used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")
Fields = dict[str, tuple[Any, Any]]  # by name: annotation, and default value or MISSING

FIELDS = "__value_fields__"
BARE = {"eq": False, "repr": False}
FEW_VALUES = 4  # of a class, for which no method is written


class _Later:
    """A member of a class that is made when it is first looked up."""

    def __init__(self, cls: type, name: str, make: Callable[[], Any]) -> None:
        self._cls, self._name, self._make = cls, name, make

    def __get__(self, instance: object | None, owner: type) -> Any:
        # Made first and then set: another thread never meets a class without this member.
        member = self._make()
        setattr(self._cls, self._name, member)
        return member.__get__(instance, owner) if hasattr(member, "__get__") else member


class _Init(_Later):
    """``__init__`` of a class; its fields are set one by one in the first values: a command seldom makes more."""

    def __init__(self, cls: type, fields: Fields, make: Callable[[], Any]) -> None:
        super().__init__(cls, "__init__", make)
        self._fields, self._made = fields, 0

    def __get__(self, instance: object | None, owner: type) -> Any:
        # From Python 3.13 on, ``inspect.signature`` looks it up with the class in the place of a value.
        if instance is None or isinstance(instance, type) or self._made >= FEW_VALUES:
            return super().__get__(instance, owner)
        self._made += 1
        return partial(self._set_fields, instance)

    def _set_fields(self, instance: Any, *given: Any, **named: Any) -> None:
        values = {name: _default(default) for name, (_, default) in self._fields.items()}
        positional = dict(zip(self._fields, given, strict=False))
        values |= positional | named
        wrong = len(given) > len(positional) or positional.keys() & named.keys() or values.keys() != self._fields.keys()
        if wrong or any(it is dataclasses.MISSING for it in values.values()):
            super().__get__(instance, type(instance))(*given, **named)  # says what is wrong
            return
        for name, value in values.items():
            object.__setattr__(instance, name, value)
        if hasattr(instance, "__post_init__"):
            instance.__post_init__()


def _default(default: Any) -> Any:
    """Return the default value of a field, or MISSING."""
    if not isinstance(default, dataclasses.Field):
        return default
    make = default.default_factory
    return default.default if make is dataclasses.MISSING else make()


def _prepared(cls: type[T], *, frozen: bool, eq: bool, repr: bool, slots: bool) -> type[T]:
    """Give a class the members of a data class, each to be made when it is first looked up."""
    own = {name: (kind, vars(cls).get(name, dataclasses.MISSING)) for name, kind in _annotations(cls).items()}
    inherited: Fields = {}
    for base in reversed(cls.__mro__[1:]):
        inherited.update(vars(base).get(FIELDS, {}))
    fields: Fields = inherited | own
    if slots:
        cls = _with_slots(cls, own)
    setattr(cls, FIELDS, fields)
    for name, (_, default) in own.items():
        if isinstance(default, dataclasses.Field) and not slots:
            delattr(cls, name)
            if default.default is not dataclasses.MISSING:
                setattr(cls, name, default.default)

    if eq and not frozen:
        cls.__hash__ = None  # type: ignore[assignment]
    settings = {"frozen": frozen, "eq": eq, "repr": repr}
    later = [
        *(("__repr__", settings),) * repr,
        *(("__eq__", settings), ("__hash__", settings)) * eq,
        ("__dataclass_params__", settings),
        ("__dataclass_fields__", BARE),  # all that ``replace`` needs
        ("__match_args__", BARE),
    ]
    for name, chosen in later:
        if name not in vars(cls):
            setattr(cls, name, _Later(cls, name, partial(_member, cls, name, fields, **chosen)))
    make_init = partial(_member, cls, "__init__", fields, frozen=frozen, init=True, **BARE)
    cls.__init__ = _Init(cls, fields, make_init)  # type: ignore[method-assign, assignment]
    if frozen:
        _freeze(cls, fields)
    if frozen and slots:
        _pickle_by_fields(cls, fields)
    return cls


def _annotations(cls: type) -> dict[str, Any]:
    return dict(cls.__annotations__)  # from Python 3.14 on, no member of the class itself


def _member(cls: type, name: str, fields: Fields, **settings: bool) -> Any:
    """Return what a data class with the same fields has under this name."""
    body = {name: default for name, (_, default) in fields.items() if default is not dataclasses.MISSING}
    kinds = {name: kind for name, (kind, _) in fields.items()}
    body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__annotations__": kinds}
    body["__doc__"] = cls.__doc__ or name  # without one, a signature would be written for it
    if hasattr(cls, "__post_init__"):
        body["__post_init__"] = None  # that there is one is all that matters
    return getattr(dataclasses.dataclass(**{"init": False, **settings})(type(cls.__name__, (), body)), name)


def _with_slots(cls: type[T], own: Fields) -> type[T]:
    """Return the class anew with slots for its own fields."""
    body = {name: member for name, member in vars(cls).items() if name not in {*own, "__dict__", "__weakref__"}}
    made: type[T] = type(cls.__name__, cls.__bases__, body | {"__slots__": tuple(own)})
    made.__qualname__ = cls.__qualname__
    return made


def _freeze(cls: type, fields: Fields) -> None:
    """Refuse assignment; a subclass may have attributes of its own beside the fields."""

    def refuse_assignment(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in fields:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def refuse_deletion(self: object, name: str) -> None:
        if type(self) is cls or name in fields:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    cls.__setattr__ = refuse_assignment  # type: ignore[method-assign, assignment]
    cls.__delattr__ = refuse_deletion  # type: ignore[method-assign, assignment]


def _pickle_by_fields(cls: type, fields: Fields) -> None:
    """Pickle frozen values with slots, which pickle itself would set one by one."""

    def get_state(self: object) -> list[Any]:
        return [getattr(self, name) for name in fields]

    def set_state(self: object, state: Iterable[Any]) -> None:
        for name, value in zip(fields, state, strict=True):
            object.__setattr__(self, name, value)

    cls.__getstate__ = get_state  # type: ignore[assignment]
    cls.__setstate__ = set_state  # type: ignore[attr-defined]


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, repr=True, slots=False):  # noqa: ANN201
        """Make a data class, whose methods are written when they are first used.

        >>> @dataclass(frozen=True)
        ... class Point:
        ...     x: float
        ...     y: float = 0.0
        >>> Point(3), Point(3) == Point(3, 0)
        (Point(x=3, y=0.0), True)
        """

        def prepare(cls: type) -> type:
            return _prepared(cls, frozen=frozen, eq=eq, repr=repr, slots=slots)

        return prepare if cls is None else prepare(cls)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(dataclasses.field,))
def value_class(cls: type[T]) -> type[T]:
    """Make a class of values that are compared by identity; mypy reports an assignment to a field, Python does not.

    >>> @value_class
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> Point(3).x, Point(x=3, y=4).y
    (3, 4)
    """
    return _prepared(cls, frozen=False, eq=False, repr=False, slots=False)
