"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
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


class Editor(LanguageClient):
    """An editor with one record open."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.found: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.uri = ""

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.found.put_nowait(params)

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    async def open(self, file: Path, text: str) -> list[lsp.Diagnostic]:
        file.write_text(text, encoding="utf-8")
        self.uri = file.as_uri()
        item = lsp.TextDocumentItem(self.uri, "yaml", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return [*(await self.found.get()).diagnostics]

    async def write(self, line: int, start: int, end: int, new: str) -> list[lsp.Diagnostic]:
        where = lsp.Range(lsp.Position(line, start), lsp.Position(line, end))
        change = lsp.TextDocumentContentChangePartial(range=where, text=new)
        document = lsp.VersionedTextDocumentIdentifier(version=2, uri=self.uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return [*(await self.found.get()).diagnostics]

    async def offered(self, line: int, character: int) -> list[str]:
        found = await self.text_document_completion_async(lsp.CompletionParams(**self.at(line, character)))
        assert isinstance(found, lsp.CompletionList)
        return [item.label for item in found.items]

    async def hover(self, line: int, character: int) -> str:
        found = await self.text_document_hover_async(lsp.HoverParams(**self.at(line, character)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    def at(self, line: int, character: int) -> dict[str, Any]:
        return {"text_document": self.document, "position": lsp.Position(line, character)}


def edit(folder: Path, play: Callable[[Editor, Path], Awaitable[None]]) -> None:
    """Run the server, and do with it what `play` does."""

    async def run() -> None:
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "pinocle_cli.cli.main", "lsp", "--stdio")
        await editor.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=folder.as_uri())
        )
        editor.initialized(lsp.InitializedParams())
        await play(editor, folder / "evening.yaml")
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()  # type: ignore[no-untyped-call]

    asyncio.run(asyncio.wait_for(run(), 60))


def words(text: str, where: lsp.Range) -> str:
    """The words at a range of one line, counted in the units of UTF-16."""
    line = text.split("\n")[where.start.line].encode("utf-16-le")
    return line[2 * where.start.character : 2 * where.end.character].decode("utf-16-le")


def test_an_evening_in_an_editor(tmp_path: Path) -> None:
    async def play(editor: Editor, file: Path) -> None:
        found = await editor.open(file, RECORD)
        shown = {(one.code, words(RECORD, one.range)) for one in found if one.severity == lsp.DiagnosticSeverity.Error}
        assert shown == {("record.no-such-card", "♦I"), ("record.unknown-key", "dealr")}

        # Completion, behind letters of two bytes and signs of two units.
        assert (await editor.offered(7, len("      Boris: DK D")))[0] == "DA"
        assert await editor.offered(9, len("  - dea")) == ["dealer"]

        # Quick fixes are edits that put it right.
        actions = await editor.text_document_code_action_async(
            lsp.CodeActionParams(
                editor.document, lsp.Range(lsp.Position(9, 0), lsp.Position(9, 20)), lsp.CodeActionContext([])
            )
        )
        assert [action.title for action in actions or ()] == ["write dealer"]
        found = await editor.write(9, 4, 9, "dealer")
        assert not [one for one in found if one.code == "record.unknown-key"]
        found = await editor.write(6, len("      Анна: [♥K ♥Q, ♠Q ♦"), len("      Анна: [♥K ♥Q, ♠Q ♦I"), "J")
        assert not [one for one in found if one.severity == lsp.DiagnosticSeverity.Error]

        # What a line came to, and why; what a key is for.
        says = await editor.hover(6, 15)
        assert "**+40** Анна: royal marriage ♥K ♥Q" in says
        assert "king and queen of trumps" in says
        assert "`trump`" in await editor.hover(4, 6)

        lenses = await editor.text_document_code_lens_async(lsp.CodeLensParams(editor.document)) or ()
        assert [lens.command.title for lens in lenses if lens.command] == [
            "deal 1: Анна 200 (200 in all), Boris 140 (140 in all)",
            "deal 2: Анна 120 (320 in all), Boris 120 (260 in all)",
        ]
        symbols = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document)) or ()
        assert [symbol.name for symbol in symbols] == ["deal 1", "deal 2"]
        folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(editor.document)) or ()
        assert (5, 7) in [(fold.start_line, fold.end_line) for fold in folds]
        edits = await editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(editor.document, lsp.FormattingOptions(2, insert_spaces=True))
        )
        assert [change.range.start.line for change in edits or ()] == [6]
        assert (edits or ())[0].new_text.startswith("      Анна: [HK HQ, SQ DJ]     # 🂡")

    edit(tmp_path, play)


def test_a_line_left_out_is_put_in_and_other_files_are_left_alone(tmp_path: Path) -> None:
    async def play(editor: Editor, file: Path) -> None:
        found = await editor.open(file, SKIPPED)
        assert [one for one in found if one.severity == lsp.DiagnosticSeverity.Error], found
        actions = await editor.text_document_code_action_async(
            lsp.CodeActionParams(
                editor.document, lsp.Range(lsp.Position(0, 0), lsp.Position(20, 0)), lsp.CodeActionContext([])
            )
        )
        assert actions, found
        assert await editor.open(file.with_name("other.yaml"), "services:\n  web: {image: x}\n") == []

    edit(tmp_path, play)
