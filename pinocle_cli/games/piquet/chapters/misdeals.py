"""Cards dealt wrongly: cards that are no pack, and thirteen in a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.hands import DECK, HAND, TALON_SIZE
from pinocle_cli.games.piquet.rulings import chosen, compulsory, fresh_deal, void
from pinocle_cli.ledger import Ruling
from pinocle_cli.packs import cards_that_make_no_pack, is_one_pack, what_is_missing
from pinocle_cli.record import COUNT
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
    sizes, talon = _as_dealt(state)
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
        yield state.error(
            COUNT, given(deal.talon).place, f"{talon} cards stand here; the talon has {TALON_SIZE}{_missing(state)}"
        )


def _as_dealt(state: Piquet) -> tuple[dict[int, int], int | None]:
    """How many cards each hand has, and the talon, as they are written."""
    hands = {seat: len(cards.cards) for seat, cards in (state.deal.hands or {}).items()}
    return hands, len(state.deal.talon.cards) if state.deal.talon is not None else None


def _can_be_a_misdeal(state: Piquet, sizes: dict[int, int], talon: int | None) -> bool:
    """Whether cards were dealt to the wrong place, and none is missing: written as they lay, they are one pack."""
    if len(sizes) == _BOTH and talon is not None:
        return is_one_pack(DECK, [*given(state.deal.hands).values(), given(state.deal.talon)])
    return talon in (None, TALON_SIZE) and HAND + 1 in sizes.values() and all(abs(s - HAND) < 2 for s in sizes.values())  # noqa: PLR2004 - one card more, or less


def _missing(state: Piquet) -> str:
    """Which cards are missing, where both hands and the talon are recorded."""
    deal = state.deal
    if len(deal.hands or {}) < _BOTH or deal.talon is None:
        return ""
    return what_is_missing(DECK, [*given(deal.hands).values(), deal.talon])


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


@THIRTEEN.examined
def _twelve_each(state: Piquet, said: Irregularity) -> Weight:
    sizes, talon = _as_dealt(state)
    if any(size != HAND for size in sizes.values()) or talon not in (None, TALON_SIZE):
        return CONFIRMED
    return refuted("twelve cards were dealt to each") if len(sizes) == _BOTH else OPEN


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
