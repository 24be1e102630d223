"""A club's own file, `pinocle.yaml`: its house rules and the names of its people, for the records beside and below it.

Every folder is asked each time, so that a file that is written, changed or taken away holds from the next record on; a
file is parsed again only when it has changed.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import Counter
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, NOTE, Finding
from pinocle_cli.light import light_dataclass
from pinocle_cli.logs.names import CLUB_FILE
from pinocle_cli.memory import Memory
from pinocle_cli.reader.context import Reading, TooManyErrors
from pinocle_cli.reader.record import read_house
from pinocle_cli.reader.streams import buffered, yaml_documents
from pinocle_cli.reader.words import shorten
from pinocle_cli.record import ASSUMED, CLUB, DUPLICATE_KEY, SYNTAX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Mapping as Known

    from pinocle_cli.game import Game
    from pinocle_cli.reader.record import House
    from pinocle_cli.reader.tree import Node

LIKE_IT = frozenset({"pinocle.yml", ".pinocle.yaml", ".pinocle.yml", "pinochle.yaml", "pinochle.yml"})
_KEYS = ("name", "rules", "names")


def looks_like_club_file(name: str) -> bool:
    """Whether somebody may have meant it as one."""
    base = name.replace("\\", "/").rpartition("/")[2]
    return base != CLUB_FILE and (base.lower() in LIKE_IT or base.lower() == CLUB_FILE)


# --- One file --------------------------------------------------------------------------------------------------------


@light_dataclass()
class ClubFile:
    """What stands in one file. A mistake in the rules of a game stops that game; any other stops them all."""

    path: str
    name: str = ""
    rules: dict[str, House] = field(default_factory=dict)  # by game
    names: dict[str, str] = field(default_factory=dict)  # a spelling: what the person is called
    wrong: list[Finding] = field(default_factory=list)  # whatever the game
    wrong_rules: dict[str, list[Finding]] = field(default_factory=dict)  # by game

    def mistakes(self, game: str | None) -> list[Finding]:
        """What is wrong in it that concerns this game."""
        return [*self.wrong, *self.wrong_rules.get(game or "", ())]

    def every_mistake(self) -> list[Finding]:
        """All that is wrong in it."""
        return [*self.wrong, *(finding for wrong in self.wrong_rules.values() for finding in wrong)]


def read_club(path: str, games: Known[str, Game]) -> ClubFile:
    """The file, with everything that is wrong in it; nothing is raised."""
    club, reading = ClubFile(path), Reading()
    club.wrong = reading.findings
    try:
        if why := _unreadable(path):
            club.wrong.append(Finding(SYNTAX, ERROR, 1, f"cannot be read: {why}", column=1))
            return club
        with open(path, "rb") as stream:
            documents = list(yaml_documents(buffered(stream)))
    except OSError as why:
        text = f"cannot be read: {(why.strerror or str(why)).lower()}"
        club.wrong.append(Finding(SYNTAX, ERROR, 1, text, column=1))
        return club
    with suppress(TooManyErrors):
        for document in documents:
            club.wrong.extend(finding for finding in document.findings if finding.severity == ERROR)
        roots = [(document.line, document.root) for document in documents if document.root is not None]
        for line, _ in roots[1:]:
            where = f"the first begins in line {roots[0][0]}"
            message = f"a club's file is one document, and here a second begins ({where}); put them together"
            club.wrong.append(Finding(DUPLICATE_KEY, ERROR, line, message, column=1))
        for _, root in roots[:1]:
            _read(reading, root, club, games)
    return club


def _unreadable(path: str) -> str:
    """Why something of this name is no file that could be read; a pipe would be waited for for ever."""
    if os.path.islink(path) and not os.path.exists(path):
        return "the link leads nowhere"
    mode = os.stat(path).st_mode
    return "" if stat.S_ISREG(mode) else "it is a folder" if stat.S_ISDIR(mode) else "it is no plain file"


def _read(reading: Reading, root: Node, club: ClubFile, games: Known[str, Game]) -> None:
    for key, value in reading.keys(root, _KEYS, CLUB_FILE):
        if key == "name":
            club.name = reading.text(value, "what the club is called") or ""
        elif key == "names":
            _read_names(reading, value, club)
        elif isinstance(value, tuple):
            _read_rules(reading, value, club, games)
        else:
            reading.wrong(value, "the rules of each game: {two-handed: {...}}")


def _read_rules(reading: Reading, node: Node, club: ClubFile, games: Known[str, Game]) -> None:
    for name, value in reading.keys(node, games, "the rules of a club"):
        before = len(reading.findings)
        house = read_house(reading, value, games[name], None)
        wrong = reading.findings[before:]
        if wrong:
            club.wrong_rules[name] = wrong
            del reading.findings[before:]
        else:
            club.rules[name] = house


def _read_names(reading: Reading, node: Node, club: ClubFile) -> None:
    """`{Anna: [Anna K., Аnna]}`: how a person is called, and how else that is written."""
    if not isinstance(node, tuple):
        reading.wrong(node, "names, each with its other spellings: {Anna: [Anna K., Anya]}")
        return
    for key, value in node:
        if not isinstance(key, str) or not key.strip():
            reading.wrong(key, "a name")
            continue
        spellings = value if isinstance(value, list) else [value]
        for one in spellings:
            if not isinstance(one, str) or not one.strip():
                reading.wrong(one, f"another spelling of {shorten(key)}, or a list of them")
                continue
            known = club.names.setdefault(plain_name(one), plain_name(key))
            if known != plain_name(key):
                message = f'"{shorten(one)}" stands here for {shorten(key)} and above for {shorten(known)}'
                reading.error(DUPLICATE_KEY, one, message)


def plain_name(name: str) -> str:
    """A name as it is compared: in one Unicode form, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


