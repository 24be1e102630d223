"""How far a long run has come, on a terminal: records, rate, faults so far, time left."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.logs.batch import Done, Tally

_AT_FIRST = 0.7  # seconds without a word: most runs are over by then


def watched() -> bool:
    """Whether somebody is looking."""
    return sys.stderr.isatty()


def watching(done: Iterable[Done], tally: Tally, inputs: list[str]) -> Iterator[Done]:
    """The same, with a bar on standard error while the next is waited for."""
    from tqdm import tqdm  # noqa: PLC0415 - only where somebody is looking

    total = _bytes_of(inputs)
    form = "{percentage:3.0f}%|{bar:20}| {desc} [{elapsed}<{remaining}]" if total else "{desc} [{elapsed}]"
    bar: Any = tqdm(total=total, file=sys.stderr, leave=False, delay=_AT_FIRST, bar_format=form)
    began = time.monotonic()
    try:
        for one in done:
            if any(record.made for record in one.judged):
                bar.clear()
            yield one
            rate = tally.sessions / max(time.monotonic() - began, 0.001)
            faults = f"{tally.errors:,} errors, {tally.faults:,} faults"
            bar.set_description_str(f"{tally.sessions:,} records, {rate:,.0f}/s, {faults}", refresh=False)
            bar.update(one.consumed)
    finally:
        bar.close()


def _bytes_of(inputs: list[str]) -> int | None:
    """What there is to read in all; None where that cannot be told."""
    try:
        return sum(os.stat(name).st_size for name in inputs)
    except OSError:
        return None
