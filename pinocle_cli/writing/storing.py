"""Files that are written while others may write them too: saved whole and at once, and never over somebody's change."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class ChangedElsewhereError(Exception):
    """Another program has written the file since it was read; nothing was saved."""


class UnreadableFileError(Exception):
    """The file cannot be read as text; the message says why."""


def decoded(raw: bytes) -> tuple[bytes, str, str]:
    """The bytes of a file as its byte order mark, its encoding and its text. Raises UnreadableFileError."""
    mark, encoding = next(((mark, name) for mark, name in _MARKS if raw.startswith(mark)), (b"", "utf-8"))
    try:
        return mark, encoding, raw[len(mark) :].decode(encoding)
    except UnicodeDecodeError as why:
        raise UnreadableFileError(f"is not {encoding.upper()} at byte {why.start}; save it as UTF-8") from why


@dataclass
class StoredText:
    """A text file: its text with line feeds, its encoding and line ends as they were found."""

    path: Path
    text: str = ""
    known: bytes | None = None  # what stood in the file when we last looked; None: there was none
    mark: bytes = b""
    encoding: str = "utf-8"
    newline: str = "\n"

    @classmethod
    def open(cls, path: Path) -> StoredText:
        """The file as it stands; an empty text where there is none yet. Raises UnreadableFileError."""
        stored = cls(path.resolve())
        stored.take(stored.on_disk())
        return stored

    def on_disk(self) -> bytes | None:
        """What stands in the file now."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as why:
            raise UnreadableFileError(f"{self.path}: cannot be read: {(why.strerror or str(why)).lower()}") from why

    def take(self, raw: bytes | None) -> None:
        """Make these bytes the text that is known."""
        self.known = raw
        if raw is None:
            self.text = ""
            return
        try:
            self.mark, self.encoding, text = decoded(raw)
        except UnreadableFileError as why:
            raise UnreadableFileError(f"{self.path}: {why}") from why
        every, windows = text.count("\n"), text.count("\r\n")
        self.newline = "\r\n" if windows and windows == every else "\n"
        self.text = text.replace("\r\n", "\n") if self.newline == "\r\n" else text

    @property
    def gone(self) -> bool:
        """Whether somebody has taken the file away; whatever is saved next writes it again, whole."""
        return self.known is not None and self.on_disk() is None

    def elsewhere(self) -> StoredText | None:
        """The file as another program has left it; None if nobody has written it since."""
        if self.gone or self.on_disk() == self.known:
            return None
        return StoredText.open(self.path)

    def save(self, text: str) -> None:
        """Write the text in the file's place, all or nothing; ChangedElsewhereError rather than write over a change."""
        if not self.gone and self.on_disk() != self.known:
            raise ChangedElsewhereError
        raw = self.mark + text.replace("\n", self.newline).encode(self.encoding)
        write_whole(self.path, raw)
        self.known, self.text = raw, text
