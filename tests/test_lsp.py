"""The language server, asked by a real client over standard input and output, with what several editors can do."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator  # noqa: TC003 - the plugin looks at it
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pytest_lsp")

import pytest_lsp
from conftest import in_a_process
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

if TYPE_CHECKING:
    from pathlib import Path

RECORD = """\
game: two-handed
players: [Анна, Boris]
deals:
  - dealer: Анна
    trump: hearts
    melds:
      Анна: [♥K ♥Q, ♠Q ♦I]     # 🂡 a card sign beyond the sixteenth bit
      Boris: DK DQ
    taken: {Анна: 126}
  - dealr: Boris
    trump: spades
    taken: {Анна: 126}
"""
SKIPPED = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Boris
    trump: hearts
    held: {Anna: SA CA C9, Boris: S9 CK HQ}
    play: |
      Anna: SA S9
      CA C9
      C9 HQ
"""


@dataclass
class Editor:
    """An editor with one record open, in which columns are counted in units of its own."""

    client: LanguageClient
    units: str  # what the server and the editor have agreed on
    uri: str = ""

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def column(self, text: str) -> int:
        """How far a text reaches."""
        return len(text.encode(f"{self.units}-le" if self.units != "utf-8" else self.units)) // SIZES[self.units]

    def words(self, text: str, where: lsp.Range) -> str:
        """The words at a range of one line."""
        codec = f"{self.units}-le" if self.units != "utf-8" else self.units
        line, size = text.split("\n")[where.start.line].encode(codec), SIZES[self.units]
        return line[size * where.start.character : size * where.end.character].decode(codec)

    async def open(self, file: Path, text: str) -> list[lsp.Diagnostic]:
        file.write_text(text, encoding="utf-8")
        self.uri = file.as_uri()
        item = lsp.TextDocumentItem(self.uri, "yaml", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.found()

    async def write(self, line: int, before: str, old: str, new: str) -> list[lsp.Diagnostic]:
        """Write something else behind the text before it on a line, and wait for what is found."""
        self.change(line, before, old, new)
        return await self.found()

    def change(self, line: int, before: str, old: str, new: str) -> None:
        start = self.column(before)
        where = lsp.Range(lsp.Position(line, start), lsp.Position(line, start + self.column(old)))
        change = lsp.TextDocumentContentChangePartial(range=where, text=new)
        document = lsp.VersionedTextDocumentIdentifier(version=2, uri=self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def found(self) -> list[lsp.Diagnostic]:
        await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return [*self.client.diagnostics[self.uri]]

    async def offered(self, line: int, before: str) -> list[str]:
        found = await self.client.text_document_completion_async(lsp.CompletionParams(**self.at(line, before)))
        assert isinstance(found, lsp.CompletionList)
        return [item.label for item in found.items]

    async def hover(self, line: int, before: str) -> str:
        found = await self.client.text_document_hover_async(lsp.HoverParams(**self.at(line, before)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async def actions(self, first: int, last: int) -> list[lsp.CodeAction]:
        where = lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0))
        params = lsp.CodeActionParams(self.document, where, lsp.CodeActionContext([]))
        found = await self.client.text_document_code_action_async(params) or ()
        return [action for action in found if isinstance(action, lsp.CodeAction)]

    def at(self, line: int, before: str) -> dict[str, Any]:
        return {"text_document": self.document, "position": lsp.Position(line, self.column(before))}


SIZES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[sys.executable, "-m", "pinocle_cli.cli.main", "lsp", "--stdio"]),
    params=["visual-studio-code", "neovim"],  # which count columns in units of sixteen bits, and in bytes
)
async def client(lsp_client: LanguageClient, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    can = client_capabilities(request.param)
    answer = await lsp_client.initialize_session(lsp.InitializeParams(capabilities=can))
    agreed = answer.capabilities.position_encoding or "utf-16"
    lsp_client.units = str(getattr(agreed, "value", agreed))  # type: ignore[attr-defined]
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_an_evening_in_an_editor(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, client.units)  # type: ignore[attr-defined]
    found = await editor.open(tmp_path / "evening.yaml", RECORD)
    errors = [one for one in found if one.severity == lsp.DiagnosticSeverity.Error]
    assert {(one.code, editor.words(RECORD, one.range)) for one in errors} == {
        ("record.no-such-card", "♦I"), ("record.unknown-key", "dealr"),
    }  # fmt: skip

    # Completion, behind letters of two bytes and signs of two units.
    assert (await editor.offered(7, "      Boris: DK D"))[0] == "DA"
    assert await editor.offered(9, "  - dea") == ["dealer"]

    # Quick fixes are edits that put it right.
    assert [action.title for action in await editor.actions(9, 10)] == ["write dealer"]
    found = await editor.write(9, "  - ", "dealr", "dealer")
    assert not [one for one in found if one.code == "record.unknown-key"]
    found = await editor.write(6, "      Анна: [♥K ♥Q, ♠Q ♦", "I", "J")
    assert not [one for one in found if one.severity == lsp.DiagnosticSeverity.Error]

    # What a line came to, and why; what a key is for.
    says = await editor.hover(6, "      Анна: [♥K")
    assert "**+40** Анна: royal marriage ♥K ♥Q" in says
    assert "king and queen of trumps" in says
    assert "`trump`" in await editor.hover(4, "    tr")

    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(editor.document)) or ()
    assert [lens.command.title for lens in lenses if lens.command] == [
        "deal 1: Анна 200 (200 in all), Boris 140 (140 in all)",
        "deal 2: Анна 120 (320 in all), Boris 120 (260 in all)",
    ]
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document)) or ()
    assert [symbol.name for symbol in symbols] == ["deal 1", "deal 2"]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(editor.document)) or ()
    assert (5, 7) in [(fold.start_line, fold.end_line) for fold in folds]
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(editor.document, lsp.FormattingOptions(2, insert_spaces=True))
    )
    assert [change.range.start.line for change in edits or ()] == [6]
    assert (edits or ())[0].new_text.startswith("      Анна: [HK HQ, SQ DJ]     # 🂡")

    # A line left out is offered to be put in; other files are left alone.
    found = await editor.open(tmp_path / "skipped.yaml", SKIPPED)
    assert [one for one in found if one.severity == lsp.DiagnosticSeverity.Error], found
    assert await editor.actions(0, 20), found
    assert await editor.open(tmp_path / "other.yaml", "services:\n  web: {image: x}\n") == []


LISTED = SKIPPED.replace("play: |\n      Anna: SA S9\n      CA C9\n      C9 HQ\n", "play: [Anna: SA S9, C9 CA]\n")


@pytest.mark.asyncio
async def test_what_is_closed_is_forgotten_and_a_list_becomes_a_block(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, client.units)  # type: ignore[attr-defined]
    await editor.open(tmp_path / "evening.yaml", LISTED)
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(editor.document, lsp.FormattingOptions(2, insert_spaces=True))
    )
    (whole,) = edits or ()
    assert whole.new_text.endswith("    play: |\n      Anna: SA S9\n      C9 CA\n")
    editor.change(4, "    trump: ", "hearts", "heartz")  # in one go, and closed before it was looked at
    editor.change(4, "    trump: ", "heartz", "hearty")
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(editor.document))
    async with asyncio.timeout(30):
        while await editor.found():  # of a change that was looked at meanwhile
            pass


def test_it_ends_quietly_when_its_editor_has_gone(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, "lsp", text="")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Traceback" not in done.stderr
