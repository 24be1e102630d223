"""What the name of an input tells: a path or an address, how it is packed, what it holds; and how it is shown."""

from __future__ import annotations

import os
import re
from typing import Literal

CLUB_FILE = "pinocle.yaml"
Form = Literal["yaml", "json", "lines"]  # lines: a record of JSON in each
_FORMS: dict[str, Form] = {".yaml": "yaml", ".yml": "yaml", ".jsonl": "lines", ".ndjson": "lines", ".json": "json"}
RECORD_SUFFIXES = (".yaml", ".yml", ".jsonl", ".ndjson")  # of records in a folder; .json there is much besides
PACKED = (".gz", ".zst")
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst")
_LOGIN = r"(?<=://)([^/?#@\s]*?):[^/?#\s]*@"
_ADDRESS = r"[a-z0-9+]+://[^\s'\"]+"
_QUERIED = r"(?<==)[^&#]+|(?<![^&])[^&#=]+(?=[&#]|$)"


def is_url(name: str) -> bool:
    """Whether this is an address, not a path."""
    return "://" in name


def _tail(name: str) -> str:
    """The end of a name, where its suffixes are, in small letters."""
    return (name.partition("?")[0] if is_url(name) else name)[-100:].lower()


def compression(name: str) -> str:
    """`.gz`, `.zst`, or nothing."""
    return next((suffix for suffix in PACKED if _tail(name).endswith(suffix)), "")


def kind(name: str) -> str:
    """The suffix that tells what is in it, whatever it is packed in; nothing if it tells nothing."""
    tail = _tail(name).removesuffix(compression(name))
    return next((suffix for suffix in RECORD_SUFFIXES if tail.endswith(suffix)), "")


def form(name: str) -> Form | None:
    """The form of the records in it; None if the name does not tell."""
    tail = _tail(name).removesuffix(compression(name))
    return next((form for suffix, form in _FORMS.items() if tail.endswith(suffix)), None)


def is_json(name: str) -> bool:
    """Whether the name tells of JSON of any shape."""
    return form(name) in ("lines", "json")


def is_archive(name: str) -> bool:
    """Whether the name is that of an archive of files."""
    return _tail(name).endswith(_ARCHIVES)


def in_archive(name: str) -> tuple[str, str]:
    """The archive and the file in it that a path like `season.zip/june.yaml` names; nothing where it names none."""
    for at, sign in enumerate(name):
        if sign in "/\\" and is_archive(name[:at]):
            return name[:at], name[at + 1 :]
    return "", ""


def is_zip(name: str) -> bool:
    """Whether it is one in the format of zip."""
    return _tail(name).endswith(".zip")


def is_hidden(name: str) -> bool:
    """Whether a name in a folder is one that is passed over, as git and others do: .git, ._a.yaml."""
    return name.startswith(".")


def is_club_file(name: str) -> bool:
    """Whether this is a club's file, which is never a record."""
    return name.replace("\\", "/").rpartition("/")[2] == CLUB_FILE


def is_record_file(path: str) -> bool:
    """Whether what is found in a folder or an archive under this name holds records."""
    parts = [part for part in path.replace(os.sep, "/").split("/") if part not in ("", ".")]
    return bool(parts and kind(path)) and parts[-1] != CLUB_FILE and not any(map(is_hidden, parts))


def shown(name: str) -> str:
    """An address without the secrets in it: a password, the values behind a question mark. A path as it is."""
    if not is_url(name):
        return name
    address, mark, query = name.partition("?")
    return re.sub(_LOGIN, r"\1:***@", address) + mark + re.sub(_QUERIED, "***", query)


def without_secrets(text: str) -> str:
    """A text in which addresses may stand, each as it may be shown."""
    return re.sub(_ADDRESS, lambda found: shown(found[0]), text)
