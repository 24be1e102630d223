"""The garbage collector, which has next to nothing to do here."""

from __future__ import annotations

import gc


def calm_collector() -> None:
    """Modules and verdicts hold no cycles: it need not look at them every few hundred objects."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
