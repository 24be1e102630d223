"""The deal: who deals what, whether the cards that are recorded can be one pack, and what was dealt wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.hands import DECK, HAND, TALON_SIZE, bits_of
from pinocle_cli.games.piquet.rulings import NO_PENALTY, chosen, compulsory, fresh_deal, says, void
from pinocle_cli.ledger import Ruling
from pinocle_cli.packs import cards_that_make_no_pack, is_one_pack
from pinocle_cli.record import ASSUMED, COUNT
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Cards, Irregularity
    from pinocle_cli.weigh import Weight

_BOTH = 2  # players
_FEWEST, _MOST = 9, 17  # cards that a hand may come to by mistakes in dealing and exchanging

TWO_PACKS = Rule(
    "two-packs",
    "Two packs",
    "procedure",
    """Two packs are used; each player deals from his own and shuffles it, and the other cuts. If the wrong pack is
    dealt and the cards have been taken up, the deal holds and the packs remain changed.""",
    "001; Portland laws, 1 to 8 and 15",
)
TWO_PACKS.follows()(says("once the cards have been taken up the deal holds good, and the packs remain changed"))

HIGH_CARD = Rule(
    "high-card-deals",
    "Who deals first",
    "procedure",
    "Whoever draws the higher card deals first. The dealer is younger hand, the other player elder.",
    "001",
)
HIGH_CARD.follows()(says(NO_PENALTY))

DEAL_12 = Rule(
    "deal-12",
    "The deal",
    "procedure",
    """Twelve cards each, three at a time or by 2, 3, 2, 3, 2, elder first. As it was done in the first deal it is
    done to the end.""",
    "001; Portland laws, 9 and 10",
)
DEAL_12.follows()(says(NO_PENALTY))

DEAL_ALTERNATES = Rule(
    "deal-alternates",
    "The deal alternates",
    "procedure",
    """The two deal in turn, so whoever deals first is elder hand in the sixth deal. A deal out of turn that is found
    out once the cards have been taken up stands; by the laws of 1882 the other then deals twice in a row, unless that
    deal or the next is the last of the partie.""",
    "001; Portland laws, 16",
)


@DEAL_ALTERNATES.applied
def whose_deal(state: Piquet) -> Said:
    """Says if the same player deals twice, or if a deal is missing."""
    due, before = state.session.dealer, state.session.number
    next_deal = state.number == before + 1
    if not before and state.number > 1 and not state.session.record.opening:
        text = f"the scores of the deals before deal {state.number} are not recorded; they are taken as nothing"
        yield note(ASSUMED, state.place(), f"{text}, and the partie stays undecided")
    elif before and not next_deal:
        text = f"deal {state.number} follows deal {before} here; what is between is not counted"
        yield note(ASSUMED, state.place(), f"{text}, and the partie stays undecided")
    if due is not None and next_deal and state.deal.dealer is not None and state.dealer != due:
        text = f"{state.name(state.dealer)} dealt; it was {state.name(due)}'s turn"
        yield state.fault(DEAL_ALTERNATES, state.place()._replace(column=0, path="dealer"), text, state.dealer)


@DEAL_ALTERNATES.follows()
def dealt_out_of_turn(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """The deal stands; by the laws of 1882 the other makes up for it."""
    text = "once the cards have been taken up the deal stands"
    if state.portland:
        text += f"; {state.name(1 - state.dealer)} then deals twice in a row"
    return Ruling(rule=finding.rule, text=text)


@DEAL_ALTERNATES.examined
def _in_turn(state: Piquet, said: Irregularity) -> Weight:
    if any(finding.rule is DEAL_ALTERNATES for finding in state.found):
        return CONFIRMED
    if state.session.dealer is None or state.dealer != state.session.dealer:
        return OPEN
    return refuted(f"it was {state.name(state.dealer)}'s turn to deal")


# --- Whether it is possible ------------------------------------------------------------------------------------------


def fits_one_pack(state: Piquet) -> Said:
    """The cards dealt are one pack, and so are the cards played and thrown out."""
    deal = state.deal
    dealt = [*(deal.hands or {}).values(), *([] if deal.talon is None else [deal.talon])]
    changed = [*(deal.held or {}).values(), *(deal.discards or {}).values()]
    for parts in (dealt, changed):
        impossible = list(cards_that_make_no_pack(DECK, parts))
        if impossible:
            return iter(impossible)
    return _sizes(state)


def _sizes(state: Piquet) -> Said:
    """How many cards each part has: what still makes one pack is a fault, what makes none is a slip of the pen."""
    deal = state.deal
    for seat, cards in (deal.held or {}).items():
        if not _FEWEST <= len(cards.cards) <= _MOST:
            text = f"{state.name(seat)} has {len(cards.cards)} cards here; each plays with {HAND}"
            yield state.error(COUNT, cards.place, text, seat)
    sizes = {seat: len(cards.cards) for seat, cards in (deal.hands or {}).items()}
    talon = len(deal.talon.cards) if deal.talon is not None else None
    wrong = {seat: size for seat, size in sizes.items() if size != HAND}
    if not wrong and talon in (None, TALON_SIZE):
        return
    if _can_be_a_misdeal(state, sizes, talon):
        yield from misdealt(state, sizes, talon)
        return
    for seat, size in wrong.items():
        text = f"{state.name(seat)} has {size} cards; {HAND} are dealt{_missing(state)}"
        yield state.error(COUNT, given(deal.hands)[seat].place, text, seat)
    if not wrong:
        right = DECK.size - sum(sizes.values()) if len(sizes) == _BOTH else TALON_SIZE
        yield state.error(
            COUNT, given(deal.talon).place, f"{talon} cards stand here; the talon has {right}{_missing(state)}"
        )


def _can_be_a_misdeal(state: Piquet, sizes: dict[int, int], talon: int | None) -> bool:
    """Whether cards were dealt to the wrong place, and none is missing: written as they lay, they are one pack."""
    if len(sizes) == _BOTH and talon is not None:
        return is_one_pack(DECK, [*given(state.deal.hands).values(), given(state.deal.talon)])
    return talon in (None, TALON_SIZE) and HAND + 1 in sizes.values() and all(abs(s - HAND) < 2 for s in sizes.values())  # noqa: PLR2004 - one card more, or less


THIRTEEN = Rule(
    "thirteen-dealt",
    "Thirteen cards dealt",
    "irregularity",
    """If a player is dealt thirteen cards, the dealer's opponent decides whether the deal stands. If it stands, the
    player with thirteen discards one more than he draws, and one with eleven discards one less. By the laws of 1882 the
    option is over once elder has taken up a card of the talon; and if more than one card was dealt wrongly, or nine are
    in the talon, there must be a fresh deal.""",
    "001; Portland laws, 11, 12 and 38 to 43",
)


@THIRTEEN.applied
def misdealt(state: Piquet, sizes: dict[int, int], talon: int | None) -> Said:
    """The hands are not of twelve cards each."""
    seat = next((seat for seat, size in sizes.items() if size > HAND), next(iter(sizes)))
    wrong = [f"{state.name(seat)} {size}" for seat, size in sizes.items() if size != HAND]
    if talon is not None and talon != TALON_SIZE:
        wrong.append(f"the talon {talon}")
    due = "each should have twelve, and the talon eight"
    text = f"{' and '.join(wrong)} cards were dealt; {due}"
    yield state.fault(THIRTEEN, given(state.deal.hands)[seat].place, text, state.dealer)


@THIRTEEN.follows()
def thirteen(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """For elder to choose; by the laws of 1882 compulsory in some cases, and over in others."""
    sizes, talon = _as_dealt(state)
    off = max((abs(size - HAND) for size in sizes.values()), default=1)
    if state.portland and (off > 1 or (talon is not None and talon > TALON_SIZE)):
        return void(state, THIRTEEN, "more than one card was dealt wrongly, or nine lie in the talon (law 12): ")
    taken_up = state.deal.play is not None or state.deal.discards is not None or state.deal.held is not None
    if state.portland and taken_up and not chosen(finding):
        text = f"{state.name(state.elder)} took up cards of the talon: the option is over, and the deal stands (law 39)"
        return Ruling(rule=THIRTEEN, text=text)
    ruling = fresh_deal(THIRTEEN, finding, state, state.elder)
    more = [seat for seat, size in sizes.items() if size > HAND]
    fewer = [seat for seat, size in sizes.items() if size < HAND]
    if state.void is None:
        ruling.text += "".join(f"; if it stands, {state.name(seat)} discards one more than he draws" for seat in more)
        ruling.text += "".join(f"; if it stands, {state.name(seat)} discards one less than he draws" for seat in fewer)
    return ruling


def _as_dealt(state: Piquet) -> tuple[dict[int, int], int | None]:
    hands = {seat: len(cards.cards) for seat, cards in (state.deal.hands or {}).items()}
    return hands, len(state.deal.talon.cards) if state.deal.talon is not None else None


@THIRTEEN.examined
def _twelve_each(state: Piquet, said: Irregularity) -> Weight:
    sizes, talon = _as_dealt(state)
    if any(size != HAND for size in sizes.values()) or talon not in (None, TALON_SIZE):
        return CONFIRMED
    return refuted("twelve cards were dealt to each") if len(sizes) == _BOTH else OPEN


def _missing(state: Piquet) -> str:
    """Which cards are missing, where both hands and the talon are recorded."""
    deal = state.deal
    if len(deal.hands or {}) < _BOTH or deal.talon is None:
        return ""
    have = {card for cards in (*given(deal.hands).values(), deal.talon) for card in cards.cards}
    missing = [card for card in range(DECK.kinds) if card not in have]
    return f"; {DECK.show(missing)} {'is' if len(missing) == 1 else 'are'} missing" if 0 < len(missing) < 4 else ""  # noqa: PLR2004 - a slip or two


# --- Cards that were seen in dealing ---------------------------------------------------------------------------------


def _lay_there(state: Piquet, said: Irregularity, where: int | None) -> Weight:
    """Whether cards that were exposed in dealing were dealt to a seat, or lay in the talon (None)."""
    if said.by not in (None, state.dealer):
        return refuted(f"{state.name(said.by or 0)} did not deal")
    if said.after:
        return refuted("the cards had been dealt by then")
    cards = bits_of(said.cards)
    for place in (state.elder, state.younger, None):
        if place != where and cards & _dealt_to(state, place):
            whose = "lay in the talon" if place is None else f"was dealt to {state.name(place)}"
            right = (
                EXPOSED_TALON if place is None else EXPOSED_OPPONENT if place == state.elder else EXPOSED_DEALER
            ).label
            return refuted(f"{DECK.show(said.cards)} {whose}: that would be {right}")
    return OPEN


def _dealt_to(state: Piquet, place: int | None) -> int:
    if place is None:
        return state.talon or 0
    dealt = state.dealt[place]
    return (state.discarded[place] or 0) if dealt is None else dealt


EXPOSED_DEALER = Rule(
    "exposed-dealer-card",
    "A card of the dealer's exposed",
    "irregularity",
    "If a card of the dealer's own is exposed in dealing, the deal stands.",
    "001; Portland laws, 13",
)
EXPOSED_DEALER.follows()(says("the deal stands"))
EXPOSED_DEALER.examined(lambda state, said: _lay_there(state, said, state.younger))

EXPOSED_OPPONENT = Rule(
    "exposed-opponent-card",
    "A card of elder's exposed",
    "irregularity",
    """If the dealer exposes a card of elder's, there is a fresh deal if elder wishes it, as long as he has not looked
    at his cards.""",
    "001; Portland laws, 13",
)


@EXPOSED_OPPONENT.follows()
def exposed_opponent(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """For elder to choose."""
    ruling = fresh_deal(EXPOSED_OPPONENT, finding, state, state.elder)
    if ruling.choices and not state.portland:
        ruling.text += ", if he had not yet looked at his cards"
    return ruling


EXPOSED_OPPONENT.examined(lambda state, said: _lay_there(state, said, state.elder))

EXPOSED_TALON = Rule(
    "exposed-talon",
    "A card of the talon exposed",
    "irregularity",
    """If a card of the talon is exposed in dealing, there must be a fresh deal. By the laws of 1882 it is for elder
    to choose.""",
    "001; Portland laws, 13",
)


@EXPOSED_TALON.follows()
def exposed_talon(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """A fresh deal, or by the laws of 1882 for elder to choose."""
    if state.portland:
        return fresh_deal(EXPOSED_TALON, finding, state, state.elder)
    return void(state, EXPOSED_TALON)


EXPOSED_TALON.examined(lambda state, said: _lay_there(state, said, None))

FACED_CARD = Rule(
    "faced-card",
    "A card found face up",
    "irregularity",
    "If a card is found face up in the pack in dealing, or in the talon when it is taken up, there is a fresh deal.",
    "Portland laws, 14; source 001 has the same for an exposed card of the talon",
)
FACED_CARD.follows()(compulsory(FACED_CARD))

INCORRECT_PACK = Rule(
    "incorrect-pack",
    "An incorrect pack",
    "irregularity",
    """A deal with a pack that proves incorrect (a card too many, missing or there twice) is void; the deals before it
    stand.""",
    "Portland laws, 75",
)
INCORRECT_PACK.follows()(compulsory(INCORRECT_PACK))


@INCORRECT_PACK.examined
def _one_pack(state: Piquet, _: Irregularity) -> Weight:
    deal = state.deal
    parts: list[Cards] = [*(deal.hands or {}).values(), *([deal.talon] if deal.talon is not None else [])]
    return refuted("the 32 cards recorded are one pack") if is_one_pack(DECK, parts) else OPEN
