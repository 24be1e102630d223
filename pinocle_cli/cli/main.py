"""`pinocle`: the group of commands. A command is imported only when it is used, so that starting is cheap."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from pinocle_cli.collector import calm_collector
from pinocle_cli.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click.shell_completion import CompletionItem

COMMANDS = {
    "score": "Score sessions: the table, the ledger, result and payments.",
    "judge": "Rule on every fault: the rule, what follows, what it changes.",
    "show": "A deal seen again, trick by trick.",
    "report": "The sheet, the replay and the rulings as a page, or a site.",
    "check": "Check records: one line a finding, and a summary.",
    "standings": "The season, player by player.",
    "export": "Verdicts as a SQLite database.",
    "explain": "Explain one line of a record: what comes from it, and why.",
    "rules": "The rulebook: games, rules, sources, house rules.",
    "meld": "What cards are worth as melds.",
    "odds": "The chance of finding a card in the widow.",
    "keep": "Keep the score at the table: asks, checks and saves as you go.",
    "new": "A commented record to fill in.",
    "watch": "The verdict again on every save, what has changed marked.",
    "lsp": "The language server: findings, completion, scores in your editor.",
    "fmt": "The canonical form of a record, comments kept.",
    "schema": "JSON Schema of the record, for editors.",
    "completion": "Completion for bash, zsh and fish.",
    "help": "Topics, commands and rules, by name.",
}


_NARROW = 50  # columns; Click's own help is never narrower


class _Help(click.HelpFormatter):
    """Help as narrow as the screen is."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        from pinocle_cli.render import screen  # noqa: PLC0415 - only where help is asked for

        super().__init__(indent_increment, width, max_width)
        self.width = min(self.width, (screen.columns() or self.width + 2) - 2)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of options or commands; on a narrow screen what they do gets most of the room."""
        super().write_dl(rows, col_max if self.width >= _NARROW else self.width // 3, col_spacing)


class _Context(click.Context):
    """Of a command whose help is as narrow as the screen is."""

    formatter_class = _Help


def _with_examples(command: click.Command) -> click.Command:
    """The same command; the mark before its examples, spelt out, becomes the sign that click knows."""
    command.context_class = _Context
    command.help = (command.help or "").replace("\\b\n", "\b\n")
    return command


class _NobodyReadsError(Exception):
    """The pipe that is written to was closed. Click would make it status 1, which says that a rule was broken."""


class Commands(click.Group):
    """Commands by name; each lives in the module of its name."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as why:
            raise _NobodyReadsError from why
        finally:
            _say_that_it_is_slow()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pinocle_cli.cli.{cmd_name}")
        command: click.Command = module.command
        return _with_examples(command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Complete the names of commands without importing them."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only when it is asked for

        found = [CompletionItem(name, help=says) for name, says in COMMANDS.items() if name.startswith(incomplete)]
        return found or super(click.Group, self).shell_complete(ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command for one that is not known."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib  # noqa: PLC0415 - only when it is needed

            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            hint = f'; did you mean "{near[0]}"?' if near else f"; the commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f'no command "{args[0]}"{hint}', ctx)
        return super().resolve_command(ctx, args)


def _say_that_it_is_slow() -> None:
    """Say that YAML was read without libyaml, where it was."""
    reader = sys.modules.get("pinocle_cli.reader.yaml_reader")
    if reader is not None and reader.SLOW:
        click.echo(f"note: {reader.SLOW}", err=True)


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """The version, and what it runs with."""
    if asked:
        from pinocle_cli.about import version  # noqa: PLC0415 - only when it is asked for

        click.echo(version())
        ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def cli() -> None:
    """Score and adjudicate pinochle and piquet from a written record.

    \b
    Example:
      pinocle score samples/two-handed-evening.yaml
    """


def main() -> None:
    """Run the command line. Whatever happens, it ends with a status that means what it says."""
    calm_collector()
    _prepare_streams()
    _with_examples(cli)
    try:
        status = cli(prog_name="pinocle", standalone_mode=False)
        if not sys.stdout.closed:  # the language server closes it when its editor has gone
            sys.stdout.flush()
        calm_collector()  # nor when all is given back
        sys.exit(status)
    except click.ClickException as why:
        _show(why)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(128 + signal.SIGINT)
    except (BrokenPipeError, _NobodyReadsError):
        _close_output()
        sys.exit(128 + signal.SIGPIPE)
    except OSError as why:
        _close_output()
        _failed(": ".join(map(plain, filter(None, (_file_of(why), (why.strerror or str(why)).lower())))))
    except Exception as why:
        if os.environ.get("PINOCLE_DEBUG"):
            raise
        _close_output()
        _failed(
            f"the program failed ({plain(f'{type(why).__name__}: {why}'[:200])}); please report it with what you "
            "typed and the record; with PINOCLE_DEBUG=1 it shows where"
        )


def _show(why: click.ClickException) -> None:
    """Say what is wrong with what was typed, in lines that fit the screen, and nothing that a terminal would obey."""
    from pinocle_cli.render import screen  # noqa: PLC0415 - only where something is wrong

    context = getattr(why, "ctx", None)
    if context is not None:
        click.echo(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
    width = screen.prose() if sys.stderr.isatty() else screen.ENDLESS
    for line in screen.wrapped(why.format_message(), "Error: ", width=width):
        click.echo(line, err=True)


def _file_of(why: OSError) -> str:
    """The file that an error of the system is about, if it tells."""
    return os.fsdecode(why.filename) if isinstance(why.filename, str | bytes) else ""


def _failed(message: str) -> None:
    """Say what went wrong, and end with the status of an error."""
    sys.stderr.write(f"Error: {message}\n")
    sys.exit(2)


def _prepare_streams() -> None:
    """Every character can be written somehow; what is closed is empty, and swallows everything."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the program
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the program
        else:
            with suppress(AttributeError):  # of what somebody else has put there
                stream.reconfigure(errors="backslashreplace")


def _close_output() -> None:
    """What is still to be written goes nowhere; else Python would complain at the end."""
    with suppress(ValueError):  # it is closed: there is nothing more to be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
