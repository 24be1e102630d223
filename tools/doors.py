"""The doors of the program at which tools/fuzz.py throws: the reader, the commands, `keep`, the language server."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import signal
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.testing import CliRunner
from lsprotocol import types as lsp
from pygls.workspace import Workspace

from pinocle_cli.api import as_data, verdicts_of_text
from pinocle_cli.cli.main import cli
from pinocle_cli.keep.companion import Companion
from pinocle_cli.lsp.server import make_server
from pinocle_cli.writing.keeper import Keeper
from pinocle_cli.writing.kept import NotKeptError
from pinocle_cli.writing.storing import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from damage import Thrown

ALLOWED = {"seconds": 2.0}  # of the processor, for each answer
MEGABYTES, AT_REST = 300, 60


def _reader(thrown: Thrown) -> set[str]:
    said = set()
    for as_played in (False, True):
        _from_now()
        for verdict in verdicts_of_text(thrown.raw, name=thrown.args[0], as_played=as_played):
            found = as_data(verdict)
            json.dumps(found)
            parts = [found, *found["deals"]]
            said |= {f"{one['rule']} {one['severity']} {one['remedy']}" for part in parts for one in part["findings"]}
            said |= {f"{one['rule']} {one['note'][:12]}" for deal in found["deals"] for one in deal["ledger"]}
    return said


def _command(thrown: Thrown) -> set[str]:
    Path("a.yaml").write_bytes(thrown.raw)
    done = CliRunner().invoke(cli, thrown.args)
    gc.unfreeze()  # a command that reads a log has the process for itself, and leaves what is there to its end
    gc.enable()
    why = done.exception
    if why is not None and not isinstance(why, SystemExit | OSError | click.ClickException):
        raise why
    if done.exit_code not in (0, 1, 2):
        raise RuntimeError(f"it ended with {done.exit_code}")
    return set()


def _keep(thrown: Thrown) -> set[str]:
    path = Path("a.yaml")
    path.write_bytes(thrown.raw)
    said = set()
    try:
        companion = Companion(Keeper.open(path))
        for answer in thrown.args:
            _from_now()
            companion.offers(answer)
            said |= {one.text[:16] for one in companion.enter(answer) if one.kind == "refused"}
            companion.head()
    except (NotKeptError, UnreadableFileError, OSError):
        pass
    else:
        if path.read_bytes() != thrown.raw:  # what was written can be gone on with
            Keeper.open(path)
    return said


def _editor(thrown: Thrown) -> set[str]:
    uri = Path("a.yaml").absolute().as_uri()
    server = make_server()
    server.protocol._workspace = Workspace(None)  # noqa: SLF001 - an editor's first message makes it
    server.workspace.put_text_document(lsp.TextDocumentItem(uri, "yaml", 1, thrown.raw.decode("utf-8", "replace")))
    features = server.protocol.fm.features
    document = lsp.TextDocumentIdentifier(uri)
    server.record(uri)
    said = {server.diagnostic(uri, shown).message[:24] for shown in server.records[uri].findings()}
    for place in thrown.args:
        _from_now()
        line, column = map(int, place.split(":"))
        at = lsp.Position(min(line, len(server.records[uri].lines) - 1), column)
        features[lsp.TEXT_DOCUMENT_COMPLETION](lsp.CompletionParams(document, at))
        features[lsp.TEXT_DOCUMENT_HOVER](lsp.HoverParams(document, at))
        context = lsp.CodeActionContext([])
        features[lsp.TEXT_DOCUMENT_CODE_ACTION](lsp.CodeActionParams(document, lsp.Range(at, at), context))
    features[lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL](lsp.DocumentSymbolParams(document))
    features[lsp.TEXT_DOCUMENT_CODE_LENS](lsp.CodeLensParams(document))
    features[lsp.TEXT_DOCUMENT_FOLDING_RANGE](lsp.FoldingRangeParams(document))
    _from_now()
    features[lsp.TEXT_DOCUMENT_FORMATTING](lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True)))
    return said


DOORS = {"reader": _reader, "command": _command, "keep": _keep, "editor": _editor}


class TooLongError(BaseException):
    """It took too long; nothing in the program catches this."""


def _too_long(_: int, frame: FrameType | None) -> None:
    raise TooLongError("in " + "".join(traceback.format_stack(frame)[-3:]))


def _from_now() -> None:
    """The time that is allowed begins: for a command, an answer, a question of an editor."""
    signal.setitimer(signal.ITIMER_PROF, ALLOWED["seconds"])


@contextlib.contextmanager
def in_a_folder() -> Iterator[None]:
    """A fresh folder, in which commands may leave what they like."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def tried(thrown: Thrown) -> tuple[set[str], str]:
    """What the program said to it, and what went wrong: where it raised, in one line, or nothing."""
    signal.signal(signal.SIGPROF, _too_long)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with in_a_folder():
            _from_now()
            try:
                said = DOORS[thrown.door](thrown)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)  # nobody waits for what comes after
    except TooLongError as why:
        return set(), f"more than {ALLOWED['seconds']:g} seconds {why}"
    except Exception as why:  # noqa: BLE001 - this is what is looked for
        last = traceback.extract_tb(why.__traceback__)[-1]
        return set(), f"{type(why).__name__} at {Path(last.filename).name}:{last.lineno}: {why}"[:300]
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024  # thousands are thrown in one process
    return said, f"more than {MEGABYTES} MB" if more > MEGABYTES - AT_REST else ""


def shorter(thrown: Thrown, wrong: str) -> Thrown:
    """The same failure from fewer lines and fewer answers."""
    kind = wrong.split(":", maxsplit=1)[0][:40]

    def fails(other: Thrown) -> bool:
        return tried(other)[1].startswith(kind)

    best, size = thrown, max(1, thrown.raw.count(b"\n") // 2)
    until = time.monotonic() + 20
    while size and time.monotonic() < until:
        lines, at = best.raw.split(b"\n"), 0
        while at < len(lines) and time.monotonic() < until:
            other = best._replace(raw=b"\n".join(lines[:at] + lines[at + size :]))
            if fails(other):
                best, lines = other, lines[:at] + lines[at + size :]
            else:
                at += size
        size //= 2
    for n in range(len(best.args) - 1, -1, -1):
        other = best._replace(args=best.args[:n] + best.args[n + 1 :])
        if best.door == "keep" and fails(other):
            best = other
    return best
