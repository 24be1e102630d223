"""Opening inputs: files, standard input, addresses, archives; and why one cannot be read, in words."""

from __future__ import annotations

import contextlib
import io
import os
import posixpath
import sys
import threading
from typing import TYPE_CHECKING, BinaryIO, ParamSpec, TypeVar, cast

from pinocle_cli.extras import wanted
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Protocol

    from _typeshed import WriteableBuffer

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 30  # seconds that an address may take for one answer
BLOCK = 1 << 19  # bytes that are asked of an address at once
_PACKED = 1 << 11  # bytes of an archive that are unpacked at once: a little can unpack to very much


class NoRecordsError(OSError):
    """There is something, or no name at all, but no record can stand in it."""


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The bytes of an input as they are stored. Raises whatever its storage raises."""
    if name == "-":
        if sys.stdin is None:
            raise NoRecordsError("standard input is closed")
        return contextlib.nullcontext(sys.stdin.buffer)  # which stays open for others
    if not name:
        raise NoRecordsError("no file is named")
    if names.is_url(name):
        return cast("BinaryIO", _at_address(name))
    if os.path.isdir(name):
        with os.scandir(name) as found:  # this tells why a folder cannot be entered
            next(found, None)
        raise NoRecordsError(f"no record stands in this folder ({', '.join(names.RECORD_SUFFIXES)})")
    return open(name, "rb")


# --- Compression -----------------------------------------------------------------------------------------------------


def unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    """The stream behind the compression that the name tells of; where it tells nothing, the first bytes do."""
    packed = names.compression(name) or ("" if names.kind(name) or names.is_archive(name) else _seen(raw))
    if packed == ".gz":
        import gzip  # noqa: PLC0415 - only where it is needed

        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    return _zstandard(raw) if packed else raw


_FIRST_BYTES = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}


def _seen(raw: BinaryIO) -> str:
    head = raw.peek(4) if hasattr(raw, "peek") else b""
    return next((packed for first, packed in _FIRST_BYTES.items() if head.startswith(first)), "")


def _zstandard(raw: BinaryIO) -> BinaryIO:
    """Python's own decompressor from 3.14 on, before that the package."""
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

        return cast("BinaryIO", io.BufferedReader(_Frames(raw, zstd.ZstdDecompressor, zstd.ZstdError)))
    except ImportError:
        pass
    try:
        import zstandard  # noqa: PLC0415 - optional
    except ImportError as why:
        raise ImportError(wanted("a file .zst", "zst")) from why
    frames = _Frames(raw, lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError)
    return cast("BinaryIO", io.BufferedReader(frames))


if TYPE_CHECKING:

    class _Frame(Protocol):
        """One frame while it is unpacked."""

        @property
        def eof(self) -> bool:
            """Whether it has ended."""

        @property
        def unused_data(self) -> bytes:
            """What came behind its end."""

        def decompress(self, data: bytes, /) -> bytes:
            """What these bytes of it hold."""


class _Frames(io.RawIOBase):
    """The frames of a .zst file; the package's own reader does not say when one breaks off."""

    def __init__(self, raw: BinaryIO, decompressor: Callable[[], _Frame], error: type[Exception]) -> None:
        self._raw, self._decompressor, self._error = raw, decompressor, error
        self._frame: _Frame | None = None
        self._packed = self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        while not self._ready:
            self._packed = self._packed or self._raw.read(_PACKED)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError("the archive breaks off here")
                return 0
            self._frame = self._frame or self._decompressor()
            try:
                self._ready = self._frame.decompress(self._packed)
            except self._error as why:
                raise OSError(str(why)) from why
            self._packed = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        room = memoryview(buffer)
        data, self._ready = self._ready[: len(room)], self._ready[len(room) :]
        room[: len(data)] = data
        return len(data)


# --- Archives of files -----------------------------------------------------------------------------------------------


class Member(NamedTuple):
    """A file in an archive: its name there, and its bytes as they are stored."""

    name: str
    raw: BinaryIO


def members(raw: BinaryIO, name: str) -> Iterator[Member]:
    """The record files of an archive, one after the other: each is to be read before the next is asked for."""
    yield from _of_a_zip(raw) if names.is_zip(name) else _of_a_tar(raw, name)


def _of_a_zip(raw: BinaryIO) -> Iterator[Member]:
    import zipfile  # noqa: PLC0415 - only where it is needed

    with zipfile.ZipFile(raw) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            if not info.is_dir() and names.is_record_file(info.filename):
                with archive.open(info) as stream:
                    yield Member(posixpath.normpath(info.filename), cast("BinaryIO", stream))


