"""What a contract is worth: the value of the bid, the suit, and what becomes of it."""

from __future__ import annotations

from pinocle_cli.games.auction.state import Auction, Outcome, Paid
from pinocle_cli.light import NamedTuple
from pinocle_cli.rule import Rule

# --- What a bid is worth ---------------------------------------------------------------------------------------------

DEAL_IS_GAME = Rule(
    "deal-is-game",
    "Each deal is a game",
    "procedure",
    "Each deal is a game of its own and is settled before the next.",
    "002, Партия; 004, Расчеты",
)

BID_VALUE = Rule(
    "bid-value",
    "What a contract is worth",
    "settlement",
    """In chips, from each: 300 to 340 three, from 350 five, 400 ten, 450 fifteen, 500 twenty, 550 twenty-five, 600
    thirty. Other tables double at every step from 350 (5, 10, 20, 40, 80 ...); or pay 1, 2, 4, 6, 8 ... in clubs and
    diamonds, twice as much in spades and three times in hearts; or from 350 one chip more for every ten. With a minimum
    of 250, bids below 300 count as 300.""",
    "004, Цена заявок (the table is lost; restored from 002); decided by us below 300",
)

BID_VALUE_TABLE = Rule(
    "bid-value-table",
    "The usual stakes",
    "settlement",
    "300 to 340 three chips; 350 to 390 five; 400 ten; 450 fifteen; 500 twenty; 550 twenty-five; 600 and more thirty.",
    "002, Партия",
)

_BASE = BID_VALUE.table(BID_VALUE_TABLE.table((3, 5, 10, 15, 20, 25, 30)))


def worth_of(bid: int, scale: str) -> int:
    """The chips that a bid is worth, before spades and hearts."""
    step = max(bid - 300, 0) // 50
    if scale == "doubling":
        return 5 * 2 ** (step - 1) if step else 3
    if scale == "suits":
        return 2 * step if step else 1
    if scale == "per-ten":
        return bid // 10 - 30 if step else 3
    return _BASE[min(step, len(_BASE) - 1)]


SPADES_DOUBLE = Rule(
    "spades-double",
    "Spades double",
    "settlement",
    "The stakes are doubled when spades are trumps; at some tables they are three times as high in hearts.",
    "002, Партия; 004, Цена заявок",
)


@SPADES_DOUBLE.applied
def factor(state: Auction) -> int:
    """How many times the worth is paid in this trump suit."""
    house, trump = state.house, state.trump
    if trump is None or trump > 1:
        return 1
    spades, hearts = (2, 3) if house.chips == "suits" else (int(house.spades), int(house.hearts))
    return hearts if trump else spades


# --- What an outcome comes to ----------------------------------------------------------------------------------------


class Terms(NamedTuple):
    """What an outcome comes to: the bidder collects (1) or pays (-1), how much from each, and by which rule."""

    sign: int
    amount: int
    rule: Rule
    text: str


DOUBLE_BETE = Rule(
    "double-bete",
    "Double bete",
    "settlement",
    "A bidder who has led and fails pays everybody twice what he would have collected.",
    "004, Разыгранные сдачи",
)


@DOUBLE_BETE.applied
def double_bete(state: Auction) -> Terms:
    """Played and failed."""
    worth = 2 * worth_of(state.bid, state.house.chips) * factor(state)
    return Terms(-1, worth, DOUBLE_BETE, f"{state.bid} failed: {worth} to each")


SINGLE_BETE = Rule(
    "single-bete",
    "Single bete",
    "settlement",
    """A bidder who has seen the widow may give up before he leads; he pays everybody the plain worth of his bid, not
    doubled for spades.""",
    "004, Уступки; decided by us for the idle players, the kitty and spades",
)


@SINGLE_BETE.applied
def single_bete(state: Auction) -> Terms:
    """Given up before the first lead; no suit makes it dearer."""
    worth = worth_of(state.bid, state.house.chips)
    return Terms(-1, worth, SINGLE_BETE, f"{state.bid} conceded: {worth} to each")


OPPONENTS_CONCEDE = Rule(
    "opponents-concede",
    "The opponents concede",
    "settlement",
    "The opponents may agree to give up without play; the bidder then collects the worth of his bid from everybody.",
    "004, Уступки",
)


@OPPONENTS_CONCEDE.applied
def opponents_concede(state: Auction) -> Terms:
    """Given up by both opponents."""
    worth = worth_of(state.bid, state.house.chips) * factor(state)
    return Terms(1, worth, OPPONENTS_CONCEDE, f"{state.bid} conceded by the opponents: {worth} from each")


PLAYED_MADE = Rule(
    "played-made",
    "Played and made",
    "settlement",
    "A bidder who has led and makes his contract collects its worth from everybody.",
    "004, Разыгранные сдачи",
)

MADE_IF_EQUAL = Rule(
    "made-if-equal",
    "Equal is enough",
    "settlement",
    """The contract is made if melds and cards together come to the bid or more; nobody is paid for more than he has
    bid.""",
    "004, Расчеты",
)


@PLAYED_MADE.applied
@MADE_IF_EQUAL.applied
def made(state: Auction, *, just: bool) -> Terms:
    """Played and made, with more than the bid or with just as much."""
    worth = worth_of(state.bid, state.house.chips) * factor(state)
    text = f"{state.bid} {'just ' * just}made: {worth} from each"
    return Terms(1, worth, MADE_IF_EQUAL if just else PLAYED_MADE, text)


def terms(state: Auction, outcome: Outcome) -> Terms:
    """The price of an outcome."""
    if outcome == "single":
        return single_bete(state)
    if outcome == "double":
        return double_bete(state)
    if outcome == "opponents":
        return opponents_concede(state)
    return made(state, just=outcome == "equal")


def priced(state: Auction, amount: int) -> str:
    """What the bid is worth, in words: `5, 2 times`."""
    plain = worth_of(state.bid, state.house.chips)
    return f"{plain}" if amount == plain else f"{plain}, {amount // plain} times"


def bidder_of(state: Auction) -> int:
    """Who plays; there is a contract."""
    assert state.bidder is not None  # noqa: S101 - without a bidder there is nothing to settle
    return state.bidder


def pays(payer: int, payee: int, amount: int, rule: Rule) -> Paid:
    """A payment, the other way round where the amount is below zero."""
    return Paid(payer, payee, amount, rule) if amount >= 0 else Paid(payee, payer, -amount, rule)
