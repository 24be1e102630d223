"""What is named on a command line, as inputs: files, folders, patterns, addresses.

A folder stands for the records in it and below it, but for what begins with a dot. Links are followed, and what they
lead to is read once. What cannot be looked into is an input too: opening it says why.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from pinocle_cli.logs.names import is_club_file, is_hidden, is_record_file, is_url
from pinocle_cli.logs.storage import located, patiently

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.logs.storage import Storage

Known = set[tuple[int, int]]  # the folders and files met so far, by the numbers that the system knows them by


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The inputs that paths stand for, in order.

    A club's file is none, however it was named (`*.yaml`); only where nothing else is named something is said of it.
    """
    club, found = "", False
    for name in _named(paths):
        if is_club_file(name) and not is_url(name):
            club = club or name
        else:
            found = True
            yield name
    if club and not found:
        yield club


def _named(paths: Iterable[str]) -> Iterator[str]:
    """The same, club's files among them."""
    for path in paths:
        if path in ("", "-"):
            yield path
        elif is_url(path):
            yield from _addresses(path)
        elif os.path.isdir(path):
            yield from _or_itself(path, _records_below(path, set()))
        elif _has_magic(path) and not os.path.lexists(path):
            yield from _or_itself(path, _fitting(path))
        else:
            yield path


def _has_magic(name: str) -> bool:
    """Whether a name is a pattern."""
    return any(sign in name for sign in "*?[")


def _or_itself(path: str, found: Iterable[str]) -> Iterator[str]:
    """What was found or, where nothing was, the path: opening it says what is wrong."""
    empty = True
    for one in found:
        empty = False
        yield one
    if empty:
        yield path


# --- Folders ---------------------------------------------------------------------------------------------------------


def _records_below(folder: str, known: Known) -> Iterator[str]:
    """The record files in a folder and below it, in the order of their names."""
    for entry in _below(folder, known):
        if isinstance(entry, str):
            yield entry
        elif is_record_file(entry.name) and _can_be_read(entry) and _first_time(entry.path, known):
            yield _tidy(entry.path)


def _below(folder: str, known: Known) -> Iterator[os.DirEntry[str] | str]:
    """Everything in a folder and below it that is no folder; one that cannot be looked into is its own name."""
    waiting: list[os.DirEntry[str] | str] = [folder]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str) or _is_folder(entry):
            path = os.fspath(entry)
            if _first_time(path, known):
                found = _listed(path)
                if found is None:
                    yield _tidy(path)
                waiting += reversed(found or [])
        else:
            yield entry


def _tidy(path: str) -> str:
    """A path without what says nothing: `a//./b/` is `a/b`."""
    from pathlib import Path  # noqa: PLC0415 - only for folders

    return str(Path(path))


def _listed(folder: str) -> list[os.DirEntry[str]] | None:
    """What is in a folder, but for what is hidden; None where it cannot be looked into."""
    try:
        with os.scandir(folder) as found:
            return sorted((entry for entry in found if not is_hidden(entry.name)), key=lambda entry: entry.name)
    except OSError:
        return None


def _first_time(path: str, known: Known) -> bool:
    try:
        found = os.stat(path) if os.path.exists(path) else os.lstat(path)
    except OSError:
        return True  # opening it says what is wrong
    numbers = (found.st_dev, found.st_ino)
    if numbers in known:
        return False
    known.add(numbers)
    return True


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # opening it says what is wrong


def _can_be_read(entry: os.DirEntry[str]) -> bool:
    """No for what would never end or never begin: pipes, sockets, devices. A link that leads nowhere is told."""
    try:
        return stat.S_ISREG(entry.stat().st_mode)
    except OSError:
        return True


# --- Patterns --------------------------------------------------------------------------------------------------------


def _fitting(pattern: str) -> Iterator[str]:
    """The inputs that fit a pattern; `**` stands for any number of folders, in it and at its end."""
    from pathlib import Path  # noqa: PLC0415 - only for patterns

    parts = Path(pattern).parts
    root, known = Path(pattern).anchor, Known()
    for path in _fit(root, parts[1:] if root else parts):
        if os.path.isdir(path):
            yield from _records_below(path, known)
        elif _first_time(path, known):
            yield path


def _fit(folder: str, parts: tuple[str, ...]) -> Iterator[str]:
    """The paths in a folder that fit the parts of a pattern; what is hidden fits none."""
    from fnmatch import fnmatchcase  # noqa: PLC0415 - only for patterns

    head, rest = parts[0], parts[1:]
    here = folder or os.curdir
    if head == "**":
        for at in _folders(folder) if rest else [here]:
            yield from _fit(at, rest) if rest else [at]
    elif not _has_magic(head):
        path = os.path.join(folder, head)
        if _is_there(path):
            yield from _fit(path, rest) if rest else [path]
    elif os.path.isdir(here):
        found = _listed(here)
        if found is None:
            yield here
        for entry in found or []:
            if fnmatchcase(entry.name, head) and (not rest or _is_folder(entry)):
                path = os.path.join(folder, entry.name)
                yield from _fit(path, rest) if rest else [path]


def _is_there(path: str) -> bool:
    try:
        os.lstat(path)
    except OSError as why:
        return isinstance(why, PermissionError)  # opening it says so
    return True


def _folders(folder: str) -> Iterator[str]:
    """A folder and those below it."""
    known, waiting = Known(), [folder]
    while waiting:
        at = waiting.pop()
        if _first_time(at or os.curdir, known):
            yield at
            below = [entry.name for entry in _listed(at or os.curdir) or [] if _is_folder(entry)]
            waiting += [os.path.join(at, name) for name in reversed(below)]


# --- Addresses -------------------------------------------------------------------------------------------------------


def _addresses(url: str) -> Iterator[str]:
    """An address, or the records that a pattern or a folder at an address stands for."""
    pattern = _has_magic(url.partition("?")[0] if url.startswith("http") else url)
    if not (pattern or url.endswith("/")):
        yield url
        return
    try:
        storage, path = located(url)
        found = sorted(patiently(storage.glob, path) if pattern else patiently(_found_at, storage, path))
    except Exception:  # noqa: BLE001 - every kind of storage fails in its own way
        found = []
    yield from _or_itself(url, [storage.unstrip_protocol(one) for one in found if is_record_file(_name_in(one))])


def _name_in(path: str) -> str:
    return path.rpartition("/")[2]


def _found_at(storage: Storage, folder: str) -> list[str]:
    """The files in a folder of a storage and below it; a web server's pages are read one by one."""
    if not folder.startswith("http"):
        return storage.find(folder)
    files, entered, waiting = list[str](), {folder}, [folder]
    while waiting:
        for entry in storage.ls(waiting.pop(), detail=True):
            name = entry["name"].partition("#")[0]
            if not name.endswith("/"):
                files.append(name)
            elif name.startswith(folder) and name not in entered and not is_hidden(_name_in(name.rstrip("/"))):
                entered.add(name)
                waiting.append(name)
    return files
