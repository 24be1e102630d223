"""Findings in every format: each function takes records as they are judged and yields text, and holds nothing back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple
from pinocle_cli.plain import as_json as to_json
from pinocle_cli.plain import plain
from pinocle_cli.render import data, screen
from pinocle_cli.render.lines import key, lines_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.logs.batch import Tally
    from pinocle_cli.render.data import FindingRow
    from pinocle_cli.render.excerpt import TextOf

    Format = Callable[[Iterable["Found"], Tally], Iterator[str]]


class Found(NamedTuple):
    """A record with the findings to be shown; each input is announced by one without any."""

    file: str
    deals: int
    rows: list[FindingRow]
    text_of: TextOf = lambda _: None


def text(found: Iterable[Found], _: Tally) -> Iterator[str]:
    """`file:line:column: severity rule message`, and under an error the line that it is about."""
    for record in found:
        for row in record.rows:
            where = key(row["path"], row["column"])
            text_of = None if where else record.text_of
            if record.deals > 1 and row["deal"] is not None:
                where = [f"deal {row['deal']}", *where]
            said = (row["severity"], row["rule"], row["message"])
            for one in lines_of(record.file, row["line"], row["column"], said, where, text_of):
                yield one + "\n"


def jsonl(found: Iterable[Found], _: Tally) -> Iterator[str]:
    """A finding a line."""
    for record in found:
        for row in record.rows:
            yield to_json(row) + "\n"


def as_json(found: Iterable[Found], tally: Tally) -> Iterator[str]:
    """One document, with the summary at its end."""
    yield f'{to_json(data.head())[:-1]}, "findings": ['
    separator = "\n "
    for row in jsonl(found, tally):
        yield separator + row.rstrip("\n")
        separator = ",\n "
    yield f'\n], "summary": {to_json(tally.data())}}}\n'


_GITHUB = {"error": "error", "fault": "warning", "note": "notice"}


def github(found: Iterable[Found], _: Tally) -> Iterator[str]:
    """Workflow commands, which GitHub shows at the line of the record."""
    for record in found:
        for row in record.rows:
            column = f",col={row['column']}" if row["column"] else ""
            place = f"file={_property(record.file)},line={row['line']}{column},title={_property(row['rule'])}"
            message = row["message"] + "".join(f" ({path})" for path in key(row["path"], row["column"]))
            yield f"::{_GITHUB[row['severity']]} {place}::{_escaped(message)}\n"


def _escaped(message: str) -> str:
    return plain(message).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _escaped(value).replace(":", "%3A").replace(",", "%2C")


def statistics(counted: Counter[tuple[str, str, str]], format_: str, tally: Tally) -> Iterator[str]:
    """How often each rule was found, the most frequent first, with the game and the severity."""
    order = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    rows = [{"count": n, "game": game, "severity": severity, "rule": rule} for (game, severity, rule), n in order]
    if format_ == "json":
        yield to_json({**data.head(), "statistics": rows, "summary": tally.data()}) + "\n"
    elif format_ == "jsonl":
        yield from (to_json(row) + "\n" for row in rows)
    else:
        for row in rows:
            said = f"{row['count']:>9,}  {row['severity']:5}  {row['game'] or '-':12}  {row['rule']}"
            yield from (one + "\n" for one in screen.wrapped(said, indent=" " * 11))
