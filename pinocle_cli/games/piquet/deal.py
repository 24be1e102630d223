"""The deal: who deals what, and whether the cards that are recorded can be one pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import DealState, note, part
from pinocle_cli.games.piquet.calls import DISCARDS, WORDS_OF_A_CALL, read_call
from pinocle_cli.games.piquet.combos import DECK
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.reader.kinds import CARDS, said
from pinocle_cli.record import ASSUMED, COUNT, Cards, Deal, Event
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.reckon import Trick
    from pinocle_cli.record import Place

TWO_PACKS = Rule(
    "two-packs",
    "Two packs",
    "procedure",
    "Two packs are used; each player deals from his own and shuffles it, and the other cuts.",
    "001",
)

HIGH_CARD = Rule(
    "high-card-deals",
    "Who deals first",
    "procedure",
    "Whoever draws the higher card deals first. The dealer is younger hand, the other player elder.",
    "001",
)

DEAL_ALTERNATES = Rule(
    "deal-alternates",
    "The deal alternates",
    "procedure",
    "The two deal in turn, so whoever deals first is elder hand in the sixth deal.",
    "001; Portland laws, 16",
)

DEAL_12 = Rule(
    "deal-12",
    "The deal",
    "procedure",
    """Twelve cards each, three at a time or by 2, 3, 2, 3, 2, elder first. As it was done in the first deal it is
    done to the end.""",
    "001; Portland laws, 9",
)

TALON = Rule(
    "talon",
    "The talon",
    "procedure",
    """The eight cards that are left lie face down: the first five are elder's, the last three younger's. By the laws
    of 1882 a player who takes a card that is the other's reckons nothing in the deal; or the other, having looked at
    his hand, may have a fresh deal.""",
    "001; Portland laws, 27 to 29",
)

EXPOSED_DEALER = Rule(
    "exposed-dealer-card",
    "A card of the dealer's exposed",
    "irregularity",
    "If a card of the dealer's own is exposed in dealing, the deal stands.",
    "001; Portland laws, 13",
)

EXPOSED_OPPONENT = Rule(
    "exposed-opponent-card",
    "A card of elder's exposed",
    "irregularity",
    """If the dealer exposes a card of elder's, there is a fresh deal if elder wishes it, as long as he has not looked
    at his cards.""",
    "001; Portland laws, 13",
)

EXPOSED_TALON = Rule(
    "exposed-talon",
    "A card of the talon exposed",
    "irregularity",
    """If a card of the talon is exposed in dealing, there must be a fresh deal. By the laws of 1882 it is for elder
    to choose, unless the card was found face up in the pack or in the talon.""",
    "001; Portland laws, 13 and 14",
)

THIRTEEN = Rule(
    "thirteen-dealt",
    "Thirteen cards dealt",
    "irregularity",
    """If a player is dealt thirteen cards, the dealer's opponent decides whether the deal stands. If it stands, the
    player with thirteen discards one more than he draws, and one with eleven discards one less.""",
    "001; Portland laws, 11 and 38 to 43",
)


@dataclass(slots=True, kw_only=True)
class PiquetDeal(Deal):
    """A deal as it is written."""

    talon: Cards | None = part(
        CARDS,
        doc="The eight cards of the talon in order, elder's five first.",
        example="talon: SQ S7 H7 D9 C8 HJ HT DK",
    )
    discards: dict[int, Cards] | None = part(
        DISCARDS,
        doc="What each discarded; `none` where he exchanged nothing.",
        example="discards: {Anna: C8 C7, Boris: none}",
    )
    calls: list[Event] | None = part(
        said("calls", read_call, WORDS_OF_A_CALL),
        doc="What was declared, in order.",
        example="calls: [Boris: point 5, Anna: good]",
    )


@dataclass(slots=True, kw_only=True)
class Terms:
    """What rulings change in the reckoning: seats that count nothing, bar nothing, or whose play counts nothing."""

    nothing: set[int] = field(default_factory=set)
    bars_nothing: set[int] = field(default_factory=set)
    no_play: set[int] = field(default_factory=set)
    forgiven: set[tuple[int, Rule]] = field(default_factory=set)  # penalties that the other does not enforce
    in_time: set[int] = field(default_factory=set)  # who put a false call right before the first lead


@dataclass(slots=True, kw_only=True)
class Piquet(DealState):
    """The table of one deal. Hands are bits; None is not known."""

    elder: int = 0
    dealt: list[int | None] = field(default_factory=lambda: [None, None])
    discarded: list[int | None] = field(default_factory=lambda: [None, None])
    held: list[int | None] = field(default_factory=lambda: [None, None])  # as played
    place_of: list[Place | None] = field(default_factory=lambda: [None, None])  # where a hand stands
    tricks: list[Trick] = field(default_factory=list)
    whole: bool = False  # the deal was played to the end, or stands as the table wrote it
    recorded: bool = False  # only the table's own figures are known
    called: Any = None  # what each called, and how it was answered
    terms: Terms = field(default_factory=Terms)
    double: bool = False  # counts double after a refet
    entries: list[Entry] = field(default_factory=list)  # as last reckoned

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        self.elder = 1 - self.dealer
        partie: Any = self.session
        self.double = partie.doubles(self.number)

    @property
    def younger(self) -> int:
        """The dealer."""
        return 1 - self.elder

    @property
    def portland(self) -> bool:
        """Whether the laws of 1882 hold where no house rule says otherwise."""
        return self.session.record.profile == "portland"


# --- Whether it is possible ------------------------------------------------------------------------------------------

HAND, TALON_SIZE, ELDERS = 12, 8, 5
_FEWEST, _MOST = 9, 17  # cards that a hand may come to by mistakes in dealing and exchanging


def whose_deal(state: Piquet) -> Said:
    """Says if the same player deals twice, or if a deal is missing."""
    due, before = state.session.dealer, state.session.number
    next_deal = state.number == before + 1
    if not before and state.number > 1 and not state.session.record.opening:
        text = f"the scores of the deals before deal {state.number} are not recorded; they are taken as nothing"
        yield note(ASSUMED, state.place(), text)
    elif before and not next_deal:
        yield note(
            ASSUMED, state.place(), f"deal {state.number} follows deal {before} here; what is between is not counted"
        )
    if due is not None and next_deal and state.deal.dealer is not None and state.deal.dealer != due:
        text = f"{state.name(state.dealer)} dealt; it was {state.name(due)}'s turn"
        place = state.place()
        yield Finding(DEAL_ALTERNATES, FAULT, place.line, text, state.dealer, 0, "dealer")


def fits_one_pack(state: Piquet) -> Said:
    """The cards dealt are one pack, and so are the cards played and thrown out."""
    deal = state.deal
    hands, held, out = deal.hands or {}, deal.held or {}, deal.discards or {}
    impossible: list[Finding] = []
    if hands or deal.talon is not None:
        impossible += cards_that_make_no_pack(DECK, [*hands.values(), *([deal.talon] if deal.talon else [])])
    if held and not impossible:
        impossible += cards_that_make_no_pack(DECK, [*held.values(), *out.values()])
    elif out and not impossible:
        impossible += cards_that_make_no_pack(DECK, [*out.values()])
    yield from impossible
    if not impossible:
        yield from _sizes(state)


def _sizes(state: Piquet) -> Said:
    """How many cards each part has: what still makes one pack is a fault, what makes none is a slip of the pen."""
    deal = state.deal
    for seat, cards in (deal.held or {}).items():
        if not _FEWEST <= len(cards.cards) <= _MOST:
            text = f"{state.name(seat)} has {len(cards.cards)} cards here; each plays with {HAND}"
            yield _count(cards.place, text, seat)
    sizes = {seat: len(cards.cards) for seat, cards in (deal.hands or {}).items()}
    talon = len(deal.talon.cards) if deal.talon is not None else None
    wrong = {seat: size for seat, size in sizes.items() if size != HAND}
    if not wrong:
        if talon is not None and talon != TALON_SIZE:
            right = DECK.size - sum(sizes.values())
            text = (
                f"{talon} cards stand here; the talon has {right if len(sizes) == 2 else TALON_SIZE}{_missing(state)}"  # noqa: PLR2004
            )
            yield _count(deal.talon.place, text, None)
        return
    if _can_be_a_misdeal(sizes, talon):
        yield from _misdealt(state, sizes)
        return
    for seat, size in wrong.items():
        text = f"{state.name(seat)} has {size} cards; {HAND} are dealt{_missing(state)}"
        yield _count(deal.hands[seat].place, text, seat)


def _can_be_a_misdeal(sizes: dict[int, int], talon: int | None) -> bool:
    """One card was dealt to the wrong place, and nothing is missing."""
    if any(abs(size - HAND) > 1 for size in sizes.values()):
        return False
    if len(sizes) == 1 or talon is None:
        return HAND + 1 in sizes.values()
    return sum(sizes.values()) + talon == DECK.size


def _misdealt(state: Piquet, sizes: dict[int, int]) -> Said:
    seat = next((seat for seat, size in sizes.items() if size > HAND), next(iter(sizes)))
    line, column, path = state.deal.hands[seat].place
    shown = " and ".join(f"{state.name(seat)} {size}" for seat, size in sizes.items() if size != HAND)
    text = f"{state.name(state.dealer)} dealt wrongly: {shown} cards instead of {HAND}"
    yield Finding(THIRTEEN, FAULT, line, text, state.dealer, column, path, cause=sizes)


def _count(place: Place, text: str, seat: int | None) -> Finding:
    return Finding(COUNT, ERROR, place.line, text, seat, place.column, place.path)


def _missing(state: Piquet) -> str:
    """Which cards stand nowhere, where both hands and the talon are recorded."""
    deal = state.deal
    if len(deal.hands or {}) < 2 or deal.talon is None:  # noqa: PLR2004 - two players
        return ""
    have = {card for cards in (*deal.hands.values(), deal.talon) for card in cards.cards}
    missing = [card for card in range(DECK.kinds) if card not in have]
    return f"; {DECK.show(missing)} stands nowhere" if 0 < len(missing) < 4 else ""  # noqa: PLR2004 - a slip or two
