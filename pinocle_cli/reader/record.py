"""The envelope of a record: its game, house rules, players and deals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.game import Key, Kind, note
from pinocle_cli.memory import Memory
from pinocle_cli.reader.context import (
    NOTHING,
    NUMBER,
    YES_OR_NO,
    Reading,
    TooManyErrors,
)
from pinocle_cli.reader.deal import actions_read_before, deal_keys, read_deal
from pinocle_cli.reader.kinds import FIGURES, NOTE, TEXT
from pinocle_cli.reader.players import read_players
from pinocle_cli.reader.tree import Folded, Node, Pairs, Text
from pinocle_cli.reader.words import did_you_mean, shorten
from pinocle_cli.record import (
    NOT_CHECKED,
    UNKNOWN_KEY,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Deal,
    Place,
    Record,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Known
    from typing import Required, TypedDict

    from pinocle_cli.game import Game
    from pinocle_cli.options import Option
    from pinocle_cli.record import Figure

# --- The envelope ----------------------------------------------------------------------------------------------------

# The keys that a record has in every game.
ENVELOPE = {
    "game": Key(TEXT, "Which game was played.", "game: two-handed"),
    "rules": Key(
        Kind(Reading.text),
        "The house rules: a profile, or a mapping of options.",
        "rules: {profile: classic, target: 1250}",
    ),
    "players": Key(
        Kind(Reading.text, "name"), "Who played, in order round the table, clockwise.", "players: [Anna, Boris]"
    ),
    "opening": Key(FIGURES, "The scores with which the session began.", "opening: {Anna: 940, Boris: 870}"),
    "deals": Key(Kind(Reading.text), "What happened, deal by deal.", "deals: [{claimed: {Anna: 170, Boris: 160}}]"),
    "claimed": Key(FIGURES, "The totals that the table wrote down.", "claimed: {Anna: 1130, Boris: 1000}"),
    "date": Key(NOTE, "When it was played.", "date: 2026-11-29"),
    "place": Key(NOTE, "Where it was played.", "place: the club"),
    "event": Key(NOTE, "What it belongs to.", "event: autumn cup"),
    "scorer": Key(NOTE, "Who wrote it down.", "scorer: Clara"),
    "note": Key(NOTE, "Anything worth remembering.", "note: the last of the evening"),
}
FREE_KEYS = ("date", "place", "event", "scorer", "note")


@cache
def record_keys(game: Game) -> dict[str, Key]:
    """Every key of a record of this game, and within `deals` those of a deal."""
    deals = replace(ENVELOPE["deals"], kind=Kind(_deals, keys=deal_keys(game)))
    examples = {
        "game": f"game: {game.name}",
        "players": f"players: [{', '.join(_NAMES[: min(game.seats)])}]",
        "rules": f"rules: {{profile: {next(iter(game.profiles), 'classic')}, {_an_option(game)}}}",
    }
    own = {key: replace(ENVELOPE[key], example=example) for key, example in examples.items()}
    return {**ENVELOPE, **own, "deals": deals, **game.envelope}


_NAMES = ("Anna", "Boris", "Cyd", "Dan", "Eve")


def _an_option(game: Game) -> str:
    """A house rule of the game, with something else than what holds by itself."""
    option, item = next(iter(game.options.items()), ("", None))
    choices = item.choices if item is not None else ()
    return f"{option}: {choices[-1]}" if choices else ""


@cache
def envelope_keys(game: Game) -> tuple[dict[str, Key], dict[str, Key]]:
    """These keys, and these with those of a lone deal."""
    envelope = record_keys(game)
    return envelope, {**envelope, **deal_keys(game)}


class House:
    """House rules as read: the profile, the values of the options, and which of them the record and its club named."""

    __slots__ = ("club", "own", "profile", "set_by", "source", "values")

    def __init__(
        self, profile: str, values: object, own: Iterable[str] = (), club: Iterable[str] = (), source: str = ""
    ) -> None:
        self.profile, self.values, self.source = profile, values, source
        self.own, self.club = tuple(own), tuple(club)  # names of options, and `profile`
        # Option: `club` or `record`, where one of them named it.
        self.set_by = {**dict.fromkeys(self.club, "club"), **dict.fromkeys(self.own, "record")}

    def of_club(self, source: str) -> House:
        """The same, as the rules of a club that stand in this file."""
        return House(self.profile, self.values, (), self.own, source)


def read_house(reading: Reading, node: Node | None, game: Game, club: House | None) -> House:
    """The house rules: a profile's name, or a mapping. The club's hold beside it, unless another profile is named."""
    if node is None:
        return club or _default_house(game)
    written = _texts(node)
    known = None if written is None else _HOUSES.get((game, club, written))
    if known is not None:
        return known
    reading.path, said = "rules", len(reading.findings)
    house = _read_house(reading, node, game, club)
    if written is not None and len(reading.findings) == said:
        _HOUSES.keep((game, club, written), house)
    return house


# The rules of the records read so far: in a log nearly all have the same.
_HOUSES: Memory[tuple[Game, House | None, tuple[str, ...]], House] = Memory(1024)
_MOST_TEXTS = 400  # characters of rules that are remembered


def _texts(node: Node) -> tuple[str, ...] | None:
    """The rules as they are written, in plain texts; None where they are not, or very long."""
    if isinstance(node, list):
        return None
    texts = [node] if isinstance(node, str) else [text for pair in node for text in pair]
    if len(texts) > _MOST_TEXTS or not all(type(text) in (str, Text) for text in texts):
        return None
    plain = tuple([str(text) for text in texts])
    return plain if sum(map(len, plain)) <= _MOST_TEXTS else None


def _read_house(reading: Reading, node: Node, game: Game, club: House | None) -> House:
    default = club or _default_house(game)
    known = game.options
    chosen: dict[str, str | int] = {}
    named: Node | None = node if isinstance(node, str) else None
    own = ["profile"] if isinstance(node, str) else []
    for name, value in (
        () if isinstance(node, str) else reading.keys(node, ("profile", *known), f"the rules of {game.name}")
    ):
        own.append(name)
        if name == "profile":
            named = value
        elif (found := _option(reading, value, name, known[name])) is not None:
            chosen[known[name].field] = found
    profile = default.profile if named is None else _profile(reading, named, game)
    if club is not None and profile == club.profile:
        values = {item.field: getattr(club.values, item.field) for item in known.values()}
        return House(profile, game.house_with({**values, **chosen}), own, club.club, club.source)
    profile = profile or default.profile
    return House(profile, game.house_with({**game.profiles[profile], **chosen}), own)


@cache
def _default_house(game: Game) -> House:
    """The rulebook's own rules."""
    profile = next(iter(game.profiles))
    return House(profile, game.house_with(game.profiles[profile]))


