"""Classes of values: like ``dataclasses.dataclass``, without the code that it generates at import.

That decorator writes and compiles up to seven methods for each class. For the classes behind one summary, this took a
quarter of the start of the command. Here ``__init__`` is written when the first value of a class is made; what compares
and shows values comes from ``dataclasses`` when it is first used.
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


class _Later:
    """A member of a class that is made when it is first looked up."""

    def __init__(self, cls: type, name: str, make: Callable[[], Any]) -> None:
        self._cls, self._name, self._make = cls, name, make

    def __get__(self, instance: object | None, owner: type) -> Any:
        # Made first and then set: another thread never meets a class without this member.
        member = self._make()
        setattr(self._cls, self._name, member)
        return member.__get__(instance, owner) if hasattr(member, "__get__") else member


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
    cls.__init__ = _Later(cls, "__init__", lambda: _init(cls, fields, frozen=frozen))  # type: ignore[method-assign, assignment]
    if frozen:
        _freeze(cls, fields)
    if frozen and slots:
        _pickle_by_fields(cls, fields)
    return cls


def _annotations(cls: type) -> dict[str, Any]:
    return dict(vars(cls).get("__annotations__", {}))


def _member(cls: type, name: str, fields: Fields, **settings: bool) -> Any:
    """Return what a data class with the same fields has under this name."""
    body = {name: default for name, (_, default) in fields.items() if default is not dataclasses.MISSING}
    kinds = {name: kind for name, (kind, _) in fields.items()}
    body |= {"__module__": cls.__module__, "__doc__": cls.__doc__, "__annotations__": kinds}
    return getattr(dataclasses.dataclass(init=False, **settings)(type(cls.__name__, (), body)), name)


def _init(cls: type, fields: Fields, *, frozen: bool) -> Callable[..., None]:
    """Write the method that sets the fields."""
    names: dict[str, Any] = {"MISSING": dataclasses.MISSING, "set_field": object.__setattr__}
    arguments, lines = ["self"], []
    for name, (_, default) in fields.items():
        value = name
        if isinstance(default, dataclasses.Field):
            if default.default_factory is not dataclasses.MISSING:
                names[f"make_{name}"], default = default.default_factory, dataclasses.MISSING
                value = f"make_{name}() if {name} is MISSING else {name}"
                arguments.append(f"{name}=MISSING")
            else:
                default = default.default
        if value == name:
            names[f"default_{name}"] = default
            arguments.append(name if default is dataclasses.MISSING else f"{name}=default_{name}")
        lines.append(f"set_field(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"]), names, made)
    init: Callable[..., None] = made["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {name: kind for name, (kind, _) in fields.items()} | {"return": None}
    return init


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
