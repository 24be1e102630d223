"""Files written whole or not at all, with all that they were besides their text."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(file: str | Path, data: bytes, *, lasting: bool = True) -> None:
    """Put bytes in a file's place: all of them, or the file stays as it is. A link stays one; owner, mode, names stay.

    Where they need not be `lasting`, the disk may take its time: they are lost if the power fails within seconds.
    As a rule they are written beside the file, which they then replace in one step. Where that would part a file from
    its owner or from another of its names (a hard link), or nothing may be written beside it, they are written over it.
    """
    import tempfile  # noqa: PLC0415 - only for who writes
    from pathlib import Path  # noqa: PLC0415

    path = Path(os.path.realpath(file))
    before = path.stat() if path.exists() else None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except PermissionError:
        if before is None:
            raise
        _write_over(path, data)
        return
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        if before is None:
            Path(name).chmod(0o666 & ~_umask())
        elif before.st_nlink > 1 or not _is_like(name, path, before):
            _write_over(path, data)
            return
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _is_like(name: str, path: Path, before: os.stat_result) -> bool:
    """Give the new file the owner, the mode and whatever else the old one has; no if that is not allowed."""
    try:
        with suppress(AttributeError):  # not on every system
            os.chown(name, before.st_uid, before.st_gid)
        from shutil import copystat  # noqa: PLC0415 - only for who writes

        copystat(path, name)
        os.utime(name)
    except OSError:
        return False
    return True


def _write_over(path: Path, data: bytes) -> None:
    """Write over a file without emptying it first: if there is no room for the new bytes, the old have theirs still.

    Empty lines stand where the old text was longer, until the file is cut: whoever is killed in between leaves no rest.
    """
    old = path.read_bytes()
    with path.open("r+b", buffering=0) as stream:
        try:
            _fill(stream.fileno(), data, len(old))
        except OSError:
            _fill(stream.fileno(), old)
            raise


def _fill(descriptor: int, data: bytes, longer: int = 0) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest = memoryview(data.ljust(longer, b"\n"))
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.truncate(descriptor, len(data))
    os.fsync(descriptor)
