"""What makes starting cheap: dataclasses, named tuples and patterns of which next to nothing is compiled at import.

A dataclass writes its methods as text, and Python compiles that at every start, a millisecond for each class: a quarter
of all that `pinocle check` of a small file did.
"""

from __future__ import annotations

import re
from collections import namedtuple
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, AnyStr, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple
else:

    class _Maker(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            names = body["__annotations__"]
            defaults = [body[one] for one in names if one in body]
            made = namedtuple(name, names, defaults=defaults, module=body["__module__"])  # noqa: PYI024 - it is one
            for other in body.keys() - names.keys() - {"__module__", "__qualname__", "__classcell__"}:
                setattr(made, other, body[other])
            return made

    class NamedTuple(metaclass=_Maker):
        """As in `typing`, which compiles the annotation of each field besides; nobody here asks for them."""


__all__ = ["NamedTuple", "late_pattern", "light_dataclass"]

T = TypeVar("T")


@dataclass_transform(field_specifiers=(field,))
def light_dataclass(*, frozen: bool = False, kw_only: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]:
    """A dataclass with slots. The type checker sees to it that nobody changes a frozen one; it can be hashed."""

    def made(cls: type[T]) -> type[T]:
        methods: dict[str, object] = {"__init__": _init, "__repr__": _repr}
        if eq:
            methods |= {"__eq__": _eq, "__hash__": _hash if frozen else None}
        for name, method in methods.items():
            if name not in vars(cls):
                setattr(cls, name, method)
        return dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)

    return made


if TYPE_CHECKING:
    _Names = frozenset[str]
    _Parts = tuple[tuple[str, ...], _Names, _Names, dict[str, object], dict[str, Callable[[], object]]]


@cache
def _parts(cls: Any) -> _Parts:  # noqa: ANN401 - any dataclass
    """The fields that need not be named, all, those that are needed; defaults, and makers of them."""
    found = fields(cls)
    defaults = {one.name: one.default for one in found if one.default is not MISSING}
    factories = {one.name: one.default_factory for one in found if one.default_factory is not MISSING}
    return (
        tuple(one.name for one in found if one.init and not one.kw_only),
        frozenset(one.name for one in found),
        frozenset(one.name for one in found if one.init) - defaults.keys() - factories.keys(),
        defaults,
        factories,
    )


_BY_HAND = 1500  # fields of a class are filled in one by one, more than any start fills; then it is cheaper to compile
_filled: dict[type, int] = {}


def _init(self: Any, /, *given: object, **named: object) -> None:  # noqa: ANN401 - any dataclass
    """What each class would have written out; one of which many values are made has it written out then."""
    cls = self.__class__
    in_order, names, needed, defaults, factories = _parts(cls)
    _filled[cls] = filled = _filled.get(cls, 0) + len(names)
    if filled > _BY_HAND and cls.__init__ is _init:
        cls.__init__ = _written_out(cls)
    placed = dict(zip(in_order, given, strict=False))
    values = {**defaults, **placed, **named}
    if len(placed) < len(given) or not needed <= values.keys() <= names or placed.keys() & named.keys():
        wrong = (needed - values.keys()) | (values.keys() - names) | (placed.keys() & named.keys())
        raise TypeError(f"{type(self).__name__}: {', '.join(sorted(wrong)) or 'more values than it has fields'}")
    for name, make in factories.items():
        if name not in values:
            values[name] = make()
    for name, value in values.items():
        object.__setattr__(self, name, value)
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _written_out(cls: Any) -> Callable[..., None]:  # noqa: ANN401 - any dataclass
    """The `__init__` of a dataclass that has the same fields."""
    also = {name: getattr(cls, name) for name in ("__post_init__", "__doc__") if hasattr(cls, name)}
    parts = [(one.name, one.type, one) for one in fields(cls)]
    twin: Any = make_dataclass(cls.__name__, parts, namespace=also, repr=False, eq=False)
    return cast("Callable[..., None]", twin.__init__)


def _values(self: Any) -> tuple[object, ...]:  # noqa: ANN401 - any dataclass
    return tuple(getattr(self, one.name) for one in fields(self))


def _eq(self: object, other: object) -> bool:
    return self is other or (type(self) is type(other) and _values(self) == _values(other))


def _hash(self: object) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:  # noqa: ANN401 - any dataclass
    return f"{type(self).__qualname__}({', '.join(f'{one.name}={getattr(self, one.name)!r}' for one in fields(self))})"


# --- Patterns --------------------------------------------------------------------------------------------------------


class _Late:
    """Stands for a pattern until something is looked for with it."""

    def __init__(self, pattern: Any, flags: int) -> None:  # noqa: ANN401 - text or bytes
        self._asked = pattern, flags

    def __getattr__(self, name: str) -> object:
        found = getattr(re.compile(*self._asked), name)
        setattr(self, name, found)
        return found


def late_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern that is compiled where it is used first."""
    return cast("re.Pattern[AnyStr]", _Late(pattern, flags))
