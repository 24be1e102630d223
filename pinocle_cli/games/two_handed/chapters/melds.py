"""Melds: what cards are worth, and when a card may be counted again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import Says
from pinocle_cli.games.pinochle.common import A, B, C, meld_table, melds_in
from pinocle_cli.ledger import Entry, Ruling
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.two_handed.laid import Refusal
    from pinocle_cli.games.two_handed.state import Laying, TwoHanded, Walk
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Irregularity

MELD_TABLE = Rule(
    "meld-table",
    "Melds",
    "score",
    """A meld scores what the table says; other cards laid together are not melds. Sequences are class A, pinochle is
    class B, fours are class C. There is no higher price for doubles: a second meld of the same kind needs its own
    cards and scores the single price again, unless the table plays the older doubles, where a doubled meld counts
    twice the single.""",
    "000, Цель игры (the table is lost in the scan); 002, Виды комбинаций",
)


@MELD_TABLE.examined
@MELD_TABLE.applied
def is_no_meld(state: TwoHanded, said: Irregularity) -> Weight:
    """Cards that are named are a meld or none; where none are named, what was shown then tells it."""
    melds = melds_in(said.cards, meld_table(state.deck, state.trump))
    if not said.cards:
        return rightly_shown(state, said)
    if not melds or len(melds[0].cards) != len(said.cards):
        return OPEN
    return refuted(f"{state.deck.show(said.cards)} is a meld, {melds[0].name}")


MELD_TABLE.follows()(Says("it scores nothing"))

CLASS_A = Rule(
    "class-a",
    "Sequences (class A)",
    "score",
    """Flush, which is ace, ten, king, queen and knave of trumps, 150. Royal marriage, king and queen of trumps, 40.
    Marriage, king and queen of a plain suit, 20.""",
    "002, Виды комбинаций",
)
CLASS_A.applied(meld_table)
SEQUENCES = CLASS_A.table({A: CLASS_A})

CLASS_B = Rule(
    "class-b",
    "Pinochle (class B)",
    "score",
    "Queen of spades and knave of diamonds, 40.",
    "002, Виды комбинаций",
)
PINOCHLES = CLASS_B.table({B: CLASS_B})

CLASS_C = Rule(
    "class-c",
    "Fours (class C)",
    "score",
    "Four aces 100, four kings 80, four queens 60, four knaves 40, each of them one of every suit.",
    "002, Виды комбинаций",
)
FOURS = CLASS_C.table({C: CLASS_C})

CLASSES = {**SEQUENCES, **PINOCHLES, **FOURS}

FACE_UP = Rule(
    "meld-face-up",
    "Melds lie face up",
    "procedure",
    "The cards of a meld lie face up before their owner until he plays them or the stock is exhausted.",
    "000, Показ комбинаций",
)

CARD_PLAYABLE = Rule(
    "meld-card-playable",
    "A melded card may be played",
    "irregularity",
    "A melded card may be played to a trick as from the hand; once it is played it can join no further meld.",
    "000, Показ комбинаций; 002, Комбинации",
)


@CARD_PLAYABLE.applied
def was_played(walk: Walk, seat: int, cards: list[int]) -> bool:
    """Whether a player had played each of these cards, which he shows all the same; melded before or not."""
    return all(walk.played[seat][card] for card in cards)


NEW_CARD = Rule(
    "meld-new-card",
    "A card from the hand",
    "score",
    "Each meld must bring at least one card from the hand to the table.",
    "000, Показ комбинаций (2); 002, Комбинации",
)

REUSE_CLASS = Rule(
    "meld-reuse-class",
    "Counting a card again",
    "score",
    """A card that lies melded may be counted again only in a meld of another class, or in one of its own class that is
    worth more. So a royal marriage may grow into a flush, but no marriage can follow out of a flush, and a second
    marriage of a suit needs a fresh king and a fresh queen.""",
    "000, Показ комбинаций (3) and Примеры; 002, Комбинации",
)


@REUSE_CLASS.applied
@NEW_CARD.applied
def refusal(why: Refusal) -> tuple[Rule, str]:
    """Why a meld may not be counted: the rule, and in words."""
    if why == "no card from the hand":
        return NEW_CARD, "no card of it came from the hand"
    return REUSE_CLASS, "its cards have been counted in this class before"


@CARD_PLAYABLE.follows()
@NEW_CARD.follows()
@REUSE_CLASS.follows()
def scores_nothing(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """What the replay refused was not counted; what the table called is taken off, where it is known what it was."""
    what = "the dix" if state.dix is not None and finding.said and finding.said.cards == (state.dix,) else "the meld"
    if finding.said is None or finding.cause is not finding.said:
        return Ruling(rule=finding.rule, text=f"{what} scores nothing")
    laying = _named(state, finding.said)
    if laying is None:
        text = f"{what} scores nothing; which one it was is not recorded, so nothing is taken off"
        return Ruling(rule=finding.rule, text=text)
    state.shown.remove(laying)
    note = f"{state.deck.show(laying.cards)} scores nothing"
    entry = Entry(laying.seat, -laying.points, finding.rule, finding.line, note)
    return Ruling(rule=finding.rule, text=f"{what} scores nothing", entries=(entry,), each=True)


def _named(state: TwoHanded, said: Irregularity) -> Laying | None:
    """What was shown with these cards by that player, in that turn where the turn is known; of two alike one."""
    cards = Counter(said.cards)
    own = [one for one in state.shown if said.by in (None, one.seat)]
    if said.after is not None and any(one.after is not None for one in own):
        own = [one for one in own if one.after in (None, said.after)]
    named = [one for one in own if Counter(one.cards) == cards] if cards else own
    named = named or [one for one in own if cards and cards <= Counter(one.cards)]
    if not named or (not cards and len(named) > 1):
        return None
    return named[-1]


def rightly_shown(state: TwoHanded, said: Irregularity) -> Weight:
    """What was shown in the play that is recorded, and what the replay found nothing wrong with, was right."""
    walk = state.walk
    if walk is None or said.by is None or said.by in walk.assumed:
        return OPEN
    if said.after is not None and said.after > walk.number:
        return OPEN
    laying = _named(state, said)
    if laying is None:
        return refuted("he showed no such thing then") if said.cards or said.after is not None else OPEN
    return refuted(f"{state.deck.show(laying.cards)} was shown rightly")


for _rule in (CARD_PLAYABLE, NEW_CARD, REUSE_CLASS):
    _rule.examined(rightly_shown)
