"""What a contract is worth, and who pays whom: the players, the idle ones, and the kitty."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from pinocle_cli.games.auction.state import Paid
from pinocle_cli.ledger import Entry, Payment
from pinocle_cli.record import AS_RECORDED
from pinocle_cli.rule import Rule
from pinocle_cli.settle import fewest_payments

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, AuctionSession

ANTE = 3
REVERSED = "reversed"  # what an entry says that takes back what was paid as the cards fell
KITTY_FROM = 350  # from this bid on the kitty pays and is paid

SETTLE_ALL = Rule(
    "settle-all",
    "Everybody settles with the bidder",
    "settlement",
    """The bidder pays to or collects from every player, the idle ones too, and from a bid of 350 on the kitty as
    well.""",
    "004, Расчеты",
)

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

SPADES_DOUBLE = Rule(
    "spades-double",
    "Spades double",
    "settlement",
    "The stakes are doubled when spades are trumps; at some tables they are three times as high in hearts.",
    "002, Партия; 004, Цена заявок",
)

MADE_IF_EQUAL = Rule(
    "made-if-equal",
    "Equal is enough",
    "settlement",
    """The contract is made if melds and cards together come to the bid or more; nobody is paid for more than he has
    bid.""",
    "004, Расчеты",
)

PLAYED_MADE = Rule(
    "played-made",
    "Played and made",
    "settlement",
    "A bidder who has led and makes his contract collects its worth from everybody.",
    "004, Разыгранные сдачи",
)

PLAYED_ONCE_LED = Rule(
    "played-once-led",
    "Led is played",
    "settlement",
    "Once the bidder has led to the first trick the deal counts as played, even if somebody concedes later.",
    "004, Уступки",
)

DOUBLE_BETE = Rule(
    "double-bete",
    "Double bete",
    "settlement",
    "A bidder who has led and fails pays everybody twice what he would have collected.",
    "004, Разыгранные сдачи",
)

SINGLE_BETE = Rule(
    "single-bete",
    "Single bete",
    "settlement",
    """A bidder who has seen the widow may give up before he leads; he pays everybody the plain worth of his bid, not
    doubled for spades.""",
    "004, Уступки; decided by us for the idle players, the kitty and spades",
)

CONCEDE_UNSEEN = Rule(
    "concede-300-unseen",
    "Conceding unseen",
    "irregularity",
    """With a contract of the minimum, 300, the bidder may give up without looking at the widow, at a lower price. With
    any other, or once he has looked, he may not.""",
    "004, Вдова",
)

CONCEDE_PRICE = Rule(
    "concede-300-price",
    "The price of conceding unseen",
    "settlement",
    "Who gives up 300 unseen pays its worth, three chips, to the kitty and nothing to the players.",
    "004, Уступки",
)

OPPONENTS_CONCEDE = Rule(
    "opponents-concede",
    "The opponents concede",
    "settlement",
    "The opponents may agree to give up without play; the bidder then collects the worth of his bid from everybody.",
    "004, Уступки",
)

KITTY_ACCOUNT = Rule(
    "kitty-account",
    "The kitty as a player",
    "settlement",
    """The kitty has chips of its own. It alone is paid for a 300 given up unseen, and pays and is paid like an opponent
    from 350 on. If it cannot pay, the three players put in the same number of chips, as few as will do; at the end all
    share it equally, and what cannot be shared stays.""",
    "004, Китти; decided by us for the number of chips and the remainder",
)

KITTY_ANTE = Rule(
    "kitty-ante",
    "Antes",
    "settlement",
    "Before the play begins every player, the idle ones too, puts three chips into the pot.",
    "002, Партия",
)

KITTY_ALL_PASS = Rule(
    "kitty-all-pass",
    "All pass",
    "settlement",
    "If all pass, the three who passed put three chips each into the pot.",
    "002, Партия; decided by us for the idle players",
)

KITTY_350 = Rule(
    "kitty-350",
    "The pot from 350",
    "settlement",
    """Who makes a contract of 350 or more takes its worth from the pot as well, as far as the pot has it; who fails
    pays the same into it as to a player.""",
    "002, Партия; decided by us for a pot that has less",
)


STAKES = frozenset({
    BID_VALUE, SPADES_DOUBLE, MADE_IF_EQUAL, PLAYED_MADE, DOUBLE_BETE, SINGLE_BETE, CONCEDE_PRICE, OPPONENTS_CONCEDE,
    KITTY_ACCOUNT, KITTY_ANTE, KITTY_ALL_PASS, KITTY_350,
})  # fmt: skip


# --- What a bid is worth ---------------------------------------------------------------------------------------------

_BASE = (3, 5, 10, 15, 20, 25, 30)


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


def factor(state: Auction) -> int:
    """How many times the worth is paid in this trump suit."""
    house = state.house
    spades, hearts = (2, 3) if house.chips == "suits" else (int(house.spades), int(house.hearts))
    return {0: spades, 1: hearts}.get(-1 if state.trump is None else state.trump, 1)


class Terms(NamedTuple):
    """What an outcome comes to: the bidder collects (1) or pays (-1), how much from each, and by which rule."""

    sign: int
    amount: int
    rule: Rule
    text: str


def terms(state: Auction, outcome: str) -> Terms:
    """The price of an outcome."""
    plain, times = worth_of(state.bid, state.house.chips), factor(state)
    worth, bid = plain * times, state.bid
    if outcome == "single":
        return Terms(-1, plain, SINGLE_BETE, f"{bid} conceded: {plain} to each")
    if outcome == "double":
        return Terms(-1, 2 * worth, DOUBLE_BETE, f"{bid} failed: {2 * worth} to each")
    if outcome == "opponents":
        return Terms(1, worth, OPPONENTS_CONCEDE, f"{bid} conceded by the opponents: {worth} from each")
    if outcome == "equal":
        return Terms(1, worth, MADE_IF_EQUAL, f"{bid} just made: {worth} from each")
    return Terms(1, worth, PLAYED_MADE, f"{bid} made: {worth} from each")


# --- Who pays whom ---------------------------------------------------------------------------------------------------


def settle(state: Auction, outcome: str, line: int, rule: Rule | None = None) -> None:
    """Fill in what the outcome of the contract makes everybody pay; `rule` stands in where a fault decides."""
    state.outcome, state.settled, state.paid = outcome, [], [p for p in state.paid if p.rule is KITTY_ANTE]
    if outcome == "unseen":
        _forfeit(state, line)
        return
    sign, amount, reason, text = terms(state, outcome)
    if rule is not None:
        reason = rule
    bidder, add = _bidder(state), state.settled.append
    others = [seat for seat in range(state.session.players) if seat != bidder]
    price = rule or (SPADES_DOUBLE if factor(state) > 1 and outcome != "single" else BID_VALUE)
    worth = f"{state.bid} is worth {_priced(state, amount)}"
    add(Entry(bidder, sign * amount * len(others), reason, line, text, "chips"))
    for seat in others:
        _pay(state, seat, bidder, sign * amount, reason)
        add(Entry(seat, -sign * amount, price, line, worth, "chips"))
    if state.bid >= KITTY_FROM:
        _kitty(state, sign, amount, line, rule)


def _priced(state: Auction, amount: int) -> str:
    plain = worth_of(state.bid, state.house.chips)
    return f"{plain}" if amount == plain else f"{plain}, {amount // plain} times"


def _bidder(state: Auction) -> int:
    assert state.bidder is not None  # noqa: S101 - without a bidder there is nothing to settle
    return state.bidder


def _pay(state: Auction, payer: int, payee: int, amount: int, rule: Rule) -> None:
    if amount < 0:
        payer, payee, amount = payee, payer, -amount
    if amount:
        state.paid.append(Paid(payer, payee, amount, rule))


def _forfeit(state: Auction, line: int) -> None:
    """300 given up unseen: the kitty alone is paid."""
    bidder, kitty = _bidder(state), state.kitty
    price = worth_of(state.bid, state.house.chips)
    _pay(state, bidder, kitty, price, CONCEDE_PRICE)
    text = f"{state.bid} given up unseen"
    to = KITTY_ACCOUNT if state.house.kitty == "account" else CONCEDE_PRICE
    state.settled = [
        Entry(bidder, -price, CONCEDE_PRICE, line, text, "chips"),
        Entry(kitty, price, to, line, text, "chips"),
    ]


def _kitty(state: Auction, sign: int, amount: int, line: int, ruling: Rule | None) -> None:
    """From 350 on the kitty takes part: topped up if it is an account, with what it has if it is a pot."""
    kitty, add, bidder = state.kitty, state.settled.append, _bidder(state)
    account = state.house.kitty == "account"
    rule, name = (KITTY_ACCOUNT, "kitty") if account else (KITTY_350, "pot")
    has, rule = in_kitty(state), ruling or rule
    if sign > 0 and has is not None and has < amount:
        if account:
            each = -((has - amount) // len(state.active))
            for seat in state.active:
                _pay(state, seat, kitty, each, KITTY_ACCOUNT)
                add(Entry(seat, -each, rule, line, "the kitty cannot pay: it is topped up", "chips"))
            add(Entry(kitty, each * len(state.active), rule, line, f"topped up by {each} each", "chips"))
        else:
            amount = has
    if amount:
        _pay(state, kitty, bidder, sign * amount, rule)
        way = "from" if sign > 0 else "into"
        add(Entry(bidder, sign * amount, rule, line, f"{state.bid}: {amount} {way} the {name}", "chips"))
        add(Entry(kitty, -sign * amount, rule, line, f"{state.bid} is worth {_priced(state, amount)}", "chips"))


def in_kitty(state: Auction) -> int | None:
    """What the kitty holds now; None if an earlier deal could not be scored."""
    totals = state.session.totals
    if totals is None:
        return None
    return totals[state.kitty] + sum(p.amount for p in state.paid if p.payee == state.kitty)


# --- Before the bidding, after the passing, at the end ---------------------------------------------------------------


def antes(state: Auction) -> Said:
    """Three chips each in the first deal that is more than a line of a score sheet, if no chips were brought in."""
    session = cast("AuctionSession", state.session)
    deal = state.deal
    played = deal.bids or deal.conceded or deal.play or deal.taken or not deal.claimed
    if state.house.kitty != "pot" or session.pot_filled or not played:
        return
    for seat in range(session.players):
        state.paid.append(Paid(seat, state.kitty, ANTE, KITTY_ANTE))
        yield Entry(seat, -ANTE, KITTY_ANTE, deal.line, "ante", "chips")
    yield Entry(state.kitty, ANTE * session.players, KITTY_ANTE, deal.line, "antes", "chips")


def all_pass(state: Auction) -> Said:
    """The three who passed put three chips each into the pot."""
    if state.house.kitty != "pot":
        return
    line = state.deal.bids[-1].line
    for seat in state.active:
        state.paid.append(Paid(seat, state.kitty, ANTE, KITTY_ALL_PASS))
        yield Entry(seat, -ANTE, KITTY_ALL_PASS, line, "all pass", "chips")
    yield Entry(state.kitty, ANTE * len(state.active), KITTY_ALL_PASS, line, "all pass", "chips")


def divide(session: AuctionSession, state: Auction) -> list[Entry]:
    """The kitty is shared out at the end; what cannot be shared stays."""
    totals, kitty, players = session.totals, state.kitty, session.players
    each = totals[kitty] // players if totals else 0
    if totals is None or each <= 0:
        return []
    line = state.deal.line
    shares = [Entry(seat, each, KITTY_ACCOUNT, line, "share of the kitty", "chips") for seat in range(players)]
    for seat in range(players):
        owe(session, kitty, seat, each)
    return [*shares, Entry(kitty, -each * players, KITTY_ACCOUNT, line, f"divided, {each} to each", "chips")]


def clearing(state: Auction, net: dict[int, int]) -> list[Paid]:
    """Who pays whom, where only what each won or lost is recorded."""
    kitty = state.kitty
    through = [Payment(seat, kitty, -chips, "chips", AS_RECORDED) for seat, chips in net.items() if seat != kitty]
    return [Paid(*who, AS_RECORDED) for who in fewest_payments(through)]


def owe(session: AuctionSession, payer: int, payee: int, amount: int) -> None:
    """Note a debt, net of what the other owes."""
    low, high = sorted((payer, payee))
    owed = session.owed
    owed[low, high] = owed.get((low, high), 0) + (amount if payer == low else -amount)


def payments(session: AuctionSession) -> list[Payment]:
    """The chips of the evening, net between each two who have settled."""
    found = []
    for (low, high), amount in sorted(session.owed.items()):
        if amount:
            payer, payee = (low, high) if amount > 0 else (high, low)
            found.append(Payment(payer, payee, abs(amount), "chips", SETTLE_ALL))
    return found
