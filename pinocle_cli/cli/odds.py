"""`pinocle odds`: the chance of finding a card in the widow."""

from __future__ import annotations

import sys

import click

from pinocle_cli.cards import CardError
from pinocle_cli.cli.common import format_option
from pinocle_cli.games.auction import odds
from pinocle_cli.games.pinochle.common import PACK_48
from pinocle_cli.plain import as_json, write_csv
from pinocle_cli.render import screen
from pinocle_cli.render.lines import plural

USUAL_PLACES = 6


@click.command("odds")
@click.option("--places", type=click.IntRange(1, odds.MOST_PLACES), help="How many different cards would help.")
@click.option("--copies", type=click.IntRange(1, 2), help="How many copies of each of them are still unseen.")
@click.option("--hand", help="The fifteen cards of the bidder.")
@click.option("--needs", help="The cards that would help, any one of them.")
@format_option("table", "json", "csv")
@click.pass_context
def command(
    ctx: click.Context, places: int | None, copies: int | None, hand: str | None, needs: str | None, format_: str
) -> None:
    """The chance that the widow holds a card that the bidder needs.

    Without anything else a table for one place and more: a place is a card that would help, and of a card that the
    bidder has not got two copies are unseen, of one that he has got a single copy.

    \b
    Example:
      pinocle odds
      pinocle odds --places 3 --copies 2
      pinocle odds --hand "SA10KQ HAKQJ9 DAKQ CA10K" --needs "SJ H10"
    """
    if (hand is None) != (needs is None):
        raise click.UsageError("--hand and --needs go together", ctx)
    if hand is not None and needs is not None:
        if places or copies:
            raise click.UsageError("--places and --copies are told by the hand", ctx)
        cards, wanted = _cards(ctx, hand, most=45), _cards(ctx, needs, most=48)
        if len(cards) != odds.HAND:
            click.echo(f"{plural(len(cards), 'card')}; a bidder has {odds.HAND}", err=True)
        for card in sorted({card for card in wanted if wanted.count(card) > 1}):
            click.echo(f"{PACK_48.names[card]} is named twice in --needs; it counts once", err=True)
        rows = odds.from_hand(cards, wanted)
    else:
        numbers = [places] if places else range(1, USUAL_PLACES + 1)
        rows = [row for each in ([copies] if copies else (2, 1)) for row in odds.by_places(numbers, each)]
    _print(rows, format_)


def _cards(ctx: click.Context, text: str, most: int) -> tuple[int, ...]:
    """The cards of an option, no more of them than can be."""
    deck = PACK_48
    try:
        cards = deck.parse(text)
    except CardError as why:
        raise click.UsageError(why.reason, ctx) from why
    over = [deck.names[card] for card, count in enumerate(deck.count(cards)) if count > deck.copies]
    if over:
        raise click.UsageError(f"{', '.join(over)} is named more often than the pack has it", ctx)
    if not 0 < len(cards) <= most:
        raise click.UsageError(f"{len(cards)} cards; expected between 1 and {most}", ctx)
    return cards


COLUMNS = ("needs", "helping", "chance", "per cent", "odds")  # in every format


def _print(rows: list[odds.Chance], format_: str) -> None:
    cells: list[tuple[object, ...]] = [
        (row.what, row.helping, str(row.chance), round(float(row.chance) * 100, 2), row.odds) for row in rows
    ]
    if format_ == "json":
        click.echo(as_json({"odds": [dict(zip(COLUMNS, row, strict=True)) for row in cells]}, indent=1))
    elif format_ == "csv":
        write_csv(sys.stdout, [COLUMNS, *cells])
    else:
        body = [(what, str(helping), chance, f"{share:.2f}", odds_) for what, helping, chance, share, odds_ in cells]
        for line in screen.table(body, COLUMNS, right={1, 2, 3, 4}):
            click.echo(line)
