"""What cannot be read: which rule, where, and what was likely meant; all of it in one run."""

from __future__ import annotations

import textwrap

import pytest
from conftest import errors, findings, verdict, verdicts

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
IRREGULAR = "deals[0].irregularities[0]"
DEAL = HEAD + "deals:\n  - dealer: Anna\n"


# (what stands there, rule, line, column, path, words of the message)
SLIPS = [
    # --- the envelope
    ("players: [Anna, Boris]\n", "wrong-type", 1, 1, None, "`game` is missing"),
    ("game:\nplayers: [Anna, Boris]\n", "wrong-type", 1, 1, None, "`game` is missing"),
    ("game: twohanded\n", "unknown-name", 1, 7, "game", 'did you mean "two-handed"'),
    ("game: [two-handed]\n", "wrong-type", 1, 7, "game", "a list stands here"),
    ("game: two-handed\nclaimed: {Anna: 1}\n", "wrong-type", 1, 1, "players", "`players` is missing"),
    ("game: two-handed\nplayers: Anna\n", "wrong-type", 2, 10, "players", "[Anna, Boris]"),
    ("game: two-handed\nplayers: [Anna]\n", "wrong-type", 2, 10, "players", "two-handed is played by 2"),
    ("game: two-handed\nplayers: [Anna, [Boris]]\n", "wrong-type", 2, 10, "players", "list of names"),
    ("game: two-handed\nplayers: [Anna, Anna]\n", "unknown-name", 2, 17, "players", "tell them apart"),
    ("game: two-handed\nplayers: [Anna, ]\n", "wrong-type", 2, 10, "players", "1 name stands here"),
    ('game: two-handed\nplayers: [Anna, ""]\n', "wrong-type", 2, 17, "players", "expected a name"),
    ('game: two-handed\nplayers: [Anna, "B\\no"]\n', "wrong-type", 2, 17, "players", "expected a name"),
    ('game: two-handed\nplayers: [Anna, "\\e[31m"]\n', "unknown-name", 2, 17, "players", "cannot be printed"),
    ('game: two-handed\nplayers: [Anna, "B: o"]\n', "unknown-name", 2, 17, "players", "colon"),
    ('game: two-handed\nplayers: [Anna, "B #1"]\n', "unknown-name", 2, 17, "players", "#"),
    (f"game: two-handed\nplayers: [Anna, {'B' * 101}]\n", "limit", 2, 17, "players", "101 letters"),
    *[
        (f"game: piquet\nplayers: [Anna, {word}]\n", "unknown-name", 2, 17, "players", "word of the game")
        for word in ("good", "equal", "not good")
    ],
    ("game: auction\nplayers: [Ann, Bob, kitty]\n", "unknown-name", 2, 21, "players", "word of the game"),
    (HEAD, "wrong-type", 1, 1, None, "no `deals`"),
    (HEAD + "note: nothing\n", "wrong-type", 1, 1, None, "no `deals`"),
    (HEAD + "deals:\n", "wrong-type", 1, 1, "deals", "empty"),
    (HEAD + "deals: []\n", "wrong-type", 3, 8, "deals", "empty"),
    (HEAD + "deals: none\n", "wrong-type", 3, 8, "deals", "a list of deals"),
    (HEAD + "deals: [none]\n", "wrong-type", 3, 9, "deals[0]", "a deal: keys and values"),
    (HEAD + "deals:\n  -\n", "wrong-type", 4, 4, "deals[0]", "nothing stands here"),
    (HEAD + "dealls: []\n", "unknown-key", 3, 1, "dealls", 'did you mean "deals"'),
    (HEAD + "sides: {A: [Anna]}\n", "unknown-key", 3, 1, "sides", "not a key of a record"),
    (HEAD + "deals: [claimed: {Anna: 1}]\ntrump: hearts\n", "unknown-key", 4, 1, "trump", "beside `deals`"),
    (HEAD + "opening: 100\nclaimed: {Anna: 1}\n", "wrong-type", 3, 10, "opening", "{player: ...}"),
    (HEAD + "opening: {Anna: x}\nclaimed: {Anna: 1}\n", "wrong-type", 3, 17, "opening.Anna", "a whole number"),
    (HEAD + "opening: {Ana: 1}\nclaimed: {Anna: 1}\n", "unknown-name", 3, 11, "opening", 'did you mean "Anna"'),
    (HEAD + "date: [today]\nclaimed: {Anna: 1}\n", "wrong-type", 3, 7, "date", "a text"),
    (HEAD + "? [a]\n: 1\nclaimed: {Anna: 1}\n", "wrong-type", 3, 3, None, "a key"),
    (HEAD + "? [a]\n: 1\nnote: “late”\nclaimed: {Anna: 1}\n", "wrong-type", 3, 3, None, "a key"),
    # --- house rules
    (HEAD + "rules: clasic\nclaimed: {Anna: 1}\n", "unknown-name", 3, 8, "rules", 'did you mean "classic"'),
    (HEAD + "rules: {profile: club}\nclaimed: {Anna: 1}\n", "unknown-name", 3, 18, "rules", "classic, modern"),
    (HEAD + "rules: {tarjet: 1}\nclaimed: {Anna: 1}\n", "unknown-key", 3, 9, "rules.tarjet", 'did you mean "target"'),
    (HEAD + "rules: {deck: 52}\nclaimed: {Anna: 1}\n", "unknown-name", 3, 15, "rules.deck", "48, 64"),
    (HEAD + "rules: {target: -5}\nclaimed: {Anna: 1}\n", "wrong-type", 3, 17, "rules.target", "not below 1"),
    (HEAD + "rules: {target: 0}\nclaimed: {Anna: 1}\n", "wrong-type", 3, 17, "rules.target", "not below 1"),
    (HEAD + "rules: {target: 12345678}\nclaimed: {Anna: 1}\n", "limit", 3, 17, "rules.target", "8 digits"),
    (HEAD + "rules: {target: high}\nclaimed: {Anna: 1}\n", "unknown-name", 3, 17, "rules.target", "another number"),
    (HEAD + "rules: [classic]\nclaimed: {Anna: 1}\n", "wrong-type", 3, 8, "rules", "keys and values"),
    (HEAD + "rules: {heading: allways}\nclaimed: {Anna: 1}\n", "unknown-name", 3, 18, "rules.heading", 'mean "always"'),
    # --- a deal
    (DEAL + "    dealr: Boris\n", "unknown-key", 5, 5, "deals[0].dealr", 'did you mean "dealer"'),
    (DEAL + "    dealer: Boris\n", "duplicate-key", 5, 5, "deals[0].dealer", "stands here and in line 4"),
    (HEAD + "deals: [dealer: Borys]\n", "unknown-name", 3, 17, "deals[0].dealer", 'did you mean "Boris"'),
    (DEAL + "    number: one\n", "wrong-type", 5, 13, "deals[0].number", "whole number"),
    (DEAL + "    void: perhaps\n", "wrong-type", 5, 11, "deals[0].void", "yes or no"),
    (DEAL + "    number: 0\n", "wrong-type", 5, 13, "deals[0].number", "not below 1"),
    (DEAL + "    trump: heart s\n", "no-such-card", 5, 12, "deals[0].trump", 'did you mean "hearts"'),
    (DEAL + "    turned: H8\n", "no-such-card", 5, 13, "deals[0].turned", "H8 is not in this pack of 48 cards"),
    (DEAL + "    turned: H9 S9\n", "wrong-type", 5, 13, "deals[0].turned", "one card"),
    (DEAL + "    turned: СТ\n", "ambiguous-card", 5, 13, "deals[0].turned", "C10 or CA"),
    (DEAL + "    hands: SA\n", "wrong-type", 5, 12, "deals[0].hands", "{player: ...}"),
    (DEAL + "    hands: {Anna: {a: b}}\n", "wrong-type", 5, 19, "deals[0].hands.Anna", "SA10K HQ9"),
    (DEAL + "    hands: {[a]: HK}\n", "wrong-type", 5, 13, "deals[0].hands", "a player's name"),
    (DEAL + "    hands: {Anna: HK, HQ}\n", "unknown-name", 5, 23, "deals[0].hands", "a comma ends the value"),
    (DEAL + "    hands: {Anna: HK, Anna: HQ}\n", "duplicate-key", 5, 23, "deals[0].hands", "stands here twice"),
    (DEAL + "    hands: {Anna: [HK, HY]}\n", "no-such-card", 5, 24, "deals[0].hands.Anna", '"HY" is not a card'),
    (DEAL + "    stock: SA H1O SK\n", "no-such-card", 5, 15, "deals[0].stock", "H10 (with a zero)"),
    (DEAL + "    taken: {Anna: -5}\n", "wrong-type", 5, 19, "deals[0].taken.Anna", "not below 0"),
    (DEAL + "    taken: {Anna: 1.5}\n", "no-such-card", 5, 19, "deals[0].taken.Anna", "1.5"),
    (DEAL + "    taken: {Anna: 1_000}\n", "wrong-type", 5, 19, "deals[0].taken.Anna", "write 1000"),
    (DEAL + "    claimed: {Anna: ten}\n", "wrong-type", 5, 21, "deals[0].claimed.Anna", "whole number"),
    (DEAL + "    claimed: {Anna: 1_000}\n", "wrong-type", 5, 21, "deals[0].claimed.Anna", "whole number"),
    (DEAL + "    claimed: {Anna: -12345678}\n", "limit", 5, 21, "deals[0].claimed.Anna", "8 digits"),
    (DEAL + "    tricks: {Anna: -1}\n", "wrong-type", 5, 20, "deals[0].tricks.Anna", "not below 0"),
    (HEAD.replace("Boris", "Annie") + "last: Ann\n", "unknown-name", 3, 7, "last", "may be Anna or Annie; write more"),
    (DEAL + "    last: Zed\n", "unknown-name", 5, 11, "deals[0].last", "the players are Anna, Boris"),
    (DEAL + "    out: [Anna]\n", "wrong-type", 5, 10, "deals[0].out", "the name of a player"),
    (DEAL + "    note: [a]\n", "wrong-type", 5, 11, "deals[0].note", "a text"),
    # --- melds
    (DEAL + "    melds: {Anna: [HK HY]}\n", "no-such-card", 5, 23, "deals[0].melds.Anna[0]", "HY"),
    (DEAL + "    melds: {Anna: {meld: HK HY}}\n", "no-such-card", 5, 29, "deals[0].melds.Anna", "HY"),
    (DEAL + "    melds: {Anna: {scored: 20}}\n", "wrong-type", 5, 19, "deals[0].melds.Anna", "needs its cards"),
    (DEAL + "    melds: {Anna: {cards: HK HQ, score: 2}}\n", "unknown-key", 5, 34, "deals[0].melds.Anna.score", ""),
    (DEAL + "    melds: {Anna: [[HK]]}\n", "wrong-type", 5, 20, "deals[0].melds.Anna[0]", "a meld, like HK HQ"),
    (DEAL + "    melds: {Anna: [marriage X]}\n", "no-such-card", 5, 20, "deals[0].melds.Anna[0]", "marriage"),
    # --- irregularities
    (DEAL + "    irregularities: [{by: Anna}]\n", "wrong-type", 5, 22, IRREGULAR, "its `fault`"),
    (DEAL + "    irregularities: [{fault: misdeel}]\n", "unknown-name", 5, 30, IRREGULAR, "misdeal"),
    (DEAL + "    irregularities: [misdeal]\n", "wrong-type", 5, 22, IRREGULAR, "keys and values"),
    (DEAL + "    irregularities: [{fault: misdeal, after: x}]\n", "wrong-type", 5, 46, IRREGULAR + ".after", "number"),
    (DEAL + "    irregularities: [{fault: misdeal, note: [a]}]\n", "wrong-type", 5, 45, IRREGULAR + ".note", "a text"),
    (HEAD.replace("Anna, B", "Anna B") + "claimed: {Anna: 1}\n", "wrong-type", 2, 10, "players", "stands a comma"),
    # --- play
    (DEAL + "    play: |\n      Anna meld HK HQ\n", "wrong-type", 6, 7, "deals[0].play[0]", "`Anna: meld HK HQ`"),
    (DEAL + "    play: |\n      Boris SA S9\n", "wrong-type", 6, 7, "deals[0].play[0]", "`Boris: SA S9`"),
    (DEAL + "    play: {Anna: SA S9}\n", "wrong-type", 5, 11, "deals[0].play", "write `play: |`"),
    (DEAL + "    play:\n      SA S9\n      SK SQ\n", "wrong-type", 6, 7, "deals[0].play", "write `play: |`"),
    (DEAL + "    play: >\n      SA S9\n      SK SQ\n", "wrong-type", 5, 11, "deals[0].play", "write `play: |`"),
    (DEAL + "    play:\n      SA S9\n      Anna: meld HK HQ\n", "wrong-type", 7, 11, None, "write `play: |`"),
    (DEAL + '    play: "SA S9\n      SK SQ"\n', "wrong-type", 5, 11, "deals[0].play", "write `play: |`"),
    (DEAL + "    play: |\n      SA S9 SK\n", "wrong-type", 6, 7, "deals[0].play[0]", "a trick has 2"),
    (DEAL + "    play: |\n      SA S9\n      S1 SQ\n", "no-such-card", 7, 7, "deals[0].play[1]", "did you mean S10"),
    (DEAL + "    play: |\n      SA СТ\n", "ambiguous-card", 6, 10, "deals[0].play[0]", "C10 or CA"),
    (DEAL + "    play: |\n      Zed: SA S9\n", "unknown-name", 6, 7, "deals[0].play[0]", '"Zed" does not play here'),
    (DEAL + "    play: |\n      Anna: SA SY\n", "no-such-card", 6, 16, "deals[0].play[0]", "SY"),
    (DEAL + "    play: |\n      Anna: SA S9 SK\n", "wrong-type", 6, 7, "deals[0].play[0]", "a trick has 2"),
    (DEAL + "    play: |\n      Anna: melds HK HQ\n", "wrong-type", 6, 13, "deals[0].play[0]", 'did you mean "meld"'),
    (DEAL + "    play: |\n      Anna: Meld HK HQ\n", "wrong-type", 6, 13, "deals[0].play[0]", 'did you mean "meld"'),
    (DEAL + "    play: |\n      Anna: meld\n", "wrong-type", 6, 13, "deals[0].play[0]", "needs its cards"),
    (DEAL + "    play: |\n      Anna: meld HK HY\n", "no-such-card", 6, 21, "deals[0].play[0]", "HY"),
    (DEAL + "    play: |\n      Anna: dix HK\n", "wrong-type", 6, 17, "deals[0].play[0]", "`shown`"),
    (DEAL + "    play: |\n      Anna: out now\n", "wrong-type", 6, 17, "deals[0].play[0]", "stands alone"),
    (DEAL + "    play: |\n      Anna: draw SA SK\n", "wrong-type", 6, 18, "deals[0].play[0]", "one card"),
    (DEAL + "    play: |\n      Anna: takes back\n", "wrong-type", 6, 13, "deals[0].play[0]", "expected cards"),
    (DEAL + "    play: |\n      Anna: exposes\n", "wrong-type", 6, 13, "deals[0].play[0]", "expected cards"),
    (DEAL + "    play: |\n      Anna:\n", "wrong-type", 6, 7, "deals[0].play[0]", "nothing comes after Anna"),
    (DEAL + "    play: |\n      ,\n", "wrong-type", 6, 7, "deals[0].play[0]", "no cards"),
    # --- lines and quotes without an end
    ("game: two-handed\rplayers: [Anna, Boris]\r", "syntax", 1, None, None, "only in carriage returns"),
    (HEAD + 'note: "late\n', "syntax", 3, 7, None, "a quote is opened here and not closed"),
    # --- a space that is missing, or is another sign
    (HEAD + "trump:hearts\ntaken: 126 124\n", "syntax", 3, 6, None, "a space is missing after this colon"),
    (HEAD + "taken: 126 124\ntrump:hearts\n", "syntax", 4, 6, None, "a space is missing after this colon"),
    ("game:two-handed\nplayers: [Anna, Boris]\n", "syntax", 1, 5, None, "a space is missing after this colon"),
    (HEAD + "deals:\n  - trump:hearts\n    taken: 1 2\n", "syntax", 4, 10, None, "a space is missing"),
    (DEAL + "    trump:hearts\n", "syntax", 5, 10, None, "a space is missing after this colon"),
    (HEAD + "deals: [{trump:hearts}]\n", "unknown-key", 3, 10, "deals[0].trump:hearts", "write `trump: hearts`"),
    (DEAL + "    taken: {Anna:126}\n", "unknown-name", 5, 13, "deals[0].taken", "write `Anna: 126`"),
    (DEAL + "    taken:\n      Anna:126\n", "wrong-type", 6, 7, "deals[0].taken", "a space is missing"),
    (HEAD + "deals:\n  -claimed: 100 20\n", "unknown-key", 4, 3, "deals.-claimed", "missing after the hyphen"),
    (DEAL + "    taken: Anna: 126\n", "syntax", 5, 12, None, "write `taken: {Anna: 126}`"),
    *[
        (HEAD + f"deals:\n  - claimed: 100 20\n{space}note: x\n", "syntax", 5, column, None, f"U+{ord(sign):04X}")
        for space, column, sign in (("\u00a0   ", 1, "\u00a0"), ("   \u2003", 4, "\u2003"), ("\u00a0" * 4, 1, "\u00a0"))
    ],
    *[
        (HEAD + f"deals:\n  {dash} claimed: 100 20\n", "syntax", 4, 3, None, "write a hyphen and a space")
        for dash in "\u2013\u2014\u2022"
    ],
    # --- figures of nobody
    (DEAL + "    taken: 126\n", "wrong-type", 5, 12, "deals[0].taken", "Write {Anna: 126}"),
    (DEAL + "    taken: 126 124 10\n", "wrong-type", 5, 12, "deals[0].taken", "3 figures stand here and 2 play"),
    (DEAL + "    taken: {Anna: 130 + 20}\n", "wrong-type", 5, 19, "deals[0].taken.Anna", "write the sum, 150"),
    (DEAL + "    taken: {Anna: 1.260}\n", "wrong-type", 5, 19, "deals[0].taken.Anna", "write 1260"),
    (DEAL + "    play: [[SA, [S9]]]\n", "wrong-type", 5, 12, "deals[0].play[0]", "one line"),
    (DEAL + "    play: [{Anna: HK, HQ}]\n", "wrong-type", 5, 12, "deals[0].play[0]", "a comma ends the value"),
]  # fmt: skip


