"""What a verdict is made of: points, findings and rulings, each under a rule and at a line."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal, cast

from pinocle_cli.light import NamedTuple, light_dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypedDict

    from pinocle_cli.rule import Rule
    from pinocle_cli.written import Irregularity, Place

Severity = Literal["error", "fault", "note"]
ERROR: Severity = "error"
FAULT: Severity = "fault"
NOTE: Severity = "note"

Unit = Literal["points", "chips"]

if TYPE_CHECKING:
    FindingKey = tuple[str, int, Rule, int | None]
    Unsure = Mapping[FindingKey, str]  # of what nobody is accused, and why; "": a fault, but of nobody in particular

SURE: Unsure = {}


class Entry(NamedTuple):
    """Points or chips that `seat` (a number among the names of the session) won or lost, and by which rule."""

    seat: int
    points: int
    rule: Rule
    line: int
    note: str
    unit: Unit = "points"


class Run(NamedTuple):
    """Entries that are made when somebody reads the ledger; a log that is only checked never does."""

    sums: tuple[int, ...]  # what they come to for each account
    made: Callable[[], Iterable[Entry]]
    unit: Unit = "points"


def read_out(entered: Iterable[Entry | Run]) -> list[Entry]:
    """Every entry, in the order in which they were made."""
    return [entry for one in entered for entry in (one.made() if isinstance(one, Run) else (one,))]


class Choice(NamedTuple):
    """One answer that the injured side may give, and what the deal would come to with it.

    `default` is what holds where the table chose nothing; a finding whose choices have none stays open.
    """

    name: str
    gives: str
    default: bool = False
    scores: dict[int, int] | None = None  # filled in by the engine, which judges the deal with that answer


class Fix(NamedTuple):
    """What the writer may have meant, as an editor can put it right: a line of the file, and what is to stand there.

    `card`: the nth card `old` of the line is `new`; `line`: the line `new` is left out before this one; `twice`: the
    line is written twice; `turned`: its cards are the wrong way round; `exchanged`: with the next one.
    """

    kind: Literal["card", "line", "twice", "turned", "exchanged"]
    line: int
    old: str = ""
    new: str = ""
    nth: int = 0


class Finding(NamedTuple):
    """Something to be said of a record: what cannot be read or be true, a fault of play, or a note."""

    rule: Rule
    severity: Severity
    line: int
    message: str
    seat: int | None = None
    column: int = 0
    path: str = ""
    remedy: Rule | None = None
    ruling: str = ""
    choices: tuple[Choice, ...] = ()
    cause: object = None  # what was written: the Trick, the Act or the Irregularity that a remedy looks at
    said: Irregularity | None = None  # the fault as the table called it, where it did
    fixes: tuple[Fix, ...] = ()  # what may have been meant, the likeliest first

    @classmethod
    def at(
        cls,
        place: Place,
        rule: Rule,
        severity: Severity,
        message: str,
        seat: int | None = None,
        *,
        cause: object = None,
    ) -> Finding:
        """A finding at a place of the record."""
        line, column, path = place
        return cls(rule, severity, line, message, seat, column, path, cause=cause)

    @property
    def open(self) -> bool:
        """Whether a rule leaves a choice here that nobody is known to have made, and nothing holds without one."""
        made = self.said.choice if self.said is not None else None
        settled = any(choice.default or choice.name == made for choice in self.choices)
        return bool(self.choices) and not settled

    @property
    def key(self) -> FindingKey:
        """What tells a finding from the others on its record: where it stands, under which rule, about whom."""
        return self.path, self.column, self.rule, self.seat


@light_dataclass(kw_only=True)
class Ruling:
    """What follows from a fault: under which rule, in words, and the entries that it adds or reverses."""

    rule: Rule
    text: str
    entries: tuple[Entry, ...] = ()
    choices: tuple[Choice, ...] = ()
    each: bool = False  # a correction of one figure: it is made as often as it is due; a penalty is applied once


if TYPE_CHECKING:

    class Contract(TypedDict):
        """What was bid and by whom, the points that the bidder (or his side) has, and whether it was made."""

        bidder: str
        bid: int
        melds: int | None
        cards: int | None
        made: bool | None


class Payment(NamedTuple):
    """Who pays whom (seats), how much, and by which rule."""

    payer: int
    payee: int
    amount: int
    unit: Unit
    rule: Rule


class Result(NamedTuple):
    """How a game ended: the winner's seat (None: drawn), by which rule, and where."""

    winner: int | None
    rule: Rule
    line: int
    more: tuple[tuple[str, int], ...] = ()


