"""Text to the tree of a document and its marks: by libyaml or, where there is none, in Python, read just the same.

`Composer(text).get_single_node()` gives the tree. Every value is the text that was written: nobody asks what it may be.
"""

from __future__ import annotations

import operator
from typing import Any

from pinocle_cli.reader.pyyaml import yaml

Composer: Any
SLOW = ""
if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class WithLibyaml(CParser):
        """The reader of libyaml."""

        # These are called for every value, and what the last two give is not used: they only cost no time.
        descend_resolver, ascend_resolver = operator.is_, tuple

        def resolve(self, _: type, __: object, ___: object) -> str:
            """No kind of value: they are texts."""
            return ""

    Composer = WithLibyaml
else:
    from pinocle_cli.reader.yaml_in_python import InPython

    Composer = InPython
    SLOW = (
        "PyYAML was built without libyaml here: YAML is read some ten times slower, with the same verdicts. "
        "Its wheels on PyPI have libyaml; JSON is as fast as ever"
    )
