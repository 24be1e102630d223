"""What is asked of a season: each answer is a list of tables, one for each game and set of house rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple
from pinocle_cli.settle import fewest_payments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pinocle_cli.season.database import Season

    Order = Callable[["Row"], tuple[object, ...]]

Row = dict[str, Any]  # by the name of the column; what stands in it is text, a figure, or nothing
Due = tuple[str, str, int]  # payer, payee, amount


_TELLS_IF_ANY = frozenset({"drawn", "undecided", "faults", "event", "paid", "lost"})
_SAYS_IT_ALREADY = {"settled": "score", "per game": "per deal"}


class Table(NamedTuple):
    """Rows under one heading; every row has the columns, in their order."""

    title: str
    columns: list[str]
    rows: list[Row]
    below: tuple[str, ...] = ()  # lines that stand under the table
    is_list: bool = False  # its rows are read one by one, and not compared

    def telling(self) -> list[str]:
        """The columns that tell people something: not what is 0 for all, or stands in another column already."""
        return [name for name in self.columns if self._tells(name)]

    def _tells(self, name: str) -> bool:
        values = [row[name] for row in self.rows]
        if (other := _SAYS_IT_ALREADY.get(name)) in self.columns and values == [row[other] for row in self.rows]:
            return False
        return any(values) if name in _TELLS_IF_ANY else any(value is not None for value in values)


@dataclass(frozen=True, slots=True)
class Asked:
    """How the answer is to look."""

    sort: str = ""  # a column; with a minus before it the other way round
    least: int = 0  # deals that one must have played to be listed
    handicaps: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # by game (or '' for any) and player
    points: tuple[float, ...] = ()  # series: for each place of an evening
    outcomes: Mapping[str, float] = field(default_factory=dict)  # series: for each game won, drawn, lost
    best: int = 0  # series: so many evenings count; zero is all


class UnknownColumnError(Exception):
    """A column to sort by that no table has; the message names those there are."""


def _ask(season: Season, query: str) -> list[Row]:
    found = season.run(query)
    names = [column[0].replace("_", " ") for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def _grouped(rows: Iterable[Row]) -> Iterator[tuple[str, str, list[Row]]]:
    """(game, house rules, rows), the games in their order."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["game"], row["rules"]].append(row)
    several = len({game for game, _ in groups}) > 1  # to list the games is to look for those of other packages
    order = {game: n for n, game in enumerate(GAMES)} if several else {}
    for game, rules in sorted(groups, key=lambda key: (order.get(key[0], 0), key[1])):
        yield game, rules, groups[game, rules]


# --- Players ---------------------------------------------------------------------------------------------------------

_DONE = ("game", "rules", "player", "games", "won", "drawn", "lost", "undecided", "deals", "unit", "score")


def players(season: Season, asked: Asked) -> list[Table]:
    """What each player has done, the best first: by what was settled where one pays, else by games won."""
    tallies, contracts = _tallies(season), _contracts(season)
    tables = []
    for game, rules, own in _grouped(_ask(season, "SELECT * FROM standings")):
        settles = any(row["settled"] for row in own)
        handicaps = {**asked.handicaps.get("", {}), **asked.handicaps.get(game, {})}
        here = [(game, rules, row["player"]) for row in own]
        titles = [one.title for one in GAMES[game].season if any(one.title in tallies[key] for key in here)]
        bid = any(key in contracts for key in here)
        lines = [
            {
                **{name: row[name] for name in _DONE},
                **({"settled": row["settled"]} if settles else {}),
                **_averages(row),
                "faults": row["faults"],
                **(_adjusted(row, handicaps) if handicaps else {}),
                **(contracts.get(key, _NO_CONTRACTS) if bid else {}),
                **{title: tallies[key].get(title, 0) for title in titles},
            }
            for key, row in zip(here, own, strict=True)
        ]
        order = _adjusted_first if handicaps else _settled_first if settles else _winners_first
        is_player = [bool(row["is player"]) for row in own]
        people = [line for line, person in zip(lines, is_player, strict=True) if person]
        others = [_only_what_it_has(line) for line, person in zip(lines, is_player, strict=True) if not person]
        tables.append(_ranked(f"{game}, {rules}", people, others, asked, order))
    return _with_payments(season, [table for table in tables if table.rows])


def _only_what_it_has(line: Row) -> Row:
    """A kitty plays no games: of all figures it has its chips alone."""
    own = ("game", "rules", "player", "unit", "score", "settled")
    return {name: value if name in own else None for name, value in line.items()}


def _tallies(season: Season) -> dict[tuple[str, str, str], dict[str, int]]:
    """By game, rules and player: the columns that the game has of its own."""
    query = (
        "SELECT s.game, s.rules, t.player, c.tally, sum(c.amount) FROM tallies c JOIN sessions s ON s.id = c.session_id"
        " JOIN seats t ON t.session_id = c.session_id AND t.seat = c.seat GROUP BY 1, 2, 3, 4"
    )
    found: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for game, rules, player, tally, amount in season.run(query):
        found[game, rules, player][tally] = amount
    return found