def _profile(reading: Reading, node: Node, game: Game) -> str | None:
    name = reading.text(node, "a profile")
    if name is not None and name not in game.profiles:
        message = f'"{shorten(name)}" is not a profile of {game.name}; the profiles are {", ".join(game.profiles)}'
        reading.error(UNKNOWN_NAME, node, message + did_you_mean(name, game.profiles))
        return None
    return name


def _option(reading: Reading, node: Node, name: str, about: Option) -> str | int | None:
    text = reading.text(node, "one of " + ", ".join(about.choices))
    if text is None:
        return None
    if about.number and NUMBER.fullmatch(text):
        figure = reading.number(node, 1)
        return figure.value if figure else None
    if text in about.choices:
        return text
    if "yes" in about.choices and (meant := YES_OR_NO.get(text.lower())) is not None:
        return "yes" if meant else "no"
    choices = ", ".join(about.choices) + (" or another number" if about.number else "")
    hint = did_you_mean(text, about.choices)
    reading.error(UNKNOWN_NAME, node, f'"{shorten(text)}" is not a value of {name}; the values are {choices}{hint}')
    return None


def read_record(
    root: Node, file: str, document: int, line: int, games: Known[str, Game], club: Callable[[str], House | None]
) -> Record:
    """The record that a tree holds. Never raises: what could not be read stands in `findings`."""
    reading = Reading(line)
    parts: _Parts = {"more": {}, "meta": {}, "deals": []}
    findings = reading.findings
    try:
        _read_envelope(reading, parts, root, games, club)
    except TooManyErrors:
        if reading.findings is not findings:  # it was in the middle of a deal
            findings.extend(reading.findings)
    return Record(file=file, document=document, line=line, findings=findings, **parts)


if TYPE_CHECKING:

    class _Parts(TypedDict, total=False):
        """The parts of a record that have been read."""

        game: str
        profile: str
        house: object
        house_from: str
        set_by: dict[str, str]
        players: tuple[str, ...]
        opening: dict[int, Figure]
        claimed: dict[int, Figure] | None
        deals: Required[list[Deal]]
        more: Required[dict[str, object]]
        meta: Required[dict[str, str]]


def _read_envelope(
    reading: Reading, parts: _Parts, root: Node, games: Known[str, Game], club: Callable[[str], House | None]
) -> None:
    game = _game(reading, root, games)
    reading.path = ""
    if game is None or not isinstance(root, tuple):
        return
    parts["game"], reading.game = game.name, game
    has_deals = "deals" in [key for key, _ in root]
    envelope, known = envelope_keys(game)
    top: dict[str, Node] = {}
    for name, value in reading.keys(root, known, "a record"):
        if has_deals and name not in envelope:
            if isinstance(value, str) and value in NOTHING:
                continue
            reading.error(UNKNOWN_KEY, name, f'"{name}" belongs in a deal; it stands beside `deals`')
            continue
        if not isinstance(value, str) or value not in NOTHING or name not in envelope:
            top[name] = value
    house = read_house(reading, top.get("rules"), game, club(game.name))
    parts |= {"house": house.values, "profile": house.profile, "house_from": house.source, "set_by": house.set_by}
    reading.deck = game.deck(house.values)
    parts["players"] = reading.players = read_players(reading, top.get("players"), game, root)
    if reading.players:
        _read_table(reading, parts, game, root, top, has_deals=has_deals)


