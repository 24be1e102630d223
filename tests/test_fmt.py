"""`fmt`: nothing but cards is ever changed, whatever the layout; and what it cannot do it says, and leaves as it is."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner
from conftest import meaning
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.canonical import canonical
from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES
from pinocle_cli.reader.tree import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# --- Cutting the cards out -------------------------------------------------------------------------------------------

CARD_KEYS = {"hands", "held", "stock", "turned", "taken", "melds", "play", "cards", "discards", "talon"}


def without_cards(text: str) -> tuple[str, list[str]]:
    """A text without the values of its keys that hold cards, and the comments that stand among these."""
    kept, comments = [], []
    for piece in re.split(r"(?m)^(?=---)", text.replace("\r\n", "\n")):
        spans = sorted(card_spans(yaml.compose(piece, Loader=yaml.SafeLoader), piece)) if piece.strip() else []
        at = 0
        for start, end in spans:
            kept.append(piece[at:start])
            comments += [found.strip() for found in re.findall(r"(?<=\s)#[^\n]*", piece[start:end])]
            at = end
        kept.append(piece[at:])
    return "".join(kept), comments


def card_spans(node: Any, text: str) -> Iterator[tuple[int, int]]:
    """Where the values of card keys begin and end: behind the colon, and with the last sign that belongs to them."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value in CARD_KEYS:
                yield text.find(":", key.end_mark.index) + 1, end_of(value, text)
            else:
                yield from card_spans(value, text)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from card_spans(item, text)


def end_of(node: Any, text: str) -> int:
    if isinstance(node, yaml.ScalarNode) and node.style == "|":
        lines = node.value.rstrip("\n").split("\n")
        rest = text[text.find("\n", node.start_mark.index) + 1 :].split("\n")
        return len(text) - len("\n".join(rest)) + len("\n".join(rest[: len(lines)]))
    if isinstance(node, yaml.ScalarNode):
        return int(node.end_mark.index)
    last = node.value[-1]
    end = node.end_mark.index if node.flow_style else end_of(last[1] if isinstance(last, tuple) else last, text)
    behind = re.compile(r"[ \t]+#[^\n]*").match(text, end)
    return behind.end() if behind and isinstance(node, yaml.SequenceNode) else int(end)


# --- Records of every layout -----------------------------------------------------------------------------------------

WORDS = st.sampled_from(["as", "10h", "qs and jd", "9h was out of turn", "SA SA", "th", "п ♠a", "ska10 hkq", "Т"])
COMMENTS = WORDS.map("# {}".format)
CARDS = st.sampled_from(
    ["sa", "h10", "SA", "ska10 hkq", "♠a ♥10", "10h th", "AS  KH", "S9", "пт чк", "da,dk", "c9, ca"]
)
ONE = st.sampled_from(["h9", "9H", "♥9", "'9h'", '"♥9"', "H9", "[h9]"])
LINE = st.sampled_from(
    [
        "s9 sa",
        "S9 SA",
        "9h  ♥a",
        "Anna: meld kh qh",
        "Boris: dix",
        "Anna: sa s10",
        "Anna: takes back s9",
        "c9,ca",
        "9S AS",
    ]
)
FREE = st.sampled_from(
    ["x-app: as", "x-app: [9h, as]", "note: as ah", "note: 'as'", "note: |\n  as\n  9h", "place: th"]
)


@st.composite
def play(draw: st.DrawFn) -> str:
    """`play`, as a block or as a list of any kind."""
    lines = draw(st.lists(LINE, min_size=1, max_size=4))
    behind = [draw(st.sampled_from(["", "", " # as", "   # 9h first"])) for _ in lines]
    kind = draw(st.integers(0, 4))
    head = draw(st.sampled_from(["", " # as agreed"]))
    between = [draw(st.sampled_from(["", "", "  # 10h\n", "\n", "# as far left\n"])) for _ in lines]
    if kind == 0:
        return f"play: |{draw(st.sampled_from(['', '-', '+']))}{head}\n" + "".join(
            f"{gap if not gap.startswith('#') else ''}  {line}{note}\n"
            for gap, line, note in zip(between, lines, behind, strict=True)
        )
    dash = "- " if kind == 1 else "-   "
    if kind < 3:
        quoted = [
            draw(st.sampled_from([line, f"'{line}'", f'"{line}"'])) if "," not in line else f"'{line}'"
            for line in lines
        ]
        indent = draw(st.sampled_from(["  ", "", "    "]))
        return f"play:{head}\n" + "".join(
            f"{gap}{indent}{dash}{line}{note}\n" for gap, line, note in zip(between, quoted, behind, strict=True)
        )
    plain = [line if "," not in line else f"'{line}'" for line in lines]
    if kind == 3:
        return f"play: [{', '.join(plain)}]{head}\n"
    return (
        f"play: [{head}\n"
        + "".join(f"  {line},{note}\n" for line, note in zip(plain, behind, strict=True))
        + f"  ]{head}\n"
    )