# (what somebody said, and nobody's name before it; what to write)
SAID_BY_NOBODY = [
    ("auction", "bids: 350", "write `Anna: 350`"),
    ("auction", "bids: [pass]", "write `Anna: pass`"),
    ("auction", "bids: 350 Cyd", "the name comes first: `Cyd: 350`"),
    ("auction", "bids: Bors 350", 'did you mean "Boris"'),
    ("auction", "bids: [{Anna: 300, Anna: 320}]", "one line, like"),
    ("auction", "bids: [{Anna: 300, Boris: }]", "in braces a comma ends the value"),
    ("auction", "bids: {[Anna]: 300}", "expected what a player said"),
    ("auction", "bids: [hello]", "expected a line like `Ann: 300`"),
    ("auction", "bids: [Us: 300]", "the players are Anna, Boris, Cyd; a score is also kept for kitty"),
    ("piquet", "calls: good", "write `Anna: good`"),
    ("piquet", "calls: point 5", "write `Anna: point 5`"),
    ("piquet", "calls: trio Q", "write `Anna: trio Q`"),
    ("piquet", "calls: [Anna: knaves]", "three of them are `trio J`, four `quatorze J`"),
    ("piquet", "calls: [Anna: tens]", "three of them are `trio 10`"),
    ("two-handed", "play: [meld HK HQ]", "write `Anna: meld HK HQ`"),
]