def _game(reading: Reading, root: Node, games: Known[str, Game]) -> Game | None:
    """The game of the record; it decides how all else is read."""
    if not isinstance(root, tuple):
        reading.wrong(root, f"a record, which begins with `game:` ({', '.join(games)})")
        return None
    node: Node | None = None
    for key, value in root:
        if key == "game":
            node = value
            break
    if node is None or node == "":
        reading.error(WRONG_TYPE, root, f"`game` is missing; expected one of {', '.join(games)}")
        _likely_keys(reading, root, games)
        return None
    if isinstance(node, str) and node in games and not isinstance(node, Folded):
        return games[str(node)]
    reading.path, known = "game", ", ".join(games)
    name = reading.text(node, f"one of {known}")
    if name is not None:
        broken: Known[str, str] = getattr(games, "broken", {})
        hint = did_you_mean(name, games)
        unknown = f'"{shorten(name)}" is not a game known here; the games are {known}{hint}'
        reading.error(UNKNOWN_NAME, node, broken.get(name, unknown))
    return None


def _likely_keys(reading: Reading, root: Node, games: Known[str, Game]) -> None:
    """Without a game, at least the keys that no game has."""
    known = {*ENVELOPE, *(key for game in games.values() for key in (*game.envelope, *deal_keys(game)))}
    for _ in reading.keys(root, known, "a record"):
        pass


def _read_table(
    reading: Reading, parts: _Parts, game: Game, root: Node, top: dict[str, Node], *, has_deals: bool
) -> None:
    """Everything that needs to know who plays."""
    players = reading.players
    _read_keys_of_the_game(reading, parts, game, top)
    reading.sit(*game.accounts(players, parts["more"]))
    reading.trick_size = game.trick_size(len(players))
    reading.actions = actions_read_before(game, reading.deck)
    if "opening" in top:
        reading.path = "opening"
        parts["opening"] = FIGURES.read(reading, top["opening"]) or {}
    _read_meta(reading, parts, top)
    if has_deals:
        reading.path = "deals"
        if "deals" not in top:
            reading.error(WRONG_TYPE, root, _NO_DEALS)
        for deal in _deals(reading, top["deals"]) if "deals" in top else ():
            parts["deals"].append(deal)
        _note_what_is_not_written(reading, [deal for deal in parts["deals"] if deal.unwritten])
    elif _read_lone_deal(reading, parts, root, top):
        return
    if "claimed" in top:
        reading.path = "claimed"
        parts["claimed"] = FIGURES.read(reading, top["claimed"])


def _note_what_is_not_written(reading: Reading, deals: list[Deal]) -> None:
    """Deals of which only the keys stand there are still to come: it is said once."""
    if deals:
        of_them = "this deal" if len(deals) == 1 else f"{len(deals)} deals"
        text = f"nothing is written of {of_them} yet"
        reading.findings.append(note(NOT_CHECKED, Place(deals[0].line, 1, "deals"), text))


def _read_keys_of_the_game(reading: Reading, parts: _Parts, game: Game, top: dict[str, Node]) -> None:
    """The keys that only this game has."""
    for key, about in game.envelope.items():
        if key in top:
            reading.path = key
            reading.sit(reading.players, ())
            parts["more"][key] = about.kind.read(reading, top[key])


def _read_meta(reading: Reading, parts: _Parts, top: dict[str, Node]) -> None:
    """When and where it was played, and what else is free text."""
    for key in FREE_KEYS:
        if key in top:
            reading.path = key
            if (text := reading.free_text(top[key])) is not None:
                parts["meta"][key] = text


_OF_A_LINE = {
    "claimed",
    "dealer",
    "number",
    "note",
    "irregularities",
}  # what a deal may have that is one line of a score sheet


def _read_lone_deal(reading: Reading, parts: _Parts, root: Node, top: dict[str, Node]) -> bool:
    """A deal whose keys stand at the top level; True if `claimed` is its own.

    It is, unless scores are carried in and something else scores: then it is what they came to in all.
    """
    mine = [key for key in deal_keys(reading.game) if key in top]
    if set(mine) <= {"note"}:
        reading.path = ""
        if reading.errors:
            return False  # one of the keys that could not be read may be what is missing
        reading.error(WRONG_TYPE, root, "no `deals` and nothing of a deal; write what happened at the table")
        return False
    of_a_line = _OF_A_LINE.issuperset(mine) or not {"opening", "kitty"} & set(top)
    own = Pairs([(key, top[key]) for key in mine if of_a_line or key != "claimed"])
    own.line, own.column, _ = reading.place(root)
    parts["deals"].append(read_deal(reading, own, ""))
    return of_a_line


_NO_DEALS = "`deals` is empty; write what happened at the table"


def _deals(reading: Reading, node: Node) -> Iterator[Deal]:
    """A list of deals, or a lone one; a deal that was read before is taken as it is."""
    if node == []:
        reading.error(WRONG_TYPE, node, _NO_DEALS)
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield item if isinstance(item, Deal) else read_deal(reading, item, f"deals[{index}].")
    elif isinstance(node, tuple):
        yield read_deal(reading, node, "deals.")
    else:
        reading.wrong(node, "a list of deals")
