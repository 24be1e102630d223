"""What happens before the first lead: the deal, the bids, the widow, the exchange, melds on a sheet, the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from pinocle_cli.cards import SUITS
from pinocle_cli.known import HIDDEN, IN, OUT, SHOW, SWAP, Move
from pinocle_cli.replay.frame import Pile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.replay.table import Table
    from pinocle_cli.written import Cards


def _dealt(table: Table) -> None:
    """Who dealt, and what is turned."""
    deal, verdict, deck = table.deal, table.verdict, table.deck
    turned = table.part("turned")
    if turned is not None:
        table.piles["turned"] = Pile("turned", turned.cards, open=True)
    if hasattr(deal, "stock") and deal.held is None:
        _lay(table, "stock", deck.size - 1 - sum(dealt_sizes(table).values()), table.part("stock"))
    if hasattr(deal, "widow"):
        _lay(table, "widow", 3, table.part("widow"))
    if hasattr(deal, "talon"):
        _lay(table, "talon", 8, table.part("talon"))
    who = [f"{table.names[verdict.dealer]} deals"] if verdict.dealer is not None else []
    if turned is not None:
        who.append(f"{table.show(turned.cards)} is turned")
    elif verdict.trump is not None and not table.part("bids"):
        who.append(f"{SUITS[verdict.trump]} are trumps")
    if deal.held is not None and not deal.hands:
        who.append("the hands as they were played")
    table.step("deal", "; ".join(who) or "The deal")


def _lay(table: Table, name: str, size: int, part: Cards | None) -> None:
    """A pile face down: as many of its cards as are recorded, the rest hidden."""
    cards = part.cards if part is not None else ()
    table.piles[name] = Pile(name, cards, max(size - len(cards), 0))


def dealt_sizes(table: Table) -> dict[int, int]:
    """How many cards each seat is dealt."""
    hands = table.deal.hands or {}
    return {seat: len(hands[seat].cards) if seat in hands else table.size for seat in table.seats}


def _bids(table: Table) -> None:
    for event in table.part("bids") or ():
        said = "passes" if event.what is None else f"bids {event.what}"
        table.step("bid", f"{table.names[event.seat]} {said}", event, seat=event.seat)


def bidder_of(table: Table) -> int | None:
    """Whose contract it is, where there is one."""
    contract, players = table.verdict.contract, table.names[: len(table.record.players)]
    return players.index(contract["bidder"]) if contract and contract["bidder"] in players else None


def _widow(table: Table) -> None:
    """The bidder takes up the widow, if the deal came so far."""
    bidder, pile = bidder_of(table), table.piles.pop("widow", None)
    if pile is None:
        return
    if bidder is None or table.deal.held is not None or table.part("conceded") == "unseen":
        table.piles["widow"] = pile
        return
    table.moves += [Move(IN, bidder, card) for card in (*pile.cards, *[HIDDEN] * pile.hidden)]
    cards = f": {table.show(pile.cards)}" if pile.cards else ""
    part = table.part("widow")
    table.step("exchange", f"{table.names[bidder]} takes up the widow{cards}", part and part.place, seat=bidder)


def _exchange(table: Table) -> None:
    """The turned card is taken for the dix before the melds."""
    pile, trump, dealer = table.piles.get("turned"), table.verdict.trump, table.verdict.dealer
    takers = [seat for seat in table.part("dix_exchange") or () if seat != dealer]
    if not takers or pile is None or trump is None or dealer is None:
        return
    turned, dix, taker = pile.cards[0], table.deck.of_suit[trump][-1], takers[0]
    if turned != dix:
        table.move(OUT, taker, [dix])
        table.move(OUT, dealer, [turned])
        table.move(IN, taker, [turned])
        table.move(IN, dealer, [dix])
        text = f"{table.names[taker]} exchanges {table.show([dix])} for {table.show([turned])}"
        table.step("exchange", text, seat=taker)


def _melds(table: Table) -> None:
    """Melds that are shown before the play, or stand on a score sheet."""
    melds = table.part("melds")
    bidder = bidder_of(table)
    by_seat = melds if isinstance(melds, dict) else {bidder: melds} if melds and bidder is not None else {}
    for seat, listed in by_seat.items():
        for shown in listed:
            cards = shown.cards(table.deck, table.verdict.trump) or ()
            if seat < len(table.laid):
                table.laid[seat] += not_laid(table.laid[seat], cards)
                if cards and table.deal.play is not None and not hasattr(table.deal, "dix_exchange"):
                    table.moves.append(Move(SHOW, seat, cards=tuple(table.laid[seat])))
            table.step("meld", f"{table.names[seat]} melds {meld_text(table, shown)}", shown.place, seat=seat)
        if not listed:
            table.step("meld", f"{table.names[seat]} melds nothing", seat=seat)


class Named(Protocol):
    """A meld that goes by its name."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def suit(self) -> int | None:
        """The suit, where it has one."""


