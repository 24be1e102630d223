"""`pinocle meld`: what cards are worth, meld by meld."""

from __future__ import annotations

import dataclasses
import io
import json
from typing import TYPE_CHECKING, Any

import click
from tabulate import tabulate

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.cli.common import format_option
from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES
from pinocle_cli.reader.context import Reading
from pinocle_cli.reader.record import read_house
from pinocle_cli.reader.streams import buffered, yaml_documents
from pinocle_cli.render import style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game

MELDING = [game.name for game in GAMES.values() if game.meld is not None]


@click.command("meld")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--trump", help="The trump suit: hearts, H, ♥ ...; without it no flush, royal marriage or dix is counted."
)
@click.option("--game", type=click.Choice(MELDING), default=MELDING[0], show_default=True)
@click.option("--profile", help="A profile of the game's rules; its first is the default.")
@click.option("--rules", help="House rules as in a record: a profile, or options like 'deck: 64, doubles: twice'.")
@format_option("table", "json")
@click.pass_context
def command(ctx: click.Context, /, cards: tuple[str, ...], game: str, format_: str, **options: str | None) -> None:
    """What CARDS are worth as melds, and what one card more would add. Melds go by their names too.

    \b
    Examples:
      pinocle meld "SAKQJ109 DKQJ" --trump S --game two-handed
      pinocle meld pinochle "marriage C" dix --trump hearts
      pinocle meld S7 S8 --rules "deck: 64"
    """
    chosen = GAMES[game]
    house = _house(ctx, chosen, options["profile"], options["rules"])
    deck, trump = chosen.deck(house), _trump(ctx, options["trump"])
    hand = _cards(ctx, chosen, house, cards, trump)
    over = [deck.names[card] for card, count in enumerate(deck.count(hand)) if count > deck.copies]
    if over or chosen.meld is None:
        raise click.UsageError(f"{', '.join(over)} stands more often than the pack has it", ctx)
    found = chosen.meld(deck, trump, hand, house)
    total = sum(one.points for one in found)
    gains = []
    for card in range(deck.kinds):
        if hand.count(card) < deck.copies:
            gain = sum(one.points for one in chosen.meld(deck, trump, (*hand, card), house)) - total
            gains += [(gain, card)] if gain else []
    gains.sort(key=lambda pair: (-pair[0], pair[1]))
    _print(deck, found, gains, format_)


def _print(deck: Deck, found: Sequence[Any], gains: list[tuple[int, int]], format_: str) -> None:
    total = sum(one.points for one in found)
    if format_ == "json":
        melds = [{"meld": one.name, "cards": deck.show(one.cards), "points": one.points} for one in found]
        more = {deck.names[card]: gain for gain, card in gains}
        click.echo(json.dumps({"melds": melds, "total": total, "one card more": more}, ensure_ascii=False, indent=1))
        return
    rows = [[one.name, deck.show(one.cards), one.points] for one in found]
    table = tabulate([*rows, ["", "", total]], tablefmt="plain", colalign=("left", "left", "right"))
    for line in table.split("\n"):
        click.echo(style.cards(line))
    if gains:
        click.echo(style.cards("one card more: " + ", ".join(f"{deck.names[card]} +{gain}" for gain, card in gains)))


# --- What was asked --------------------------------------------------------------------------------------------------


def _house(ctx: click.Context, game: Game, profile: str | None, rules: str | None) -> Any:
    """The house rules, read as those of a record are."""
    text = profile or rules or next(iter(game.profiles))
    if profile and rules:
        raise click.UsageError("--profile is a part of --rules; write `--rules 'profile: ..., ...'`", ctx)
    written = f"rules: {{{text}}}" if ":" in text and not text.strip().startswith("{") else f"rules: {text}"
    reading = Reading()
    for document in yaml_documents(buffered(io.BytesIO(written.encode()))):
        for finding in document.findings:
            raise click.UsageError(finding.message, ctx)
        if isinstance(document.root, tuple):
            house = read_house(reading, document.root[0][1], game, None)
            _raise_first(ctx, reading)
            return house.values
    raise click.UsageError(f'"{text}" are no house rules; write a profile, or options like `deck: 64`', ctx)


def _raise_first(ctx: click.Context, reading: Reading) -> None:
    for finding in reading.findings:
        raise click.UsageError(finding.message, ctx)


def _trump(ctx: click.Context, text: str | None) -> int | None:
    suit = None if text is None else suit_named(text)
    if text is not None and suit is None:
        near = f'; did you mean "{nearest_suit(text)}"?' if nearest_suit(text) else ""
        raise click.UsageError(f'"{text}" is no suit; write spades, hearts, diamonds or clubs{near}', ctx)
    return suit


def _cards(ctx: click.Context, game: Game, house: Any, words: tuple[str, ...], trump: int | None) -> tuple[int, ...]:
    """The cards that all the words name together, or each of them for itself."""
    texts = [" ".join(words)]
    for texts in ([" ".join(words)], [*words]):
        reading = Reading()
        reading.deck = game.deck(house)
        found = [_read(game, reading, text, trump) for text in texts]
        if not reading.findings:
            return tuple(card for cards in found for card in cards or ())
    raise click.UsageError(reading.findings[0].message + _other_pack(game, house, texts[-1]), ctx)


def _read(game: Game, reading: Reading, text: str, trump: int | None) -> tuple[int, ...] | None:
    if game.meld_cards is not None:
        return game.meld_cards(reading, text, trump)
    return reading.cards_in(text, reading.place(text))


def _other_pack(game: Game, house: Any, text: str) -> str:
    """Which house rule has a pack with these cards in it, where one has."""
    for name, item in options_of(game.house).items():
        for choice in item.metadata["choices"]:
            other = game.deck(dataclasses.replace(house, **{item.name: choice}))
            if other is not game.deck(house):
                try:
                    other.parse(text)
                except CardError:
                    continue
                return f"; --rules '{name}: {choice}' has a pack with it"
    return ""
