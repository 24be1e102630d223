"""Draws man/pinocle.1 from the help of the commands: one page with all of them.

python tools/make_man.py           writes the page
python tools/make_man.py --check   fails if it is stale
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli import __version__
from pinocle_cli.cli.main import COMMANDS, cli

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent.parent / "man" / "pinocle.1"


def escaped(text: str) -> str:
    """A text as roff takes it: no line that begins with a dot, no bare backslash or hyphen."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def page() -> Iterator[str]:
    """The page, line by line."""
    root = click.Context(cli, info_name="pinocle")
    yield f'.TH PINOCLE 1 "" "pinocle {__version__}" "pinocle"'
    yield from (".SH NAME", "pinocle \\- score and adjudicate pinochle and piquet from a written record")
    yield from (".SH SYNOPSIS", ".B pinocle", ".I COMMAND", "[options] [arguments]")
    yield from (
        ".SH DESCRIPTION",
        "A record says what happened at the table; pinocle says what it comes to, what went wrong,",
    )
    yield from ("and by which rule. How a record is written:", '.BR "pinocle help record" .', ".SH COMMANDS")
    for name in COMMANDS:
        command = cli.get_command(root, name) if isinstance(cli, click.Group) else None
        if command is not None:
            yield from described(name, command, root)
    yield from (".SH EXIT STATUS", ".TP", "0", "a clean record, or notes only")
    yield from (".TP", "1", "a rule was broken, or a figure is wrong", ".TP", "2")
    yield from ("something cannot be read or cannot be true, or was asked for wrongly", ".SH FILES", ".TP")
    yield from (
        ".I pinocle.yaml",
        "beside records or in a folder above them: the house rules of a club",
        ".SH ENVIRONMENT",
    )
    yield from (
        ".TP",
        ".B NO_COLOR",
        "no colour on a terminal",
        ".TP",
        ".B PINOCLE_DEBUG",
        "where the program failed, if it did",
    )


def described(name: str, command: click.Command, root: click.Context) -> Iterator[str]:
    """One command: how it is called, what it does, its options, its examples."""
    context = click.Context(command, info_name=name, parent=root)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS pinocle {name} {escaped(usage)}"
    text, _, examples = (command.help or "").replace("\\b\n", "\b\n").partition("\b\n")
    yield escaped(" ".join(text.split()))
    for option in command.params:
        record = option.get_help_record(context) if isinstance(option, click.Option) else None
        if record is not None:
            yield from (".TP", f".B {escaped(record[0])}", escaped(record[1]))
    lines = [
        line.strip() for line in examples.split("\n") if line.strip().startswith("pinocle") or " | pinocle" in line
    ]
    if lines:
        yield from (".P", ".nf", *(f"    {escaped(line)}" for line in lines), ".fi")


def main() -> None:
    """Write or check the page."""
    text = "\n".join(page()) + "\n"
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text("utf-8") != text:
            sys.exit(f"stale: {PAGE}; run python tools/make_man.py")
        return
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
