"""`pinocle meld`: what cards are worth, meld by meld."""

from __future__ import annotations

import click
from tabulate import tabulate

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.games import GAMES
from pinocle_cli.render import style

MELDING = [game.name for game in GAMES.values() if game.meld is not None]


@click.command("meld")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--trump", help="The trump suit: hearts, H, ♥ ...; without it no flush, royal marriage or dix is counted."
)
@click.option("--game", type=click.Choice(MELDING), default=MELDING[0], show_default=True)
@click.option("--profile", help="A profile of the game's rules; its first is the default.")
@click.pass_context
def command(ctx: click.Context, cards: tuple[str, ...], trump: str | None, game: str, profile: str | None) -> None:
    """What CARDS are worth as melds, and what one card more would add.

    \b
    Example:
      pinocle meld "SAKQJ109 DKQJ" --trump S --game two-handed
    """
    chosen = GAMES[game]
    if profile is not None and profile not in chosen.profiles:
        known = ", ".join(chosen.profiles)
        raise click.UsageError(f'"{profile}" is no profile of {game}; the profiles are {known}', ctx)
    house = chosen.house(**chosen.profiles[profile or next(iter(chosen.profiles))])
    deck, meld = chosen.deck(house), chosen.meld
    suit = None if trump is None else suit_named(trump)
    if trump is not None and suit is None:
        near = f'; did you mean "{nearest_suit(trump)}"?' if nearest_suit(trump) else ""
        raise click.UsageError(f'"{trump}" is no suit; write spades, hearts, diamonds or clubs{near}', ctx)
    try:
        hand = deck.parse(" ".join(cards))
    except CardError as why:
        raise click.UsageError(why.reason, ctx) from why
    over = [deck.names[card] for card, count in enumerate(deck.count(hand)) if count > deck.copies]
    if over or meld is None:
        raise click.UsageError(f"{', '.join(over)} stands more often than the pack has it", ctx)
    found = meld(deck, suit, hand, house)
    total = sum(one.points for one in found)
    rows = [[one.name, deck.show(one.cards), one.points] for one in found]
    table = tabulate([*rows, ["", "", total]], tablefmt="plain", colalign=("left", "left", "right"))
    click.echo(style.cards(table))
    gains = []
    for card in range(deck.kinds):
        if hand.count(card) < deck.copies:
            gain = sum(one.points for one in meld(deck, suit, (*hand, card), house)) - total
            gains += [(gain, card)] if gain else []
    if gains:
        gains.sort(key=lambda pair: (-pair[0], pair[1]))
        click.echo(style.cards("one card more: " + ", ".join(f"{deck.names[card]} +{gain}" for gain, card in gains)))
