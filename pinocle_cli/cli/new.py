"""`pinocle new`: a commented record to fill in, or the frame of an evening."""

from __future__ import annotations

import click

from pinocle_cli.cli.common import GameName, in_utf_8
from pinocle_cli.games import GAMES
from pinocle_cli.schemas import modeline
from pinocle_cli.templates import template_of

MOST_DEALS = 1000


@click.command("new")
@click.argument("game", type=GameName())
@click.option("--players", metavar="NAMES", help="Who plays, in order round the table: Anna,Boris.")
@click.option("--deals", type=click.IntRange(1, MOST_DEALS), help="A line to fill in for each of so many deals.")
@click.option("--date", help="When it is played: today, or any other text.")
@click.option("--rules", metavar="RULES", help="By which house rules: a profile, or {profile: ..., option: value}.")
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="Write it to this file, which must not exist yet."
)
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    players: str | None,
    deals: int | None,
    date: str | None,
    rules: str | None,
    output: str | None,
) -> None:
    """Print a record of GAME to fill in: with every key explained, or with --players the frame of an evening.

    \b
    Examples:
      pinocle new two-handed -o tonight.yaml
      pinocle new two-handed --players Anna,Boris --deals 8 --date today
    """
    if players is not None:
        text = _frame(game, players.split(","), deals if deals is not None else 1, date or "", rules or "")
    elif (deals, date, rules) != (None, None, None):
        raise click.UsageError("say who plays too: --players Anna,Boris", ctx)
    else:
        text = template_of(game)
    text = "".join(f"{line}\n" for line in [modeline(game)] if line) + text
    if output is None:
        in_utf_8()
        click.echo(text, nl=False)
        return
    try:
        with open(output, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as why:
        raise click.ClickException(f"{output} exists already; it is left as it is") from why
    except OSError as why:
        raise click.ClickException(f"{output} cannot be written: {(why.strerror or str(why)).lower()}") from why
    click.echo(f"{output}: fill it in, then pinocle score {output}")


def _frame(game: str, players: list[str], deals: int, date: str, rules: str) -> str:
    """A record with everything but what happens at the table. Raises ClickException where it could not be read."""
    import datetime as dt  # noqa: PLC0415 - for an evening's frame alone

    from pinocle_cli.api import records_of_text  # noqa: PLC0415 - for an evening's frame alone
    from pinocle_cli.ledger import ERROR  # noqa: PLC0415 - for an evening's frame alone
    from pinocle_cli.writing.yamlvalues import in_line, rules_line, scalar  # noqa: PLC0415 - for an evening's frame alone

    names = [name.strip() for name in players if name.strip()]
    today = dt.datetime.now().astimezone().date().isoformat()
    head = [f"game: {game}", f"players: {in_line(names)}"]
    head += [rules_line(rules)] if rules.strip() else []
    head += [f"date: {scalar(today if date == 'today' else date)}"] if date else []
    (record,) = records_of_text("\n".join([*head, "deals: [{note: none yet}]\n"]))
    wrong = [finding.message for finding in record.findings if finding.severity == ERROR]
    if wrong:
        raise click.ClickException("\n".join(wrong))
    row = GAMES[game].row(record.house)
    called = [scalar(name, flow=True) for name in record.players]
    example = ", ".join(f"{key}: {value.format(*called[1:], called[0])}" for key, value in row.items())
    notes = [
        "# A line for each deal. Names may be shortened to a beginning; a list holds the values in seat order:",
        f"#   - {{dealer: {called[0]}, {example}}}",
    ]
    empty = ", ".join(f"{key}: " for key in row)
    lines = [f"  - {{dealer: {called[n % len(called)]}, {empty}}}" for n in range(deals)]
    return "\n".join([*head, "", *notes, "deals:", *lines, ""])
