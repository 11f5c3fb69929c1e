"""Classes of values: like ``dataclass(frozen=True, eq=False)``, without the code that it generates at import.

``dataclass`` writes and compiles five methods for each class. For the classes behind one summary, that took a fifth of
the start of the command. Here only ``__init__`` is generated, when the first value of a class is made. mypy reports an
assignment to a field; at run time nothing does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def value_class(cls: type[T]) -> type[T]:
    """Make a class of values, which are compared by identity; it inherits no fields.

    >>> @value_class
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> Point(3).x, Point(x=3, y=4).y
    (3, 4)
    """
    defined = ("__module__", "__doc__", "__annotations__", "__post_init__", *vars(cls)["__annotations__"])

    def make_first(self: T, *given: Any, **named: Any) -> None:
        # Made from a second class and then set: another thread never meets a class without ``__init__``.
        twin = type(cls.__name__, (), {name: vars(cls)[name] for name in defined if name in vars(cls)})
        made: type = dataclass(repr=False, eq=False)(twin)
        for name in ("__dataclass_fields__", "__init__"):
            setattr(cls, name, vars(made)[name])
        cls.__init__(self, *given, **named)

    cls.__init__ = make_first  # type: ignore[method-assign, assignment]
    return cls
