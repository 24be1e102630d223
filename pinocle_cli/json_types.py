"""What plain JSON and YAML can hold, for everything that is written as such or was read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
JsonObject = Mapping[str, Json]
