"""Game: one value that ties together what a game is. Engine, reader and commands know nothing else of it."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from pinocle_cli.ledger import NOTE, Entry, Finding, Ruling, Run
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.options import options_of
from pinocle_cli.record import Deal, Place
from pinocle_cli.rule import by_label, rules_in
from pinocle_cli.tally import session_is_a_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType
    from typing import Protocol, TypeAlias

    from pinocle_cli.ask import Ask
    from pinocle_cli.cards import Deck
    from pinocle_cli.course import Plan
    from pinocle_cli.known import Known
    from pinocle_cli.ledger import Contract, Payment, Result, SessionVerdict, Unit, Unsure, Verdict
    from pinocle_cli.options import Option
    from pinocle_cli.plain import JsonObject
    from pinocle_cli.record import Figure, Irregularity, Play, Record
    from pinocle_cli.rule import Rule
    from pinocle_cli.tally import Played, Tally


D = TypeVar("D", bound=Deal)
S = TypeVar("S", bound="DealState")
H = TypeVar("H")  # the house rules
N = TypeVar("N", bound="SessionState")
V_co = TypeVar("V_co", covariant=True)

if TYPE_CHECKING:
    Said = Iterator[Entry | Run | Finding]  # what a phase says
    Reader = Callable[[Any, Any], V_co | None]  # (reading, node) -> the typed value, or None after saying why not
    Done = tuple[tuple[int, ...], object]  # the cards of an act of play, and what else its words say
    Remedy = Callable[[Finding, S, Sequence[Entry]], Ruling | None]
    VerbReader = Callable[[Any, tuple[str, Place]], Done | None]  # (reading, (words, where they stand))


# --- The keys of a record --------------------------------------------------------------------------------------------

Holds = Literal["text", "number", "yes", "suit", "name", "cards", "lines"]


@light_dataclass(frozen=True)
class Kind(Generic[V_co]):
    """A kind of value: how it is read, what its texts stand for, its JSON Schema, and the keys of a mapping in it.

    The schema is made when somebody asks for it, which whoever only reads never does.
    """

    read: Reader[V_co]
    holds: Holds = "text"
    schema: Callable[[], JsonObject] = dict
    keys: Mapping[str, Key] = field(default_factory=dict)
    each: Kind[object] | None = None  # of what kind each player's value is, where there is one for each


@light_dataclass(frozen=True)
class Key:
    """A key of a record: of what kind its value is, what it says, one line as it is written, and where it is kept.

    Reader, schema, canonical form, completion and help are all drawn from it.
    """

    kind: Kind[object]
    doc: str
    example: str
    field: str = ""


def part(kind: Kind[object], *, doc: str, example: str) -> Any:  # noqa: ANN401 - each has its own kind
    """A key that a game adds to a deal, declared where the deal keeps it."""
    return field(default=None, metadata={"key": Key(kind, doc, example)})


def parts_of(deal: type) -> dict[str, Key]:
    """The keys that a game adds to a deal, as they are written."""
    return {
        item.name.replace("_", "-"): dataclasses.replace(item.metadata["key"], field=item.name)
        for item in dataclasses.fields(deal)
        if "key" in item.metadata
    }


# --- What a game tells of a deal -------------------------------------------------------------------------------------


class Fact(NamedTuple):
    """A small fact that a record leaves out: its key, what it is, and what it may be, each with the words that say so.

    Of a `usual` fact the first value is what is so where nothing is written; another is looked for only where it cannot
    be, or somebody broke a rule.
    """

    key: str
    what: str
    values: tuple[tuple[object, str], ...]
    usual: bool = False


class Bounds(NamedTuple):
    """The least and the most that an account can have."""

    least: int
    most: int

    def hold(self, figure: int) -> bool:
        """Whether a figure lies within."""
        return self.least <= figure <= self.most


class Begin(NamedTuple):
    """How the play begins, as all tells but the play itself: from where, and what each seat holds then."""

    plan: Plan
    least: list[list[int]]  # by seat: how many of each kind it is sure to hold
    most: list[list[int]]  # and how many it can hold
    sizes: list[int]  # the cards that it plays in all
    gone: tuple[int, ...] = ()  # cards that are known to be in no hand
    has_room: Callable[[Play, int], bool] = lambda *_: True  # whether a trick more may stand before a line of the play

    @classmethod
    def of(cls, plan: Plan, known: Known, moves: int) -> Begin | None:
        """With what is known once so many moves have been made; None where they cannot be."""
        if known.contradictory or known.walk(moves) is not None:
            return None
        seats, outside = range(len(known.lo)), enumerate(known.outside)
        gone = tuple(card for card, number in outside for _ in range(number))
        return cls(plan, known.lo, [known.highest(seat) for seat in seats], [*map(known.size, seats)], gone)


# --- Adjudication ----------------------------------------------------------------------------------------------------


@light_dataclass(kw_only=True)
class SessionState:
    """What carries from deal to deal of a session; a game may add to it."""

    game: Game
    record: Record
    house: object  # the house rules in force; a game says of which kind they are
    deck: Deck
    names: tuple[str, ...]  # the players, then sides or kitty
    players: int  # how many sit at the table
    accounts: tuple[int, ...]  # which of the names have a score
    totals: dict[int, int] | None
    number: int = 0  # of the last deal
    dealer: int | None = None  # who deals next, where it is known
    result: Result | None = None
    slips: int = 0  # that were looked for
    complete: bool = True  # everything that scores is recorded so far, so the totals can be compared
    reach: dict[int, Bounds] | None = None  # account: the least and the most that it has by now; None: nobody can tell

    @property
    def wrote(self) -> Mapping[int, Figure]:
        """The totals that the table wrote down, by account."""
        return self.record.claimed or {}


ANY_FAULTS = 1_000


@light_dataclass(kw_only=True)
class DealState:
    """What lies on the table while one deal is adjudicated. Only the phases of the game touch it."""

    session: SessionState
    house: object  # the house rules in force; a game says of which kind they are
    deck: Deck
    deal: Deal
    number: int
    dealer: int
    trump: int | None = None
    void: Rule | None = None  # the rule under which the deal is void
    redeal: bool = False  # the same dealer deals again
    scored: bool = True  # something in the record scores
    found: list[Finding] = field(default_factory=list)  # what was said of the deal so far
    upheld: list[Irregularity] = field(default_factory=list)  # faults that the table called, and that stand
    most_tricks: int = 99  # that the deal has, or that were played where that is known
    bids: int | None = 0  # bids and passes that were made; None where some are not recorded
    trial: bool = False  # it only matters whether it can be true, and with how many faults
    most_faults: int = ANY_FAULTS  # with more it is of no interest
    walks: int = 1  # how often the play was gone through
    ruled_out: bool = False  # a quick look showed that it cannot have happened
    given_up: bool = False  # at the first fault, as it is of no interest with one
    lacks: int = 0  # tricks that the play is short of, for no reason that is recorded
    complete: bool = True  # everything that scores is in the record, so a claim can be compared
    unsure: Unsure = field(default_factory=dict)  # of what nobody is accused, as it rests on what is not recorded
    unsettled: bool = False  # nothing that a missing fact may be makes the deal possible and clean
    more: dict[str, object] = field(default_factory=dict)  # what a game's verdict has besides

    def name(self, seat: int) -> str:
        """What the player, side or kitty is called."""
        return self.session.names[seat]

    @property
    def wrote(self) -> Mapping[int, Figure]:
        """What the table wrote for the deal, by account."""
        return self.deal.claimed or {}

    @property
    def contract(self) -> Contract | None:
        """The contract, at games that have one and where somebody got it."""
        return cast("Contract | None", self.more.get("contract"))

    @property
    def play(self) -> Play:
        """The play, for what needs one."""
        play = self.deal.play
        assert play is not None  # noqa: S101 - the phase says that it needs the play
        return play

    def place(self) -> Place:
        """The deal itself, for findings about something absent."""
        return Place(self.deal.line, 1, "")

    def let_go(self) -> None:
        """Drop what refers back to this state, when the deal has been judged: a log is no place for circles."""


@light_dataclass(frozen=True)
class Phase(Generic[S]):
    """A step of the rulebook's procedure: a generator over the table, and the part of the deal that it needs."""

    run: Callable[[S], Said]
    needs: str = ""


