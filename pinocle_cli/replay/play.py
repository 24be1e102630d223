"""The play card by card, and what is done besides: melds, the dix, draws, claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Plan, Trick, steps
from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, SHOW, Move
from pinocle_cli.replay.before import bidder_of, dealt_sizes, meld_text, not_laid
from pinocle_cli.replay.frame import Pile, Played
from pinocle_cli.tricks import wins
from pinocle_cli.written import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.replay.table import Table
    from pinocle_cli.written import Event


def plan_of(table: Table) -> Plan:
    """How the play goes round."""
    deal, trump, deck = table.deal, table.verdict.trump, table.deck
    bidder = bidder_of(table)
    leads = getattr(table.record.house, "leader", "bidder") == "bidder"
    first = bidder if bidder is not None and leads else table.seats[0]
    trumps = "trump" in {*getattr(type(deal), "__slots__", ())} or hasattr(deal, "trump")
    known = not trumps or trump is not None
    held = {seat: len(cards.cards) for seat, cards in (deal.held or {}).items()}
    before = max(table.size - max(held.values()), 0) if held else 0
    if hasattr(deal, "stock") and deal.held is not None:
        before = deck.size // 2 - max(held.values(), default=table.size)
    return Plan(
        seats=table.seats, leader=first, wins=wins(deck, trump) if known else None,
        leader_known=deal.held is None or not before, first=before,
    )  # fmt: skip


def played(table: Table) -> None:
    """The steps of the play."""
    play = table.deal.play
    if play is None:
        return
    if not hasattr(table.deal, "stock"):
        table.laid = [[] for _ in table.laid]  # everybody picks up his melds before the first lead
        table.piles.pop("turned", None)
    for step in steps(play, plan_of(table)):
        if isinstance(step, Trick):
            _draw_the_rest(table)
            _trick(table, step, play[step.n])
        else:
            _act(table, step)
    _draw_the_rest(table)


def _trick(table: Table, trick: Trick, event: Event) -> None:
    """One trick, card by card."""
    table.trick, table.winner, table.number = [], None, trick.number
    for nth, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
        table.trick.append(Played(seat, card))
        table.moves.append(Move(PLAY if trick.taken_back is None else OUT, seat, card))
        done = nth == len(trick.cards) - 1
        if done:
            table.winner = trick.winner
        text = f"{table.names[seat]} {'plays' if nth else 'leads'} {table.deck.names[card]}"
        if done and trick.winner is not None:
            text += " and wins the trick" if trick.winner == seat else f"; {table.names[trick.winner]} wins the trick"
        astray = trick.out_of_turn and not nth
        verb, due = ("out of turn", trick.due) if astray else ("", None)
        table.step("play", text, event, seat=seat, card=nth, verb=verb, due=due)
    if trick.taken_back is not None:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            table.moves.append(Move(IN, seat, card))
    elif trick.winner is not None and "stock" in table.piles:
        at = trick.seats.index(trick.winner)
        table.due = [*trick.seats[at:], *trick.seats[:at]]


def _draw_the_rest(table: Table) -> None:
    """What the rules would have drawn where the record does not say otherwise: winner first, from the top."""
    said, last = [], None
    for seat in table.due:
        card = _top(table)
        if card is None:
            break
        table.moves.append(Move(IN, seat, card))
        said.append(f"{table.names[seat]} draws {'a card' if card == HIDDEN else table.deck.names[card]}")
        last = seat
    table.due = []
    if said:
        table.trick, table.winner = [], None
        if not _pile(table, "stock") and not _pile(table, "turned"):
            said.append("the stock is gone, and the melds go back to the hands")
            table.laid = [[] for _ in table.laid]
        table.step("draw", "; ".join(said), _last_place(table), seat=last)


def _pile(table: Table, name: str) -> int:
    return table.piles[name].size if name in table.piles else 0


def _top(table: Table) -> int | None:
    """The next card of the stock, then the turned one; HIDDEN if it is not recorded, None if nothing is left."""
    stock = table.piles["stock"]
    if stock.size:
        card = stock.cards[0] if stock.cards else HIDDEN
        table.piles["stock"] = stock._replace(cards=stock.cards[1:], hidden=stock.hidden - (card == HIDDEN))
        return card
    turned = table.piles.pop("turned", None)
    if turned is not None and turned.size:
        return turned.cards[0]
    if turned is None and not table.part("turned") and sum(dealt_sizes(table).values()) % 2 == 0 and not _gone(table):
        table.piles["gone"] = Pile("gone")
        return HIDDEN  # the trump card, which nobody wrote down
    return None


def _gone(table: Table) -> bool:
    return "gone" in table.piles


def _last_place(table: Table) -> Place:
    last = table.steps[-1]
    return Place(last.line, 1, "")


def _act(table: Table, act: Act) -> None:
    """What a player does besides playing."""
    event = act.event
    name = table.names[event.seat] if event.seat >= 0 else "somebody"
    _ACTS.get(event.verb, _does)(table, event, name)


def _does(table: Table, event: Event, name: str) -> None:
    """Anything else, and the cards that are seen then: `exposes SA`."""
    table.moves += [Move(SHOW, event.seat, cards=event.cards)] * bool(event.cards)
    table.step("act", f"{name} {event.verb} {table.show(event.cards)}".strip(), event, seat=event.seat)


def _meld(table: Table, event: Event, name: str) -> None:
    cards = event.what.cards(table.deck, table.verdict.trump) or ()
    table.laid[event.seat] += not_laid(table.laid[event.seat], cards)
    if cards:
        table.moves.append(Move(SHOW, event.seat, cards=tuple(cards)))
    table.step("meld", f"{name} melds {meld_text(table, event.what)}", event, seat=event.seat)


def _dix(table: Table, event: Event, name: str) -> None:
    turned, trump = table.piles.get("turned"), table.verdict.trump
    dix = table.deck.of_suit[trump][-1] if trump is not None else None
    exchanged = not event.what and dix is not None and turned is not None and turned.cards != (dix,)
    if exchanged and turned is not None and dix is not None:
        table.move(OUT, event.seat, [dix])
        table.move(IN, event.seat, turned.cards)
        table.piles["turned"] = Pile("turned", (dix,), open=True)
        text = f"{name} exchanges the dix for {table.show(turned.cards)}"
    else:
        if dix is not None:
            table.laid[event.seat] += not_laid(table.laid[event.seat], [dix])
            table.moves.append(Move(SHOW, event.seat, cards=(dix,)))
        text = f"{name} shows the dix"
    table.step("meld", text, event, seat=event.seat)


def _draw(table: Table, event: Event, name: str) -> None:
    card, stock = event.cards[0], table.piles.get("stock")
    if event.seat in table.due:
        table.due.remove(event.seat)
    if stock is not None and card in stock.cards:
        rest = list(stock.cards)
        rest.remove(card)
        table.piles["stock"] = stock._replace(cards=tuple(rest))
    elif stock is not None and stock.hidden:
        table.piles["stock"] = stock._replace(hidden=stock.hidden - 1)
    else:
        table.piles.pop("turned", None)
    table.trick, table.winner = [], None
    table.moves.append(Move(IN, event.seat, card))
    if not _pile(table, "stock") and not _pile(table, "turned"):
        table.laid = [[] for _ in table.laid]
    table.step("draw", f"{name} draws {table.deck.names[card]}", event, seat=event.seat)


def _says(text: str) -> Callable[[Table, Event, str], None]:
    def tell(table: Table, event: Event, name: str) -> None:
        said = text.format(name=name, cards=table.show(event.cards))
        table.step("act", said, event, seat=event.seat, verb=event.verb)

    return tell


def _takes_back(table: Table, event: Event, name: str) -> None:
    table.trick, table.winner = [], None
    table.step("act", f"{name} takes back {table.show(event.cards)}", event, seat=event.seat)


_ACTS: dict[str, Callable[[Table, Event, str], None]] = {
    "meld": _meld,
    "dix": _dix,
    "draw": _draw,
    "takes back": _takes_back,
    "out": _says("{name} declares himself out"),
    "claim": _says("{name} claims the rest"),
    "concede": _says("{name} concedes"),
    "correct": _says("The meld last scored by {name} is put right"),
}
