"""What was met before is remembered for the records that follow: in a log by the million they say much the same."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(dict[K, V]):
    """Things met before; so that it never takes much room it forgets them all when there are very many."""

    def __init__(self, most: int = 20_000) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> None:
        """Remember one more. What is kept is short: that is for the caller to see to."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
