"""What starts fast loads nothing that it does not need. No seconds are measured here; `benchmarks/peers.py` does."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import field, replace
from pathlib import Path

import pytest

from pinocle_cli.light import NamedTuple, light_dataclass

RECORD = str(Path(__file__).parent.parent / "samples" / "two-handed-game.yaml")
LOADED = """
import sys
from pinocle_cli.cli.main import main
try:
    main()
finally:
    import re
    compiled = [isinstance(value, re.Pattern) for value in (sys.modules["yaml.reader"].Reader.NON_PRINTABLE,)]
    sys.stderr.write(" ".join(["patterns"] * any(compiled) + list(sys.modules)))
"""
OTHER_GAMES = {f"pinocle_cli.games.{name}" for name in ("auction", "partnership", "piquet")}
NEVER = {
    "patterns",
    "asyncio", "concurrent.futures", "csv", "email", "fsspec", "http", "importlib.metadata", "importlib.resources",
    "jinja2", "multiprocessing", "queue", "random", "shutil", "sqlite3", "subprocess", "tempfile", "textual", "tqdm",
    "urllib.request", "wcwidth", "zipfile", "pinocle_cli.ask", "pinocle_cli.guesses", "pinocle_cli.logs.workers",
    "pinocle_cli.report", "pinocle_cli.slips", "pinocle_cli.writing.keeper", *OTHER_GAMES,
}  # fmt: skip
JUDGING = {"pinocle_cli.session", "pinocle_cli.engine", "pinocle_cli.logs.batch"}


@pytest.mark.parametrize(
    ("command", "not_either"),
    [
        (["check", RECORD], {"textwrap", "difflib", "pinocle_cli.rulebook"}),
        (["score", RECORD], {"difflib", "pinocle_cli.rulebook"}),
        (["judge", RECORD], {"difflib"}),
        (["fmt", RECORD], {"pinocle_cli.rulebook"}),
        (["new", "two-handed"], JUDGING),
        (["rules", "two-handed"], JUDGING),
        (["rules", "two-handed.card-rounding"], JUDGING),
        (["meld", "--game", "two-handed", "SAKQJ10"], JUDGING),
    ],
    ids=lambda value: " ".join(value[:2]).replace(RECORD, "") if isinstance(value, list) else "",
)
def test_nothing_is_loaded_that_is_not_needed(command: list[str], not_either: set[str]) -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED, *command], capture_output=True, text=True, check=False)
    assert "pinocle_cli.games.two_handed" in ran.stderr.split()
    assert not (NEVER | not_either) & set(ran.stderr.split())


# --- Light classes are what they stand for ---------------------------------------------------------------------------


@light_dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    tags: tuple[str, ...] = ()


@light_dataclass(kw_only=True)
class Deep:
    at: Point
    more: int = 1
    made: int = 0

    def __post_init__(self) -> None:
        self.made = self.at.x + self.more


@light_dataclass()
class Many:
    at: int
    more: int = 1
    tags: list[str] = field(default_factory=list)
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.total = self.at + self.more


class Pair(NamedTuple):
    """Two."""

    one: int
    two: str = "b"

    @property
    def both(self) -> str:
        return f"{self.one}{self.two}"


def test_a_light_dataclass_is_a_dataclass() -> None:
    point = Point(1, tags=("a",))
    assert (point.x, point.y, point.tags) == (1, 0, ("a",))
    assert point == replace(Point(2, 0, ("a",)), x=1)
    assert point != Point(1)
    assert {point: 1}[Point(1, 0, ("a",))] == 1
    assert repr(point) == "Point(x=1, y=0, tags=('a',))"
    assert pickle.loads(pickle.dumps(point)) == point  # noqa: S301 - our own
    deep = Deep(at=point)
    assert deep.made == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(deep)


def test_a_class_of_which_many_are_made_makes_them_as_before() -> None:
    made = [Many(n, tags=["a"]) if n % 2 else Many(at=n, more=3) for n in range(60)]
    assert {(one.more, one.total == one.at + one.more, *one.tags) for one in made} == {(1, True, "a"), (3, True)}
    assert len({id(one.tags) for one in made}) == len(made)
    assert repr(made[-1]) == "Many(at=59, more=1, tags=['a'], total=60)"
    assert made[-1] == replace(made[-2], at=59, more=1, tags=["a"])
    with pytest.raises(TypeError, match="at"):
        Many()  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("given", "named", "why"),
    [
        ((), {}, "Point: x"),
        ((1,), {"x": 2}, "Point: x"),
        ((1,), {"z": 2}, "Point: z"),
        ((1, 2, (), 4), {}, "more values than it has fields"),
    ],
)
def test_what_does_not_fit_is_refused(given: tuple[int, ...], named: dict[str, int], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Point(*given, **named)  # type: ignore[arg-type]


def test_a_light_named_tuple_is_a_named_tuple() -> None:
    pair = Pair(1)
    assert pair == (1, "b")
    assert pair.both == "1b"
    assert pair._replace(two="c") == Pair(1, "c")
    assert (Pair.__doc__, Pair.__name__, Pair._fields, Pair.__module__) == ("Two.", "Pair", ("one", "two"), __name__)
    assert pickle.loads(pickle.dumps(pair)) == pair  # noqa: S301 - our own
