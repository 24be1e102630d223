"""A verdict as rows of the season's tables, made where the record is judged."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pinocle_cli.cards import SUITS
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.light import NamedTuple
from pinocle_cli.reader.club import plain_name
from pinocle_cli.season.dates import read_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Finding, SessionVerdict

Row = tuple[object, ...]


class Problem(NamedTuple):
    """Something that could not be read."""

    line: int
    col: int | None
    rule: str
    message: str


class Rows(NamedTuple):
    """A session as rows, without the keys that only the database knows."""

    digest: str
    judged: bool
    line: int
    played_on: str | None
    event: str | None
    problems: list[Problem]  # of the record itself: with one it never takes the place of what was stored before
    session: Row = ()
    tables: dict[str, list[Row]] = {}  # noqa: RUF012 - by table, in the order of its columns behind the session's

    @property
    def verdict(self) -> str:
        """A digest of all that the verdict says, to know one that is as before."""
        said = repr((self.session, self.tables)).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(said, digest_size=16).hexdigest()


def rows_of(verdict: SessionVerdict) -> Rows:
    """All that is stored of a verdict."""
    return _rows(verdict, whole=True)


def figures_of(verdict: SessionVerdict) -> Rows:
    """What the standings need of a verdict: all but the ledger, the findings and the single scores."""
    return _rows(verdict, whole=False)


def _rows(verdict: SessionVerdict, *, whole: bool) -> Rows:
    meta = verdict.meta
    problems = [
        Problem(f.line, f.column or None, verdict.id_of(f.rule), f.message)
        for f in verdict.findings
        if f.severity == ERROR
    ]
    judged = verdict.judged and bool(verdict.deals or not problems)
    rows = Rows(verdict.digest, judged, verdict.line, read_date(meta.get("date")), meta.get("event"), problems)
    if not judged or verdict.game is None:
        return rows
    game = GAMES[verdict.game]
    result = verdict.result
    winner = None if result is None or result.winner is None else verdict.names[result.winner]
    session = (
        verdict.game, verdict.profile, rules_name(verdict), game.unit, rows.played_on, meta.get("date"), rows.event,
        meta.get("place"), meta.get("scorer"), meta.get("note"), winner,
        None if result is None else verdict.id_of(result.rule), None if result is None else result.line,
    )  # fmt: skip
    tables = dict(_figures(verdict, game))
    if whole:
        tables |= dict(_details(verdict, game))
    return rows._replace(session=session, tables=tables)


def rules_name(verdict: SessionVerdict) -> str:
    """The house rules in words: the profile, and each option that is otherwise there. Only the like is added up."""
    game = GAMES[verdict.game or ""]
    profile = verdict.profile or next(iter(game.profiles))
    usual = game.house_with(game.profiles[profile])
    others = [
        f"{name} {getattr(verdict.house, item.field)}"
        for name, item in game.options.items()
        if str(getattr(verdict.house, item.field)) != str(getattr(usual, item.field))
    ]
    return ", ".join([profile, *others])


def _person(verdict: SessionVerdict, seat: int | None) -> str | None:
    """What somebody is called, whatever the spelling in this record."""
    if seat is None:
        return None
    name = verdict.names[seat]
    return verdict.known_as.get(name, plain_name(name)) if seat < verdict.players else name


# --- What the standings need -----------------------------------------------------------------------------------------


def _figures(verdict: SessionVerdict, game: Game) -> Iterator[tuple[str, list[Row]]]:
    names = verdict.names
    counted = verdict.counted()
    totals, opening = verdict.totals or {}, verdict.opening or {}
    yield (
        "accounts",
        [(nth, names[a], opening.get(a, 0), totals.get(a)) for nth, a in enumerate(verdict.accounts, 1)],
    )
    seats = [*range(verdict.players), *(a for a in verdict.accounts if a >= verdict.players and _is_kitty(verdict, a))]
    yield "seats", [
        (
            seat, _person(verdict, seat), names[seat], names[verdict.account(seat)], int(seat < verdict.players),
            len(counted), _score(verdict, seat), _settled(verdict, seat), _faults(verdict, seat),
        )
        for seat in seats
    ]  # fmt: skip
    yield (
        "games",
        [
            (nth, seat, None if played.deal is None else played.deal + 1, outcome)
            for nth, played in enumerate(game.games(verdict), 1)
            for seat, outcome in played.outcomes.items()
        ],
    )
    yield (
        "tallies",
        [
            (seat, tally.title, amount)
            for seat in range(verdict.players)
            for tally in game.season
            if (amount := tally.of(verdict, seat))
        ],
    )
    yield (
        "payments",
        [
            (nth, _person(verdict, p.payer), _person(verdict, p.payee), p.amount, p.unit, verdict.id_of(p.rule))
            for nth, p in enumerate(verdict.payments, 1)
        ],
    )
    yield "deals", [
        (
            nth, deal.number, deal.line, _person(verdict, deal.dealer),
            None if deal.trump is None else SUITS[deal.trump], int(deal.scores is not None), int(deal.late),
            None if deal.void is None else verdict.id_of(deal.void),
        )
        for nth, deal in enumerate(verdict.deals, 1)
    ]  # fmt: skip
    yield (
        "contracts",
        [
            (
                nth,
                one["bidder"],
                one["bid"],
                one["melds"],
                one["cards"],
                None if one["made"] is None else int(one["made"]),
            )
            for nth, deal in enumerate(verdict.deals, 1)
            if (one := deal.contract)
        ],
    )


def _is_kitty(verdict: SessionVerdict, account: int) -> bool:
    """Whether a score is kept for something that is neither a player nor a side."""
    return all(verdict.account(seat) != account for seat in range(verdict.players))


def _score(verdict: SessionVerdict, seat: int) -> int:
    """What a seat's account won in this session; where the totals are not known, in the deals that could be scored."""
    account = verdict.account(seat)
    if verdict.totals is not None and verdict.opening is not None:
        return verdict.totals[account] - verdict.opening.get(account, 0)
    return sum(deal.scores[account] for deal in verdict.deals if deal.scores is not None and not deal.late)