_NO_CONTRACTS: Row = {"contracts": 0, "made": 0, "average bid": None}


def _contracts(season: Season) -> dict[tuple[str, str, str], Row]:
    """The same for what was bid."""
    return {
        (row["game"], row["rules"], row["bidder"]): {
            "contracts": row["contracts"], "made": row["made"], "average bid": _round(row["average bid"]),
        }
        for row in _ask(season, "SELECT * FROM contracts_made")
    }  # fmt: skip


def _averages(row: Row) -> Row:
    games, begun = row["games"], row["games"] + row["undecided"]
    return {
        "per deal": _round(row["score"] / row["deals"]) if row["deals"] else None,
        "per game": _round(row["score"] / begun) if begun else None,
        "won %": _round(100 * row["won"] / games) if games else None,
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _adjusted(row: Row, handicaps: Mapping[str, int]) -> Row:
    """A handicap counts for each game that was played."""
    handicap = handicaps.get(row["player"], 0) * (row["games"] + row["undecided"])
    return {"handicap": handicap, "adjusted": row["score"] + handicap}


def _adjusted_first(row: Row) -> tuple[object, ...]:
    return (-row["adjusted"],)


def _settled_first(row: Row) -> tuple[object, ...]:
    return (-row["settled"],)


def _winners_first(row: Row) -> tuple[object, ...]:
    return (-row["won"], -(row["won %"] or 0), -(row["per deal"] or 0))


def _ranked(title: str, people: list[Row], others: list[Row], asked: Asked, order: Order) -> Table:
    """The rows in their order, with places; what is no player (the kitty) stands last and has none."""
    order = _by_column(people, asked.sort) if asked.sort else order
    listed = [row for row in people if row.get("deals", asked.least) >= asked.least]
    listed.sort(key=lambda row: (order(row), row["player"]))
    rows: list[Row] = []
    for n, row in enumerate(listed):
        same = n > 0 and order(row) == order(listed[n - 1])
        rows.append({"place": rows[-1]["place"] if same else n + 1, **row})
    rows += [{"place": None, **row} for row in others]
    left = len(people) - len(listed)
    less = f"not listed: {left} with fewer than {asked.least} deals" if left else ""
    return Table(title, [*rows[0]] if rows else [], rows, (less,) if less else ())


def _by_column(rows: list[Row], sort: str) -> Order:
    """Figures from the greatest down, texts from A to Z; with a minus before it the other way round."""
    name, turned = sort.removeprefix("-"), sort.startswith("-")
    if rows and name not in rows[0]:
        raise UnknownColumnError(f'no column "{name}" to sort by; the columns are {", ".join(rows[0])}')
    texts = sorted({row[name] for row in rows if isinstance(row[name], str)}, reverse=turned)

    def order(row: Row) -> tuple[object, ...]:
        value = row[name]
        if value is None:
            return (1, 0)
        return (0, texts.index(value)) if isinstance(value, str) else (0, value if turned else -value)

    return order


# --- Pairs, opponents, contracts, games ------------------------------------------------------------------------------


def pairs(season: Season, asked: Asked) -> list[Table]:
    """What partners have done together."""
    return [
        _ranked(f"{game}, {rules}", [{**row, **_averages(row)} for row in own], [], asked, _winners_first)
        for game, rules, own in _grouped(_ask(season, "SELECT * FROM partnerships"))
    ]


def opponents(season: Season, asked: Asked) -> list[Table]:
    """One player against another: games that one of them won and the other lost, or that were drawn."""
    rows = _ask(season, "SELECT * FROM head_to_head WHERE player < opponent ORDER BY player, opponent")
    return [_sorted(f"{game}, {rules}", own, asked) for game, rules, own in _grouped(rows)]


def contracts(season: Season, asked: Asked) -> list[Table]:
    """Who bid, and what came of it."""
    rows = _ask(season, "SELECT * FROM contracts_made ORDER BY made DESC, bidder")
    for row in rows:
        ended = row["made"] + row["failed"]
        row["average bid"] = _round(row["average bid"])
        row["made %"] = _round(100 * row["made"] / ended) if ended else None
    return [_sorted(f"{game}, {rules}", own, asked) for game, rules, own in _grouped(rows)]


def _sorted(title: str, rows: list[Row], asked: Asked) -> Table:
    if asked.sort:
        rows = sorted(rows, key=_by_column(rows, asked.sort))
    return Table(title, [*rows[0]], rows)


def games(season: Season, asked: Asked) -> list[Table]:
    """One line a record, in the order of date."""
    totals: dict[int, list[str]] = defaultdict(list)
    for session, account, total in season.run(
        "SELECT session_id, account, total FROM accounts ORDER BY session_id, nth"
    ):
        totals[session].append(f"{account} {'?' if total is None else total}")
    dues: dict[int, list[Due]] = defaultdict(list)
    for session, *due in season.run("SELECT session_id, payer, payee, amount FROM payments ORDER BY session_id, nth"):
        dues[session].append((due[0], due[1], due[2]))
    query = "SELECT * FROM sessions_played ORDER BY coalesce(played_on, '9999'), file_path, session_id"
    rows = [
        {
            "date": row["played on"] or row["written date"], "event": row["event"], "game": row["game"],
            "rules": row["rules"], "deals": row["deals"], "totals": ", ".join(totals[row["session id"]]),
            "winner": row["winner"], "paid": _cleared(dues[row["session id"]]), "file": row["file path"],
        }
        for row in _ask(season, query)
    ]  # fmt: skip
    return [_sorted("games", rows, asked)._replace(is_list=True)] if rows else []


# --- Payments --------------------------------------------------------------------------------------------------------


def payments(season: Season, asked: Asked) -> list[Table]:
    """Who pays whom over the season, in the fewest payments that clear each game."""
    rows = [
        {"game": game, "unit": unit, "payer": payer, "payee": payee, "amount": amount}
        for (game, unit), dues in _dues(season).items()
        for payer, payee, amount in fewest_payments(dues)
    ]
    return [_sorted("payments", rows, asked)] if rows else []


def _cleared(dues: list[Due]) -> str:
    """The fewest payments, in words."""
    return ", ".join(f"{payer} pays {payee} {amount}" for payer, payee, amount in fewest_payments(dues))


def _dues(season: Season) -> dict[tuple[str, str], list[Due]]:
    """By game and unit: what is paid, both ways taken together."""
    found: dict[tuple[str, str], list[Due]] = defaultdict(list)
    query = "SELECT game, unit, payer, payee, amount FROM who_pays_whom ORDER BY game, unit, payer, payee"
    for game, unit, payer, payee, amount in season.run(query):
        found[game, unit].append((payer, payee, amount))
    return found


def _with_payments(season: Season, tables: list[Table]) -> list[Table]:
    """Below the last table of each game how its payments are cleared."""
    lines: dict[str, list[str]] = defaultdict(list)
    for (game, unit), dues in _dues(season).items():
        if clear := _cleared(dues):
            lines[game].append(f"settled with {clear} {unit}")
    last = {table.rows[0]["game"]: n for n, table in enumerate(tables)}
    return [
        table._replace(below=(*table.below, *lines[game])) if last[game := table.rows[0]["game"]] == n else table
        for n, table in enumerate(tables)
    ]


# --- Evenings and series ---------------------------------------------------------------------------------------------


def evenings(season: Season, asked: Asked) -> list[Table]:
    """What each player did on each day, or at each event."""
    rows = _ask(season, "SELECT * FROM evenings ORDER BY coalesce(played_on, '9999'), event, game, rules, player")
    return [_sorted("evenings", [{"date": row.pop("played on"), **row} for row in rows], asked)] if rows else []


def series(season: Season, asked: Asked) -> list[Table]:
    """Points for the place in each evening, or for games won and drawn; the best evenings count."""
    by_evening: dict[tuple[str, str], dict[object, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in _ask(season, "SELECT * FROM evenings WHERE played_on IS NOT NULL OR event IS NOT NULL"):
        by_evening[row["game"], row["rules"]][row["played on"], row["event"]].append(row)
    tables = []
    for game, rules, _ in _grouped({"game": game, "rules": rules} for game, rules in by_evening):
        found: dict[str, list[float]] = defaultdict(list)
        handicaps = {**asked.handicaps.get("", {}), **asked.handicaps.get(game, {})}
        for evening in by_evening[game, rules].values():
            for player, points in _points(evening, asked, handicaps):
                found[player].append(points)
        rows = []
        for player, each in found.items():
            best = sorted(each, reverse=True)[: asked.best or None]
            counted = {"evenings": len(each), "counted": len(best), "points": _round(sum(best))}
            rows.append({"game": game, "rules": rules, "player": player, **counted, "best": best[0]})
        tables.append(_ranked(f"{game}, {rules}", rows, [], asked, lambda row: (-row["points"], -row["best"])))
    return tables


def _points(evening: list[Row], asked: Asked, handicaps: Mapping[str, int]) -> Iterator[tuple[str, float]]:
    """What each player gets for one evening; who are level share the points of their places."""
    if asked.outcomes:
        for row in evening:
            yield row["player"], sum(row[name] * points for name, points in asked.outcomes.items())
        return
    settles = any(row["settled"] for row in evening)
    figure = {
        row["player"]: row["settled"]
        if settles
        else row["score"] + handicaps.get(row["player"], 0) * max(row["games"], 1)
        for row in evening
    }
    order = sorted(figure, key=lambda player: -figure[player])
    for player in order:
        level = [n for n, other in enumerate(order) if figure[other] == figure[player]]
        yield player, sum(asked.points[n] for n in level if n < len(asked.points)) / len(level)


SHOWN: dict[str, Callable[[Season, Asked], list[Table]]] = {
    "players": players, "pairs": pairs, "opponents": opponents, "contracts": contracts, "games": games,
    "evenings": evenings, "payments": payments, "series": series,
}  # fmt: skip
