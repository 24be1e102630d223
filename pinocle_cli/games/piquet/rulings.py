"""What follows from a fault: each function takes the finding, the table and the ledger, and gives a ruling.

Most rulings change the terms of the reckoning (a player counts nothing, or his play does not): the deal is reckoned
again on the new terms, and the difference stands in the ledger as entries of the ruling. Nothing is erased.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet import deal, declare, exchange, play
from pinocle_cli.games.piquet.deal import (
    DEAL_ALTERNATES,
    ELDERS,
    EXPOSED_DEALER,
    EXPOSED_OPPONENT,
    EXPOSED_TALON,
    TALON,
    THIRTEEN,
)
from pinocle_cli.games.piquet.reckon import REFET, reckon
from pinocle_cli.games.piquet.sheet import PLAY_RULES, sums
from pinocle_cli.ledger import Choice, Entry, Ruling
from pinocle_cli.record import Irregularity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Remedy
    from pinocle_cli.games.piquet.deal import Piquet
    from pinocle_cli.ledger import Finding
    from pinocle_cli.rule import Rule

REDEAL, STAND, ENFORCE, WAIVE = "redeal", "stand", "enforce", "waive"
_WORDS = {
    **dict.fromkeys(
        ("redeal", "re-deal", "new", "fresh", "fresh-deal", "fresh deal", "new-deal", "new deal", "void"), REDEAL
    ),
    **dict.fromkeys(("stand", "stands", "play", "play-on", "accept", "keep", "let-stand", "no-redeal"), STAND),
    **dict.fromkeys(("enforce", "nothing", "reckons-nothing", "penalty", "counts-nothing"), ENFORCE),
    **dict.fromkeys(("waive", "waived", "forgive", "none", "no-penalty"), WAIVE),
}


def _said(finding: Finding) -> Irregularity | None:
    return finding.cause if isinstance(finding.cause, Irregularity) else None


def _choice(finding: Finding) -> str | None:
    """What the injured side chose, in whatever words."""
    said = _said(finding)
    return _WORDS.get((said.choice or "").lower().strip()) if said else None


# --- Penalties in points ---------------------------------------------------------------------------------------------


def _on_new_terms(state: Piquet, rule: Rule, line: int, why: str) -> tuple[Entry, ...]:
    """What the change of terms costs each player, and gives."""
    if state.deal.play is None and not state.tricks:
        return ()  # only the table's own figures are known
    reckoned = reckon(state, state.terms)
    before, after = sums(state.entries), sums(reckoned)
    state.entries = reckoned
    lost: dict[int, int] = {}
    entries = []
    for key in {**before, **after}:
        seat, by = key
        change = after.get(key, 0) - before.get(key, 0)
        if change > 0 and by not in PLAY_RULES:
            entries.append(Entry(seat, change, by, line, f"counts after the ruling: {why}"))
        elif change and by is REFET:
            entries.append(Entry(seat, change, REFET, line, "what is lost was doubled"))
        elif change:
            lost[seat] = lost.get(seat, 0) + change
    entries += [Entry(seat, change, rule, line, why) for seat, change in lost.items()]
    return tuple(entries)


def _reckons_nothing(finding: Finding, state: Piquet, rule: Rule, *, bars: bool) -> Ruling:
    """The offender counts nothing in this deal; by the laws of 1882 the other need not enforce it."""
    seat = finding.seat if finding.seat is not None else state.elder
    name, other = state.name(seat), state.name(1 - seat)
    if state.portland and _choice(finding) == WAIVE:
        state.terms.forgiven.add((seat, rule))
    if (seat, rule) in state.terms.forgiven:
        return Ruling(
            rule=rule, text=f"{other} does not enforce the penalty (law 44): the deal counts as it was played"
        )
    state.terms.nothing.add(seat)
    if not bars:
        state.terms.bars_nothing.add(seat)
    entries = _on_new_terms(state, rule, finding.line, f"{name} counts nothing in this deal")
    stops = "his true calls still stop the other's" if bars else "his calls stop nothing"
    text = f"{name} counts nothing in this deal; {stops}"
    if state.recorded:
        text += "; the figures stand as the table wrote them"
    elif state.portland:
        text += f"; {other} need not enforce it (law 44)"
    if rule is declare.FALSE_DECLARATION and state.portland:
        text += f", and may reckon whatever {other} has good (law 54), if it is called"
    return Ruling(rule=rule, text=text, entries=entries)


def false_declaration(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """Nothing in this deal, unless it was put right in time."""
    rule = declare.FALSE_DECLARATION
    if finding.seat is None:
        return None
    said = _said(finding)
    if said is not None and said.after == 0:
        state.terms.in_time.add(finding.seat)
    if finding.seat in state.terms.in_time:
        return Ruling(rule=rule, text="it was put right before the first lead: nothing follows")
    return _reckons_nothing(finding, state, rule, bars=state.portland)


def too_many_cards(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """His play counts nothing and the other's double, or he reckons nothing at all."""
    rule, seat = play.TOO_MANY, finding.seat
    if seat is None:
        return None
    if state.house.extra_card == "reckons-nothing":
        return _reckons_nothing(finding, state, rule, bars=True)
    state.terms.no_play.add(seat)
    why = f"{state.name(seat)} plays in silence"
    entries = _on_new_terms(state, rule, finding.line, why)
    other = state.name(1 - seat)
    text = f"{why}: his play and the cards count nothing, and {other}'s leads and tricks count double"
    return Ruling(rule=rule, text=text, entries=entries)


