"""Whose turn it is to deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import DealState
    from pinocle_cli.ledger import Finding
    from pinocle_cli.rule import Rule


def out_of_rotation(state: DealState, rule: Rule) -> Iterator[Finding]:
    """A dealer who is written although the deal was another's: what is written goes before the rotation, with a note.

    `rule` says how the deal goes round. In a sheet with a hole nobody's turn is known.
    """
    dealer, due = state.deal.dealer, state.session.dealer
    if dealer is None or due is None or dealer == due or state.number != state.session.number + 1:
        return
    did = "dealt twice in a row" if (due - dealer) % state.session.players == 1 else "dealt"
    yield note(rule, state.place(), f"{state.name(dealer)} {did}; the deal was {state.name(due)}'s", dealer)
