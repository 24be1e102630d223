"""The server: what the protocol asks for, answered by the open records."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlparse
from urllib.request import url2pathname

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from pinocle_cli import __version__
from pinocle_cli.lsp.open import OpenRecord, Span, said_of

if TYPE_CHECKING:
    from pinocle_cli.lsp.open import Shown
    from pinocle_cli.writing.fixes import Edit

_QUIET = 0.005  # seconds without a keystroke before a text is judged: what comes in one go is judged once
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "fault": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_KINDS = {"key": lsp.CompletionItemKind.Property, "value": lsp.CompletionItemKind.Value}


class RecordServer(LanguageServer):
    """The records that are open, each by its address."""

    def __init__(self) -> None:
        super().__init__("pinocle", __version__)
        self.records: dict[str, OpenRecord] = {}
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    def record(self, uri: str) -> OpenRecord:
        """The record at an address, judged as it stands."""
        record = self.records.setdefault(uri, OpenRecord(_path_of(uri)))
        text = self.workspace.get_text_document(uri).source
        if text != record.text:
            record.write(text)
        record.look()
        return record

    def span(self, uri: str, span: Span) -> lsp.Range:
        """A span in the units of the client: UTF-16, as a rule."""
        codec, lines = self.workspace.get_text_document(uri).position_codec, self.records[uri].lines
        start, end = lsp.Position(span.line, span.start), lsp.Position(span.last, span.end)
        return codec.range_to_client_units(lines, lsp.Range(start, end))

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """(line, column) of a position of the client."""
        codec, lines = self.workspace.get_text_document(uri).position_codec, self.records[uri].lines
        found = codec.position_from_client_units(lines, position)
        return found.line, found.character

    def soon(self, uri: str) -> None:
        """Judge and publish as soon as the hand rests."""
        if uri in self.waiting:
            self.waiting.pop(uri).cancel()
        self.waiting[uri] = asyncio.get_running_loop().call_later(_QUIET, self.publish, uri)

    def publish(self, uri: str) -> None:
        """Say what is found in a record."""
        self.waiting.pop(uri, None)
        record = self.record(uri)
        found = [self.diagnostic(uri, shown) for shown in record.findings()]
        version = self.workspace.get_text_document(uri).version
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def diagnostic(self, uri: str, shown: Shown) -> lsp.Diagnostic:
        """A finding as the protocol has it."""
        return lsp.Diagnostic(
            range=self.span(uri, shown.span),
            message=said_of(shown.finding),
            severity=_SEVERITIES[shown.finding.severity],
            code=shown.id,
            source="pinocle",
        )


def _path_of(uri: str) -> str:
    """The path of a file; of anything else its address."""
    parts = urlparse(uri)
    return url2pathname(parts.path) if parts.scheme == "file" else uri


def make_server() -> RecordServer:
    """The server with all that it can do."""
    server = RecordServer()
    _keep_up(server)
    _help_writing(server)
    _show_the_whole(server)
    return server


def _keep_up(server: RecordServer) -> None:
    """What is told to the server."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.records.pop(uri, None)
        if uri in server.waiting:
            server.waiting.pop(uri).cancel()
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def _help_writing(server: RecordServer) -> None:
    """What is asked at a place in the text."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ":", "[", "{", "-"]))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        uri = params.text_document.uri
        record = server.record(uri)
        line, column = server.place(uri, params.position)
        items = [
            lsp.CompletionItem(
                label=offer.text.strip(" :|"),
                kind=_KINDS[offer.kind],
                detail=offer.says or None,
                sort_text=f"{n:04}",
                filter_text=offer.text,
                text_edit=lsp.TextEdit(server.span(uri, Span(line, offer.start, line, column)), offer.text),
            )
            for n, offer in enumerate(record.offers(line, column))
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        record = server.record(uri)
        text = record.hover(*server.place(uri, params.position))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        record = server.record(uri)
        wanted = range(params.range.start.line, params.range.end.line + 1)
        there = (shown for shown in record.findings() if shown.span.line in wanted)
        return [_action(server, uri, shown, edit) for shown in there for edit in record.fixes(shown)]


def _action(server: RecordServer, uri: str, shown: Shown, edit: Edit) -> lsp.CodeAction:
    """A quick fix."""
    line = edit.line - 1
    whole = {-1: Span(line, 0, line + 1, 0), -2: Span(line, 0, line + 2, 0)}
    span = whole.get(edit.end) or Span(line, edit.start, line, edit.end)
    change = lsp.TextEdit(server.span(uri, span), edit.new)
    return lsp.CodeAction(
        title=edit.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[server.diagnostic(uri, shown)],
        edit=lsp.WorkspaceEdit(changes={uri: [change]}),
    )


def _show_the_whole(server: RecordServer) -> None:
    """What is asked of the whole text."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri = params.text_document.uri
        found = []
        for span, name, came_to in server.record(uri).deals():
            where = server.span(uri, span)
            head = server.span(uri, Span(span.line, 0, span.line, len(server.records[uri].lines[span.line])))
            found.append(lsp.DocumentSymbol(name, lsp.SymbolKind.Event, where, head, detail=came_to))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=False))
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        return [
            lsp.CodeLens(server.span(uri, Span(span.line, 0, span.line, 0)), lsp.Command(came_to, ""))
            for span, _, came_to in server.record(uri).deals()
        ]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(first, last) for first, last in server.record(params.text_document.uri).folds()]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        uri = params.text_document.uri
        record = server.record(uri)
        new = record.formatted()
        return None if new is None else [*_line_by_line(server, uri, record.lines, new.split("\n"))]


def _line_by_line(server: RecordServer, uri: str, old: list[str], new: list[str]) -> list[lsp.TextEdit]:
    """Edits of the lines that change, so that the pen stays where it is."""
    if len(old) != len(new):
        end = Span(0, 0, len(old) - 1, len(old[-1]))
        return [lsp.TextEdit(server.span(uri, end), "\n".join(new))]
    changed = [n for n, line in enumerate(old) if line != new[n]]
    return [lsp.TextEdit(server.span(uri, Span(n, 0, n, len(old[n]))), new[n]) for n in changed]


def serve(port: int | None = None) -> None:
    """Serve over standard input and output, or on a port for whoever looks at the traffic."""
    server = make_server()
    if port:
        server.start_tcp("127.0.0.1", port)
    else:
        server.start_io()
