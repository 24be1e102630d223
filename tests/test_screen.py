"""What people see fits their screen, and is whole: no line is wider, no figure is left out, every mark is in place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from conftest import on_terminal
from hypothesis import given
from hypothesis import strategies as st

from pinocle_cli.api import verdicts, verdicts_of_text
from pinocle_cli.cli.main import cli
from pinocle_cli.render import screen, style
from pinocle_cli.render.excerpt import excerpt
from pinocle_cli.render.layout import latest
from pinocle_cli.render.layout import whole as sheet
from pinocle_cli.render.table import session_table

if TYPE_CHECKING:
    from pinocle_cli.ledger import SessionVerdict

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "samples").glob("*.yaml"))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LONG = ["Konstantin", "Aleksandra", "Bartholomew", "Maximiliana", "Wilhelmina"]


def of_text(text: str) -> SessionVerdict:
    (verdict,) = verdicts_of_text(text)
    return verdict


def auction(names: list[str], *, kitty: bool = True) -> SessionVerdict:
    claims = "\n".join(
        f"  - {{dealer: {names[n % len(names)]}, claimed: {{{names[0]}: {-n * 7}, {names[1]}: {n * 7}}}}}"
        for n in range(3)
    )
    head = f"game: auction\nplayers: [{', '.join(names)}]\n" + ("kitty: 12\n" if kitty else "")
    return of_text(f"{head}deals:\n{claims}\n")


EVENINGS: dict[str, SessionVerdict] = {
    **{path.stem: next(iter(verdicts(path))) for path in SAMPLES},
    "five long names and the kitty": auction(LONG),
    "four long names": auction(LONG[:4], kitty=False),
    "names of wide signs": auction(["日本語日本語", "👩‍🚀", "Zoë", "אנה"]),
}


def test_a_head_that_is_wider_than_the_screen_is_broken_too() -> None:
    lines = [*screen.packed(["SA", "HK"], "what one card more would bring: ", width=16)]
    assert max(map(len, lines)) <= 16
    assert words(lines) == words(["what one card more would bring: ♠A, ♥K"])


# --- The score sheet -------------------------------------------------------------------------------------------------


def words(lines: list[str]) -> Counter[str]:
    return Counter(re.findall(r"[^\s│,:]+", COLOUR.sub("", "\n".join(lines))))


@pytest.mark.parametrize("name", EVENINGS)
def test_the_sheet_shows_all_at_every_width(name: str) -> None:
    verdict = EVENINGS[name]
    if not verdict.accounts:
        return
    whole = words(sheet(verdict, None))
    titles = {"deal", "dealer", "total", *verdict.names}  # which stand once or once a row
    for width in (40, 45, 52, 60, 67, 80, 90, 100, 110, 120, 140, 160, 200):
        lines = sheet(verdict, width)
        assert max(map(screen.wide, lines)) <= width, width
        here = words(lines)
        missing = {word: n for word, n in (whole - here).items() if word not in titles and re.search(r"\d|\?", word)}
        assert not missing, width
        assert set(here) >= set(whole), width


@pytest.mark.parametrize("width", [80, 200])
def test_five_long_names_and_the_kitty(width: int) -> None:
    text = "\n".join(sheet(EVENINGS["five long names and the kitty"], width))
    assert all(name in text for name in [*LONG, "kitty"])
    assert "…" not in text


@pytest.mark.parametrize("name", EVENINGS)
@pytest.mark.parametrize("width", [40, 60, 80, 130])
def test_all_that_is_said_of_an_evening_fits(name: str, width: int) -> None:
    lines = list(session_table(EVENINGS[name], width))
    assert max(map(screen.wide, lines)) <= width
    said = words(list(session_table(EVENINGS[name], None)))
    assert set(words(lines)) >= {word for word in said if len(word) < 30}


@pytest.mark.parametrize("height", [3, 5, 9, 40])
def test_the_latest_deals_are_those_that_fit(height: int) -> None:
    verdict = EVENINGS["piquet-partie"]
    for width in (60, 80, 160):
        lines = latest(verdict, width, height)
        assert len(lines) <= height or lines == latest(verdict, width, 1)
        assert str((verdict.totals or {})[0]) in words(lines)


@pytest.mark.parametrize("name", EVENINGS)
def test_everybodys_total_is_seen_on_the_smallest_screen(name: str) -> None:
    verdict = EVENINGS[name]
    if not verdict.deals or not verdict.accounts:
        return
    for width, height in ((40, 8), (60, 9), (30, 5)):
        lines = latest(verdict, width, height)
        assert max(map(screen.wide, lines)) <= width
        text = " ".join(" ".join(lines).split())
        assert all(verdict.names[seat] in text for seat in verdict.accounts)


HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"


@pytest.mark.parametrize(
    "opening", ["opening: {Anna: 1,900, Boris: 800}", "opening: {Anna: x}", "openning: {Anna: 900}"]
)
def test_no_running_total_comes_from_an_opening_that_cannot_be_read(opening: str) -> None:
    verdict = of_text(f"{HEAD}{opening}\ndeals:\n  - {{claimed: {{Anna: 100, Boris: 20}}}}\n")
    _, row = sheet(verdict, None)
    assert row.split() == ["1", "Anna", "│", "100", "?", "│", "20", "?"]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "deals:\n  - {dealer: Anna, trump: hearts, taken: {Anna: 999}}\n",
        HEAD + "deals:\n  - {dealer: Anna, trump: hearts, taken: {Anna: 999}, melds: {Anna: [HK HQ]}}\n",
        HEAD + "deals:\n  - {dealer: Anna, taken: {Anna: 999}}\n  - {taken: {Anna: 130, Boris: 120}}\n",
        "game: piquet\nplayers: [A, B]\ndeals:\n  - {dealer: A, claimed: {A: 9999}}\n",
        "game: auction\nplayers: [A, B, C]\ndeals:\n  - {dealer: A, bids: [B: 300, C: pass], trump: S, melds: SKQ}\n",
    ],
)
def test_what_is_not_known_is_not_shown_as_nothing(text: str) -> None:
    verdict = of_text(text)
    for number, deal in enumerate(verdict.deals):
        if deal.scores is None:
            row = next(line for line in sheet(verdict, None) if re.match(rf"!? +{number + 1} ", line))
            assert "?" in row
            assert "0" not in re.findall(r"-?\d+", row.partition("│")[2])


def test_what_comes_after_the_end_is_in_no_total() -> None:
    claims = "".join(f"  - {{claimed: {{Anna: {n}, Boris: 10}}}}\n" for n in (990, 200, 300))
    verdict = of_text(HEAD + "deals:\n" + claims)
    rows = [line for line in sheet(verdict, None) if re.match(r"[ !] +\d", line)]
    assert ["1190" in row for row in rows] == [False, True, False]
    assert "1490" not in "\n".join(rows)


SHEET = "deals:\n  - {claimed: {Anna: 100, Boris: 50}}\n"


@pytest.mark.parametrize(
    ("text", "words_"),
    [
        (HEAD + SHEET + "total: {Anna: 100}\n", "no totals, until that has been put right"),
        (HEAD + "deals:\n  - {claimed: {Anna: 99999999}}\n", "no totals: not every deal could be scored"),
        (HEAD + SHEET, "undecided: Anna 100, Boris 50"),
        (HEAD + "opening: {Anna: 950, Boris: 900}\n" + SHEET, "Anna wins, 1050 to 950"),
        (
            (
                "game: partnership\nplayers: [A, B, C, D]\nsides: {Ladies: [A, C], Gentlemen: [B, D]}\n"
                "deals:\n  - {claimed: {Ladies: 1100, Gentlemen: 100}}\n"
            ),
            "Ladies win, 1100 to 100",
        ),
        ("game: partnership\nplayers: [A, B, C, D]\ndeals:\n  - {claimed: {A & C: 10, B & D: 1100}}\n", "B & D win, "),
    ],
)
def test_the_sentence_below_the_sheet(text: str, words_: str) -> None:
    assert words_ in "\n".join(session_table(of_text(text), None))


# --- Texts -----------------------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), max_size=200)


@given(TEXT, st.integers(30, 120), st.integers(0, 12))
def test_a_wrapped_text_fits_and_loses_nothing(text: str, width: int, indent: int) -> None:
    lines = list(screen.wrapped(text, "-" * indent, " " * indent, width=width))
    assert max(map(screen.wide, lines)) <= width
    joined = "".join(lines).replace("-" * indent, "", 1)
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", style.signs(text))


@given(st.lists(st.text("abcdefgh日本", min_size=1, max_size=12), min_size=1, max_size=20), st.integers(30, 100))
def test_items_are_packed_whole(items: list[str], width: int) -> None:
    lines = list(screen.packed(items, "head: ", "    ", width))
    assert max(map(screen.wide, lines)) <= width
    assert re.split(r",\s*", " ".join(lines).removeprefix("head:").strip()) == items


@given(st.text("ab,{}:' 日…\t", min_size=1, max_size=300), st.integers(1, 300), st.integers(50, 120))
def test_the_caret_stands_under_the_place(text: str, column: int, width: int) -> None:
    column = min(column, len(text))
    if not text.strip() or column > len(text.rstrip()):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "prose", lambda: width)
        shown, caret = excerpt(lambda n: text if n == 7 else None, 7, column)
    assert screen.wide(shown) <= width
    at = caret.index("^")
    above = next(n for n in range(len(shown) + 1) if screen.wide(shown[:n]) >= at)
    assert shown[above] == text[column - 1].replace("\t", " ")
    assert screen.wide(caret) <= width


@pytest.mark.parametrize(
    ("line", "column", "marked"),
    [
        ("claimed: {Anna: 80, Boris: 5}", 17, "80"),
        ("claimed: {Anna: 80}", 17, "80"),
        ("  - dealr: Anna", 5, "dealr"),
        ("play: [S9 SA, H9 HA]", 8, "S9"),
        ('note: "a b", x', 7, '"a b"'),
        ("    S9 SA      # a lead", 8, "SA"),
        ("irregularities: [{fault: x}]", 18, "{"),
        ("x", 1, "x"),
    ],
)
def test_the_mark_is_as_long_as_the_word(line: str, column: int, marked: str) -> None:
    shown, caret = excerpt(lambda _: line, 1, column)
    assert shown[caret.index("^") : caret.index("^") + caret.count("^")] == marked


# --- Errors show where they stand ------------------------------------------------------------------------------------

WRONG = {
    "key": (HEAD + "deals:\n  - dealr: Anna\n    claimed: {Anna: 100}\n", "  - dealr: Anna", "dealr"),
    "card": (HEAD + "turned: HX9\nclaimed: {Anna: 100}\n", "turned: HX9", "HX9"),
    "name": (HEAD + "claimed: {Anna: 100, Bors: 20}\n", "claimed: {Anna: 100, Bors: 20}", "Bors"),
    "syntax": (HEAD + "deals: [\n", "deals: [", ""),
    "impossible": (HEAD + "trump: H\nplay: |\n  SA S9\n  SA S9\n  SA S10\n", "  SA S10", "SA"),
    "later": ("---\n" + HEAD + "claimed: {Anna: 100}\n---\n" + HEAD + "dealer: Bors\n", "dealer: Bors", "Bors"),
}


@pytest.mark.parametrize("command", ["check", "judge", "score"])
@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("stream", [False, True], ids=["file", "stream"])
def test_an_error_shows_its_line_with_a_caret(command: str, kind: str, stream: bool, tmp_path: Path) -> None:
    text, line, marked = WRONG[kind]
    (tmp_path / "a.yaml").write_text(text)
    done = CliRunner().invoke(
        cli, [command, "-" if stream else str(tmp_path / "a.yaml")], input=text if stream else None
    )
    lines = done.output.splitlines()
    at = next(n for n, one in enumerate(lines) if re.match(r".*:\d+(:\d+)?: error ", one))
    assert lines[at + 1].partition("│ ")[2] == line
    caret = lines[at + 2]
    assert lines[at + 1][caret.index("^") :].startswith(marked[:1])
    assert done.exit_code == 2


def test_in_a_log_of_json_the_path_tells_the_place(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"game": "two-handed", "players": ["A", "B"], "dealr": 1, "claimed": {"A": 100}}\n'
    )
    for command in ("check", "judge"):
        output = CliRunner().invoke(cli, [command, str(tmp_path / "a.jsonl")]).output
        assert '"dealr" is not a key' in output
        assert "│" not in output


# --- Every command on a terminal -------------------------------------------------------------------------------------

COMMANDS: list[Any] = [
    ["score", "samples/two-handed-slips.yaml", "samples/auction-evening.yaml"],
    ["score", "--ledger", "samples/partnership-irregularities.yaml"],
    ["judge", "samples/partnership-irregularities.yaml", "samples/two-handed-slips.yaml"],
    ["check", "--notes", "samples/"],
    ["check", "--statistics", "--notes", "samples/"],
    ["explain", "samples/partnership-irregularities.yaml:20:20"],
    ["explain", "samples/two-handed-dispute.yaml:40"],
    ["rules"], ["rules", "auction"], ["rules", "auction", "--options"], ["rules", "two-handed.stage2-follow"],
    ["rules", "piquet", "--faults"], ["help"], ["score", "--help"], ["judge", "--help"], ["standings", "samples/"],
    ["judge", "--what-if", "--as-played", "--analyse", "samples/piquet-partie.yaml"],
    ["explain", "samples/two-handed-dispute.yaml:9"], ["show", "--deal", "1", "samples/two-handed-dispute.yaml"],
    ["meld", "SAKQJ109 DKQJ", "--trump", "S"], ["odds"],
]  # fmt: skip


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_everything_follows_the_width_of_the_terminal(columns: int) -> None:
    for args, shown in zip(COMMANDS, on_terminal(ROOT, columns, *COMMANDS), strict=True):
        out = COLOUR.sub("", shown)
        assert "Traceback" not in out, args
        assert "\\u001b" not in out, args  # a colour that was taken for a letter
        written = [line for line in out.splitlines() if not re.match("    .*(pinocle|sqlite3) ", line)]  # to be typed
        too_wide = [line for line in written if screen.wide(line) > columns]
        assert [line for line in too_wide if len(line.split()) > 1] == [], args  # a word can be longer than a line
        assert len(out.splitlines()) > 1, args


IN_COLOUR = [[command, "samples/two-handed-dispute.yaml"] for command in ("score", "judge", "check")]


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": "unknown"}, {"TERM": "xterm"}], ids=str)
def test_no_colour_where_there_is_none(env: dict[str, str]) -> None:
    coloured = ["\x1b[" in out for out in on_terminal(ROOT, 80, *IN_COLOUR, **env)]
    assert coloured == [env == {"TERM": "xterm"}] * 3


@pytest.mark.parametrize(
    "text",
    [
        "game: two-handed\nplayers: [A, B]\ndeals:\n  - {trump: H, melds: 70 20, taken: 126 124}\n",
        "game: partnership\nplayers: [A, B, C, D]\ndeals:\n  - {trump: H, melds: 70 20, taken: 126 124}\n",
        "game: auction\nplayers: [A, B, C]\ndeals:\n  - {bids: 'A: 300', trump: H, melds: 70, taken: 240}\n",
    ],
)
def test_a_total_of_melds_stands_under_melds(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    printed = CliRunner().invoke(cli, ["score", str(tmp_path / "a.yaml")]).output
    assert "as written  " not in printed
    assert " melds " in printed
    assert " 70 " in printed


@pytest.mark.parametrize("sign", ["#", "ё", "界", "e\u0301"])
def test_a_line_of_megabytes_is_shown_in_part_at_once(sign: str) -> None:
    shown, at = screen.part(sign * 1_000_000, 500_000, 80)
    assert screen.wide(shown) <= 80
    assert 0 <= at < 80
    assert len(shown) > 20
