"""Inputs for tools/fuzz.py: the samples and the test cases, damaged by pieces of each other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.games import GAMES
from pinocle_cli.keep.companion import COMMANDS_ALONE
from pinocle_cli.reader.deal import deal_keys

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 20_000  # bytes of an input; tests/test_bounded.py sees to more
ANSWERS = (*COMMANDS_ALONE, "", "deal 1", "deal 9", "game 1", "clear", "choose enforce", "!revoke-1000 anna after 3",
           "pass", "p", "300", "none", "dix", "126", "s9 sa", "claimed: 240 220", "note: x", "h9", "yes")  # fmt: skip
COMMANDS = (
    ["score"], ["score", "--ledger"], ["score", "--format", "json"], ["score", "--format", "csv"],
    ["score", "--as-played"], ["judge"], ["judge", "--what-if"], ["judge", "--analyse"], ["judge", "--format", "json"],
    ["check", "--notes"], ["check", "--format", "sarif"], ["check", "--format", "junit"], ["check", "--format", "json"],
    ["check", "--format", "github"], ["check", "--statistics"], ["show"], ["standings"], ["fmt"], ["fmt", "--check"],
    ["fmt", "--write"], ["explain"], ["report", "-o", "page.html"], ["export", "--to", "season.db"],
    ["export", "--to", "sheets/"],
)  # fmt: skip
BYTES = (
    b"\0", b"\xff", b"\r\n", b"\r", b"\t", b"\xef\xbb\xbf", b"\n---\n", b": ", b"- ", b"{", b"}", b"[", b"]", b"|",
    b"&a ", b"*a", b'"', b"'", b"#", b"9" * 20, b"-1", b"0", b"1e999", b"null", b"~", b"\xe2\x80\xae",
)  # fmt: skip


class Thrown(NamedTuple):
    """One input: at which door, and what."""

    door: str
    raw: bytes
    args: list[str]  # of a command; the answers of `keep`; the places that an editor asks about

    def as_json(self) -> str:
        """The input as text, to be kept."""
        return json.dumps({"door": self.door, "raw": self.raw.decode("latin-1"), "args": self.args})

    @classmethod
    def of(cls, text: str) -> Thrown:
        """An input that was kept."""
        found = json.loads(text)
        return cls(found["door"], found["raw"].encode("latin-1"), found["args"])


def corpus() -> list[bytes]:
    """The samples and the test cases."""
    files = [*(ROOT / "samples").glob("*.yaml"), *(ROOT / "tests" / "cases").iterdir()]
    found = [path.read_bytes() for path in sorted(files) if not path.name.endswith(".expected.json")]
    return [raw for raw in found if len(raw) < LARGEST]


class Damage:
    """Makes one input of others."""

    def __init__(self, texts: list[bytes], rng: random.Random) -> None:
        self.texts, self.rng = texts, rng
        words: set[bytes] = {word for raw in texts for word in re.findall(rb"[^\s,:\[\]{}|]+", raw)}
        self.words = sorted(word for word in words if len(word) < 20)  # noqa: PLR2004 - no long comment

    def one(self) -> Thrown:
        """One input for one of the doors."""
        rng = self.rng
        raw = rng.choice(self.texts)
        for _ in range(rng.choice((0, 1, 1, 2, 3, 6))):
            raw = self.damaged(raw)
        return self.at_a_door(rng.choice(("reader", "reader", "command", "keep", "editor")), raw)

    def more(self, thrown: Thrown) -> Thrown:
        """The same damaged further, or thrown in another way."""
        if self.rng.random() < 0.3:  # noqa: PLR2004 - now and then
            return self.at_a_door(thrown.door, thrown.raw)
        return thrown._replace(raw=self.damaged(thrown.raw))

    def damaged(self, raw: bytes) -> bytes:
        """One damage more."""
        return self.rng.choice(self.WAYS)(self, raw)[:LARGEST]

    def at_a_door(self, door: str, raw: bytes) -> Thrown:
        """An input thrown at a door in one of the ways in which it opens."""
        rng, args = self.rng, list[str]()
        if door == "reader":
            args = [rng.choice(("a.yaml", "a.json", "a.jsonl", "-"))]
        elif door == "command":
            args = [*rng.choice(COMMANDS)]
            args.insert(1, "a.yaml" + (f":{rng.randrange(40)}" if args == ["explain"] else ""))
        elif door == "keep":
            args = [self.answer() for _ in range(rng.randrange(1, 12))]
        else:
            args = [f"{rng.randrange(60)}:{rng.randrange(50)}" for _ in range(4)]
        return Thrown(door, raw, args)

    def answer(self) -> str:
        """Something typed at `keep`."""
        rng = self.rng
        word = rng.choice(self.words).decode("utf-8", "replace")
        key = rng.choice(sorted(deal_keys(GAMES[rng.choice(list(GAMES))])))
        return rng.choice((rng.choice(ANSWERS), word, f"{key}: {word}", f"{word} {rng.choice(ANSWERS)}", f"!{word}"))

    def _span(self, raw: bytes) -> tuple[int, int]:
        start = self.rng.randrange(len(raw) + 1)
        return start, min(len(raw), start + self.rng.choice((1, 1, 2, 8, 40, 400)))

    def lost(self, raw: bytes) -> bytes:
        """A piece is lost."""
        start, end = self._span(raw)
        return raw[:start] + raw[end:]

    def again(self, raw: bytes) -> bytes:
        """A piece stands there many times."""
        start, end = self._span(raw)
        return raw[:start] + raw[start:end] * self.rng.choice((2, 3, 50)) + raw[end:]

    def put_in(self, raw: bytes) -> bytes:
        """Something that means much to the reader is put in."""
        start, _ = self._span(raw)
        return raw[:start] + self.rng.choice(BYTES) * self.rng.choice((1, 1, 1, 2, 500)) + raw[start:]

    def another_word(self, raw: bytes) -> bytes:
        """A word is written for another."""
        found: list[re.Match[bytes]] = [*re.finditer(rb"[^\s,:\[\]{}|]+", raw)]
        if not found:
            return raw
        at = self.rng.choice(found)
        return raw[: at.start()] + self.rng.choice(self.words) + raw[at.end() :]

    def lines(self, raw: bytes) -> bytes:
        """Lines are lost, doubled, exchanged, or come from another record."""
        lines = raw.split(b"\n")
        at, other = self.rng.randrange(len(lines)), self.rng.randrange(len(lines))
        match self.rng.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = b" " * self.rng.randrange(9) + lines[at].lstrip()
            case _:
                lines.insert(at, self.rng.choice(self.rng.choice(self.texts).split(b"\n")))
        return b"\n".join(lines)

    def joined(self, raw: bytes) -> bytes:
        """One record begins, and another ends it."""
        other = self.rng.choice(self.texts)
        return raw[: self._span(raw)[0]] + other[self._span(other)[0] :]

    def encoded(self, raw: bytes) -> bytes:
        """Another encoding, other ends of lines."""
        text = raw.decode("utf-8", "replace")
        others = [text.encode("utf-16"), raw.replace(b"\n", b"\r\n"), text.encode("cp1251", "replace")]
        return self.rng.choice(others)

    WAYS: tuple[Callable[[Damage, bytes], bytes], ...] = (
        lost, again, put_in, another_word, another_word, another_word, lines, lines, joined, encoded,
    )  # fmt: skip
