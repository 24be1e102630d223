"""Archives: each file in one is an input of its own, with its name and its lines; what is broken is said."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
FAULT = HEAD + "deals:\n  - claimed: {Anna: 100, Boris: 50}\nclaimed: {Anna: 1, Boris: 50}\n"
FILES = {
    "a.yaml": FAULT,
    "in/b.YAML": "---\n" + FAULT + "---\n" + FAULT,
    "c.jsonl.gz": json.dumps({"game": "two-handed", "players": ["A", "B"], "claimed": {"A": 10}, "dealr": 1}) + "\n",
    "notes.txt": "no record",
    "__MACOSX/._a.yaml": "\0",
    ".git/d.yaml": FAULT,
    "pinocle.yaml": "rules: {}",
}
FORMS = ["x.zip", "x.tar", "x.tar.gz", "x.tgz", "X.TAR.GZ"]


def packed(name: str, files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    contents = {
        inside: gzip.compress(text.encode()) if inside.endswith(".gz") else text.encode()
        for inside, text in files.items()
    }
    if name.lower().endswith(".zip"):
        with zipfile.ZipFile(out, "w") as archive:
            for inside, data in contents.items():
                archive.writestr(inside, data)
    else:
        with tarfile.open(fileobj=out, mode="w:gz" if name.lower().endswith("gz") else "w") as tar:
            for inside, data in sorted(contents.items()):
                info = tarfile.TarInfo("./" + inside)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(args))
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result.exit_code, result.output


def found(*args: str) -> list[tuple[Any, ...]]:
    rows = [json.loads(line) for line in run("check", "--format", "jsonl", *args)[1].splitlines()]
    return [(row["file"], row["document"], row["line"], row["rule"]) for row in rows]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_file_in_an_archive_is_read_as_if_it_lay_in_a_folder(
    name: str, jobs: str, at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pinocle_cli.logs.chunks.CHUNK", 50)
    (at / name).write_bytes(packed(name, FILES))
    assert sorted(found(name, "--jobs", jobs)) == [
        (f"{name}/a.yaml", 1, 5, "record.claim"),
        (f"{name}/c.jsonl.gz", 1, 1, "record.unknown-key"),
        (f"{name}/in/b.YAML", 1, 6, "record.claim"),
        (f"{name}/in/b.YAML", 2, 12, "record.claim"),
    ]
    assert found(f"{name}/in/b.YAML", "--jobs", jobs)[1:] == [(f"{name}/in/b.YAML", 2, 12, "record.claim")]
    code, text = run("explain", f"{name}/in/b.YAML:12")
    assert (code, "Anna wrote 1" in text) == (1, True)
    assert run("judge", name)[1].count("claimed: {Anna: 1, Boris: 50}") == 3


@pytest.mark.parametrize("name", FORMS)
def test_an_archive_without_records(name: str, at: Path) -> None:
    (at / name).write_bytes(packed(name, {"notes.txt": ""}))
    assert found(name) == [(name, 1, 1, "record.empty")]
    assert "no record stands in this archive" in run("check", name)[1]
    assert found(f"{name}/gone.yaml") == [(f"{name}/gone.yaml", 1, 1, "record.empty")]


@pytest.mark.parametrize("name", FORMS)
def test_an_archive_that_is_none_or_breaks_off(name: str, at: Path) -> None:
    (at / name).write_bytes(b"this is none")
    assert [row[3] for row in found(name)] == ["record.syntax"]
    whole = packed(name, {f"{n}.yaml": FAULT * n for n in range(40)})
    (at / name).write_bytes(whole[: len(whole) // 3])
    assert found(name)[-1][3] == "record.syntax"


def test_rules_of_the_club_are_those_beside_the_archive(at: Path) -> None:
    (at / "x.zip").write_bytes(packed("x.zip", {"a.yaml": FAULT}))
    (at / "pinocle.yaml").write_text("rules: {two-handed: {target: 1750}}\n")
    assert "to 1750" in run("score", "x.zip")[1]
