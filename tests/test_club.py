"""A club's own file, pinocle.yaml: which records it holds for, what it changes, and what a mistake in it stops."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings

from pinocle_cli.games import GAMES
from pinocle_cli.logs.chunks import chunks_of
from pinocle_cli.logs.inputs import club_of, records_in_chunk, records_of
from pinocle_cli.logs.paths import files_in
from pinocle_cli.reader import club
from pinocle_cli.render import data
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from conftest import Pinocle

CLUB = "rules:\n  two-handed: {profile: modern, target: 1500}\n"
RECORDS = {
    "two-handed": "game: two-handed\nplayers: [Anna, Boris]\n{}\nclaimed: {{Anna: 100, Boris: 150}}\n",
    "piquet": "game: piquet\nplayers: [Anna, Boris]\n{}\nclaimed: {{Anna: 100, Boris: 150}}\n",
    "partnership": "game: partnership\nplayers: [A, B, C, D]\n{}\ntrump: hearts\nclaimed: {{A & C: 100, B & D: 150}}\n",
    "auction": "game: auction\nplayers: [A, B, C]\n{}\nclaimed: {{A: 2, B: -1, C: -1}}\n",
}


def session_in(folder: Path, rules: str = "", game: str = "two-handed") -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}-game.yaml"
    file.write_text(RECORDS[game].format(rules), "utf-8")
    (record,) = records_of(str(file), GAMES)
    return data.session(judge(record, GAMES))


def target(session: dict[str, Any]) -> tuple[str, Any]:
    return session["profile"], session["house"]["target"]


# --- Which file holds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", [".", "2026", "2026/november/late"])
def test_it_holds_for_the_records_beside_it_and_below(tmp_path: Path, below: str) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    session = session_in(tmp_path / below)
    assert target(session) == ("modern", 1500)
    up = "../" * len(Path(below).parts)
    assert session["rules-from"] == {"file": f"{up}pinocle.yaml", "club": ["profile", "target"], "record": []}


def test_for_each_game_the_nearest_file_that_names_it_holds(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pinocle.yaml").write_text(
        "rules: {two-handed: {target: 700}, partnership: {target: 800}, piquet: portland}\n"
    )
    (inner / "pinocle.yaml").write_text("rules: {piquet: classic, partnership: {target: 900}}\n")
    assert target(session_in(inner / "c")) == ("classic", 700)
    assert target(session_in(inner, game="partnership")) == ("classic", 900)
    assert session_in(inner, game="piquet")["profile"] == "classic"
    assert session_in(tmp_path / "a", game="piquet")["profile"] == "portland"
    assert session_in(inner, game="auction")["rules-from"] == {"file": None, "club": [], "record": []}


def test_a_file_that_is_written_changed_or_taken_away_holds_from_the_next_record_on(tmp_path: Path) -> None:
    file = tmp_path / "pinocle.yaml"
    seen = [target(session_in(tmp_path))[1]]
    for number in (700, 710):
        file.write_text(f"rules: {{two-handed: {{target: {number}}}}}\n")
        os.utime(file, ns=(number, number))  # a clock may be coarser than a test is quick
        seen.append(target(session_in(tmp_path / "deep"))[1])
    file.unlink()
    seen.append(target(session_in(tmp_path))[1])
    assert seen == [1000, 700, 710, 1000]


def test_it_is_read_once_and_not_once_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = club.read_club

    def counted(path: str, games: Any) -> Any:
        read.append(path)
        return real(path, games)

    monkeypatch.setattr(club, "read_club", counted)
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    for n in range(20):
        assert target(session_in(tmp_path / str(n) / "x")) == ("modern", 1500)
    assert len(read) == 1


@pytest.mark.parametrize("stream", ["-", "/dev/stdin"])
def test_a_stream_has_the_clubs_rules_of_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    monkeypatch.chdir(tmp_path)
    house = club_of(stream, GAMES).house("two-handed")
    assert house is not None
    assert getattr(house.values, "target", None) == 1500
    assert club_of("https://example.org/a.yaml", GAMES).house("two-handed") is None


# --- Beside the record's own rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "profile", "value", "heading", "of_club", "own"),
    [
        ("", "modern", 1500, "always", True, []),
        ("rules: {step: 100}", "modern", 1500, "always", True, ["step"]),
        ("rules: {target: 2000}", "modern", 2000, "always", True, ["target"]),
        ("rules: modern", "modern", 1500, "always", True, ["profile"]),
        ("rules: {profile: modern, step: 9}", "modern", 1500, "always", True, ["profile", "step"]),
        ("rules: classic", "classic", 1000, "trumps", False, ["profile"]),
        ("rules: {profile: classic, step: 9}", "classic", 1000, "trumps", False, ["profile", "step"]),
    ],
)
def test_the_clubs_options_hold_unless_a_record_names_another_profile(
    tmp_path: Path, rules: str, profile: str, value: int, heading: str, of_club: bool, own: list[str]
) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    session = session_in(tmp_path, rules)
    assert (*target(session), session["house"]["heading"]) == (profile, value, heading)
    named = session["rules-from"]
    assert named["record"] == own
    assert named["file"] == ("pinocle.yaml" if of_club else None)
    assert set(named["club"]) == ({"profile", "target"} - set(own) if of_club else set())


@pytest.mark.parametrize("game", ["partnership", "piquet", "auction"])
def test_the_clubs_own_profile_keeps_the_clubs_options_in_every_game(tmp_path: Path, game: str) -> None:
    profile = list(GAMES[game].profiles)[-1]
    option, value = {"partnership": ("step", 77), "piquet": ("rubicon", 77), "auction": ("maximum", 777)}[game]
    (tmp_path / "pinocle.yaml").write_text(f"rules: {{{game}: {{profile: {profile}, {option}: {value}}}}}\n")
    for rules in ("", f"rules: {profile}", f"rules: {{profile: {profile}}}"):
        session = session_in(tmp_path, rules, game)
        assert (session["profile"], session["house"][option]) == (profile, value), rules
    assert session_in(tmp_path, "rules: classic", game)["house"][option] != value


@pytest.mark.parametrize(
    "text",
    ["", "# nothing yet\n", "rules:\n", "rules: {}\n", "rules: {two-handed: }\n", "x-club: Riga\n", "name: Our Club\n",
     "names: {Anna: [Anya]}\n", "---\n"],
)  # fmt: skip
def test_a_file_without_rules_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pinocle.yaml").write_text(text)
    session = session_in(tmp_path)
    assert target(session) == ("classic", 1000)
    assert not findings(session, "error")


def test_names_are_joined_by_the_nearest_file_that_knows_them(tmp_path: Path) -> None:
    (tmp_path / "pinocle.yaml").write_text("names: {Anna Karenina: [Anna, 'A.  K.'], Boris K.: Boris}\n")
    inner = tmp_path / "in"
    inner.mkdir()
    (inner / "pinocle.yaml").write_text("names: {Anna B.: Anna}\n")
    known = []
    for folder in (tmp_path, inner):
        session_in(folder)
        (record,) = records_of(str(folder / "two-handed-game.yaml"), GAMES)
        known.append(record.known_as)
    assert known == [{"Anna": "Anna Karenina", "Boris": "Boris K."}, {"Anna": "Anna B.", "Boris": "Boris K."}]


# --- Mistakes in it --------------------------------------------------------------------------------------------------

MISTAKES = [
    ("rules: {two-handed: {tarjet: 5}}\n", "1:22", 'did you mean "target"'),
    ("rules: {two-handed: modrn}\n", "1:21", 'did you mean "modern"'),
    ("rules: {twohanded: {}}\n", "1:9", 'did you mean "two-handed"'),
    ("rule: {}\n", "1:1", 'did you mean "rules"'),
    ("rules: modern\n", "1:8", "the rules of each game"),
    ("- rules\n", "1:1", "keys and values"),
    ("rules: {\n", "1:", "not closed"),
    ("rules: \xff\n", "1:", "UTF-8"),
    ("name: [Our, Club]\n", "1:7", "what the club is called"),
    ("names: [Anna]\n", "1:8", "other spellings"),
    ("names: {[Anna]: Anya}\n", "1:9", "expected a name"),
    ("names: {Anna: {Anya: 1}}\n", "1:15", "another spelling of Anna"),
    ("names: {Anna: Anya, Anne: [Anya]}\n", "1:28", "above for Anna"),
    ("rules: {two-handed: {target: 500}}\n---\nrules: {two-handed: {target: 600}}\n", "3:1", "a second begins"),
]


@pytest.mark.parametrize(("text", "place", "words"), MISTAKES)
def test_a_mistake_is_an_error_of_every_record_that_it_rules(tmp_path: Path, text: str, place: str, words: str) -> None:
    (tmp_path / "pinocle.yaml").write_bytes(text.encode("latin-1"))
    session = session_in(tmp_path)
    (error, *_) = findings(session, "error")
    assert error["rule"] == "record.club"
    assert f"{tmp_path / 'pinocle.yaml'}:{place}" in error["message"]
    assert words in error["message"]
    assert session["totals"] is None
    assert [deal["scores"] for deal in session["deals"]] == [None]
    assert session["file"] == str(tmp_path / "two-handed-game.yaml")


@pytest.mark.parametrize("wrong", [{"two-handed"}, {"piquet"}, {"auction", "partnership"}])
def test_a_mistake_in_the_rules_of_a_game_stops_that_game_alone(tmp_path: Path, wrong: set[str]) -> None:
    rules = ", ".join(f"{game}: {{{'no-such: 1' if game in wrong else ''}}}" for game in GAMES)
    (tmp_path / "pinocle.yaml").write_text(f"rules: {{{rules}}}\n")
    stopped = {game for game in GAMES if findings(session_in(tmp_path, game=game), "error")}
    assert stopped == wrong


def test_a_mistake_of_a_farther_file_does_not_matter_where_a_nearer_one_holds(tmp_path: Path) -> None:
    inner = tmp_path / "in"
    inner.mkdir()
    (tmp_path / "pinocle.yaml").write_text("rules: {two-handed: {tarjet: 5}}\n")
    (inner / "pinocle.yaml").write_text("rules: {two-handed: {target: 700}}\n")
    assert target(session_in(inner)) == ("classic", 700)
    assert findings(session_in(tmp_path), "error")


@pytest.mark.parametrize("kind", ["link", "folder", "pipe", "forbidden"])
def test_what_is_called_so_and_cannot_be_read_is_said(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pinocle.yaml"
    if kind == "link":
        file.symlink_to(tmp_path / "nowhere.yaml")
    elif kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.write_text(CLUB)
        monkeypatch.setattr(club, "buffered", forbidden)  # to root nothing is
    (error,) = findings(session_in(tmp_path), "error")
    assert error["message"].endswith(
        {
            "link": "the link leads nowhere",
            "folder": "it is a folder",
            "pipe": "it is no plain file",
            "forbidden": "cannot be read: permission denied",
        }[kind]
    )


def forbidden(_: object) -> None:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_link_to_a_file_is_as_good(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text(CLUB)
    (tmp_path / "pinocle.yaml").symlink_to(tmp_path / "rules.txt")
    assert target(session_in(tmp_path)) == ("modern", 1500)


@pytest.mark.parametrize("name", ["pinocle.yml", ".pinocle.yaml", "PINOCLE.YAML", "Pinocle.yaml"])
def test_another_spelling_of_its_name_is_asked_about(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(CLUB)
    session = session_in(tmp_path)
    if (tmp_path / "pinocle.yaml").exists():
        assert target(session) == ("modern", 1500)  # where case makes no difference
        return
    (note,) = [note for note in findings(session, "note") if "club" in note["message"]]
    assert name in note["message"]
    assert "pinocle.yaml" in note["message"]
    assert session["deals"][0]["scores"] is not None
    (record,) = records_of(str(tmp_path / name), GAMES)
    assert any("pinocle.yaml" in finding.message for finding in record.findings)


def test_where_records_are_sent_to_be_judged_their_clubs_rules_go_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As to the workers of a cluster, which do not see the file."""
    for name, rules in (("good", CLUB), ("bad", "rules: {two-handed: {tarjet: 5}}\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pinocle.yaml").write_text(rules)
        (folder / "game.yaml").write_text(RECORDS["two-handed"].format(""))
        monkeypatch.chdir(folder)
        (chunk,) = filter(None, chunks_of("game.yaml"))
        (here,) = records_in_chunk(chunk, GAMES)
        sent = pickle.loads(pickle.dumps(chunk._replace(club=club_of("game.yaml", GAMES))))  # noqa: S301
        monkeypatch.chdir("/")
        (there,) = records_in_chunk(sent, GAMES)
        assert there.house == here.house
        assert [(f.line, f.message) for f in there.findings] == [(f.line, f.message) for f in here.findings]
        assert getattr(there.house, "target", None) == (1500 if name == "good" else 1000)


# --- It is no record -------------------------------------------------------------------------------------------------


def test_it_is_no_record_however_it_was_named(tmp_path: Path) -> None:
    for name in ("pinocle.yaml", "b.yaml", "a.yml", "c.jsonl", "notes.txt", "sub/e.yaml", "sub/pinocle.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")

    def found(*paths: str) -> list[str]:
        return [name.removeprefix(f"{tmp_path}/") for name in files_in([f"{tmp_path}/{path}" for path in paths])]

    assert found("") == ["a.yml", "b.yaml", "c.jsonl", "sub/e.yaml"]
    assert found("*.yaml") == ["b.yaml"]
    assert found("**/*.yaml") == ["b.yaml", "sub/e.yaml"]
    assert found("b.yaml", "pinocle.yaml") == ["b.yaml"]
    assert found("pinocle.yaml", "sub/pinocle.yaml") == ["pinocle.yaml"]


def test_named_alone_it_is_looked_at(pinocle: Pinocle, folder: Path) -> None:
    file = folder / "pinocle.yaml"
    file.write_text(CLUB)
    done = pinocle("check", "pinocle.yaml")
    assert done.returncode == 2
    assert "this is a club's file" in done.stdout
    file.write_text("rules: {piquet: {rubikon: 1}, auction: modrn}\n")
    assert pinocle("check", "pinocle.yaml").stdout.startswith("pinocle.yaml:1:18: error record.unknown-key")


def test_a_mistake_is_told_once_and_not_once_a_record(pinocle: Pinocle, folder: Path) -> None:
    (folder / "pinocle.yaml").write_text("rules: {two-handed: {tarjet: 5}}\n")
    for name in ("error.yaml", "fault.yaml"):
        (folder / name).unlink()
    for n in range(3):
        (folder / f"{n}.yaml").write_text(RECORDS["two-handed"].format(""))
    done = pinocle("check", ".")
    assert done.returncode == 2
    assert done.stdout.count("tarjet") == 1
    assert "1 error" in done.stdout
    assert "4 records were not judged" in done.stdout
    assert pinocle("score", ".").stderr.count("tarjet") == 1


@pytest.mark.parametrize("command", ["score", "judge", "judge --what-if", "show", "check", "standings"])
def test_a_mistake_in_it_is_told_once_and_not_once_a_record(tmp_path: Path, pinocle: Pinocle, command: str) -> None:
    for n in range(3):
        session_in(tmp_path / str(n))
    (tmp_path / "pinocle.yaml").write_text("rules:\n  two-handed: {targett: 1500}\n")
    result = pinocle(*command.split(), str(tmp_path))
    assert result.returncode == 2
    assert (result.stdout + result.stderr).count("targett") == 1
    assert "what if" not in result.stdout


def test_a_folder_that_has_gone_has_no_club(tmp_path: Path) -> None:
    assert club.club_above(str(tmp_path / "gone"), GAMES).name == ""
