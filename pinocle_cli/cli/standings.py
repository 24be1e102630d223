"""`pinocle standings`: the season, player by player, and what else is asked of it."""

from __future__ import annotations

import json
import re
import sys
from fnmatch import fnmatchcase
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, TypedDict

import click

from pinocle_cli.cli.collect import collect, copies_of
from pinocle_cli.cli.common import INTERRUPTED, finish, format_option, jobs_option
from pinocle_cli.logs.batch import Tally
from pinocle_cli.plain import as_json, plain, write_csv
from pinocle_cli.reader.words import did_you_mean
from pinocle_cli.render import data, screen
from pinocle_cli.render.lines import plural
from pinocle_cli.season.dates import read_date, within
from pinocle_cli.season.names import likely_doubles
from pinocle_cli.season.standings import SHOWN, Asked, Table, UnknownColumnError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from pinocle_cli.season.database import Season
    from pinocle_cli.season.rows import Rows


class Options(TypedDict):
    """What is asked for."""

    show: str
    since: str | None
    until: str | None
    events: tuple[str, ...]
    sort: str
    least: int
    series: str | None
    best: int | None
    handicaps: BinaryIO | None
    exit_zero: bool
    format_: str
    jobs: int


def _date(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A day, month or year."""
    if value is None or (found := read_date(value)):
        return value and found
    raise click.BadParameter(f'"{value}" is not a date; write it like 2026-11-29 or 2026-11', ctx, param)


@click.command("standings")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--show", type=click.Choice([*SHOWN]), default="players", show_default=True, help="What is asked of the season."
)
@click.option("--since", callback=_date, metavar="DATE", help="Only what was played on that day or later.")
@click.option("--until", callback=_date, metavar="DATE", help="Only what was played on that day or before.")
@click.option("--event", "events", multiple=True, metavar="NAME", help="Only these events; a pattern may have a *.")
@click.option("--sort", metavar="COLUMN", default="", help="Sort by this column; -COLUMN the other way round.")
@click.option("--least", type=click.IntRange(0), default=0, metavar="N", help="List those who played N deals or more.")
@click.option("--series", metavar="POINTS", help="Points for the places of each evening (5,3,1), or won=2,drawn=1.")
@click.option("--best", type=click.IntRange(1), metavar="N", help="In a series the best N evenings count.")
@click.option("--handicaps", type=click.File("rb"), help="A file of handicaps: `Anna: 50`, for each game.")
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever is wrong in the records.")
@format_option("table", "csv", "json")
@jobs_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Unpack[Options]) -> None:
    """What each player has done in PATH...: games won and lost, deals, points or chips, what was settled, faults.

    A record that stands in two files is counted once. Only what was played by the same house rules is added up.

    \b
    Examples:
      pinocle standings logs/
      pinocle standings --since 2026-09 --sort 'per deal' --least 10 logs/
      pinocle standings --show payments logs/
      pinocle standings --series 5,3,1 --best 6 logs/
      pinocle standings --format csv --exit-zero 'season/*.yaml' > season.csv
    """
    from pinocle_cli.season.database import Season  # noqa: PLC0415 - SQLite only where a season is asked for

    asked = _asked(ctx, options)
    show = "series" if options["series"] else options["show"]
    if show == "series" and not options["series"]:
        raise click.UsageError("a series needs its points: --series 5,3,1 or --series won=2,drawn=1", ctx)
    tally, undated = Tally(), [0]

    def wanted(rows: Rows) -> bool:
        if (options["since"] or options["until"]) and rows.played_on is None:
            undated[0] += 1
        return _is_wanted(rows, options)

    with Season() as season:
        collect(paths, season, tally, whole=False, jobs=options["jobs"], wanted=wanted)
        season.finish()
        try:
            tables = SHOWN[show](season, asked)
        except UnknownColumnError as why:
            raise click.UsageError(str(why), ctx) from why
        _print(tables, show, options["format_"], tally)
        width = screen.columns() or screen.ENDLESS
        for said in (*_notes(season, tally, undated[0]), *_strangers(season, asked), *_doubles(season)):
            for line in screen.wrapped(said, indent="    ", width=width, cards=False):
                click.echo(line, err=True)
    if options["exit_zero"] and tally.stopped != INTERRUPTED:
        ctx.exit(0)
    finish(ctx, tally)


def _is_wanted(rows: Rows, options: Options) -> bool:
    """Whether a record lies within what is asked for."""
    event = (rows.event or "").casefold()
    fits = not options["events"] or any(fnmatchcase(event, pattern.casefold()) for pattern in options["events"])
    return fits and within(rows.played_on, options["since"], options["until"])


# --- What is asked ---------------------------------------------------------------------------------------------------


def _asked(ctx: click.Context, options: Options) -> Asked:
    points, outcomes = _series(ctx, options["series"] or "")
    if options["best"] and not options["series"]:
        raise click.UsageError("--best goes with --series", ctx)
    handicaps = {} if options["handicaps"] is None else _handicaps(ctx, options["handicaps"])
    return Asked(options["sort"], options["least"], handicaps, points, outcomes, options["best"] or 0)


def _series(ctx: click.Context, text: str) -> tuple[tuple[float, ...], dict[str, float]]:
    """Points for places, or for games won, drawn and lost."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        if "=" in text:
            outcomes = {name.strip(): float(value) for name, _, value in (part.partition("=") for part in parts)}
            if outcomes.keys() <= {"won", "drawn", "lost"}:
                return (), outcomes
        else:
            return tuple(map(float, parts)), {}
    except ValueError:
        pass
    raise click.UsageError(f'"{text}" are not points; write them like 5,3,1 or won=2,drawn=1', ctx)


def _handicaps(ctx: click.Context, file: BinaryIO) -> dict[str, dict[str, int]]:
    """`Anna: 50`, or the same under the name of a game."""
    from pinocle_cli.games import GAMES  # noqa: PLC0415 - rarely asked for
    from pinocle_cli.reader.streams import buffered, yaml_documents  # noqa: PLC0415

    found: dict[str, dict[str, int]] = {"": {}}
    for document in yaml_documents(buffered(file)):
        for finding in document.findings:
            raise click.UsageError(f"{file.name}:{finding.line}: {finding.message}", ctx)
        for key, value in document.root if isinstance(document.root, tuple) else ():
            of_game = isinstance(value, tuple) and key in GAMES
            for name, figure in value if isinstance(value, tuple) and of_game else ((key, value),):
                try:
                    found.setdefault(str(key) if of_game else "", {})[str(name)] = int(str(figure))
                except ValueError:
                    line = getattr(name, "line", 1)
                    text = f'{file.name}:{line}: "{figure}" is not a handicap; write `{name}: 50`'
                    raise click.UsageError(text, ctx) from None
    return found


# --- What is shown ---------------------------------------------------------------------------------------------------


def _print(tables: list[Table], show: str, format_: str, tally: Tally) -> None:
    if format_ == "json":
        name = "standings" if show == "players" else show
        rows = [row for table in tables for row in table.rows]
        document = {**data.head(), name: rows, "summary": tally.data()}
        click.echo(as_json(document, indent=1))
    elif format_ == "csv":
        columns = list(dict.fromkeys(name for table in tables for name in table.columns))
        cells = ([row.get(name) for name in columns] for table in tables for row in table.rows)
        write_csv(sys.stdout, chain([columns], cells))
    else:
        from pinocle_cli.render.standings import lines_of  # noqa: PLC0415

        for n, table in enumerate(tables):
            if n:
                click.echo()
            for line in lines_of(table, screen.columns()):
                click.echo(line)


def _notes(season: Season, tally: Tally, undated: int) -> Iterator[str]:
    """What was left out, and why."""
    if tally.stopped:
        yield f"{tally.stopped}; so far {plural(tally.sessions, 'record')}"
    unread = season.counts["could not be read"]
    if unread:
        are = "is" if unread == 1 else "are"
        which = f"{unread:,} of {plural(tally.sessions, 'record')}" if tally.sessions > 1 else "the record"
        yield f"{which} could not be read or judged and {are} left out"
    if undated:
        one = undated == 1
        yield f"{plural(undated, 'record')} without a date that can be read {'is' if one else 'are'} left out"
    yield from copies_of(season)


def _strangers(season: Season, asked: Asked) -> Iterator[str]:
    """Says who has a handicap and did not play: the name may be misspelt."""
    players = [player for (player,) in season.run("SELECT DISTINCT player FROM seats WHERE is_player = 1")]
    named = dict.fromkeys(name for handicaps in asked.handicaps.values() for name in handicaps)
    for name in named:
        if name not in players:
            yield plain(f'"{name}" has a handicap and did not play here{did_you_mean(name, players)}')


def _doubles(season: Season) -> Iterator[str]:
    """Asks about names that look like one person."""
    tables: dict[int, list[str]] = {}
    for session, player in season.run("SELECT session_id, player FROM seats WHERE is_player = 1"):
        tables.setdefault(session, []).append(player)
    for name, other, why in likely_doubles(tables.values()):
        question = f'are "{name}" and "{other}" ({why}) one person?'
        yield plain(f"{question} Then write `names: {{{_in_yaml(name)}: [{_in_yaml(other)}]}}` in pinocle.yaml")


def _in_yaml(name: str) -> str:
    return name if re.fullmatch(r"\w[\w .-]*", name) else json.dumps(name, ensure_ascii=False)
