"""PyYAML, imported here and nowhere else, so that its patterns are compiled only where they are used.

It has one of every sign that can be printed, for its reader in Python. It is not needed where there is libyaml, and to
compile it takes longer than to judge a record.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from pinocle_cli.light import late_pattern

__all__ = ["yaml"]
_compile = re.compile


def _compiled(*asked: Any) -> object:  # noqa: ANN401 - whatever `re.compile` takes
    asker = sys._getframe(1).f_globals.get("__name__", "")  # noqa: SLF001 - another thread may import something else
    return (late_pattern if asker.startswith("yaml.") else _compile)(*asked)


re.compile = _compiled  # type: ignore[assignment]
try:
    import yaml
finally:
    re.compile = _compile
