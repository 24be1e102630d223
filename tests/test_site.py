"""A season as a site: whole, linked, made anew only where something changed, and nobody else's files touched."""

from __future__ import annotations

import json
import os
import random
import signal
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import html5lib
import pytest
from legal_deals import legal_deal, record_of
from test_report import Parts, nasty

from pinocle_cli.cli.common import INTERRUPTED

if TYPE_CHECKING:
    from conftest import Pinocle

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def season(folder: Path) -> Path:
    """A season of the samples, two records more, one that cannot be read, and one of names that could do harm."""
    found = folder / "season"
    (found / "2026").mkdir(parents=True)
    for sample in SAMPLES.glob("*.yaml"):
        (found / "2026" / sample.name).write_text(sample.read_text("utf-8"), "utf-8")
    (found / "error.yaml").write_text((folder / "error.yaml").read_text("utf-8"), "utf-8")
    (found / "nasty.yaml").write_text(nasty(), "utf-8")
    plan: dict[str, object] = {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": False}
    played = [legal_deal(random.Random(n), **plan) for n in range(2)]  # type: ignore[arg-type]
    (found / "log.jsonl").write_text("".join(json.dumps(record_of(one)) + "\n" for one in played), "utf-8")
    return found


def pages(site: Path) -> dict[str, str]:
    return {file.relative_to(site).as_posix(): file.read_text("utf-8") for file in site.rglob("*.html")}


def test_every_page_is_there_and_every_link_leads_somewhere(pinocle: Pinocle, season: Path) -> None:
    done = pinocle("report", "season", "-o", "site/")
    assert done.returncode == 2  # something cannot be read
    assert "18 sheets (18 made anew)" in done.stdout
    site = season.parent / "site"
    found = pages(site)
    assert {"index.html", "players/Anna.html", "evenings/2026-11-08.html", "records/log-2.html"} <= found.keys()
    for page, text in found.items():
        html5lib.HTMLParser(strict=True).parse(text)
        parts = Parts(text)
        assert not parts.handlers
        for link in parts.links:
            place, _, part = link.partition("#")
            if link != "data:," and place:
                target = (site / page).parent / unquote(place)
                assert target.exists(), (page, link)
            if part:
                assert part in parts.ids, (page, link)
    assert 'href="records/2026-two-handed-game.html"' in found["index.html"]
    assert ">error.yaml</a>" in found["index.html"]  # what could not be read has its sheet too
    assert "<script>alert" not in "".join(found.values()).replace("<script>{", "")


def test_what_it_says_is_what_the_standings_say(pinocle: Pinocle, season: Path) -> None:
    pinocle("report", "season", "-o", "site/")
    rows = json.loads(pinocle("standings", "--exit-zero", "--format", "json", "season").stdout)["standings"]
    index = pages(season.parent / "site")["index.html"]
    for row in rows:
        if row["place"] is not None:
            assert f"</a></th><td>{row['games']}</td><td>{row['won']}</td>" in index
            assert f"<td>{row['deals']}</td><td>{row['score']}</td>" in index


def test_only_what_changed_is_made_anew_and_what_is_gone_is_taken_away(pinocle: Pinocle, season: Path) -> None:
    pinocle("report", "season", "-o", "site/")
    site = season.parent / "site"
    (site / "notes.txt").write_text("mine", "utf-8")
    before = {file: file.stat().st_mtime_ns for file in site.rglob("*.html")}
    os.utime(season / "2026" / "two-handed-game.yaml")
    assert "(0 made anew)" in pinocle("report", "season", "-o", "site/").stdout
    assert {file: file.stat().st_mtime_ns for file in site.rglob("*.html")} == before
    game = season / "2026" / "two-handed-game.yaml"
    game.write_text(game.read_text("utf-8").replace("at Anna's", "at Boris's"), "utf-8")
    (season / "2026" / "piquet-illustration.yaml").unlink()
    assert "(1 made anew, 1 taken away)" in pinocle("report", "season", "-o", "site/").stdout
    assert not (site / "records" / "2026-piquet-illustration.html").exists()
    assert "at Boris" in (site / "records" / "2026-two-handed-game.html").read_text("utf-8")
    assert (site / "notes.txt").read_text("utf-8") == "mine"


def test_sheets_are_linked_wherever_the_season_is(pinocle: Pinocle, season: Path) -> None:
    (season / "pinocle.yaml").write_text("name: The Tuesday Club\n")
    pinocle("report", "../" + season.parent.name + "/season", "-o", "site/")
    index = pages(season.parent / "site")["index.html"]
    assert 'href="records/2026-two-handed-game.html"' in index
    assert "<h1>The Tuesday Club</h1>" in index


def test_several_processes_make_the_same_site(pinocle: Pinocle, season: Path) -> None:
    pinocle("report", "season", "-j", "1", "-o", "one/")
    pinocle("report", "season", "-j", "2", "-o", "two/")
    assert pages(season.parent / "one") == pages(season.parent / "two")


def test_no_folder_of_anybody_is_filled_unasked(pinocle: Pinocle, season: Path) -> None:
    refused = pinocle("report", "season/error.yaml", "-o", "season/")
    assert refused.returncode == 2
    assert "holds other files" in refused.stderr
    assert not list(season.glob("*.html"))
    assert "no PDF" in pinocle("report", "season", "-o", "site/", "--pdf").stderr
    assert "standard input cannot" in pinocle("report", "-", "-o", "site/").stderr


def test_what_goes_wrong_with_a_site_is_said_in_a_line(
    pinocle: Pinocle, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinocle("report", "good.yaml", "-o", "site/")
    manifest = next(file for file in (season.parent / "site").iterdir() if file.suffix != ".html" and file.is_file())
    manifest.write_text("{", "utf-8")
    assert "is damaged; take it away" in pinocle("report", "good.yaml", "-o", "site/").stderr
    assert "good.yaml/site: not a directory" in pinocle("report", "good.yaml", "-o", "good.yaml/site/").stderr
    for error, says in ((BrokenExecutor(), "came to a sudden end"), (OSError(28, "No space left"), "no space left")):

        def fails(*_: object, error: Exception = error, **__: object) -> None:
            raise error

        monkeypatch.setattr("pinocle_cli.report.site.build", fails)
        done = pinocle("report", "good.yaml", "-o", "other/")
        assert (done.returncode, says in done.stderr) == (2, True)


def test_a_site_that_was_interrupted_is_left_as_it_was(
    pinocle: Pinocle, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: object, __: object, tally: Any, **___: object) -> None:
        tally.stopped = INTERRUPTED

    monkeypatch.setattr("pinocle_cli.cli.collect.collect", stopped)
    assert pinocle("report", "good.yaml", "-o", "site/").returncode == 128 + signal.SIGINT
    assert not [*(season.parent / "site").glob("*.html")]


def test_an_empty_folder_is_taken_away_but_no_page_of_somebody_else(pinocle: Pinocle, season: Path) -> None:
    pinocle("report", "season", "-o", "site/")
    for file in season.rglob("*.*"):
        file.unlink()
    (season / "only.yaml").write_text("game: piquet\nplayers: [Zed, Zoe]\nclaimed: {Zed: 20, Zoe: 10}\n", "utf-8")
    site = season.parent / "site"
    (site / "players" / "Anna.html").write_text("<p>mine</p>", "utf-8")
    pinocle("report", "season", "-o", "site/")
    assert (site / "players" / "Anna.html").read_text("utf-8") == "<p>mine</p>"
    assert not (site / "evenings").exists()


def test_a_site_within_the_season_is_not_read_as_records(pinocle: Pinocle, season: Path) -> None:
    first = pinocle("report", "season", "-o", "season/site/").stdout
    again = pinocle("report", "season", "-o", "season/site/").stdout
    assert "18 sheets (18 made anew)" in first
    assert "18 sheets (0 made anew)" in again


def test_names_of_pages_are_told_apart(pinocle: Pinocle, folder: Path) -> None:
    for n, (one, other) in enumerate((("A/b", "a?b"), ("a b", "A*B"))):
        record = {"game": "two-handed", "players": [one, other], "deals": [{"claimed": {one: 100, other: 150}}]}
        (folder / f"x{n}.json").write_text(json.dumps(record), "utf-8")
    pinocle("report", "x0.json", "x1.json", "-o", "site/")
    players = {file.name.casefold() for file in (folder / "site" / "players").iterdir()}
    assert players == {"a-b.html", "a-b--2.html", "a-b--3.html", "a-b--4.html"}
