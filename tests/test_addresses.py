"""Addresses: folders of a web server, what the server answers, how long it may take, and what is never printed."""

from __future__ import annotations

import http.server
import json
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.logs import names, storage

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")

RECORD = b"game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - claimed: {Anna: 100}\nclaimed: {Anna: 1}\n"
PAGES = {
    "/dir/": b'<a href="a.yaml">a</a> <a href="sub/">sub</a> <a href="../">up</a> <a href="/dir/">itself</a>',
    "/dir/sub/": b'<a href="b.YAML">b</a> <a href="../">up</a> <a href="c.txt">c</a> <a href=".git/">git</a>',
}


class Server(http.server.BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        status = int(path[1:4]) if path[1:4].isdigit() else 200
        if path.startswith("/silent"):
            time.sleep(5)
        self.send_response(302 if path.startswith("/to-") else status)
        if path.startswith("/to-"):
            self.send_header("Location", "file:///etc/passwd" if path == "/to-file.yaml" else path)
        body = PAGES.get(path, RECORD)
        self.send_header("Content-Length", str(len(body)))
        if path in PAGES:
            self.send_header("Content-Type", "text/html")
        self.end_headers()
        if path.startswith("/slow"):
            for byte in body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.5)
        elif self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as running:
        running.daemon_threads = True
        running.handle_error = lambda *_: None  # type: ignore[method-assign] # who went away went away
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{running.server_address[1]}"
        running.shutdown()


def check(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", *args])
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("401.yaml", "asks for a name and a password (401)"),
        ("403.yaml", "does not let this name or password in (403)"),
        ("404.yaml", "has nothing under this address (404)"),
        ("503.yaml", "answers 503 Service Unavailable"),
        ("to-file.yaml", "sends us on to where we do not follow (file:///etc/passwd)"),
        ("to-itself.yaml", "sends us on and on"),
        ("404/", "nothing is there"),
    ],
)
def test_what_the_server_answers(server: str, path: str, words: str) -> None:
    code, text = check(f"http://bob:hunter2@{server}/{path}?token=SECRET&b=HIDDEN")
    assert (code, words in text) == (2, True), text
    assert not [word for word in ("hunter2", "SECRET", "HIDDEN") if word in text]


def test_nobody_answers() -> None:
    assert "nobody answers at this address" in check("http://127.0.0.1:1/x.yaml")[1]


@pytest.mark.parametrize("path", ["silent.yaml", "slow.yaml", "silent/"])
def test_nobody_is_waited_for_without_end(server: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PATIENCE", 0.7)
    code, text = check(f"http://{server}/{path}")
    assert (code, "nothing came for 0.7 seconds" in text) == (2, True), text


def test_folders_below_are_looked_into(server: str) -> None:
    text = check("--format", "jsonl", f"http://{server}/dir/")[1]
    assert [json.loads(line)["file"] for line in text.splitlines()] == [
        f"http://{server}/dir/a.yaml",
        f"http://{server}/dir/sub/b.YAML",
    ]


FORMATS = [
    *(["check", "--notes", "--format", f] for f in ("text", "json", "jsonl", "sarif", "junit", "github")),
    *(["score", "--format", f] for f in ("table", "json", "jsonl", "csv")), ["judge"],
]  # fmt: skip


@pytest.mark.parametrize("command", FORMATS, ids=" ".join)
def test_secrets_are_never_printed(server: str, command: list[str]) -> None:
    result = CliRunner().invoke(cli, [*command, f"http://bob:hunter2@{server}/x.yaml?token=SECRET"])
    assert ":***@" in result.output.replace("%3A", ":") or "sarif" in command
    assert "hunter2" not in result.output
    assert "SECRET" not in result.output
    result = CliRunner().invoke(cli, ["explain", f"http://bob:hunter2@{server}/x.yaml?token=SECRET:4"])
    assert "hunter2" not in result.output
    assert "SECRET" not in result.output


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a.yaml", "a.yaml"),
        ("what?.yaml", "what?.yaml"),
        ("s3://archive/2026/", "s3://archive/2026/"),
        ("https://bob:p@ss:word@host/x", "https://bob:***@host/x"),
        ("https://bob@host/x?y", "https://bob@host/x?***"),
        ("https://host/x?a=b=c&d&e=#f", "https://host/x?a=***&***&e=#f"),
    ],
)
def test_how_an_address_is_shown(name: str, wanted: str) -> None:
    assert names.shown(name) == wanted
    assert names.without_secrets(f"no such thing: {name}") == f"no such thing: {wanted}"
    assert names.shown(wanted) == wanted
