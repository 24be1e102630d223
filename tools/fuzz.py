"""Throws damaged records, answers and messages at every door of the program, for as long as one likes.

    python tools/fuzz.py --seconds 60
    python tools/fuzz.py --seconds 3600 --jobs 2 --seed long
    python tools/fuzz.py --replay .fuzz/keep-1.json     one that was found, again, with where it failed

The samples and the test cases are damaged by pieces of each other. An input that makes the program say what none
before it did is damaged further. Nothing may raise, take two seconds of the processor or 300 MB; a command ends with 0,
1 or 2. What fails is made as short as it can be and kept in `--out`; then this ends with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import random
import re
import resource
import secrets
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.testing import CliRunner
from lsprotocol import types as lsp
from pygls.workspace import Workspace

from pinocle_cli.api import as_data, verdicts_of_text
from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES
from pinocle_cli.keep.companion import COMMANDS_ALONE, Companion
from pinocle_cli.lsp.server import make_server
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.writing.keeper import Keeper, NotKeptError
from pinocle_cli.writing.storing import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"seconds": 2.0}  # of the processor, for each answer
MEGABYTES, AT_REST = 300, 60
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


# --- What is thrown ---------------------------------------------------------------------------------------------------


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
            raw = rng.choice(self.WAYS)(self, raw)[:LARGEST]
        door = rng.choice(("reader", "reader", "command", "keep", "editor"))
        args: list[str] = []
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


# --- The doors --------------------------------------------------------------------------------------------------------


def _reader(thrown: Thrown) -> set[str]:
    said = set()
    for as_played in (False, True):
        _from_now()
        for verdict in verdicts_of_text(thrown.raw, name=thrown.args[0], as_played=as_played):
            found = as_data(verdict)
            json.dumps(found)
            parts = [found, *found["deals"]]
            said |= {f"{one['rule']} {one['severity']} {one['remedy']}" for part in parts for one in part["findings"]}
            said |= {f"{one['rule']} {one['note'][:12]}" for deal in found["deals"] for one in deal["ledger"]}
    return said


def _command(thrown: Thrown) -> set[str]:
    Path("a.yaml").write_bytes(thrown.raw)
    done = CliRunner().invoke(cli, thrown.args)
    gc.unfreeze()  # a command that reads a log has the process for itself, and leaves what is there to its end
    gc.enable()
    why = done.exception
    if why is not None and not isinstance(why, SystemExit | OSError | click.ClickException):
        raise why
    if done.exit_code not in (0, 1, 2):
        raise RuntimeError(f"it ended with {done.exit_code}")
    return set()


def _keep(thrown: Thrown) -> set[str]:
    path = Path("a.yaml")
    path.write_bytes(thrown.raw)
    said = set()
    try:
        companion = Companion(Keeper.open(path))
        for answer in thrown.args:
            _from_now()
            companion.offers(answer)
            said |= {one.text[:16] for one in companion.enter(answer) if one.kind == "refused"}
            companion.head()
    except (NotKeptError, UnreadableFileError, OSError):
        pass
    else:
        if path.read_bytes() != thrown.raw:  # what was written can be gone on with
            Keeper.open(path)
    return said


def _editor(thrown: Thrown) -> set[str]:
    uri = Path("a.yaml").absolute().as_uri()
    server = make_server()
    server.protocol._workspace = Workspace(None)  # noqa: SLF001 - an editor's first message makes it
    server.workspace.put_text_document(lsp.TextDocumentItem(uri, "yaml", 1, thrown.raw.decode("utf-8", "replace")))
    features = server.protocol.fm.features
    document = lsp.TextDocumentIdentifier(uri)
    server.record(uri)
    said = {server.diagnostic(uri, shown).message[:24] for shown in server.records[uri].findings()}
    for place in thrown.args:
        _from_now()
        line, column = map(int, place.split(":"))
        at = lsp.Position(min(line, len(server.records[uri].lines) - 1), column)
        features[lsp.TEXT_DOCUMENT_COMPLETION](lsp.CompletionParams(document, at))
        features[lsp.TEXT_DOCUMENT_HOVER](lsp.HoverParams(document, at))
        context = lsp.CodeActionContext([])
        features[lsp.TEXT_DOCUMENT_CODE_ACTION](lsp.CodeActionParams(document, lsp.Range(at, at), context))
    features[lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL](lsp.DocumentSymbolParams(document))
    features[lsp.TEXT_DOCUMENT_CODE_LENS](lsp.CodeLensParams(document))
    features[lsp.TEXT_DOCUMENT_FOLDING_RANGE](lsp.FoldingRangeParams(document))
    _from_now()
    features[lsp.TEXT_DOCUMENT_FORMATTING](lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True)))
    return said


DOORS = {"reader": _reader, "command": _command, "keep": _keep, "editor": _editor}


class TooLongError(BaseException):
    """It took too long; nothing in the program catches this."""


def _too_long(_: int, frame: FrameType | None) -> None:
    raise TooLongError("in " + "".join(traceback.format_stack(frame)[-3:]))


def _from_now() -> None:
    """The time that is allowed begins: for a command, an answer, a question of an editor."""
    signal.setitimer(signal.ITIMER_PROF, ALLOWED["seconds"])


@contextlib.contextmanager
def _in_a_folder() -> Iterator[None]:
    """A fresh folder, in which commands may leave what they like."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def tried(thrown: Thrown) -> tuple[set[str], str]:
    """What the program said to it, and what went wrong: where it raised, in one line, or nothing."""
    signal.signal(signal.SIGPROF, _too_long)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with _in_a_folder():
            _from_now()
            try:
                said = DOORS[thrown.door](thrown)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)  # nobody waits for what comes after
    except TooLongError as why:
        return set(), f"more than {ALLOWED['seconds']:g} seconds {why}"
    except Exception as why:  # noqa: BLE001 - this is what is looked for
        last = traceback.extract_tb(why.__traceback__)[-1]
        return set(), f"{type(why).__name__} at {Path(last.filename).name}:{last.lineno}: {why}"[:300]
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024  # thousands are thrown in one process
    return said, f"more than {MEGABYTES} MB" if more > MEGABYTES - AT_REST else ""


