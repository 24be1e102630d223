"""Measures pinocle beside well-kept readers of other games' records, and its start beside bean-check's, in one run.

    pip install -e '.[bench]'
    python benchmarks/peers.py

Each reads generated records of whole games from text and plays every card or move through, which checks it. Processor
time, the best of several rounds, all in turn: look at the ratios. What each checks differs from game to game; a reader
does at least find an illegal move, pinocle also finds the score, the melds and every other fault.
"""

from __future__ import annotations

import argparse
import compileall
import io
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logs import checked
from make_logs import records

import pinocle_cli
from pinocle_cli.collector import calm_collector

if TYPE_CHECKING:
    from collections.abc import Callable

Work = tuple["Callable[[], Any]", int]  # what is done, and how many cards or moves it checks


def pinocle(form: str, deals: int) -> Work:
    """Two-handed deals of 24 tricks with melds: text to findings. Each card played, meld and dix is a move checked."""
    name = "log.jsonl" if form == "jsonl" else "log.yaml"
    texts = [*records("two-handed", deals, form)]
    actions = sum(text.count(": meld ") + text.count(": dix") for text in texts)
    log = "".join(texts).encode()
    return lambda: checked(log, name), deals * 48 + actions


def pokerkit(hands: int) -> Work:  # noqa: C901 - goes through it in one go
    """Hands of no-limit hold'em as PHH, replayed to the end."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem  # noqa: PLC0415 - only a peer

    rng = random.Random(1)
    by_itself = tuple(kind for kind in Automation if "DEALING" not in kind.name)
    game = NoLimitTexasHoldem(
        by_itself, ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2
    )
    texts, moves = [], 0
    for _ in range(hands):
        state = game((200,) * 6, 6)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.1:  # noqa: PLR2004 - a raise now and then
                state.complete_bet_or_raise_to()
            elif state.can_fold() and rng.random() < 0.2:  # noqa: PLR2004 - a fold now and then
                state.fold()
            else:
                state.check_or_call()
        history = HandHistory.from_game_state(game, state)
        texts.append(history.dumps())
        moves += len(history.actions)

    def replay() -> None:
        for text in texts:
            for _ in HandHistory.loads(text):
                pass

    return replay, moves


def chess(games: int) -> Work:
    """Games of chess as PGN."""
    import chess as board_game  # noqa: PLC0415 - only a peer
    import chess.pgn  # noqa: PLC0415

    rng, moves, texts = random.Random(1), 0, []
    for _ in range(games):
        board = board_game.Board()
        while not board.is_game_over() and board.ply() < 80:  # noqa: PLR2004 - forty moves each
            board.push(rng.choice(list(board.legal_moves)))
        moves += board.ply()
        texts.append(str(board_game.pgn.Game.from_board(board)) + "\n\n")
    log = "".join(texts)

    def read() -> None:
        stream = io.StringIO(log)
        while board_game.pgn.read_game(stream) is not None:
            pass

    return read, moves


def endplay(deals: int) -> Work:
    """Bridge deals as PBN, all thirteen tricks of each."""
    from endplay.dealer import generate_deals  # noqa: PLC0415 - only a peer
    from endplay.parsers import pbn  # noqa: PLC0415
    from endplay.types import Board, Contract, Vul  # noqa: PLC0415

    rng, boards = random.Random(1), []
    for n, deal in enumerate(generate_deals(produce=deals, seed=1)):
        first, trump = deal.first, deal.trump
        played = deal.copy()
        cards = []
        for _ in range(52):
            card = rng.choice(list(played.legal_moves()))
            cards.append(card)
            played.play(card)
        contract = Contract(level=3, denom=trump, declarer=first.prev(), result=0)
        boards.append(Board(deal=deal, play=cards, board_num=n + 1, vul=Vul.none, contract=contract, dealer=first))
    stream = io.StringIO()
    pbn.dump(boards, stream)
    log = stream.getvalue()

    def play() -> None:
        for board in pbn.load(io.StringIO(log)):
            for card in board.play:
                board.deal.play(card)

    return play, deals * 52


def best_of(rounds: int, works: dict[str, Work]) -> dict[str, float]:
    """Microseconds of processor time for each card or move."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, (work, units) in works.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], (time.process_time() - start) / units * 1e6)
    return best


def start_up(rounds: int) -> dict[str, float]:
    """Milliseconds of processor time from the shell and back; compiled beforehand, as pip leaves a package."""
    compileall.compile_dir(Path(pinocle_cli.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        record, ledger = Path(folder) / "small.yaml", Path(folder) / "small.beancount"
        record.write_text("".join(records("two-handed", 1, "block")), "utf-8")
        ledger.write_text("2026-01-01 open Assets:Cash\n2026-01-01 open Income:Play\n", "utf-8")
        bin_ = Path(sys.executable).parent
        commands: dict[str, list[str | Path]] = {
            "bean-check": [bin_ / "bean-check", ledger],
            "pinocle --help": [bin_ / "pinocle", "--help"],
            "pinocle check": [bin_ / "pinocle", "check", record],
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(rounds):
            for name, command in commands.items():
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run(command, check=True, capture_output=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                best[name] = min(best[name], spent * 1000)
    return best


def main() -> None:
    """Print the table that the README quotes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    calm_collector()  # as `pinocle check` does; it helps them all
    n = args.records
    best = best_of(
        args.rounds,
        {
            "pinocle, JSON Lines": pinocle("jsonl", n),
            "pinocle, YAML": pinocle("block", n),
            "endplay, PBN load and play": endplay(n // 4),
            "python-chess, PGN read_game": chess(n // 8),
            "PokerKit, PHH replay": pokerkit(n // 8),
        },
    )
    own = ("pinocle, JSON Lines", "pinocle, YAML")
    print(f"| per card or move checked | us | times {own[0]} | times {own[1]} |\n|---|---:|---:|---:|")
    for name, spent in best.items():
        print(f"| {name} | {spent:.1f} | {spent / best[own[0]]:.1f} | {spent / best[own[1]]:.1f} |")
    starts = start_up(args.rounds)
    print("\n| start on a small file | ms | of bean-check |\n|---|---:|---:|")
    for name, spent in starts.items():
        print(f"| {name} | {spent:.0f} | {spent / starts['bean-check']:.2f} |")


if __name__ == "__main__":
    main()