class Melded(Protocol):
    """What somebody laid down at once: each part by its cards or its name, or only what was scored for all of it."""

    @property
    def parts(self) -> Sequence[object]:
        """The parts."""

    @property
    def scored(self) -> int | None:
        """What the table scored."""


def meld_text(table: Table, shown: Melded) -> str:
    """A meld as it was written, cards in the canonical form."""
    if not shown.parts:
        return f"{shown.scored}"
    return ", ".join(
        _name(cast("Named", part)) if hasattr(part, "name") else table.show(cast("tuple[int, ...]", part))
        for part in shown.parts
    )


def _name(named: Named) -> str:
    return named.name if named.suit is None or named.name != "marriage" else f"marriage in {SUITS[named.suit]}"


def not_laid(laid: list[int], cards: Sequence[int]) -> list[int]:
    """Of these cards those that do not lie there already."""
    left, new = list(laid), []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            new.append(card)
    return new


def _bury(table: Table) -> None:
    bury, bidder = table.part("bury"), bidder_of(table)
    if bury is None and not (
        hasattr(table.deal, "bury") and bidder is not None and table.deal.play and not table.deal.held
    ):
        return
    if bidder is None:
        return
    cards = bury.cards if bury is not None else ()
    hidden = 0 if cards else 3
    if table.deal.held is None:
        table.moves += [Move(OUT, bidder, card) for card in (*cards, *[HIDDEN] * hidden)]
    table.piles["buried"] = Pile("buried", cards, hidden, seat=bidder)
    text = f"{table.names[bidder]} buries {table.show(cards) if cards else 'three cards'}"
    table.step("exchange", text, bury and bury.place, seat=bidder)


def _talon(table: Table) -> None:
    """Each throws out, and takes as many from the talon, elder first."""
    pile = table.piles.get("talon")
    if pile is None or table.deal.held is not None:
        return
    out = table.part("discards") or {}
    for nth, seat in enumerate(table.seats):
        name, talon = table.names[seat], table.piles["talon"]
        if seat not in out:
            if table.deal.play or table.part("calls"):
                table.moves.append(Move(SWAP, seat, cards=pile.cards or None))
                table.step("exchange", f"{name} exchanges; what he threw out is not recorded", seat=seat)
            continue
        cards, place = out[seat]
        known = talon.cards[: min(len(cards), 5)] if nth == 0 else talon.cards[: len(cards)]
        hidden = min(len(cards) - len(known), talon.hidden)
        table.move(OUT, seat, cards)
        table.moves += [Move(IN, seat, card) for card in (*known, *[HIDDEN] * hidden)]
        table.piles["talon"] = Pile("talon", talon.cards[len(known) :], talon.hidden - hidden)
        table.piles[f"out {seat}"] = Pile("thrown out", cards, seat=seat)
        takes = f" and takes {table.show(known)}" if known else f" and takes {hidden}" if hidden else ""
        table.step("exchange", f"{name} throws out {table.show(cards) or 'nothing'}{takes}", place, seat=seat)


def _calls(table: Table) -> None:
    for event in table.part("calls") or ():
        words = event.text.partition(":")[2].strip()
        table.step("call", f"{table.names[event.seat]}: {words}", event, seat=event.seat)


STEPS = (_dealt, _bids, _widow, _exchange, _melds, _bury, _talon, _calls)