@light_dataclass(kw_only=True)
class Verdict:
    """One deal: its ledger and findings, and what they come to (seat: points; None: it could not be scored)."""

    number: int
    line: int
    dealer: int | None = None
    trump: int | None = None
    scores: dict[int, int] | None = None
    void: Rule | None = None  # the rule under which the deal does not count
    late: bool = False  # the game was over before it: it counts in no totals
    entered: list[Entry | Run] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    more: dict[str, object] = field(default_factory=dict)

    @property
    def contract(self) -> Contract | None:
        """The contract, at games that have one and where somebody got it."""
        return cast("Contract | None", self.more.get("contract"))

    @property
    def ledger(self) -> list[Entry]:
        """Every entry, in the order in which they were made."""
        if Run in map(type, self.entered):
            self.entered = [*read_out(self.entered)]
        return cast("list[Entry]", self.entered)

    @ledger.setter
    def ledger(self, entries: list[Entry]) -> None:
        self.entered = [*entries]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and self.__getstate__() == other.__getstate__()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> object:
        """What is compared and pickled: every entry made."""
        self.entered = [*self.ledger]
        return object.__getstate__(self)

    @property
    def has_errors(self) -> bool:
        """Whether part of the deal could not be read or cannot be true."""
        return bool(self.findings) and ERROR in [finding.severity for finding in self.findings]

    @property
    def to_be_weighed(self) -> bool:
        """Whether there is more than notes, of which nothing follows."""
        return any(f.severity != NOTE or f.said is not None or f.choices != () for f in self.findings)


@light_dataclass(kw_only=True)
class SessionVerdict:
    """One record: its deals, the totals, how the game ended and who pays whom."""

    file: str
    document: int
    line: int
    game: str | None = None
    profile: str | None = None
    house: object = None
    house_from: str = ""  # the club's file, where it says something
    set_by: Mapping[str, str] = field(default_factory=dict)  # option: `club` or `record`, where one of them named it
    known_as: Mapping[str, str] = field(default_factory=dict)  # a player's name: what the club calls that person
    names: tuple[str, ...] = ()
    players: int = 0
    accounts: tuple[int, ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""  # of what was written, where it was asked for
    judged: bool = False  # it was known who plays what by which rules; else nothing is said of what it comes to
    deals: list[Verdict] = field(default_factory=list)
    opening: dict[int, int] | None = field(default_factory=dict)  # what was carried in; None: nobody can read it
    totals: dict[int, int] | None = None
    result: Result | None = None
    payments: list[Payment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def id_of(self, rule: Rule) -> str:
        """The id of a rule as it is printed for this record."""
        return rule.id_in(self.game)

    def account(self, seat: int) -> int:
        """Where a player's score is kept: with himself, or with his side; partners sit opposite."""
        return seat if seat in self.accounts else self.accounts[seat % len(self.accounts)]

    def counted(self) -> list[Verdict]:
        """The deals that could be scored, were not void and belong to this game."""
        return [deal for deal in self.deals if deal.scores is not None and deal.void is None and not deal.late]

    def all_findings(self) -> Iterable[Finding]:
        """The findings on the record itself, then those of its deals."""
        yield from self.findings
        for deal in self.deals:
            yield from deal.findings


def net(entries: Iterable[Entry], seat: int, rules: Iterable[Rule]) -> int:
    """What the entries of a seat under these rules add up to, reversals included."""
    wanted = frozenset(rules)
    return sum(entry.points for entry in entries if entry.seat == seat and entry.rule in wanted)


def exit_status(severities: Iterable[Severity]) -> int:
    """0: clean or notes only, 1: faults, 2: errors."""
    worst = 0
    for severity in severities:
        if severity == ERROR:
            return 2
        if severity == FAULT:
            worst = 1
    return worst
