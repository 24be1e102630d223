"""Findings as lines: `file:line:column: severity rule message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR
from pinocle_cli.plain import line
from pinocle_cli.render import screen
from pinocle_cli.render.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Choice, Finding, SessionVerdict
    from pinocle_cli.render.excerpt import TextOf


def key(path: str | None, column: int | None) -> list[str]:
    """The path of the key, where no column tells the place: in a log of JSON all of a record is on one line."""
    return [path] if path and not column else []


def finding_lines(verdict: SessionVerdict, finding: Finding, text_of: TextOf) -> Iterator[str]:
    """One finding of a record."""
    said = (finding.severity, verdict.id_of(finding.rule), finding.message)
    within = key(finding.path, finding.column)
    return lines_of(verdict.file, finding.line, finding.column, said, within, None if within else text_of)


def lines_of(
    file: str, number: int, column: int | None, said: tuple[str, str, str], within: list[str], text_of: TextOf | None
) -> Iterator[str]:
    """A finding (severity, rule, message) at its place; under an error the line that it is about, with a caret."""
    place = f"{line(file)}:{number}" + (f":{column}" if column else "")
    more = f" ({', '.join(within)})" if within else ""
    yield from screen.wrapped(
        f"{place}: {' '.join(said)}{more}", indent="    ", width=screen.columns() or screen.ENDLESS
    )
    if said[0] == ERROR and text_of:
        yield from excerpt(text_of, number, column or 0)


def win(verdict: SessionVerdict, account: int) -> str:
    """`Anna wins`, `Ladies win`: a side is more than one."""
    return verdict.names[account] + (" wins" if account < verdict.players else " win")


def plural(number: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def choice_line(verdict: SessionVerdict, choice: Choice) -> str:
    """An answer that a ruling leaves to the injured side, and what the deal comes to with it."""
    scores = ", ".join(f"{verdict.names[seat]} {points}" for seat, points in (choice.scores or {}).items())
    return f"{choice.name}: {choice.gives}" + (f" ({scores})" if scores else "")
