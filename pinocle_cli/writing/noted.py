"""A session that notes what is looked at in it: a deal need not be judged again while all of that is the same."""

from __future__ import annotations

import copy
import dataclasses
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pinocle_cli.slips import MOST_SLIPS

if TYPE_CHECKING:
    from pinocle_cli.game import SessionState

_OF_THE_RECORD = ("game", "record", "house", "deck")  # which is the same while the head of the record is
_SLIPS_OF_A_DEAL = 3  # that are looked for at most


def as_it_is(session: SessionState) -> SessionState:
    """A session as it is now, whatever becomes of it."""
    kind: Any = type(session)
    copied = copy.copy(session)
    for name in _carried(kind):
        setattr(copied, name, _held(getattr(session, name)))
    return copied


@lru_cache
def _carried(kind: type[Any]) -> frozenset[str]:
    return frozenset(item.name for item in dataclasses.fields(kind)) - {*_OF_THE_RECORD}


def worth(session: SessionState, name: str) -> Any:  # noqa: ANN401 - whatever a game keeps there
    """What is seen of a field of a session: its value, or as much of it as makes a difference."""
    return _seen(name, getattr(session, name))


def _seen(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a game keeps there
    return max(value, MOST_SLIPS - _SLIPS_OF_A_DEAL) if name == "slips" else _held(value)


def _held(value: Any) -> Any:  # noqa: ANN401 - whatever a game keeps there
    """A value that nobody changes any more."""
    return copy.copy(value) if isinstance(value, dict | list | set) else value


def noted(session: SessionState) -> SessionState:
    """The same session in the same state, which notes what is looked at."""
    kind: Any = type(session)
    made: SessionState = object.__new__(_noting(kind))
    object.__setattr__(made, "seen", {})
    for item in dataclasses.fields(session):
        setattr(made, item.name, getattr(session, item.name))
    return made


def seen_in(session: SessionState) -> dict[str, Any]:
    """What was looked at in such a session, and what it was."""
    found: dict[str, Any] = object.__getattribute__(session, "seen")
    return found


@lru_cache
def _noting(kind: type[Any]) -> type[Any]:
    of_session: Any = kind
    carried = _carried(of_session)

    def look(self: SessionState, name: str) -> Any:  # noqa: ANN401 - whatever a game keeps there
        if name in carried:
            seen = object.__getattribute__(self, "seen")
            if name not in seen:
                seen[name] = _seen(name, object.__getattribute__(self, name))
        return object.__getattribute__(self, name)

    return type(f"Noted{kind.__name__}", (kind,), {"__slots__": ("seen",), "__getattribute__": look})
