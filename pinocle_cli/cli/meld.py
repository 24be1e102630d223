"""`pinocle meld`: what cards are worth, meld by meld, in every game that knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.cli import completion
from pinocle_cli.cli.common import GameName, format_option
from pinocle_cli.games import GAMES
from pinocle_cli.light import light_dataclass
from pinocle_cli.reader.context import Reading
from pinocle_cli.render import screen, style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Worth
    from pinocle_cli.reader.tree import Pairs


@click.command("meld")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--trump", shell_complete=completion.suits,
    help="The trump suit: hearts, H, ♥ ...; without it no flush, royal marriage or dix is counted.",
)  # fmt: skip
@click.option("--game", type=GameName(), help="Only in this game.  [default: every game with such cards]")
@click.option("--profile", help="A profile of the game's rules; its first is the default.")
@click.option("--rules", help="House rules as in a record: a profile, or options like 'deck: 64, doubles: twice'.")
@format_option("table", "json")
@click.pass_context
def command(
    ctx: click.Context, /, cards: tuple[str, ...], game: str | None, format_: str, **options: str | None
) -> None:
    """What CARDS are worth as melds, in which order to lay them, and what one card more would add.

    Cards are written in any notation: "SAKQJ109 DKQJ", "♠A ♠K", "ПТ ПК"; melds go by their names too.

    \b
    Examples:
      pinocle meld "SAKQJ109 DKQJ" --trump S
      pinocle meld SKQ HKQ DKQ CKQ --trump S --game two-handed
      pinocle meld pinochle "marriage C" dix --trump hearts
      pinocle meld S7 S8 --rules "deck: 64"
    """
    trump = _trump(ctx, options["trump"])
    hands = _hands(ctx, [game] if game else [*GAMES], cards, trump, options)
    if format_ == "json":
        import json  # noqa: PLC0415 - only for programs

        made = {hand.game.name: hand.as_data() for hand in hands}
        click.echo(json.dumps(made[game] if game else {"games": made}, ensure_ascii=False, indent=1))
        return
    for n, hand in enumerate(hands):
        if len(hands) > 1:
            click.echo(("\n" if n else "") + style.bold(hand.game.name))
        for line in hand.lines():
            click.echo(line)


def _hands(
    ctx: click.Context, games: Sequence[str], words: tuple[str, ...], trump: int | None, options: dict[str, str | None]
) -> list[_Hand]:
    """The cards in each of the games that can have them; what is wrong with the first, where none can."""
    found: list[_Hand] = []
    wrong: list[click.UsageError] = []
    for name in games:
        game = GAMES[name]
        if game.meld is None:
            wrong.append(click.UsageError(f"nothing is melded at {name}", ctx))
            continue
        try:
            house = _house(ctx, game, options["profile"], options["rules"])
            hand = _Hand(game, house, game.deck(house), trump, _cards(ctx, game, house, words, trump))
        except click.UsageError as why:
            wrong.append(why)
            continue
        over = [hand.deck.names[card] for card, count in enumerate(hand.have) if count > hand.deck.copies]
        if over:
            wrong.append(click.UsageError(f"{', '.join(over)} is named more often than the pack has it", ctx))
        else:
            found.append(hand)
    if not found:
        raise wrong[0]
    return found


@light_dataclass(frozen=True)
class _Hand:
    """Some cards in one game."""

    game: Game
    house: object
    deck: Deck
    trump: int | None
    cards: tuple[int, ...]

    @property
    def have(self) -> list[int]:
        """How many there are of each card."""
        return self.deck.count(self.cards)

    def melds(self, cards: tuple[int, ...]) -> Sequence[Worth]:
        """What cards are worth; in the order of laying, where that matters in the game."""
        made = self.game.laying or self.game.meld
        return [] if made is None else made(self.deck, self.trump, cards, self.house)

    def gains(self) -> list[tuple[int, int]]:
        """(points, card) of each card that would add something, the most first."""
        total = _sum(self.melds(self.cards))
        more = [card for card in range(self.deck.kinds) if self.have[card] < self.deck.copies]
        found = [(_sum(self.melds((*self.cards, card))) - total, card) for card in more]
        return sorted((pair for pair in found if pair[0]), key=lambda pair: (-pair[0], pair[1]))

    def as_data(self) -> dict[str, object]:
        """The same for programs."""
        found = self.melds(self.cards)
        melds = [{"meld": one.name, "cards": self.deck.show(one.cards), "points": one.points} for one in found]
        more = {self.deck.names[card]: gain for gain, card in self.gains()}
        return {"melds": melds, "total": _sum(found), "one card more": more}

    def lines(self) -> Iterator[str]:
        """The melds, their sum, and what one card more would add."""
        found = self.melds(self.cards)
        rows = [[one.name, self.deck.show(one.cards), one.points] for one in found]
        yield from screen.table([*rows, ["", "", _sum(found)]], right={2})
        if self.game.laying is not None and sum(one.points > 0 for one in found) > 1:
            yield from screen.wrapped("laid in this order, one meld a turn, they score the most")
        gains = self.gains()
        helping = [f"{'second ' * bool(self.have[card])}{self.deck.names[card]} +{gain}" for gain, card in gains]
        if helping:
            helping[-1] += "; no other card adds anything"
            yield from screen.packed(helping, "one card more: ")
        else:
            yield "one card more adds nothing"


def _sum(melds: Sequence[Worth]) -> int:
    return sum(one.points for one in melds)


# --- What was asked --------------------------------------------------------------------------------------------------


def _house(ctx: click.Context, game: Game, profile: str | None, rules: str | None) -> object:
    """The house rules, read as those of a record are."""
    if not (profile or rules):
        return game.house_with(next(iter(game.profiles.values())))
    if profile and rules:
        raise click.UsageError("--profile is a part of --rules; write `--rules 'profile: ..., ...'`", ctx)
    import io  # noqa: PLC0415 - only where house rules are named

    from pinocle_cli.reader.record import read_house  # noqa: PLC0415
    from pinocle_cli.reader.streams import buffered, yaml_documents  # noqa: PLC0415

    text = profile or rules or ""
    written = f"rules: {{{text}}}" if ":" in text and not text.strip().startswith("{") else f"rules: {text}"
    reading = Reading()
    document = next(yaml_documents(buffered(io.BytesIO(written.encode()))))
    for finding in document.findings:
        raise click.UsageError(finding.message, ctx)
    house = read_house(reading, cast("Pairs", document.root)[0][1], game, None)
    _raise_first(ctx, reading)
    return house.values


def _raise_first(ctx: click.Context, reading: Reading) -> None:
    for finding in reading.findings:
        raise click.UsageError(finding.message, ctx)


def _trump(ctx: click.Context, text: str | None) -> int | None:
    suit = None if text is None else suit_named(text)
    if text is not None and suit is None:
        near = f'; did you mean "{nearest_suit(text)}"?' if nearest_suit(text) else ""
        raise click.UsageError(f'"{text}" is not a suit; write spades, hearts, diamonds or clubs{near}', ctx)
    return suit


def _cards(ctx: click.Context, game: Game, house: object, words: tuple[str, ...], trump: int | None) -> tuple[int, ...]:
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


def _other_pack(game: Game, house: object, text: str) -> str:
    """Which house rule has a pack with these cards in it, where one has."""
    for name, item in game.options.items():
        for choice in item.choices:
            own = {one.field: getattr(house, one.field) for one in game.options.values()}
            other = game.deck(game.house_with({**own, item.field: choice}))
            if other is not game.deck(house):
                try:
                    other.parse(text)
                except CardError:
                    continue
                return f"; --rules '{name}: {choice}' has a pack with it"
    return ""