# --- The files above a record ----------------------------------------------------------------------------------------


class Club:
    """What the club files beside and above a folder say; for each game the nearest that names it holds."""

    def __init__(self, files: Iterable[ClubFile] = (), folder: str = "", like: str = "") -> None:
        self._files, self._folder, self._like = [*files], folder, like
        self._houses: dict[str, House | None] = {}
        wrong = [file for file in self._files if file.wrong or file.wrong_rules]
        self._shown = {file.path: _shown(file.path) for file in wrong}  # from here, wherever it is judged

    def __eq__(self, other: object) -> bool:
        """Whether they say the same."""
        return isinstance(other, Club) and (self._files, self._folder) == (other._files, other._folder)

    __hash__ = None  # type: ignore[assignment]

    @property
    def name(self) -> str:
        """What the nearest file calls the club."""
        return next((file.name for file in self._files if file.name), "")

    def house(self, game: str) -> House | None:
        """The house rules of a game, with where they stand, seen from the folder of the record."""
        if game not in self._houses:
            nearest = next((f for f in self._files if game in f.rules or f.mistakes(game)), None)
            house = nearest.rules.get(game) if nearest and not nearest.mistakes(game) else None
            if house is not None and nearest is not None:
                above = self._folder.removeprefix(os.path.dirname(nearest.path)).strip(os.sep)
                house = house.of_club("../" * (above.count(os.sep) + 1 if above else 0) + CLUB_FILE)
            self._houses[game] = house
        return self._houses[game]

    def findings(self, game: str | None, line: int) -> Iterator[Finding]:
        """Why the records of a game cannot be judged: every mistake in the nearest file that names it."""
        for file in self._files:
            for f in file.mistakes(game):
                text = (
                    f"the rules of the club cannot be read: {self._shown[file.path]}:{f.line}:{f.column}: {f.message}"
                )
                yield Finding(CLUB, ERROR, line, text, path="rules")
            if file.mistakes(game) or game in file.rules:
                return
        if self._like:
            yield not_read(self._like, line)

    def known_as(self, players: Sequence[str]) -> dict[str, str]:
        """Of the players whom the club calls otherwise: the name as written, and what that person is called.

        The nearest file that knows a name has the say. Two at one table are not one person, whatever it says.
        """
        if not any(file.names for file in self._files):
            return {}
        found = {player: self._name_of(player) for player in players}
        twice = {name for name, times in Counter(found.values()).items() if times > 1}
        return {player: name for player, name in found.items() if name not in (player, *twice)}

    def _name_of(self, player: str) -> str:
        plain = plain_name(player)
        return next((file.names[plain] for file in self._files if plain in file.names), plain)


def _shown(path: str) -> str:
    """A path as people here would write it."""
    here = os.path.relpath(path)
    return path if here.startswith("..") else here


def not_read(name: str, line: int) -> Finding:
    """Asks about a file that may have been meant as a club's."""
    base = shorten(name.replace("\\", "/").rpartition("/")[2])
    text = f"are the rules of the club in {base}? They are not used; the file must be called {CLUB_FILE}"
    return Finding(ASSUMED, NOTE, line, text, path="rules")


NO_CLUB = Club()
_read_before: Memory[str, tuple[tuple[int, ...], ClubFile]] = Memory(10_000)
_like_before: Memory[str, tuple[int, str]] = Memory(10_000)


def club_above(folder: str, games: Known[str, Game]) -> Club:
    """The club files in a folder (an absolute path) and in those above it."""
    files, at, above = [], "", folder
    while at != above:
        at, above = above, os.path.dirname(above)
        path = os.path.join(at, CLUB_FILE)
        try:
            found = os.lstat(path)
        except OSError:
            continue
        files.append(_club_file(path, found, games))
    return Club(files, folder, "" if files else _like(folder))


def _club_file(path: str, found: os.stat_result, games: Known[str, Game]) -> ClubFile:
    """The file as it is now; parsed only if it is not as it was."""
    with suppress(OSError):
        found = os.stat(path)
    mark = (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)
    known = _read_before.get(path)
    if known is not None and known[0] == mark:
        return known[1]
    club = read_club(path, games)
    _read_before.keep(path, (mark, club))
    return club


def _like(folder: str) -> str:
    """A file in the folder whose name is nearly that of a club file; the folder is listed only when it has changed."""
    try:
        changed = os.stat(folder).st_mtime_ns
        known = _like_before.get(folder)
        if known is None or known[0] != changed:
            with os.scandir(folder) as entries:
                name = next((entry.name for entry in entries if looks_like_club_file(entry.name)), "")
            known = (changed, name)
            _like_before.keep(folder, known)
    except OSError:
        return ""
    return known[1]
