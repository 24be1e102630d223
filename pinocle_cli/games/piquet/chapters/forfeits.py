"""What a player forfeits: the deal is reckoned again on the terms of the ruling, and the difference is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.in_play import PLAY_RULES
from pinocle_cli.games.piquet.chapters.reckoning import reckon
from pinocle_cli.games.piquet.declaring.false_calls import FALSE_DECLARATION, reckonable
from pinocle_cli.games.piquet.rulings import ENFORCE, LEAVE, RECKON, WAIVE, chosen
from pinocle_cli.games.piquet.state import Counted
from pinocle_cli.ledger import Choice, Entry, Ruling, read_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding, Run
    from pinocle_cli.rule import Rule


def on_new_terms(state: Piquet, rule: Rule, line: int, why: str) -> tuple[Entry, ...]:
    """What the change of terms costs each player, and gives."""
    if state.deal.play is None and not state.tricks:
        return ()  # only the table's own figures are known
    reckoned = reckon(state, state.terms)
    before, after = _by_rule(state.entries), _by_rule(reckoned)
    state.entries = reckoned
    lost: dict[int, int] = {}
    entries = []
    for seat, by in {**before, **after}:
        change = after.get((seat, by), 0) - before.get((seat, by), 0)
        if change > 0 and by not in PLAY_RULES:
            entries.append(Entry(seat, change, by, line, f"counts after the ruling: {why}"))
        elif change and by is state.double:
            entries.append(Entry(seat, change, by, line, "what is lost was doubled"))
        elif change:
            lost[seat] = lost.get(seat, 0) + change
    entries += [Entry(seat, change, rule, line, why) for seat, change in lost.items()]
    return tuple(entries)


def _by_rule(entered: Iterable[Entry | Run]) -> dict[tuple[int, Rule], int]:
    """What each has by each rule."""
    found: dict[tuple[int, Rule], int] = {}
    for entry in read_out(entered):
        key = entry.seat, entry.rule
        found[key] = found.get(key, 0) + entry.points
    return found


def reckons_nothing(finding: Finding, state: Piquet, rule: Rule, *, bars: bool) -> Ruling:
    """The offender counts nothing in this deal; by the laws of 1882 the other need not enforce it (law 44)."""
    seat = finding.seat if finding.seat is not None else state.elder
    name, other = state.name(seat), state.name(1 - seat)
    choices: tuple[Choice, ...] = ()
    if state.portland:
        choices = (
            Choice(ENFORCE, f"{name} counts nothing in this deal", default=True),
            Choice(WAIVE, "the deal counts as it was played"),
        )
    if state.portland and chosen(finding) == WAIVE:
        text = f"{other} does not enforce the penalty (law 44): the deal counts as it was played"
        return Ruling(rule=rule, text=text, choices=choices)
    state.terms.nothing.add(seat)
    if not bars:
        state.terms.bars_nothing.add(seat)
    entries = on_new_terms(state, rule, finding.line, f"{name} counts nothing in this deal")
    blank = state.called is not None and any(seat == one for one, _ in state.called.blank)
    text = f"{name} counts nothing in this deal" + (" but the carte blanche" if blank else "")
    text += "; his true calls still stop the other's" if bars else "; his calls stop nothing"
    if state.deal.play is None and not state.tricks:
        text += f"; {name} writes zero, {other}'s figure stands as the table wrote it"
        if state.deal.claimed is not None:  # only the table's own figures are known
            state.scored = state.whole = True
            entries = (Entry(seat, 0, rule, finding.line, "counts nothing"),)
    elif state.portland:
        text += f"; {other} need not enforce it (law 44)"
    return Ruling(rule=rule, text=text, entries=entries, choices=choices)


@FALSE_DECLARATION.follows()
def false_declaration(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """Nothing in this deal, unless it was put right in time; the other may reckon what stood against it."""
    rule, seat = FALSE_DECLARATION, finding.seat
    if seat is None:
        return Ruling(rule=rule, text="who called what he did not have is not recorded (`by`): nothing is taken off")
    if any(said.fault.endswith(rule.label) and said.by == seat and said.after == 0 for said in state.upheld):
        return Ruling(rule=rule, text="it was put right before the first lead: nothing follows")
    more = reckonable(state, seat)
    if chosen(finding) == RECKON and state.called is not None:
        for combo in more:
            state.called.kinds[combo.kind].own[1 - seat].append(Counted(combo, finding.line))
    ruling = reckons_nothing(finding, state, rule, bars=state.portland)
    if more:
        other, names = state.name(1 - seat), ", ".join(combo.name for combo in more)
        ruling.choices += (
            Choice(RECKON, f"{other} also reckons {names}"),
            Choice(LEAVE, f"{other} counts what he called", default=True),
        )
        if chosen(finding) != WAIVE:
            told = "reckons" if chosen(finding) == RECKON else "may still reckon"
            ruling.text += f"; {other} {told} {names}"
    return ruling