def _shorter(thrown: Thrown, wrong: str) -> Thrown:
    """The same failure from fewer lines and fewer answers."""
    kind = wrong.split(":", maxsplit=1)[0][:40]

    def fails(other: Thrown) -> bool:
        return tried(other)[1].startswith(kind)

    best, size = thrown, max(1, thrown.raw.count(b"\n") // 2)
    until = time.monotonic() + 20
    while size and time.monotonic() < until:
        lines, at = best.raw.split(b"\n"), 0
        while at < len(lines) and time.monotonic() < until:
            other = best._replace(raw=b"\n".join(lines[:at] + lines[at + size :]))
            if fails(other):
                best, lines = other, lines[:at] + lines[at + size :]
            else:
                at += size
        size //= 2
    for n in range(len(best.args) - 1, -1, -1):
        other = best._replace(args=best.args[:n] + best.args[n + 1 :])
        if best.door == "keep" and fails(other):
            best = other
    return best


# --- The whole --------------------------------------------------------------------------------------------------------


def throw(seed: str, seconds: float, inputs: int, out: Path) -> int:
    """Throw for so long, or so much; how many kinds of failure there were. What failed is kept."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    damage = Damage(corpus(), rng)
    known: set[str] = set()
    failures: set[str] = set()
    doors: Counter[str] = Counter()
    fresh, most, end = 0, 0.0, time.monotonic() + seconds
    last = out / f"last-{os.getpid()}.json"
    while time.monotonic() < end and doors.total() < inputs:
        thrown = damage.one()
        last.write_text(thrown.as_json(), "utf-8")  # a crash of the interpreter itself leaves this behind
        began = time.process_time()
        said, wrong = tried(thrown)
        most = max(most, time.process_time() - began)
        doors[thrown.door] += 1
        if said - known:
            known |= said
            damage.texts.append(thrown.raw)
            fresh += 1
        if wrong and (kind := f"{thrown.door} {wrong.split(':')[0][:60]}") not in failures:
            failures.add(kind)
            kept = out / f"{thrown.door}-{os.getpid()}-{len(failures)}.json"
            kept.write_text(_shorter(thrown, wrong).as_json(), "utf-8")
            print(f"{kept}: {wrong}", flush=True)
    last.unlink()
    room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    counted = ", ".join(f"{number:,} {door}" for door, number in sorted(doors.items()))
    print(f"seed {seed}: {counted}; {fresh:,} said something new; at most {most:.2f} s and {room} MB", flush=True)
    return len(failures)


def main() -> int:
    """Throw, with so many processes, or show one failure again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--allowed", type=float, default=2, help="seconds of the processor for one answer")
    parser.add_argument("--inputs", type=int, default=10**9, help="no more than these, in each process")
    parser.add_argument("--seed", default=os.environ.get("PINOCLE_SEED") or secrets.token_hex(4))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / ".fuzz")
    parser.add_argument("--replay", type=Path)
    args = parser.parse_args()
    warnings.simplefilter("error")
    ALLOWED["seconds"] = args.allowed
    if args.replay:
        thrown = Thrown.of(args.replay.read_text("utf-8"))
        print(thrown.raw.decode("utf-8", "replace"), thrown.args, sep="\n--\n")
        with _in_a_folder():
            print(DOORS[thrown.door](thrown))
        return 0
    out: Path = args.out.resolve()
    out.mkdir(exist_ok=True)
    children = []
    for number in range(args.jobs):
        if not (child := os.fork()):
            status = 3
            with contextlib.suppress(BaseException):
                status = 1 if throw(f"{args.seed}-{number}", args.seconds, args.inputs, out) else 0
            os._exit(status)
        children.append(child)
    states = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    return 1 if any(states) else 0


if __name__ == "__main__":
    sys.exit(main())
