"""What is kept while a two-handed game is judged: the deal as it is written, the score pad, and the table of one deal.

Nothing here knows a rule. The table of a deal is all that changes while it is judged; while its play is walked, that is
one `Walk` on it, so that another reading of what is not written can be walked from the beginning.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from pinocle_cli.game import DealState, SessionState, part
from pinocle_cli.games.pinochle.common import WHOLE_COUNT, counts_of_all_tricks, dix_card, raised
from pinocle_cli.games.pinochle.shown import MELDS
from pinocle_cli.games.two_handed.laid import Laid
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.reader.kinds import CARD, CARDS, NAME, SUIT
from pinocle_cli.record import IMPOSSIBLE, Cards, Deal, Event, Play, read_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.course import Step
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.games.two_handed.house import House
    from pinocle_cli.known import Known
    from pinocle_cli.record import Place
    from pinocle_cli.rule import Rule


@read_once
class TwoHandedDeal(Deal):
    """A deal as it is written."""

    turned: Cards | None = part(
        CARD, doc="The card turned up after the deal: its suit is trumps.", example="turned: H9"
    )
    trump: int | None = part(SUIT, doc="The trump suit, where the turned card is not known.", example="trump: hearts")
    stock: Cards | None = part(
        CARDS, doc="The face-down cards in the order in which they were drawn.", example="stock: S9 HK CA D10"
    )
    melds: Mapping[int, Sequence[Listed]] | None = part(
        MELDS, doc="What each melded, where the play is not recorded.", example="melds: {Anna: [HK HQ, dix], Boris: 40}"
    )
    out: int | None = part(NAME, doc="Who declared himself out.", example="out: Anna")


@light_dataclass(kw_only=True)
class TwoHandedSession(SessionState):
    """The score of a game, and what it goes to by now."""

    house: House
    target: int = 1000
    perhaps: frozenset[int] = frozenset()  # who may have won before, as far as what is recorded tells

    def __post_init__(self) -> None:
        """The score pad before the first deal; an opening with both over a mark starts at the next."""
        house = self.house
        if isinstance(house.target, int):
            self.target = house.target
            if self.record.opening and self.totals is not None:
                self.target = raised(house.target, house.step, self.totals.values())


class Laying(NamedTuple):
    """What a player showed and scored: its cards in order of kind, points, rule, line, and after which trick."""

    seat: int
    cards: tuple[int, ...]
    points: int
    rule: Rule
    line: int
    after: int | None = None


@light_dataclass()
class Miscount:
    """A meld that the table scored wrongly, and whether that can still be put right."""

    seat: int
    meld: Meld
    right: int
    scored: int
    state: str = "open"  # then "stands" or "corrected"
    late: bool = False


class Way(NamedTuple):
    """How what is not written, or may be taken in two ways, is read."""

    handed_over: bool = True  # a card drawn out of turn went to the opponent
    kept: bool = False  # a card drawn too many stayed in the hand
    exchanged: bool = True  # a dix was exchanged where nobody knows for which trump card
    exchange: tuple[int, int] | None = None  # after which trick who exchanged a dix that is not written
    restored: int = 1  # after which trick hands that were dealt wrong were put right
    to_the_letter: bool = False  # no draw is taken to be a slip of the pen
    forgot: frozenset[tuple[int, int]] = frozenset()  # who did not draw, and after which trick


class Moment(NamedTuple):
    """One line of the play, as the stock has it: the moves made before it and with it, and what its player may do."""

    before: int
    after: int
    drew: bool  # both have drawn since the line before
    gone: bool  # the stock is gone
    open: bool  # its player has won the last trick and has not drawn
    wrong: bool  # its player has a wrong number of cards
    exchange: bool  # a dix that is shown goes for the trump card
    dix_lies: bool  # an exchange is still open
    top: int | None  # the card that its player would draw next


@light_dataclass(kw_only=True)
class Walk:
    """The play as it is walked, line by line, under one reading."""

    state: TwoHanded
    play: Play
    steps: list[Step]
    way: Way
    moments: list[Moment]
    known: Known
    dropped: dict[int, int]  # move: a card that it shows although it had been played
    at: int = 0  # the step that is being looked at
    winner: int | None = None  # of the last trick
    number: int = 0  # of the last trick
    last_trick: int | None = None  # its line in the play
    laid: tuple[Laid, Laid] = field(default_factory=lambda: (Laid(), Laid()))
    watched: set[int] = field(default_factory=set)  # kinds of which a copy was shown
    dixes: list[int] = field(default_factory=lambda: [0, 0])  # shown and still in the hand
    melded: bool = False  # in this turn
    exchanged: bool = False  # the dix has gone for the trump card
    miscounts: list[Miscount] = field(default_factory=list)
    played: list[list[int]] = field(default_factory=list)  # by seat: how often each kind
    claimants: list[int] = field(default_factory=list)  # who declared himself out, where play goes on
    out: int | None = None
    out_at: Place | None = None
    won: list[int] = field(default_factory=lambda: [0, 0])
    taken: list[int] = field(default_factory=lambda: [0, 0])  # tricks
    could_exchange: dict[int, int] = field(default_factory=dict)  # who held a dix, and after which trick last
    unchecked: set[int] = field(default_factory=set)  # whose duties could not all be looked at
    doubts: set[tuple[int, int]] = field(default_factory=set)  # (who, trick): what may have been a breach
    assumed: set[int] = field(default_factory=set)  # who is taken to have had a twin
    found: list[Finding] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    shown: list[Laying] = field(default_factory=list)
    remarks: bool = False  # a draw was not read to the letter
    failed: tuple[int, int] | None = None  # it cannot have happened: who did not have which card

    @property
    def dix(self) -> int:
        """The lowest trump: without trumps no play is walked."""
        assert self.state.dix is not None  # noqa: S101 - see above
        return self.state.dix

    def event(self, step: Step) -> Event:
        """The line as it was written."""
        return self.play[step.n]

    def moment(self) -> Moment:
        """What the stock has of the line that is being looked at."""
        return self.moments[self.at]

    def fault(
        self, rule: Rule, step: Step, text: str, seat: int, *, nth: int | None = None, ruling: str = "",
        cause: object = None,
    ) -> None:  # fmt: skip
        """A breach, at the line where it stands; `nth` is the card of a trick, `ruling` what the table made of it."""
        event = self.event(step)
        column = event.column if nth is None else event.column_of(nth)
        finding = Finding(rule, FAULT, event.line, text, seat, column, event.path, rule if ruling else None, ruling)
        self.found.append(finding._replace(cause=cause or step))

    def impossible(self, step: Step, seat: int, card: int, text: str, *, nth: int | None = None) -> None:
        """A card that its player cannot have had. What comes after it is not looked at."""
        event = self.event(step)
        column = event.column if nth is None or event.verb else event.column_of(nth)
        self.found.append(Finding(IMPOSSIBLE, ERROR, event.line, text, seat, column, event.path, cause=step))
        self.failed = seat, card

    def enter(self, laying: Laying, note: str) -> None:
        """What a player scores at once for what he shows."""
        self.shown.append(laying)
        self.entries.append(Entry(laying.seat, laying.points, laying.rule, laying.line, note))


@light_dataclass(kw_only=True)
class TwoHanded(DealState):
    """The table of one deal."""

    session: TwoHandedSession
    house: House
    deal: TwoHandedDeal
    size: int = 12  # cards in a right hand
    turned: int | None = None  # the card that was turned, where it is known
    dix: int | None = None  # the lowest trump, where the trump suit is known
    won: list[int] | None = None  # card points taken; None where they are not recorded
    whole: bool = False  # the deal was played to the end
    out: int | None = None  # who declared himself out, and where
    out_at: Place | None = None
    last_line: int = 0  # of the last trick
    tricks: int = 0  # whole ones that are recorded
    rounded: bool = False  # the counts were written as they are entered
    ended: bool = True  # as far as is recorded the deal was played to its end, or was over before
    melds_known: bool = True  # what both melded is recorded
    cards_known: bool = True  # what both took is recorded
    figures_only: bool = False  # only what the table wrote for the deal is recorded
    revoked: set[int] = field(default_factory=set)
    left_out: int | None = 0  # points of a card that took no part; None where one did not and is not recorded
    count_line: dict[int, int] = field(default_factory=dict)  # where each player's count stands
    shown: list[Laying] = field(default_factory=list)
    walk: Walk | None = None  # the play, where one is recorded

    def let_go(self) -> None:
        """The walk over the play, which knows this state."""
        self.walk = None

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal = self.deal
        self.size = self.deck.size // 4
        self.most_tricks = 2 * self.size
        if deal.tricks is not None and deal.out is None:
            counts = counts_of_all_tricks(deal, self.most_tricks, WHOLE_COUNT, (0, 1), int)
            self.deal = deal if counts is None else replace(deal, taken=counts)
        self.turned = the_turned_card(deal, self.deck)
        self.trump = deal.trump if self.turned is None else self.deck.suit[self.turned]
        if self.trump is not None:
            self.dix = dix_card(self.deck, self.trump)

    @property
    def only_claimed(self) -> bool:
        """Whether of this deal only what the table wrote for it is recorded."""
        deal = self.deal
        return bool(deal.claimed) and all(part is None for part in (deal.play, deal.taken, deal.melds, deal.tricks))

    @property
    def first_tricks(self) -> int:
        """How many tricks were played before the play that is recorded begins."""
        return 0 if self.deal.held is None else self.size


def the_turned_card(deal: TwoHandedDeal, deck: Deck) -> int | None:
    """The card that was turned: as it is written, or the only one that is neither in the hands nor in the stock."""
    if deal.turned is not None:
        return deal.turned.cards[0]
    if deal.hands is None or deal.stock is None:
        return None
    dealt = deck.count(deal.stock.cards, *[hand.cards for hand in deal.hands.values()])
    left = [card for card, number in enumerate(dealt) for _ in range(deck.copies - number)]
    return left[0] if len(left) == 1 and max(dealt) <= deck.copies else None
