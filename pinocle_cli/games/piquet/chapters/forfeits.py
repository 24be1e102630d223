"""What a player forfeits: each function takes the finding, the table and the ledger, and gives a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.exchange import ELDER_EXCHANGE, SHORT_DISCARD, TALON, TOO_MANY, YOUNGER_EXCHANGE
from pinocle_cli.games.piquet.chapters.reckoning import PLAY_RULES, reckon
from pinocle_cli.games.piquet.declaring.answers import DECLARE_ORDER
from pinocle_cli.games.piquet.declaring.conversation import SEQUENCES_THEN_SETS, SHOW_ON_DEMAND, YOUNGER_DECLARES
from pinocle_cli.games.piquet.declaring.judge import FALSE_DECLARATION, reckonable
from pinocle_cli.games.piquet.declaring.omitted import OMITTED
from pinocle_cli.games.piquet.hands import ELDERS, HAND, bits_of
from pinocle_cli.games.piquet.rulings import (
    ENFORCE,
    LEAVE,
    NO_PENALTY,
    RECKON,
    REDEAL,
    WAIVE,
    chosen,
    says,
    void,
)
from pinocle_cli.games.piquet.state import Counted
from pinocle_cli.ledger import Choice, Entry, Ruling, read_out
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding, Run

# --- Penalties in points ---------------------------------------------------------------------------------------------


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


@TOO_MANY.follows(TOO_MANY, SHORT_DISCARD)
def too_many_cards(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """His play counts nothing and the other's double, or he reckons nothing at all."""
    rule, seat = TOO_MANY, finding.seat
    if finding.rule is SHORT_DISCARD and (seat is None or state.deal.play is None or not _plays_with_more(state, seat)):
        text = (
            "it must be put right, best before the talon is opened; with a card too many he plays on under the rule "
            "for too many cards"
        )
        return Ruling(rule=SHORT_DISCARD, text=text)
    if seat is None:
        return Ruling(rule=rule, text="who played with too many cards is not recorded (`by`): nothing is taken off")
    if state.house.extra_card == "reckons-nothing":
        return reckons_nothing(finding, state, rule, bars=True)
    state.terms.no_play.add(seat)
    why = f"{state.name(seat)} plays in silence"
    entries = on_new_terms(state, rule, finding.line, why)
    other = state.name(1 - seat)
    text = f"{why}: his play and the cards count nothing, and {other}'s leads and tricks count double"
    if state.deal.play is None and not state.tricks:
        text = f"{why}; the figures stand as the table wrote them"
    return Ruling(rule=rule, text=text, entries=entries)


def _plays_with_more(state: Piquet, seat: int) -> bool:
    held = state.held[seat]
    return held is not None and held.bit_count() > HAND


@TALON.follows(TALON, YOUNGER_EXCHANGE)
def took_wrong_cards(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """A card of the other's taken from the talon."""
    seat, rule = finding.seat, finding.rule
    said = finding.said
    shown = said is None or finding.path != said.place.path  # by the cards, whoever called it
    others = finding.cause if shown else bool(said is not None and said.cards)
    if not others or seat is None or (rule is YOUNGER_EXCHANGE and shown):
        return Ruling(rule=rule, text=NO_PENALTY)
    if not state.portland:
        text = "no penalty is laid down for it; cards wrongly taken are given back if it is seen"
        return Ruling(rule=rule, text=text)
    other = state.name(1 - seat)
    redeal = Choice(REDEAL, f"the deal is void; {state.name(state.dealer)} deals again")
    if chosen(finding) == REDEAL:
        return void(state, rule, f"{other} chose a fresh deal: ")
    ruling = reckons_nothing(finding, state, rule, bars=True)
    ruling.choices += (redeal,)
    ruling.text += f"; {other} may have a fresh deal instead, having looked at his hand"
    return ruling


ELDER_EXCHANGE.follows()(says(NO_PENALTY))

NO_SECOND_DISCARD = Rule(
    "no-second-discard",
    "One discard",
    "irregularity",
    """Nobody throws out a second time, and nobody looks at the talon beforehand. What was thrown out first stays out;
    by the laws of 1882 a player who takes back any of it plays with too many cards, and one who looks at the other's
    cards of the talon reckons nothing.""",
    "001; Portland laws, 24 to 27",
)


@NO_SECOND_DISCARD.follows()
def second_discard(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """The first discard stands; a player who looked at the other's cards of the talon reckons nothing, by law 27."""
    said, rule, seat = finding.said, NO_SECOND_DISCARD, finding.seat
    talon = state.deal.talon.cards if state.deal.talon is not None else ()
    elders = (state.discarded[state.elder] or 0).bit_count() or ELDERS
    others = bits_of(talon[ELDERS:] if seat == state.elder else talon[:elders])
    if state.portland and said is not None and seat is not None and bits_of(said.cards) & others:
        return reckons_nothing(finding, state, rule, bars=True)
    return Ruling(rule=rule, text="the first discard stands, and the talon is put back; no points are lost")


# --- What costs nothing ----------------------------------------------------------------------------------------------

DECLARE_ORDER.follows()(says("what is good by the cards counts; no penalty is laid down for the answer"))
for _procedure in (SEQUENCES_THEN_SETS, SHOW_ON_DEMAND, YOUNGER_DECLARES):
    _procedure.follows()(says(NO_PENALTY))


@OMITTED.follows()
def omitted(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
    """What was forgotten can be added before the first lead, and not later."""
    said = finding.said
    if said is not None and said.after == 0:
        how = "and counts" if said.cards else "and may still be called; name its `cards`, or add it to `calls`"
        return Ruling(rule=OMITTED, text=f"it was remembered before the first lead {how}")
    return Ruling(rule=OMITTED, text="it came too late and cannot be added; the score stands")