def _of_a_tar(raw: BinaryIO, name: str) -> Iterator[Member]:
    import tarfile  # noqa: PLC0415 - only where it is needed

    packed = ".gz" if name.lower().endswith(".tgz") else names.compression(name)
    with tarfile.open(fileobj=unpacked(raw, packed), mode="r|") as archive:
        for info in archive:
            stream = archive.extractfile(info) if info.isreg() and names.is_record_file(info.name) else None
            if stream is not None:
                yield Member(posixpath.normpath(info.name), cast("BinaryIO", stream))


# --- Addresses -------------------------------------------------------------------------------------------------------


if TYPE_CHECKING:

    class Storage(Protocol):
        """A kind of storage that addresses are in, as fsspec has it."""

        def open(self, path: str, mode: str, *, block_size: int) -> BinaryIO:
            """What is there."""

        def ls(self, path: str, *, detail: bool = True) -> Sequence[Mapping[str, str]]:
            """What a folder holds."""

        def glob(self, path: str) -> list[str]:
            """What a pattern stands for."""

        def find(self, path: str) -> list[str]:
            """The files in a folder and below it."""

        def unstrip_protocol(self, name: str) -> str:
            """The address of a path."""


class _Failed(NamedTuple):
    """A call that came back with an exception."""

    why: BaseException


def patiently(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a call gives that may never come back: it is waited for `PATIENCE` seconds, and Ctrl-C is heard."""
    import queue  # noqa: PLC0415 - only for what comes from afar

    outcome: queue.SimpleQueue[R | _Failed] = queue.SimpleQueue()

    def work() -> None:
        try:
            outcome.put(call(*args, **kwargs))
        except BaseException as why:  # noqa: BLE001 - it is raised where it is waited for
            outcome.put(_Failed(why))

    threading.Thread(target=work, daemon=True).start()
    try:
        value = outcome.get(timeout=PATIENCE)
    except queue.Empty:
        raise TimeoutError(f"nothing came for {PATIENCE} seconds") from None
    if isinstance(value, _Failed):
        raise value.why
    return value


def located(url: str) -> tuple[Storage, str]:
    """The storage that an address is in, and its path there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - optional, and only for addresses
    except ImportError as why:
        raise ImportError(wanted("an address", "remote")) from why
    found: tuple[Storage, str] = patiently(url_to_fs, url)
    return found


def _at_address(url: str) -> _Patient:
    storage, path = located(url)
    if url.partition("?")[0].endswith("/"):
        patiently(storage.ls, path)  # this tells why a folder cannot be looked into
        raise NoRecordsError(f"no record stands in this folder ({', '.join(names.RECORD_SUFFIXES)})")
    return _Patient(patiently(lambda: storage.open(path, "rb", block_size=BLOCK)))


class _Patient(io.RawIOBase):
    """What is at an address; no single answer is waited for longer than `PATIENCE`."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self.size: int | None = getattr(raw, "size", None)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._raw.seekable())

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        data = patiently(self._raw.read, len(room))
        room[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._raw.seek(offset, whence)
        return self.tell()

    def tell(self) -> int:
        return int(self._raw.tell())

    def close(self) -> None:
        if not self.closed:
            with contextlib.suppress(Exception):  # it has been read; what is left is the storage's own affair
                self._raw.close()
        super().close()


# --- Why an input cannot be read -------------------------------------------------------------------------------------

_ANSWERS = {
    401: "the server asks for a name and a password (401)",
    403: "the server does not let this name or password in (403)",
    404: "the server has nothing under this address (404)",
}


def reason(why: BaseException) -> str:
    """Why something cannot be read, in words, without the secrets of an address."""
    text = next(filter(None, map(_of_an_address, _causes(why))), "") or _own_words(why)
    return names.without_secrets(text[:1].lower() + text[1:]) if text else type(why).__name__


def _causes(why: BaseException | None) -> Iterator[BaseException]:
    """An exception and those that it comes from, the first of all first."""
    if why is not None:
        yield from _causes(why.__cause__)
        yield why


def _of_an_address(why: BaseException) -> str:
    status, kind = getattr(why, "status", None), type(why).__name__
    if "Redirect" in kind:
        return (
            f"the server sends us on to where we do not follow ({why})"
            if "Url" in kind
            else "the server sends us on and on"
        )
    if isinstance(status, int) and status >= 400:  # noqa: PLR2004 - where errors begin
        return _ANSWERS.get(status, f"the server answers {status} {getattr(why, 'message', '')}".rstrip())
    if isinstance(why, ConnectionError) or kind == "gaierror":
        return "nobody answers at this address"
    return ""


def _own_words(why: BaseException) -> str:
    if isinstance(why, OSError) and why.strerror:
        return why.strerror
    if isinstance(why, EOFError):
        return "the archive breaks off here"
    return "nothing is there" if isinstance(why, FileNotFoundError) else str(why)