def _settled(verdict: SessionVerdict, seat: int) -> int:
    """What a seat was paid, less what it paid."""
    paid = verdict.payments
    return sum(p.amount for p in paid if p.payee == seat) - sum(p.amount for p in paid if p.payer == seat)


def _faults(verdict: SessionVerdict, seat: int) -> int:
    """A player's own faults of play. A wrong figure is the scorer's, and what nobody knows who did is nobody's."""
    if seat >= verdict.players:
        return 0
    found = verdict.all_findings()
    return sum(f.severity == FAULT and f.seat == seat and f.rule.kind != "record" for f in found)


# --- Everything else -------------------------------------------------------------------------------------------------


def _details(verdict: SessionVerdict, game: Game) -> Iterator[tuple[str, list[Row]]]:
    names = verdict.names
    yield (
        "house",
        [
            (name, str(getattr(verdict.house, item.field)), verdict.set_by.get(name))
            for name, item in game.options.items()
        ],
    )
    yield (
        "scores",
        [
            (nth, names[account], score)
            for nth, deal in enumerate(verdict.deals, 1)
            for account, score in (deal.scores or {}).items()
        ],
    )
    yield (
        "ledger",
        [
            (deal_nth, nth, names[e.seat], e.points, e.unit, verdict.id_of(e.rule), e.line, e.note)
            for deal_nth, deal in enumerate(verdict.deals, 1)
            for nth, e in enumerate(deal.ledger, 1)
        ],
    )
    found: list[tuple[int | None, Finding]] = [(None, f) for f in verdict.findings]
    found += [(nth, f) for nth, deal in enumerate(verdict.deals, 1) for f in deal.findings]
    yield "findings", [(nth, *_finding(verdict, deal, f)) for nth, (deal, f) in enumerate(found, 1)]
    yield (
        "choices",
        [
            (finding, nth, choice.name, choice.gives)
            for finding, (_, f) in enumerate(found, 1)
            for nth, choice in enumerate(f.choices, 1)
        ],
    )


def _finding(verdict: SessionVerdict, deal: int | None, finding: Finding) -> Row:
    remedy = verdict.id_of(finding.remedy) if finding.remedy else None
    return (
        deal, verdict.id_of(finding.rule), finding.severity, _person(verdict, finding.seat), finding.line,
        finding.column or None, finding.path or None, finding.message, remedy, finding.ruling or None,
    )  # fmt: skip