@st.composite
def hands(draw: st.DrawFn) -> str:
    cards = draw(CARDS)
    plain = cards.replace(",", " ")
    return draw(st.sampled_from([
        f"hands: {{Anna: {plain}, Boris: '{cards}'}}\n", f"hands:\n  Anna: {cards}\n  Boris: [{plain}]\n",
        f"hands:\n  Anna: |\n    {cards}\n    {cards}\n", f"hands:\n  Anna:\n    - {plain}\n    - '{cards}'\n",
    ]))  # fmt: skip


@st.composite
def record(draw: st.DrawFn) -> str:
    """A record: its keys in any order, with comments between them."""
    parts = [
        draw(play()), draw(hands()), f"turned: {draw(ONE)}\n", f"stock: {draw(CARDS).replace(',', ' ')}\n",
        draw(FREE) + "\n", f"melds: {{Anna: [kh qh, dix, 'qs dj scored 40']}}{draw(st.sampled_from(['', ' # as']))}\n",
        "taken: {Anna: 126, Boris: as th}\n", "dealer: Anna\n",
    ]  # fmt: skip
    chosen = draw(st.lists(st.sampled_from(range(len(parts))), unique=True, min_size=1))
    text = "".join(draw(st.sampled_from(["", "", draw(COMMENTS) + "\n", "\n"])) + parts[n] for n in chosen)
    head = "game: two-handed\nplayers: [Anna, Boris]\n"
    if draw(st.booleans()):
        body = re.sub(r"(?m)^(?=.)", "    ", text)
        text = f"deals:\n  - number: 1\n{body}{draw(COMMENTS)}\n  - claimed: {{Anna: 1}}\n    note: as ah\n"
    return head + text


@given(st.lists(record(), min_size=1, max_size=2), st.booleans(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_nothing_but_cards_is_changed(records: list[str], carriage: bool, cut: bool) -> None:
    text = "---\n".join(records)
    text = text.rstrip("\n") if cut else text
    if carriage:
        text = text.replace("\n", "\r\n")
    new = canonical(text, GAMES)
    assert without_cards(new) == without_cards(text)
    assert canonical(new, GAMES) == new
    assert new.count("\r") == (new.count("\n") if carriage else 0)
    assert meaning(new) == meaning(text)


# --- One by one ------------------------------------------------------------------------------------------------------

HEAD = "game: two-handed\nplayers: [Anna, Boris]\nturned: H9\n"


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("play: |\n  s9 sa\n# as agreed with 10h\n", "play: |\n  S9 SA\n# as agreed with 10h\n"),
        ("play: |\n  s9 sa\nnote: as Anna said\n", "play: |\n  S9 SA\nnote: as Anna said\n"),
        ("play: |\n  s9 sa\nx-app: as 10h\n", "play: |\n  S9 SA\nx-app: as 10h\n"),
        ("play: |\n  s9 sa # as 10h\n", "play: |\n  S9 SA # as 10h\n"),
        ("play:\n  -   s9 sa\n  - h9 ha\n", "play: |\n  S9 SA\n  H9 HA\n"),
        ('play:\n  - "s9 sa"\n  - h9 ha\n', "play: |\n  S9 SA\n  H9 HA\n"),
        ("play:\n  - {Anna: meld kh qh}\n  - Anna: dix\n", "play: |\n  Anna: meld HK HQ\n  Anna: dix\n"),
        ("play: [s9 sa, h9 ha] # so\n", "play: |\n  S9 SA\n  H9 HA # so\n"),
        (
            "play:   # how\n  - s9 sa   # as\n\n  # 9h\n  - h9 ha\n",
            "play: |   # how\n  S9 SA   # as\n\n  # 9h\n  H9 HA\n",
        ),
        ("play:\n  - s9\n    sa\n", "play: |\n  S9 SA\n"),
        ("hands:\n  Anna: |\n    ska10\n    hkq\n", "hands:\n  Anna: |\n    SKA10\n    HKQ\n"),
        ("hands:\n  Anna: ska10\n    hkq # so\n", "hands:\n  Anna: SKA10\n    HKQ # so\n"),
        ("hands:\n  Anna: >\n    ska10\n\n    hkq\n", "hands:\n  Anna: >\n    SKA10\n\n    HKQ\n"),
        ("hands: {Anna: 'ska10\n  hkq', Boris: d9\n  da}\n", "hands: {Anna: 'SKA10\n  HKQ', Boris: D9\n  DA}\n"),
        ("hands: {Anna: '10h, as'}\n", "hands: {Anna: 'H10 SA'}\n"),
        ('turned: "\\u2660A"\nplay: |\n  s9 sa\n', 'turned: "SA"\nplay: |\n  S9 SA\n'),
        ("melds: {Anna: [kh qh scored 20, pinochle, dix]}\n", "melds: {Anna: [HK HQ scored 20, pinochle, dix]}\n"),
        ("play:\n  [\n  s9 sa,\n  h9 ha\n  ]\n", "play: |\n  S9 SA\n  H9 HA\n"),
        ("note: late\u2028late\u2029\x85\nplay: |\n  s9 sa\n", "note: late\u2028late\u2029\x85\nplay: |\n  S9 SA\n"),
        # What would not be read the same stays.
        ('hands: {Anna: "s9 sa\'s"}\n', None),
        ("note: x\nplay: |\n  s9ha sa\n", None),
        ("play:\n  - 's9 sa # no comment'\n", None),
        ("play:\n  - {Anna: meld kh qh, Boris: dix}\n", None),
        ("play:\n  - |\n    S9 SA\n", None),
        ("- {play: [s9 sa]}\n", None),
        ("play: &a [s9 sa]\n", "play: &a [S9 SA]\n"),
    ],
)
def test_layouts(text: str, new: str | None) -> None:
    assert canonical(HEAD + text, GAMES) == HEAD + (text if new is None else new)


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "two-handed", "players": ["A", "B"], "play": ["s9 sa"]}\n' * 2,
        HEAD + "play: |\n  s9 sa\nnote: " + "x" * MOST_BYTES + "\n",
    ],
    ids=["JSON, several", "too long"],
)
def test_what_is_no_document_of_a_record_stays(text: str) -> None:
    assert canonical(text, GAMES) == text


