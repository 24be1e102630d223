"""Input without end, to the program in little memory: passed over or refused, never swallowed whole."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings

from pinocle_cli.lsp.open import OpenRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
SCORES = {"Anna": 10, "Boris": 20}
RECORD = HEAD + "claimed: {Anna: 10, Boris: 20}\n"
JSON_RECORD = json.dumps({"game": "two-handed", "players": ["Anna", "Boris"], "claimed": SCORES})

RUNNER = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) << 20,) * 2)
sys.argv[:2] = ["pinocle"]
from pinocle_cli.cli.main import main
main()
"""


def run_bounded(chunks: Iterable[bytes], *args: str, megabytes: int = 700) -> tuple[int, str]:
    """`pinocle ... -` in a process of so many megabytes, fed on standard input."""
    command = [sys.executable, "-c", RUNNER, str(megabytes), *args, "-"]
    with (
        tempfile.TemporaryFile() as out,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT) as process,
    ):
        assert process.stdin is not None
        for chunk in chunks:
            process.stdin.write(chunk)
        process.stdin.close()
        status = process.wait(timeout=60)
        out.seek(0)
        return status, out.read().decode()


MB = b"x" * (1 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    "chunks",
    [
        [b"game: two-handed\nnote: ", *[MB] * 100, b"\n---\n", RECORD.encode()],
        [b"game: two-handed\nnote: |\n", *[b"  " + b"xxxxxxx\n" * (1 << 17)] * 100, b"---\n", RECORD.encode()],
        [b'{"game": "two-handed", "note": "', *[MB] * 100, b'"}\n', JSON_RECORD.encode()],
    ],
    ids=["one line", "a block", "JSON"],
)
def test_a_hundred_megabytes_in_one_record_are_passed_over(chunks: list[bytes]) -> None:
    status, out = run_bounded(chunks, "score", "--format", "jsonl")
    first, second = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [error["rule"] for error in findings(first, "error")] == ["record.limit"]
    assert second["totals"] == SCORES
    assert second["line"] == 1 + sum(chunk.count(b"\n") for chunk in chunks[:-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        b"[" + b"a," * 3_900_000,
        b"{" * 7_900_000,
        b"- " * 3_900_000,
        b"a: " + b"\\" * 7_900_000,
        HEAD.encode() + b"k" * 7_900_000 + b": 1\n",
        b"game: two-handed\nplayers: [Anna, Boris]\nplay: |\n" + b" x\n" * 2_600_000,
        b"game: two-handed\nplayers: [Anna, Boris]\nhands: {Anna: " + b"SA " * 2_600_000 + b"}\n",
        b"game: two-handed\nplayers: [Anna, Boris]\nplay: |\n Anna: meld pinochle" + b" " * 7_900_000 + b"scored 4x\n",
        b'{"a": [' + b"[]," * 2_600_000,
        b'{"a": [' + b"{}," * 2_600_000,
        b'{"a": [' + b",".join([b"[" * 19 + b"]" * 19] * 195_000) + b"]}",
    ],
    ids=[
        "list", "braces", "dashes", "backslashes", "key", "play", "cards", "scored",
        "JSON lists", "JSON objects", "JSON lists in lists",
    ],
)  # fmt: skip
def test_eight_megabytes_of_anything(text: bytes) -> None:
    status, out = run_bounded([text], "check")
    assert status == 2
    assert "Traceback" not in out
    assert len(out) < 300_000


MUCH = 3_000_000  # characters
LONG: dict[str, Callable[[int], dict[str, Any]]] = {  # each in a form of which no two are alike, valid where it can be
    "names": lambda n: {"players": [f"{n}" + "x" * MUCH, "Boris"]},
    "a meld by its name": lambda n: {"play": "SA S9\nAnna: meld pinochle" + " " * (MUCH + n) + "scored 40"},
    "melds on a sheet": lambda n: {"melds": {"Anna": "royal" + " " * (MUCH + n) + "marriage"}},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", LONG)
def test_what_is_remembered_for_later_records_takes_no_room(what: str) -> None:
    base = {"game": "two-handed", "players": ["Anna", "Boris"], "trump": "hearts", "dealer": "Boris"}
    records = (json.dumps({**base, **LONG[what](number)}).encode() + b"\n" for number in range(60))
    _, out = run_bounded(records, "score", "--format", "jsonl", megabytes=170)
    sessions = [json.loads(line) for line in out.splitlines()]
    assert len(sessions) == 60
    assert "record.crash" not in {finding["rule"] for session in sessions for finding in findings(session)}


@pytest.mark.parametrize("text", ["\n" * 200_000, " " * 200_000, " \n" * 200_000, "[" * 200_000, "game" * 50_000])
def test_an_editor_may_send_a_long_text_that_is_no_record(text: str) -> None:
    record = OpenRecord("notes.yaml")  # with a pattern that tries every two places this would not end
    record.write(text)
    assert not record.is_record
    record.write(text + '\n{ "game": "piquet"}\n')
    assert record.is_record
