"""What was met before is remembered for the records that follow: in a log by the million they say much the same.

All that the program remembers between records is a `Memory`, bounded in number and in the size of what it keeps; so a
log of any length, and a record of any oddity, takes no more room than another.
"""

from __future__ import annotations

import weakref
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")

MEMORIES: weakref.WeakSet[Memory[Any, Any]] = weakref.WeakSet()


class Memory(dict[K, V]):
    """Things met before; so that it never takes much room it forgets them all when there are very many."""

    def __init__(self, most: int = 20_000) -> None:
        super().__init__()
        self.most = most
        MEMORIES.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]  # one memory is not another, whatever they hold

    def keep(self, key: K, value: V) -> None:
        """Remember one more. What is kept is short: that is for the caller to see to."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value


def _length(arg: object) -> int:
    """How many letters, or things in it and within these, an argument has."""
    if isinstance(arg, tuple):
        return sum([max(1, _length(one)) for one in arg])
    return len(arg) if isinstance(arg, str) else 0


def remembered(most: int = 4096, longest: int = 32) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function gives for its arguments; not where these are longer than `longest` together."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        known: Memory[tuple[object, ...], R] = Memory(most)

        @wraps(function)
        def look(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (args, *kwargs.items()) if kwargs else args
            found = known.get(key)
            if found is None:
                found = function(*args, **kwargs)
                if sum(map(_length, args)) <= longest:
                    known.keep(key, found)
            return found

        return look

    return wrap
