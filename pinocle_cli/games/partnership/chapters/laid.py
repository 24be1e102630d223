"""What lies on the table when the melds are shown: cards laid down at once, and the melds in them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.chapters.worth import melds_laid
from pinocle_cli.games.partnership.moves import cards_laid
from pinocle_cli.games.pinochle.shown import Shown
from pinocle_cli.light import NamedTuple
from pinocle_cli.memory import remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed


class Spread(NamedTuple):
    """Cards laid down at once: how often each is needed, the dixes apart; their number, the melds, what is in none."""

    need: dict[int, int]
    dixes: int
    melds: tuple[Meld, ...]
    idle: tuple[int, ...]


class Laid(NamedTuple):
    """One item of a player's melds."""

    shown: Listed
    spread: Spread

    @property
    def cards(self) -> list[int]:
        """The cards that lie there, without the dixes."""
        return [card for card, number in self.spread.need.items() for _ in range(number)]


def laid_by(state: Partnership, seat: int, shown: Listed) -> Laid | None:
    """What lies there, where it can be told."""
    cards = cards_laid(state, seat, shown)
    if not shown.parts or cards is None or (state.trump is None and shown.scored is not None):
        return None
    whole = [cards]
    if len(shown.parts) > 1:
        whole = [Shown((part,), None, "").cards(state.deck, state.trump) or () for part in shown.parts]
    return Laid(shown, _spread(state.deck, state.trump, state.dix, state.house.doubles, tuple(whole)))


@remembered()  # the few cards of an item come again and again
def _spread(deck: Deck, trump: int | None, dix: int | None, doubles: str, whole: tuple[tuple[int, ...], ...]) -> Spread:
    """What lies there in some parts: the melds of each part by itself, and the cards that are in none."""
    parts = [tuple(card for card in part if card != dix) for part in whole]
    need = most_of([Counter(part) for part in parts])
    melds = tuple(meld for part in parts for meld in melds_laid(deck, trump, part, doubles))
    in_class = [Counter(card for meld in melds if meld.group == group for card in meld.cards) for group in range(3)]
    idle = sorted((need - most_of(in_class)).elements())
    return Spread(dict(need), sum(part.count(dix) for part in whole), melds, tuple(idle))


def most_of(counts: Sequence[Counter[int]]) -> Counter[int]:
    """What a player must have had to show each of these, a card being shown as often as he likes."""
    need: Counter[int] = Counter()
    for one in counts:
        need |= one
    return need