def took_wrong_cards(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """A card of the other's taken from the talon."""
    said, seat, rule = _said(finding), finding.seat, finding.rule
    others = bool(said.cards) if said is not None else finding.cause is not None
    if not others or seat is None:
        return Ruling(rule=rule, text="no penalty is laid down for it; the deal stands")
    if not state.portland:
        return Ruling(
            rule=rule, text="no penalty is laid down for it; cards wrongly taken are given back if it is seen"
        )
    if _choice(finding) in (REDEAL, STAND):
        return _fresh_deal(rule, finding, state, ledger, 1 - seat)
    ruling = _reckons_nothing(finding, state, rule, bars=True)
    ruling.choices = (
        Choice(ENFORCE, f"{state.name(seat)} counts nothing in this deal"),
        Choice(REDEAL, f"the deal is void; {state.name(state.dealer)} deals again"),
    )
    ruling.text += f"; {state.name(1 - seat)} may have a fresh deal instead, having looked at his hand"
    return ruling


def second_discard(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """The first discard stands; a player who looked at the other's cards of the talon reckons nothing, by law 27."""
    said, rule, seat = _said(finding), exchange.NO_SECOND_DISCARD, finding.seat
    talon = state.deal.talon.cards if state.deal.talon is not None else ()
    elders = (state.discarded[state.elder] or 0).bit_count() or ELDERS
    others = talon[ELDERS:] if seat == state.elder else talon[:elders]
    if state.portland and said is not None and seat is not None and set(said.cards) & set(others):
        return _reckons_nothing(finding, state, rule, bars=True)
    return Ruling(rule=rule, text="the first discard stands, and the talon is put back; no points are lost")


# --- A fresh deal ----------------------------------------------------------------------------------------------------


def _void(state: Piquet, rule: Rule, text: str = "") -> Ruling:
    state.void, state.redeal, state.scored = rule, True, True
    return Ruling(rule=rule, text=f"{text}the deal is void; {state.name(state.dealer)} deals again")


def _fresh_deal(rule: Rule, finding: Finding, state: Piquet, ledger: Sequence[Entry], who: int) -> Ruling:
    """For the injured player to choose; until it is known what was chosen the deal counts as it stands."""
    chosen, name = _choice(finding), state.name(who)
    if chosen == REDEAL:
        return _void(state, rule, f"{name} chose a fresh deal: ")
    if chosen == STAND:
        return Ruling(rule=rule, text=f"{name} let the deal stand")
    counts = [sum(entry.points for entry in ledger if entry.seat == seat) for seat in (0, 1)]
    gives = f"the deal counts: {state.name(0)} {counts[0]}, {state.name(1)} {counts[1]}"
    choices = (
        Choice(REDEAL, f"the deal is void; {state.name(state.dealer)} deals again"),
        Choice(STAND, gives if state.scored else "the deal stands"),
    )
    return Ruling(rule=rule, text=f"{name} may choose a fresh deal or let it stand", choices=choices)


def exposed_opponent(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """For elder to choose."""
    return _fresh_deal(EXPOSED_OPPONENT, finding, state, ledger, state.elder)


def exposed_talon(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """A fresh deal, or by the laws of 1882 for elder to choose."""
    if state.portland:
        return _fresh_deal(EXPOSED_TALON, finding, state, ledger, state.elder)
    return _void(state, EXPOSED_TALON)


def thirteen(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """For elder to choose."""
    ruling = _fresh_deal(THIRTEEN, finding, state, ledger, state.elder)
    if state.void is None:
        ruling.text += "; if it stands, the hand with thirteen cards discards one more than it draws"
    return ruling


# --- What costs nothing ----------------------------------------------------------------------------------------------

_SAYS = {
    DEAL_ALTERNATES: "once the cards have been taken up the deal stands",
    EXPOSED_DEALER: "the deal stands",
    exchange.DISCARD_FINAL: "what was thrown out stays out",
    exchange.ELDER_EXCHANGE: "no penalty is laid down for it; the deal stands",
    exchange.OWN_DISCARD: "no penalty is laid down for it",
    exchange.SHORT_DISCARD: "it must be put right, best before the talon is opened; with a card too many he plays on "
    "under the rule for too many cards",
    declare.DECLARE_ORDER: "what is good by the cards counts; no penalty is laid down for the answer",
    play.EXPOSED: "the card is taken up again: nothing follows",
    play.REVOKE: "no points are lost; the play stands as it is recorded",
    play.TOO_FEW: "no penalty; cards to which he has none to play are the other's tricks",
}


_NO_PENALTY = (
    deal.TWO_PACKS,
    deal.HIGH_CARD,
    deal.DEAL_12,
    exchange.LEFTOVER,
    declare.SEQUENCES_THEN_SETS,
    declare.SHOW_ON_DEMAND,
    declare.YOUNGER_DECLARES,
)


def no_penalty(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
    """A breach of procedure that the table wrote down."""
    return Ruling(rule=finding.rule, text="no penalty is laid down for it; the deal stands")


def omitted(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
    """What was forgotten can be added before the first lead, and not later."""
    said = _said(finding)
    if said is not None and said.after == 0:
        return Ruling(rule=declare.OMITTED, text="it was remembered before the first lead and may still be called")
    return Ruling(rule=declare.OMITTED, text="it came too late and cannot be added; the score stands")


def says(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
    """A fault that costs nothing more than the rule itself says."""
    return Ruling(rule=finding.rule, text=_SAYS[finding.rule])


def wrong_play(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """A revoke or a lead out of turn that nobody put right."""
    if _said(finding) is not None:
        return Ruling(rule=finding.rule, text="the play stands as it is recorded, and no points are lost")
    if "out of turn" in finding.message:
        return Ruling(rule=play.PLAY, text="the other played to it: it stands")
    text = "the card could be changed until the trick was closed; it was not, and the play stands as it is recorded"
    if state.portland:
        text = (
            "all cards played since are taken back and played again, whenever it is found (law 59); the play stands "
            "here as it is recorded, and no points are lost"
        )
    return Ruling(rule=play.REVOKE, text=text)


REMEDIES: dict[Rule, Remedy] = {
    **dict.fromkeys(_SAYS, says),
    **dict.fromkeys(_NO_PENALTY, no_penalty),
    declare.OMITTED: omitted,
    play.PLAY: wrong_play,
    declare.FALSE_DECLARATION: false_declaration,
    play.TOO_MANY: too_many_cards,
    TALON: took_wrong_cards,
    exchange.YOUNGER_EXCHANGE: took_wrong_cards,
    exchange.NO_SECOND_DISCARD: second_discard,
    EXPOSED_OPPONENT: exposed_opponent,
    EXPOSED_TALON: exposed_talon,
    THIRTEEN: thirteen,
}
