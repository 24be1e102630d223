"""The score sheet as values: its columns, what stands in them, how the game ended. Terminal and page draw from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Column
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import NOTE
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import AS_RECORDED, NOT_CHECKED
from pinocle_cli.render.lines import plural, win
from pinocle_cli.settle import fewest_payments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ledger import Entry, SessionVerdict, Verdict
    from pinocle_cli.rule import Rule


class Cells(NamedTuple):
    """What one account scored in a deal: column by column, in all, and the total by then; None is not known.

    Of a column it says that nothing was entered: whether that is zero the sheet does not know.
    """

    columns: tuple[int | None, ...]
    deal: int | None
    total: int | None


class Row(NamedTuple):
    """One deal on the sheet."""

    deal: Verdict
    facts: dict[str, str]  # of the game, like the contract
    cells: dict[int, Cells]  # by account
    beyond: bool = False  # the game was over before: it is in no total


def about(verdict: SessionVerdict) -> str:
    """The game, its profile and what it goes to."""
    game = GAMES[verdict.game] if verdict.game else None
    said = ", ".join(filter(None, (verdict.game, verdict.profile, game.headline(verdict.house) if game else "")))
    return f"{said} (rules from {verdict.house_from})" if verdict.house_from else said


def columns(verdict: SessionVerdict) -> tuple[Column, ...]:
    """The game's columns that have something in them, and one for what is in none of them."""
    game = GAMES[verdict.game or ""]
    unit = game.unit
    entries = [entry for deal in verdict.deals for entry in deal.ledger if entry.unit == unit]
    found = [column for column in game.columns if any(map(column.holds, entries))]
    rest = frozenset(entry.rule for entry in entries if not any(column.holds(entry) for column in found))
    recorded = frozenset({AS_RECORDED})
    if rest & recorded:
        found.append(Column("as written", recorded))
    if rest - recorded:
        found.append(Column("rulings", rest - recorded))
    return tuple(found) if len(found) > 1 else ()  # a single one says what the deal came to


def rows(verdict: SessionVerdict, shown: tuple[Column, ...]) -> list[Row]:
    """Deal by deal what each account scored, and the running totals."""
    running, found, end = dict(verdict.opening or {}), [], _end(verdict)
    unit = GAMES[verdict.game or ""].unit
    for number, deal in enumerate(verdict.deals):
        if not is_written(deal):
            continue
        facts = dict(GAMES[verdict.game or ""].facts(deal, verdict.names))
        cells = {seat: _cells(deal, seat, shown, running, unit) for seat in verdict.accounts}
        found.append(Row(deal, facts, cells, number > end))
    return found


def is_written(deal: Verdict) -> bool:
    """Whether something stands in the record of a deal; a sheet is begun with lines that are filled in as they come."""
    return deal.void is not NOT_CHECKED


def _end(verdict: SessionVerdict) -> int:
    """The last deal that is in the totals: what follows the decision is another game."""
    totals, end = dict(verdict.opening or {}), len(verdict.deals)
    for number, deal in enumerate(verdict.deals if verdict.result else ()):
        for seat, points in (deal.scores or {}).items():
            totals[seat] = totals.get(seat, 0) + points
        if totals == verdict.totals:
            end = number
    return end


def _cells(deal: Verdict, seat: int, shown: tuple[Column, ...], running: dict[int, int], unit: str) -> Cells:
    own = [entry for entry in deal.ledger if entry.seat == seat and entry.unit == unit]
    sums = _sums(own, shown)
    if deal.scores is None:
        running.pop(seat, None)  # from here on there is no total
        return Cells(sums, None, None)
    if seat not in running:
        return Cells(sums, deal.scores[seat], None)
    running[seat] += deal.scores[seat]
    return Cells(sums, deal.scores[seat], running[seat])


def column_of(entry: Entry, shown: Sequence[Column]) -> int:
    """In which of these columns an entry is counted: the first that it belongs to; -1 in none."""
    return next((n for n, column in enumerate(shown) if column.holds(entry)), -1)


def _sums(entries: list[Entry], shown: tuple[Column, ...]) -> tuple[int | None, ...]:
    sums: dict[int, int] = {}
    for entry in entries:
        number = column_of(entry, shown)
        sums[number] = sums.get(number, 0) + entry.points
    return tuple(sums.get(number) for number in range(len(shown)))


# --- How it ended, in words ------------------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence, and the rule that it goes by."""

    text: str
    rule: Rule | None = None
    line: int = 0


def result(verdict: SessionVerdict) -> Said | None:
    """Who won, or how it stands; None where there is nothing to say."""
    names, totals = verdict.names, verdict.totals
    found = verdict.result
    if totals is None and found is not None and found.winner is not None:
        return Said(f"{win(verdict, found.winner)}; no totals: not every deal could be scored", found.rule, found.line)
    if totals is None:
        scored = all(deal.scores is not None for deal in verdict.deals)
        why = ", until that has been put right" if scored else ": not every deal could be scored"
        return Said(f"no totals{why}") if names else None
    if found is None:
        if any(map(is_written, verdict.deals)) and not verdict.payments and GAMES[verdict.game or ""].unit == "points":
            return Said("undecided: " + ", ".join(f"{names[seat]} {points}" for seat, points in totals.items()))
        return None
    figures = " to ".join(str(totals[seat]) for seat in sorted(totals, key=lambda s: s != found.winner))
    who = "drawn" if found.winner is None else win(verdict, found.winner)
    return Said(f"{who}, {figures}", found.rule, found.line)


def payments(verdict: SessionVerdict) -> Iterator[Said]:
    """Who pays whom."""
    names = verdict.names
    for payment in verdict.payments:
        if payment.unit == "points":
            yield Said(f"{names[payment.payer]} pays {names[payment.payee]} {payment.amount} points", payment.rule)
    chips = [payment for payment in verdict.payments if payment.unit == "chips"]
    if chips:
        clear = [f"{names[a]} pays {names[b]} {plural(n, 'chip')}" for a, b, n in fewest_payments(chips)]
        yield Said("to settle: " + ("; ".join(clear) if clear else "nobody owes anything"))


def notes(verdict: SessionVerdict) -> dict[tuple[Rule, str], str]:
    """Each note once, by its rule and words, with the deals or the line that it is about."""
    said: dict[tuple[Rule, str], list[int]] = {}
    for deal in verdict.deals:
        for finding in deal.findings:
            if finding.severity == NOTE:
                said.setdefault((finding.rule, finding.message), []).append(deal.number)
    found = {
        key: f"deal{'s' if len(set(deals)) > 1 else ''} {ranges(sorted(set(deals)))}" for key, deals in said.items()
    }
    found.update({(f.rule, f.message): f"line {f.line}" for f in verdict.findings if f.severity == NOTE})
    return found


def ranges(numbers: list[int]) -> str:
    """1-3, 5."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def ends(verdict: SessionVerdict) -> str:
    """Result and payments in one line."""
    said = result(verdict)
    words = [said.text] if said is not None and verdict.result is not None else []
    words += [payment.text.removeprefix("to settle: ") for payment in payments(verdict)]
    return "; ".join(words) or "undecided"
