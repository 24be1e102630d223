"""Input without end, to the program in little memory: passed over or refused, never swallowed whole."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import findings

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
SCORES = {"Anna": 10, "Boris": 20}
RECORD = HEAD + "claimed: {Anna: 10, Boris: 20}\n"
JSON_RECORD = json.dumps({"game": "two-handed", "players": ["Anna", "Boris"], "claimed": SCORES})

RUNNER = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))
sys.argv[0] = "pinocle"
from pinocle_cli.cli.main import main
main()
"""


def run_bounded(chunks: Iterable[bytes], *args: str) -> tuple[int, str]:
    """`pinocle ... -` in a process of 700 MB, fed on standard input."""
    command = [sys.executable, "-c", RUNNER, *args, "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for chunk in chunks:
            process.stdin.write(chunk)
        process.stdin.close()
        out = process.stdout.read().decode()
        return process.wait(timeout=60), out


MB = b"x" * (1 << 20)


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
        b'{"a": [' + b"[]," * 2_600_000,
        b'{"a": [' + b"{}," * 2_600_000,
    ],
    ids=["list", "braces", "dashes", "backslashes", "key", "play", "cards", "JSON lists", "JSON objects"],
)  # fmt: skip
def test_eight_megabytes_of_anything(text: bytes) -> None:
    status, out = run_bounded([text], "check")
    assert status == 2
    assert "Traceback" not in out
    assert len(out) < 300_000
