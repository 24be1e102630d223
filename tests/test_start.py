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
from pinocle_cli.__main__ import main
try:
    main()
finally:
    import re
    reader = sys.modules.get("yaml.reader")
    compiled = reader is not None and isinstance(reader.Reader.NON_PRINTABLE, re.Pattern)
    sys.stderr.write(" ".join(["patterns"] * compiled + list(sys.modules)))
"""
GAMES = {f"pinocle_cli.games.{name}" for name in ("two_handed", "auction", "partnership", "piquet")}
OTHER_GAMES = GAMES - {"pinocle_cli.games.two_handed"}
LISTING = {"csv", "email", "importlib.metadata", "importlib.resources", "random", "shutil", "tempfile", "zipfile"}
NEVER = {
    "patterns",
    "asyncio", "concurrent.futures", "fsspec", "http", "jinja2", "multiprocessing", "queue", "sqlite3", "subprocess",
    "textual", "tqdm", "urllib.request", "wcwidth", "click.shell_completion",
    "pinocle_cli.ask", "pinocle_cli.guesses", "pinocle_cli.logs.workers", "pinocle_cli.reader.yaml_in_python",
    "pinocle_cli.report", "pinocle_cli.slips", "pinocle_cli.writing.keeper", *OTHER_GAMES,
}  # fmt: skip
FILES = {"pathlib", "urllib.parse", "json", "glob"}  # that one file of YAML needs
JUDGING = {"pinocle_cli.session", "pinocle_cli.engine", "pinocle_cli.logs.batch"}


@pytest.mark.parametrize(
    ("command", "not_either"),
    [
        (["check", RECORD], {*LISTING, *FILES, "textwrap", "difflib", "pinocle_cli.rulebook"}),
        (["score", RECORD], {*LISTING, *FILES, "difflib", "pinocle_cli.rulebook"}),
        (["judge", RECORD], {*LISTING, *FILES, "difflib"}),
        (["fmt", RECORD], {*LISTING, *FILES, "pinocle_cli.rulebook"}),
        (["new", "two-handed"], {*LISTING, *JUDGING, *GAMES, "yaml"}),
        (["rules"], {*JUDGING, *GAMES, "yaml"}),
        (["rules", "two-handed"], {*LISTING, *JUDGING, *FILES, "yaml"}),
        (["rules", "two-handed.card-rounding"], {*LISTING, *JUDGING}),
        (["meld", "--game", "two-handed", "SAKQJ10"], {*LISTING, *JUDGING, *FILES, "yaml"}),
    ],
    ids=lambda value: " ".join(value[:2]).replace(RECORD, "") if isinstance(value, list) else "",
)
def test_nothing_is_loaded_that_is_not_needed(command: list[str], not_either: set[str]) -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED, *command], capture_output=True, text=True, check=False)
    loaded = set(ran.stderr.split())
    assert f"pinocle_cli.cli.{command[0]}" in loaded
    assert not (NEVER | not_either) & loaded


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
    by_hand = Many.__init__
    made = [Many(n, tags=["a"]) if n % 2 else Many(at=n, more=3) for n in range(600)]
    assert Many.__init__ is not by_hand
    assert {(one.more, one.total == one.at + one.more, *one.tags) for one in made} == {(1, True, "a"), (3, True)}
    assert len({id(one.tags) for one in made}) == len(made)
    assert repr(made[-1]) == "Many(at=599, more=1, tags=['a'], total=600)"
    assert made[-1] == replace(made[-2], at=599, more=1, tags=["a"])
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