@light_dataclass(frozen=True)
class Column:
    """A column of the score table: its heading, and the rules whose entries it adds up.

    `recorded` is how the note of an entry begins that is only what the table wrote, and belongs here all the same.
    """

    title: str
    rules: frozenset[Rule]
    recorded: str = ""

    def holds(self, entry: Entry) -> bool:
        """Whether an entry is one of this column."""
        return entry.rule in self.rules or (self.recorded != "" and entry.note.startswith(self.recorded))


if TYPE_CHECKING:

    class Worth(Protocol):
        """Some cards that are worth something together."""

        @property
        def name(self) -> str:
            """What they are called."""

        @property
        def cards(self) -> tuple[int, ...]:
            """The cards."""

        @property
        def points(self) -> int:
            """What they count."""


@light_dataclass(frozen=True, kw_only=True, eq=False)
class GameOf(Generic[D, S, H, N]):
    """A game of such deals, judged in such states, under such house rules, deal by deal in such a session.

    To add one is to make such a value and to name it in the entry point group `pinocle.games`.
    """

    name: str
    package: str = ""  # with its `examples.yaml` and `template.yaml`; nothing for our own, which stand together
    unit: Unit = "points"  # in which scores and totals are kept
    seats: tuple[int, ...]  # how many may sit at the table
    house: type[H]
    profiles: Mapping[str, Mapping[str, str | int]]  # the default first
    deck: Callable[[H], Deck]
    deal: type[D]
    chapters: tuple[ModuleType, ...]  # its modules with rules in them, in the order of the book
    trick_size: Callable[[int], int]  # players at the table -> cards in a trick
    verbs: Mapping[str, VerbReader]  # what a player may do in `play` besides playing cards
    brings: frozenset[str] = frozenset()  # those of them that bring a card to a hand, as the deal does
    envelope: Mapping[str, Key]  # keys of the record that only this game has
    words: frozenset[str] = frozenset()  # that it keeps for itself: nobody can be called so
    accounts: Callable[[tuple[str, ...], Mapping[str, object]], tuple[tuple[str, ...], tuple[int, ...]]]
    # (players, what stands under those keys) -> every name, and which of them score
    session: type[N]
    state: type[S]
    phases: tuple[Phase[S], ...]
    kept_when_void: frozenset[Rule] = frozenset()  # rules whose entries stand though the deal is void
    close: Callable[[N, S, Verdict], Iterable[Finding]]  # (standing, table, verdict): the deal enters the totals
    settle: Callable[[N], list[Payment]]
    columns: tuple[Column, ...]  # of each account in the score table
    facts: Callable[[Verdict, tuple[str, ...]], Mapping[str, str]] = lambda _, __: {}  # of a deal, before those columns
    headline: Callable[[H], str]  # house -> what stands at the head of the score table
    meld: Callable[[Deck, int | None, Iterable[int], H], Sequence[Worth]] | None = None  # what cards are worth
    laying: Callable[[Deck, int | None, Iterable[int], H], Sequence[Worth]] | None = (
        None  # the same in the order in which they are best laid down, a meld a turn
    )
    meld_cards: Callable[[Any, str, int | None], tuple[int, ...] | None] | None = (
        None  # (reading, text, trump) -> cards
    )
    breaches: frozenset[Rule] = frozenset()  # the rules whose breach the cards of the play show
    garbled: frozenset[Rule] = frozenset()  # rules broken by what makes no sense, as a card miswritten would not
    open_facts: Callable[[N, D], Sequence[Fact]] = lambda _, __: ()  # (session, deal): what it leaves out
    begins: Callable[[S], Begin | None] = lambda _: None  # (state): how its play begins, where that is known
    rules_out: Callable[[S], bool] = lambda _: False  # (state): a quick look shows that the deal cannot have happened
    line_costs: int = 1  # how much longer it takes to judge a line of its play than of the quickest game's
    told_dealer: Callable[[N, D], int | None] = lambda _, __: None  # (session, deal): who dealt, by who began
    bounds: Callable[[S, Verdict], Mapping[int, Bounds] | None] = lambda _, __: None  # of the deal's score
    opening_decides: Callable[[N], bool] = lambda _: False  # (session): the game was over before the first deal
    row: Callable[[H], Mapping[str, str]] = lambda _: {"claimed": "[100, 50]"}  # house -> what a line of its score
    # sheet holds besides the dealer, each key with an example; {0} is the player on the dealer's left
    asks: Callable[[], tuple[Ask, ...]] = tuple  # what whoever keeps a record is asked for a deal, in order
    games: Callable[[SessionVerdict], Iterable[Played]] = session_is_a_game  # that a session holds, for the standings
    season: tuple[Tally, ...] = ()  # columns of its own in the standings
    trick_values: Callable[[Deck, H], tuple[tuple[int, ...], int]] | None = None  # of cards in tricks, and the last
    remedies: Mapping[Rule, Remedy[S]] = field(default_factory=dict)  # the rule broken -> what follows
    options: Mapping[str, Option] = field(init=False)  # its house rules under the names that a record uses
    rules: tuple[Rule, ...] = field(init=False)  # those of the chapters
    labels: Mapping[str, Rule] = field(init=False)

    def __post_init__(self) -> None:
        """Collect the house rules, and from the chapters their rules and what follows from a breach of them."""
        rules, options = rules_in(self.chapters), options_of(self.house)
        linked = {fault: remedy for rule in rules for fault, remedy in rule.remedies.items()}
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "labels", by_label(rules))
        object.__setattr__(self, "remedies", {**linked, **self.remedies})
        unknown = [one.varies for one in options.values() if one.varies not in self.labels]
        if unknown:
            raise ValueError(f"a house rule of {self.name} varies {unknown[0]}, which is not a rule of it")

    def house_with(self, options: Mapping[str, str | int]) -> H:
        """The rules of a house in which these options hold, and the rulebook where it says nothing else."""
        made: Callable[..., H] = self.house
        return made(**options)

    def is_fault(self, rule: Rule) -> bool:
        """Whether a breach of the rule is something that a table can call: what follows from it is in the book."""
        return rule.kind == "irregularity" or rule in self.remedies

    def rule(self, name: str) -> Rule | None:
        """The rule of that name, with or without the game."""
        return self.labels.get(name.removeprefix(f"{self.name}."))


if TYPE_CHECKING:
    Game: TypeAlias = GameOf[Deal, DealState, object, SessionState]  # one of them, whichever it is
else:
    Game = GameOf


@light_dataclass(frozen=True)
class Says:
    """A remedy that only speaks: the breach costs nothing more than the rule itself says."""

    text: str

    def __call__(self, finding: Finding, _: DealState, __: Sequence[Entry]) -> Ruling:
        """The ruling."""
        return Ruling(rule=finding.rule, text=self.text)


# --- What all games share --------------------------------------------------------------------------------------------


def note(rule: Rule, place: Place, message: str, seat: int | None = None) -> Finding:
    """A finding that is nobody's fault."""
    return Finding(rule, NOTE, place.line, message, seat, place.column, place.path)
