"""A record kept line by line: a question, an answer, what is to be said of it. For screen readers, and for pipes."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from typing import TYPE_CHECKING

import click

from pinocle_cli.keep.companion import QUIT, Companion, Said, help_lines
from pinocle_cli.render import style
from pinocle_cli.render.table import session_table
from pinocle_cli.writing.kept import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pinocle_cli.writing.keeper import Keeper
    from pinocle_cli.writing.slots import Slot

_WIDTH = 76
_HEADS = {"refused": "not written: ", "error": "error: ", "fault": "fault: ", "note": "note: "}


def converse(keeper: Keeper) -> int:
    """Keep the record over standard input and output; the status to end with."""
    companion, tell = Companion(keeper), teller()
    click.echo(f"{companion.about()}. `help` says what else may be typed.")
    _complete_with(companion)
    refused, lost = _loop(companion, tell)
    click.echo(f"not saved: {lost}" if lost else f"saved: {keeper.stored.path}")
    return 2 if refused and not sys.stdin.isatty() else 0


def _loop(companion: Companion, tell: Callable[[str], str]) -> tuple[int, str]:
    """Ask until there is nothing more to be said; how many answers were refused, and the last if it was not saved."""
    refused, lost, told = 0, "", (-1, -1)
    while True:
        slot, at = companion.slot, (companion.keeper.number, companion.keeper.deal)
        if slot is not None and at != told:
            told = at
            click.echo(f"\n{companion.head()}")
        try:
            typed = tell(question(slot) if slot else "the game is over; `again` begins a new one, `quit` ends").strip()
        except (EOFError, click.Abort):
            return refused, lost
        if typed.lower() in QUIT:
            return refused, lost
        try:
            for said in companion.enter(_kept(typed, slot)):
                refused += said.kind == "refused"
                told = (-1, -1) if said.kind == "head" else told
                _print(said, companion)
            lost = ""
        except OSError as why:
            click.echo(f"not saved: {(why.strerror or str(why)).lower()}; answer once more when it can be written")
            refused, lost = refused + 1, typed
        except NotKeptError as why:
            click.echo(f"the file was changed and cannot be gone on with:\n{why}")
            return refused + 1, typed


def question(slot: Slot) -> str:
    """A question as it is put."""
    line = f" {slot.nth + 1}" if slot.nth is not None else ""
    stands = slot.written or slot.given
    now = f" (Enter: {stands})" if stands else ""
    return f"{slot.ask.label}{line}: {slot.says}{now}"


def _kept(typed: str, slot: Slot | None) -> str:
    """Enter alone keeps what stands there."""
    return slot.written if slot is not None and not typed else typed


def _print(said: Said, companion: Companion) -> None:
    if said.kind == "show":
        for line in session_table(companion.keeper.judged.verdict, None):
            click.echo(line)
    elif said.kind == "help":
        click.echo("\n".join(help_lines(_WIDTH)))
    elif said.kind == "rule":
        click.echo("\n".join(line for text in said.text.split("\n") for line in textwrap.wrap(text, _WIDTH)))
    elif said.kind != "head":
        click.echo(style.cards(_HEADS.get(said.kind, "") + said.text))


# --- At a terminal or a pipe -----------------------------------------------------------------------------------------


def teller() -> Callable[[str], str]:
    """What puts a question and gives the answer; in a pipe the answer is shown, so that the output can be followed."""

    def tell(asked: str) -> str:
        if sys.stdin.isatty():
            return input(f"{asked}\n> ")
        click.echo(f"{asked}\n> ", nl=False)
        line = sys.stdin.readline()
        click.echo(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line

    return tell


def _complete_with(companion: Companion) -> None:
    """The Tab key completes, where Python has readline and somebody sits at a terminal."""
    if not sys.stdin.isatty():
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: PLC0415 - not on every system

        found: list[str] = []

        def complete(_: str, state: int) -> str | None:
            if not state:
                found[:] = whole_lines(companion, readline.get_line_buffer())
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")


def whole_lines(companion: Companion, text: str) -> Iterator[str]:
    """The line with each way in which it may go on."""
    return (text[:start] + word for start, word in companion.offers(text))