def fmt(*args: str, text: str | None = None) -> Any:
    result = CliRunner().invoke(cli, ["fmt", *args], input=text)
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result


@pytest.mark.parametrize(
    "text", ["players: [Anna\n", "game: [", "game: two-handed\nplayers: [Anna, Boris]\nturned: h9y\n"]
)
def test_what_cannot_be_read_ends_with_2_and_is_printed_as_it_stands(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    for options in ([], ["--check"], ["--write"]):
        result = fmt(*options, str(file))
        assert result.exit_code == 2
        assert f"{file}:" in result.stderr
        assert "error record." in result.stderr
        assert result.stdout == ("" if options else text)
    assert file.read_text() == text
    assert fmt("-", text=text).stdout == text


def test_what_is_left_as_it_is_is_printed_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad, log = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.jsonl"
    good.write_text(HEAD + "taken: {Anna: as}\n")
    bad.write_bytes(b"\xff\n")
    log.write_text("{}\n")
    result = CliRunner().invoke(cli, ["fmt", str(good), str(bad), str(log), str(good)])
    assert result.stdout_bytes == (2 * (HEAD + "taken: {Anna: SA}\n")).encode().replace(
        b"}\ngame", b"}\n\xff\n{}\ngame"
    )
    monkeypatch.setattr("pinocle_cli.cli.fmt.canonical", lambda text, _: text.replace("as", "sk"))
    result = fmt(str(good))
    assert result.exit_code == 2
    assert "would not mean the same" in result.stderr
    assert result.stdout == good.read_text()


def test_a_byte_order_mark_stays() -> None:
    text = "\ufeff" + HEAD.replace("H9", "9h") + "play: |\n  s9 sa\n"
    assert canonical(text, GAMES) == "\ufeff" + HEAD + "play: |\n  S9 SA\n"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_file_keeps_its_encoding_and_its_mark(mark: bytes, encoding: str, tmp_path: Path) -> None:
    as_typed, canonical_form = (
        f"{HEAD}play: |\r\n  {cards}\r\nnote: как сказала Аня, as" for cards in ("s9 sa", "S9 SA")
    )
    file = tmp_path / "a.yaml"
    file.write_bytes(mark + as_typed.encode(encoding))
    assert fmt(str(file)).stdout_bytes == mark + canonical_form.encode(encoding)
    assert fmt("--write", str(file)).exit_code == 0
    assert file.read_bytes() == mark + canonical_form.encode(encoding)
    assert fmt("--check", str(file)).exit_code == 0


def test_what_never_ends_is_left_as_it_is() -> None:
    result = CliRunner().invoke(cli, ["fmt", "--check", "/dev/zero"])
    assert (result.exit_code, "is longer than" in result.stderr) == (2, True)
