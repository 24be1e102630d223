"""A deal of partnership pinochle as it is written, and what lies on the table while it is judged."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from pinocle_cli.course import steps
from pinocle_cli.game import Bounds, DealState, part
from pinocle_cli.games.partnership.seats import PLAYERS, SIDES, account, by_side, side_of
from pinocle_cli.games.pinochle.bids import BIDS
from pinocle_cli.games.pinochle.common import WHOLE_COUNT, counts_of_all_tricks, dix_card
from pinocle_cli.games.pinochle.shown import MELDS
from pinocle_cli.light import light_dataclass
from pinocle_cli.reader.kinds import CARD, NAME, NAMES, SUIT, one_of
from pinocle_cli.record import Cards, Deal, Event, Figure, Place, read_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.course import Plan, Step, Trick
    from pinocle_cli.games.partnership.house import House
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.known import Known, Move
    from pinocle_cli.record import Record

    Dealt = tuple[Sequence[Sequence[int] | None], list[int], list[Move], list[int]]

HAND = 12  # cards that each player is dealt
TRICKS = 12
MOST_MELDS = 3600  # of two hands: each at most a double flush of diamonds or spades with a double pinochle


def in_values(record: Record, house: House, option: str) -> int:
    """A figure of the house in its own values: what the record or the club wrote is meant as it is written."""
    figure: int = getattr(house, option)
    by_ten = house.values == "tens" and option not in record.set_by
    return figure // 10 if by_ten else figure


@read_once
class PartnershipDeal(Deal):
    """A deal as it is written."""

    turned: Cards | None = part(
        CARD, doc="The card that the dealer turned up; its suit is trumps.", example="turned: H9"
    )
    trump: int | None = part(SUIT, doc="The trump suit, where no card was turned.", example="trump: hearts")
    dix_exchange: Sequence[int] | None = part(
        NAMES, doc="Who exchanged the turned card for his dix.", example="dix-exchange: [Bob]"
    )
    bids: Sequence[Event] | None = part(
        BIDS,
        doc="The bids and passes in order.",
        example="bids: [Ann: 250, Bob: pass]",
    )
    melds: Mapping[int, Sequence[Listed]] | None = part(
        MELDS, doc="What each player melded.", example="melds: {Ann: HK HQ, Bob: [pinochle, dix]}"
    )
    out: int | None = part(NAME, doc="Who declared his side out.", example="out: Ann")
    conceded: tuple[str, Place] | None = part(
        one_of("bidder"), doc="The bidder threw the hand in after the melds.", example="conceded: bidder"
    )


@light_dataclass(kw_only=True)
class Partnership(DealState):
    """The state of one deal while it is judged. Lists of two are by side."""

    house: House
    deal: PartnershipDeal
    unit: int = 1  # by how much every value is divided
    dix: int | None = None  # the nine of trumps, where the trump suit is known
    exchanger: int | None = None  # who took the turned card for his dix
    known: Known | None = None  # what each player is known to hold, walked from the deal to the last trick
    without_play: Dealt | None = None  # what that is known from, but for the play
    plan: Plan | None = None  # from where the course of play starts
    at_melds: int = 0  # the move before which all meld
    at_play: int = 0  # the move before which the first card is led
    course: list[Step] | None = None  # the course of play, once somebody has asked for it
    melding: list[list[int]] = field(default_factory=list)  # the most of each card that each player can meld with
    surely: list[list[int]] = field(default_factory=list)  # and the least
    wrong_sizes: dict[int, int] = field(default_factory=dict)  # seat: the cards of each hand that has not twelve
    before_look: bool = False  # a wrong hand was put right before the melds
    drawn: dict[int, list[int]] = field(
        default_factory=dict
    )  # short hand: the cards that it drew, where they are known
    melded: list[int] = field(default_factory=lambda: [0, 0])  # points for melds and dixes
    melds_known: list[bool] = field(default_factory=lambda: [True, True])
    won: list[int] | None = None  # card points; None where they are not recorded
    tricks: list[int | None] = field(default_factory=lambda: [None, None])  # None: not known
    taken: list[Trick] = field(default_factory=list)  # that count, in the order in which they were won
    counted_at: list[int] = field(default_factory=lambda: [0, 0])  # the line where each side's count stands
    whole: bool = False  # the deal was played to the end
    figures_only: bool = False  # nothing but what the table wrote for it is recorded
    counted: bool = False  # the table counted the cards of the deal as far as it went
    out: int | None = None  # who declared his side out, and where
    out_at: Place | None = None
    bidder: int | None = None  # the player, or the side where the sheet does not say which partner
    bid: int = 0
    bid_line: int = 0
    made: bool | None = None  # whether the bidding side made its bid, where that is known
    minimum: int = 0  # the least bid, in the values of the house
    all_spoke: bool = False  # the bidding is recorded whole
    thrown_in: bool = False  # the bidder gave up, or may not name the trumps that he named

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal = self.deal
        self.trump = deal.trump if deal.turned is None else self.deck.suit[deal.turned.cards[0]]
        self.dix = None if self.trump is None else dix_card(self.deck, self.trump)
        self.unit = 10 if self.house.values == "tens" else 1
        self.most_tricks = TRICKS
        self.bids = None if self.bidding else 0
        self.minimum = in_values(self.session.record, self.house, "minimum")
        self.thrown_in = deal.conceded is not None
        if deal.tricks is not None and not self.thrown_in and (deal.out is None or self.bidding):
            counts = counts_of_all_tricks(deal, TRICKS, self.whole_count, SIDES, account)
            self.deal = deal if counts is None else replace(deal, taken=counts)
        if self.dealer >= PLAYERS:
            self.dealer = side_of(self.dealer)

    @property
    def steps(self) -> Sequence[Step]:
        """The course of play."""
        if self.course is None:
            play, plan = self.deal.play, self.plan
            self.course = [] if play is None or plan is None else [*steps(play, plan)]
        return self.course

    @property
    def wrote(self) -> Mapping[int, Figure]:
        """What the table wrote for the deal, by side."""
        return by_side(self.deal.claimed or {})

    @property
    def only_claimed(self) -> bool:
        """Whether a deal is a line of a score sheet: its figures are the whole of it."""
        deal = self.deal
        parts = (deal.play, deal.taken, deal.melds, deal.tricks, deal.conceded)
        return deal.claimed is not None and all(part is None for part in parts)

    @property
    def turned(self) -> int | None:
        """The card that the dealer turned; where trumps are bid for none is."""
        turned = self.deal.turned
        return None if turned is None or self.bidding else turned.cards[0]

    @property
    def bidding(self) -> bool:
        """Whether the trump suit is bid for."""
        return bool(self.house.bidding == "auction")

    @property
    def bidder_leads(self) -> bool:
        """Whether the bidder leads to the first trick, and not eldest."""
        return self.bidding and bool(self.house.leader == "bidder")

    @property
    def went_on(self) -> bool:
        """Whether the record goes on after the deal: somebody melded, played or counted."""
        deal = self.deal
        return any(value is not None for value in (deal.play, deal.melds, deal.taken, deal.tricks))

    @property
    def even(self) -> bool:
        """Whether the cards of a trick come out in whole values of the house; fours and fives by ten do not."""
        return self.unit == 1 or bool(self.house.count == "10-10-10")

    @property
    def whole_count(self) -> int:
        """What the cards and the last trick of a deal come to."""
        return WHOLE_COUNT // self.unit

    def reach(self, side: int) -> Bounds:
        """The least and the most that a side has made with melds and cards; melds need a trick."""
        other = 1 - side
        melds = self.melded[side] + (0 if self.melds_known[side] else MOST_MELDS // self.unit)
        cards = Bounds(0, self.whole_count)
        if self.won is not None:
            mine, theirs = self.won[side], self.won[other]
            cards = Bounds(mine, mine if self.whole or self.counted else self.whole_count - theirs)
        sure = self.tricks[side] or self.thrown_in
        return Bounds((self.melded[side] if sure else 0) + cards.least, melds + cards.most)

    def side_name(self, side: int) -> str:
        """What a side is called."""
        return self.name(SIDES[side])