@pytest.mark.parametrize(("game", "said", "words"), SAID_BY_NOBODY)
def test_what_nobody_said_is_told_how_to_write(game: str, said: str, words: str) -> None:
    players = "[Anna, Boris, Cyd]" if game == "auction" else "[Anna, Boris]"
    (error,) = errors(f"game: {game}\nplayers: {players}\ndeals:\n  - {{dealer: Boris, {said}}}\n")
    assert words in error["message"]


@pytest.mark.parametrize(("text", "rule", "line", "column", "path", "words"), SLIPS, ids=lambda one: str(one)[-60:])
def test_a_slip(text: str, rule: str, line: int, column: int | None, path: str | None, words: str) -> None:
    error = errors(text)[0]
    assert (error["rule"], error["line"], error["column"]) == (f"record.{rule}", line, column), error["message"]
    assert error["path"] == path
    assert words in error["message"]


@pytest.mark.parametrize("text", [row[0] for row in SLIPS], ids=lambda text: text[-60:])
def test_a_slip_leaves_no_score(text: str) -> None:
    session = verdict(text)
    assert session["totals"] is None
    assert all(
        deal["scores"] is None for deal in session["deals"] if findings({"findings": [], "deals": [deal]}, "error")
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (DEAL + "    play: |\n" + "      SA S9\n" * 10_001, "10,001 lines stand here; no play has more than 10,000"),
        (DEAL + f"    play: [{'SA S9, ' * 10_001}]\n", "10,001 lines stand here; no play has more than 10,000"),
        (HEAD + "".join(f"key{n}: 1\n" for n in range(1001)), "more than 1,000 errors; the rest was not read"),
        (DEAL + "".join(f"    key{n}: 1\n" for n in range(1001)), "more than 1,000 errors; the rest was not read"),
        (HEAD + f"x-a: [{'0, ' * 200_000}]\n", "more than 200,000 values in one record"),
        (HEAD + f"x-a: {'[' * 41}{']' * 41}\n", "nested more than 40 deep"),
        (
            HEAD + f"note: {'x' * 8_100_000}\n",
            "a record may be 8,000,000 bytes long; this one is longer and was skipped",
        ),
    ],
    ids=["lines", "items", "errors", "errors in a deal", "values", "depth", "bytes"],
)
def test_what_is_larger_than_any_record_is_not_read_to_its_end(text: str, words: str) -> None:
    sessions = verdicts(text + "---\n" + HEAD + "claimed: [10, 20]\n")
    limits = [error for error in findings(sessions[0], "error") if error["rule"] == "record.limit"]
    assert [words in error["message"] for error in limits] == [True]
    assert sessions[1]["totals"] == {"Anna": 10, "Boris": 20}


def test_all_in_one_run() -> None:
    """One file with every slip that can stand in one file."""
    text = HEAD.replace("Boris]", "Boris]  # both") + textwrap.dedent("""\
        rules: {target: 1000, targte: 5}
        opening: {Anna: x}
        x-ours: anything
        deals:
          - dealer: Zed
            trump: heartz
            melds: {Anna: [HK HY], Borys: [dix]}
            taken: {Anna: 10, Boris: Q}
            claimd: {Anna: 1}
          - play: |
              S1 SA
              Anna: mled HK HQ
              S9 SA SK
          - taken: {Anna: 100, Boris: 150}
        claimed: {Anna: y, Borsi: 1}
        claimed: {Anna: 1}
    """)
    session = verdict(text)
    assert sorted(error["line"] for error in findings(session, "error")) == [
        3, 4, 7, 8, 9, 9, 10, 11, 13, 14, 15, 17, 17, 18,
    ]  # fmt: skip
    assert [deal["scores"] for deal in session["deals"]] == [None, None, None]
    assert session["totals"] is None
